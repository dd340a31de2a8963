"use strict";
// Fits a map to its frame; buttons, keys, the wheel with Ctrl, and fingers zoom and move it.
const MAX_ZOOM = 16;

function zoomable(frame) {
  const svg = frame.querySelector("svg");
  const whole = svg.getAttribute("viewBox").split(" ").map(Number);
  let view = [...whole];
  const fingers = new Map();
  const told = document.createElement("output");

  const within = (value, least, most) => Math.min(Math.max(value, least), most);
  // While it moves, the drawing is moved as a picture, once per frame of the screen; it is drawn
  // sharply again when it stops.
  const REST = 200; // milliseconds
  let [drawn, rests, at, near] = [0, 0, { x: 0, y: 0 }, false];
  const plane = document.createElement("div"); // moving the drawing itself would require a new layout
  plane.className = "hz-plane";
  svg.before(plane);
  plane.append(svg);
  const room = { width: 1, height: 1 }; // of the plane; reading it from the page would force a layout
  let fit = 1; // pixels for a unit of the drawing
  const draw = () => {
    drawn = 0;
    const scale = whole[2] / view[2];
    const to = (axis, long) => long / 2 - scale * (long / 2 + (view[axis] + (view[axis + 2] - whole[axis + 2]) / 2) * fit);
    at = { x: to(0, room.width), y: to(1, room.height) };
    near = scale > 1;
    plane.style.transform = near ? `translate(${at.x}px, ${at.y}px) scale(${scale})` : "";
    out.disabled = all.disabled = !near;
    further.disabled = view[2] <= whole[2] / MAX_ZOOM;
  };
  const show = (x, y, width) => {
    const height = (width * whole[3]) / whole[2];
    view = [within(x, 0, whole[2] - width), within(y, 0, whole[3] - height), width, height];
    plane.style.willChange = "transform";
    clearTimeout(rests);
    rests = setTimeout(() => { plane.style.willChange = ""; }, REST);
    if (!drawn) drawn = requestAnimationFrame(draw);
  };
  const sizes = new ResizeObserver((changes) => {
    for (const { target, contentRect: { width, height } } of changes) {
      if (target === plane) Object.assign(room, { width, height });
      else fit = Math.min(width / whole[2], height / whole[3]) || 1;
    }
    draw();
  });
  sizes.observe(plane);
  sizes.observe(svg);
  // Return the position of a point of the screen on the map, which is centred in its element.
  const spot = (x, y) => {
    const box = plane.getBoundingClientRect();
    const scale = (whole[2] / view[2]) * fit;
    return {
      x: view[0] + view[2] / 2 + (x - box.left + at.x - room.width / 2) / scale,
      y: view[1] + view[3] / 2 + (y - box.top + at.y - room.height / 2) / scale,
    };
  };
  const enlarge = (factor, { x, y } = { x: view[0] + view[2] / 2, y: view[1] + view[3] / 2 }) => {
    const width = within(view[2] / factor, whole[2] / MAX_ZOOM, whole[2]);
    const part = width / view[2];
    show(x - (x - view[0]) * part, y - (y - view[1]) * part, width);
  };
  const move = (across, down) => show(view[0] + across * view[2], view[1] + down * view[3], view[2]);

  const button = (sign, name, action) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = sign;
    made.title = name;
    made.setAttribute("aria-label", name);
    made.addEventListener("click", action);
    return made;
  };
  const further = button("+", "enlarge the map (+)", () => enlarge(1.6));
  const out = button("\u2212", "reduce the map (\u2212)", () => enlarge(1 / 1.6));
  const all = button("All", "show all of the map (0)", () => show(0, 0, whole[2]));
  const bar = document.createElement("div");
  bar.className = "hz-zoom";
  bar.append(further, out, all, told);
  frame.before(bar);
  frame.classList.add("zooming");
  draw();

  const keys = {
    "+": () => enlarge(1.6), "=": () => enlarge(1.6), "-": () => enlarge(1 / 1.6), 0: () => show(0, 0, whole[2]),
    ArrowLeft: () => move(-0.15, 0), ArrowRight: () => move(0.15, 0), ArrowUp: () => move(0, -0.15), ArrowDown: () => move(0, 0.15),
  };
  frame.addEventListener("keydown", (event) => {
    const action = keys[event.key];
    const still = event.key.startsWith("Arrow") && !near;
    if (!action || still || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    action();
  });
  frame.addEventListener("wheel", (event) => {
    const page = document.documentElement;
    if (!event.ctrlKey && page.scrollHeight > page.clientHeight) return; // it scrolls the page
    event.preventDefault();
    enlarge(Math.exp(-event.deltaY / 300), spot(event.clientX, event.clientY));
  }, { passive: false });
  svg.addEventListener("dblclick", (event) => enlarge(2, spot(event.clientX, event.clientY)));

  svg.addEventListener("pointerdown", ({ pointerId, clientX, clientY }) => fingers.set(pointerId, [clientX, clientY]));
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, ({ pointerId }) => fingers.delete(pointerId));
  addEventListener("pointermove", ({ pointerId, clientX, clientY }) => {
    const before = fingers.get(pointerId);
    if (!before) return;
    fingers.set(pointerId, [clientX, clientY]);
    const other = [...fingers].find(([id]) => id !== pointerId)?.[1];
    const here = spot(clientX, clientY);
    const there = spot(...before);
    if (other) {
      const apart = ([x, y]) => Math.hypot(x - other[0], y - other[1]) || 1;
      enlarge(apart([clientX, clientY]) / apart(before), spot((clientX + other[0]) / 2, (clientY + other[1]) / 2));
    } else show(view[0] + there.x - here.x, view[1] + there.y - here.y, view[2]);
  });
  // Two fingers zoom the map and not the page, and one finger moves a zoomed map. A style set only
  // meanwhile would restyle every object of the map.
  svg.addEventListener("touchmove", (event) => (near || event.touches.length > 1) && event.preventDefault(), { passive: false });

  // The tooltip of a place, which a finger cannot open, is shown next to the buttons.
  svg.addEventListener("click", (event) => {
    told.textContent = event.target.closest("[data-place]")?.querySelector("title")?.textContent ?? "";
  });
}

for (const frame of document.querySelectorAll(".hz-figure .map")) zoomable(frame);
