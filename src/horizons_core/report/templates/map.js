"use strict";
// A map fits its frame; it is enlarged and moved by buttons, keys, the wheel with Ctrl, and fingers.
const MOST = 16; // how far it can be enlarged

function zoomable(frame) {
  const svg = frame.querySelector("svg");
  const whole = svg.getAttribute("viewBox").split(" ").map(Number);
  let view = [...whole];
  const fingers = new Map();
  const told = document.createElement("output");

  const within = (value, least, most) => Math.min(Math.max(value, least), most);
  const show = (x, y, width) => {
    const height = (width * whole[3]) / whole[2];
    view = [within(x, 0, whole[2] - width), within(y, 0, whole[3] - height), width, height];
    svg.setAttribute("viewBox", view.join(" "));
    const near = width < whole[2];
    frame.classList.toggle("near", near);
    out.disabled = all.disabled = !near;
    further.disabled = width <= whole[2] / MOST;
  };
  // Where a point of the screen lies on the map.
  const spot = (x, y) => new DOMPoint(x, y).matrixTransform(svg.getScreenCTM().inverse());
  const enlarge = (factor, { x, y } = { x: view[0] + view[2] / 2, y: view[1] + view[3] / 2 }) => {
    const width = within(view[2] / factor, whole[2] / MOST, whole[2]);
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
  show(0, 0, whole[2]);

  const keys = {
    "+": () => enlarge(1.6), "=": () => enlarge(1.6), "-": () => enlarge(1 / 1.6), 0: () => show(0, 0, whole[2]),
    ArrowLeft: () => move(-0.15, 0), ArrowRight: () => move(0.15, 0), ArrowUp: () => move(0, -0.15), ArrowDown: () => move(0, 0.15),
  };
  frame.addEventListener("keydown", (event) => {
    const action = keys[event.key];
    const still = event.key.startsWith("Arrow") && !frame.classList.contains("near");
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
  // Two fingers enlarge the map and not the page.
  svg.addEventListener("touchmove", (event) => event.touches.length > 1 && event.preventDefault(), { passive: false });

  // What a pointer that rests on a place reads in a hint, a finger reads beside the buttons.
  svg.addEventListener("click", (event) => {
    told.textContent = event.target.closest("[data-place]")?.querySelector("title")?.textContent ?? "";
  });
}

for (const frame of document.querySelectorAll(".hz-figure .map")) zoomable(frame);
