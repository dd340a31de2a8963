"use strict";
// The galaxy in 3D: drag or use the arrow keys to turn it; choose a star to measure jumps from it.
for (const figure of document.querySelectorAll(".fh-space")) {
  const data = JSON.parse(figure.querySelector("script[type='application/json']").textContent);
  const part = (name) => figure.querySelector(`[data-part="${name}"]`);
  const canvas = part("canvas"), pen = canvas.getContext("2d");
  const SUNS = ["#5b84ff", "#8fb0ff", "#e8edff", "#fff0b0", "#ffdc3c", "#ff9a2e", "#f0482e"];
  const stars = data.places, middle = data.radius - 0.5;
  const START = { yaw: -0.45, tilt: 0.95, zoom: 1 };
  let turn = { ...START }, origin = data.start, viewed = null, drawn = [];

  const squared = (a, b) => a.at.reduce((sum, x, axis) => sum + (x - b.at[axis]) ** 2, 0);
  const field = (name) => Math.max(0, Math.floor(Number(part(name).value) || 0));
  // FH-MISHAP-001 and -003, in hundredths of a percent.
  const mishap = (away) => {
    const gravitics = field("gravitics"), age = Math.min(field("age"), 49);
    const chance = gravitics ? Math.floor((100 * away) / gravitics) : 10000;
    if (chance >= 10000) return 10000;
    const fine = 10000 - chance;
    return 10000 - (fine - Math.floor((2 * age * fine) / 100));
  };
  const percent = (hundredths) => `${(hundredths / 100).toFixed(2)} %`;
  const colour = (name) => getComputedStyle(figure).getPropertyValue(`--hz-${name}`).trim();
  const ofOwner = (name) => colour(`e${(data.owners[name] ?? [11])[0]}`);

  // drawing

  const project = ([x, y, z]) => {
    const cosine = Math.cos(turn.yaw), sine = Math.sin(turn.yaw);
    const [a, b, c] = [x - middle, y - middle, z - middle];
    const across = a * cosine - b * sine, along = a * sine + b * cosine;
    const up = along * Math.sin(turn.tilt) + c * Math.cos(turn.tilt);
    const near = c * Math.sin(turn.tilt) - along * Math.cos(turn.tilt);
    const far = 4.5 * data.radius;
    const scale = (turn.zoom * Math.min(canvas.clientWidth, canvas.clientHeight * 1.25)) / (3.1 * data.radius);
    const size = far / Math.max(far - near, far / 5);
    return {
      x: canvas.clientWidth / 2 + across * scale * size,
      y: canvas.clientHeight / 2 - up * scale * size,
      near, size,
    };
  };
  const stroke = (from, to, style, width = 1, dash = []) => {
    pen.strokeStyle = style;
    pen.lineWidth = width;
    pen.setLineDash(dash);
    pen.beginPath();
    pen.moveTo(from.x, from.y);
    pen.lineTo(to.x, to.y);
    pen.stroke();
    pen.setLineDash([]);
  };
  const disc = (spot, radius, fill, edge, width = 1) => {
    pen.beginPath();
    pen.arc(spot.x, spot.y, radius, 0, 2 * Math.PI);
    if (fill) { pen.fillStyle = fill; pen.fill(); }
    if (edge) { pen.strokeStyle = edge; pen.lineWidth = width; pen.stroke(); }
  };
  const writeText = (text, x, y, style, align = "left", weight = 400) => {
    pen.font = `${weight} 12px system-ui, sans-serif`;
    pen.textAlign = align;
    pen.strokeStyle = colour("card");
    pen.lineWidth = 3;
    pen.lineJoin = "round";
    pen.strokeText(text, x, y);
    pen.fillStyle = style;
    pen.fillText(text, x, y);
  };

  function drawGrid() {
    const side = 2 * data.radius - 1, step = side > 60 ? 20 : side > 30 ? 10 : 5, line = colour("line");
    for (let at = 0; at <= side; at += step) {
      stroke(project([at, 0, 0]), project([at, side, 0]), line);
      stroke(project([0, at, 0]), project([side, at, 0]), line);
      const x = project([at, -1.5, 0]), y = project([-1.5, at, 0]);
      writeText(at ? `${at}` : "x 0", x.x, x.y, colour("soft"), "center");
      writeText(at ? `${at}` : "y 0", y.x, y.y, colour("soft"), "center");
    }
    const top = project([0, 0, side]);
    stroke(project([0, 0, 0]), top, line);
    writeText(`z ${side}`, top.x, top.y - 4, colour("soft"), "center");
  }

  function drawReach() {
    if (origin === null) return;
    const from = project(stars[origin].at), limit = 100 * field("limit");
    stars.forEach((star, index) => {
      const chance = mishap(squared(stars[origin], star));
      if (index === origin || !star.type || chance > limit) return;
      pen.globalAlpha = 0.75 - 0.5 * (chance / Math.max(limit, 1));
      stroke(from, project(star.at), colour("accent"), 1.3);
      pen.globalAlpha = 1;
    });
  }

  function drawStar(star, spot) {
    const size = spot.size * (star.type ? 3.4 + star.worth : 2.6);
    const radius = size * Math.min(Math.max(turn.zoom, 0.8), 1.6);
    if (star.owner) disc(spot, radius + 4, colour("card"), ofOwner(star.owner), 3);
    else if (star.seen) disc(spot, radius + 2.6, null, colour("ink"), 1);
    if (star.type) disc(spot, radius, SUNS[star.tint], colour("soft"), 0.8);
    else disc(spot, radius, colour("card"), colour("soft"), 1.5);
    star.ships.forEach(([owner, count], place) => {
      const x = spot.x + radius + 7 + 20 * place, y = spot.y - radius - 5;
      pen.fillStyle = ofOwner(owner);
      pen.beginPath();
      pen.moveTo(x, y - 6); pen.lineTo(x + 4, y + 4); pen.lineTo(x, y + 2); pen.lineTo(x - 4, y + 4);
      pen.fill();
      writeText(`${count}`, x + 5, y + 4, colour("ink"), "left", 600);
    });
    return radius + (star.owner ? 5 : 2);
  }

  function draw() {
    const ratio = window.devicePixelRatio || 1;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    if (canvas.width !== width * ratio || canvas.height !== height * ratio) {
      canvas.width = width * ratio;
      canvas.height = height * ratio;
    }
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, width, height);
    drawGrid();
    const spots = stars.map((star) => project(star.at));
    if (part("stems").checked) {
      stars.forEach((star, index) => {
        pen.globalAlpha = star.owner || star.ships.length ? 0.6 : 0.22;
        stroke(spots[index], project([star.at[0], star.at[1], 0]), colour("soft"));
        pen.globalAlpha = 1;
      });
    }
    for (const [start, end] of data.wormholes) {
      if (spots[start] && spots[end]) stroke(spots[start], spots[end], colour("warn"), 1.6, [6, 4]);
    }
    drawReach();
    const order = stars.map((_, index) => index).sort((a, b) => spots[a].near - spots[b].near);
    drawn = [];
    for (const index of order) {
      const radius = drawStar(stars[index], spots[index]);
      drawn.push({ index, radius, ...spots[index] });
      if (index === origin) disc(spots[index], radius + 4, null, colour("accent"), 2.5);
      if (index === viewed) disc(spots[index], radius + 7, null, colour("ink"), 1.5);
    }
    if (viewed !== null && origin !== null && viewed !== origin) {
      stroke(spots[origin], spots[viewed], colour("ink"), 1.5, [2, 3]);
    }
    labels(order, spots);
  }

  // A name is drawn below its star, or above if another name is there, or not at all without room.
  function labels(order, spots) {
    const rank = (index) => (index === viewed ? 3 : index === origin ? 2 : stars[index].owner ? 1 : 0);
    const named = (index) => stars[index].name && part("names").checked;
    const boxes = [];
    const labelled = order.filter((index) => rank(index) > 1 || named(index));
    labelled.sort((a, b) => rank(b) - rank(a) || spots[b].near - spots[a].near);
    for (const index of labelled) {
      const star = stars[index], { x, y } = spots[index], text = star.name || star.at.join(" ");
      const weight = star.owner ? 600 : 400;
      pen.font = `${weight} 12px system-ui, sans-serif`;
      const half = pen.measureText(text).width / 2 + 2;
      const box = (base) => ({ left: x - half, right: x + half, top: base - 11, bottom: base + 4 });
      const free = (label) => boxes.every((other) => label.right < other.left || other.right < label.left
        || label.bottom < other.top || other.bottom < label.top);
      const freeY = [y + 20, y - 24, y + 34].find((base) => free(box(base)));
      if (freeY === undefined && rank(index) < 2) continue;
      const labelY = freeY ?? y + 20;
      boxes.push(box(labelY));
      writeText(text, x, labelY, colour("ink"), "center", weight);
    }
  }

  // tooltips and lists

  const create = (tag, text, parent, kind) => {
    const element = document.createElement(tag);
    if (text !== undefined) element.textContent = text;
    if (kind) element.className = kind;
    if (parent) parent.append(element);
    return element;
  };
  const row = (cells, parent, tag = "td") => {
    const line = create("tr", undefined, parent);
    cells.forEach((cell, column) => create(tag, cell, line, column < cells.length - 1 ? "num" : ""));
    return line;
  };
  const title = (star) => (star.name ? `${star.name}, ` : "") + star.at.join(" ");

  function describe() {
    const box = part("about"), star = viewed === null ? stars[origin] : stars[viewed];
    box.replaceChildren();
    if (!star) return;
    create("h3", title(star), box);
    create("p", star.type ? `${star.type}, ${star.words}` : "deep space", box);
    if (origin !== null && star !== stars[origin]) {
      const away = squared(stars[origin], star);
      const distanceText = `${Math.sqrt(away).toFixed(1)} parsecs from ${title(stars[origin])}`;
      const line = create("p", `${distanceText}, chance of a mishap ${percent(mishap(away))}`, box);
      line.className = "far";
    }
    for (const line of star.lines) create("p", line, box);
    if (star.planets.length) {
      const frame = create("div", undefined, box, "scroll");
      frame.tabIndex = 0; // so that it can be scrolled with keys
      const table = create("table", undefined, frame);
      row(["#", "Dia", "Grav", "Temp", "Press", "MD", "LSN", "Atmosphere"], create("thead", undefined, table), "th");
      const body = create("tbody", undefined, table);
      for (const planet of star.planets) row(planet, body);
    }
    if (viewed !== null && viewed !== origin) {
      const button = create("button", "Jump from here", create("p", undefined, box));
      button.addEventListener("click", () => choose(viewed));
    }
  }

  function list() {
    const body = part("near");
    body.replaceChildren();
    if (origin === null) return;
    const nearest = stars
      .map((star, index) => [squared(stars[origin], star), index])
      .filter(([, index]) => index !== origin && stars[index].type)
      .sort(([a, i], [b, j]) => a - b || i - j)
      .slice(0, 10);
    for (const [away, index] of nearest) {
      const star = stars[index], line = create("tr", undefined, body);
      const button = create("button", title(star), create("td", undefined, line));
      button.addEventListener("click", () => look(index));
      create("td", star.type, line);
      create("td", star.seen ? "visited" : "", line);
      create("td", Math.sqrt(away).toFixed(1), line, "num");
      create("td", percent(mishap(away)), line, "num");
    }
    part("from").value = origin;
  }
  const look = (index) => { viewed = index; describe(); draw(); };
  const choose = (index) => { origin = index; viewed = null; list(); describe(); draw(); };

  // input

  const starAt = (event) => {
    const box = canvas.getBoundingClientRect(), x = event.clientX - box.left, y = event.clientY - box.top;
    let best = null, least = event.pointerType === "touch" ? 26 : 14;
    for (const spot of drawn) {
      const away = Math.hypot(spot.x - x, spot.y - y) - spot.radius / 2;
      if (away < least) { least = away; best = spot.index; }
    }
    return best;
  };
  const TILTS = [-0.2, Math.PI / 2];
  const zoom = (by) => { turn.zoom = Math.min(Math.max(turn.zoom * by, 0.5), 8); draw(); };
  const rotate = (yaw, tilt) => {
    turn.yaw += yaw;
    turn.tilt = Math.min(Math.max(turn.tilt + tilt, TILTS[0]), TILTS[1]);
    draw();
  };
  const fingers = new Map();
  let moved = 0;
  canvas.addEventListener("pointerdown", (event) => {
    if (!fingers.size) moved = 0;
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) {
      const star = starAt(event);
      canvas.classList.toggle("on-star", star !== null);
      if (star !== viewed && (star !== null || event.pointerType === "mouse")) look(star);
      return;
    }
    const now = [event.clientX, event.clientY];
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const distance = (finger) => Math.hypot(finger[0] - other[0], finger[1] - other[1]) || 1;
      zoom(distance(now) / distance(before));
      moved += 10;
    } else {
      moved += Math.abs(now[0] - before[0]) + Math.abs(now[1] - before[1]);
      if (moved > 5) rotate((now[0] - before[0]) / 160, (now[1] - before[1]) / 160);
    }
    fingers.set(event.pointerId, now);
  });
  canvas.addEventListener("pointerup", (event) => {
    fingers.delete(event.pointerId);
    if (moved > 5) return;
    const star = starAt(event);
    // Touch has no hover: the first tap shows a star, the second chooses it.
    if (star !== null && (event.pointerType !== "touch" || star === viewed)) choose(star);
    else look(star);
  });
  canvas.addEventListener("pointercancel", (event) => fingers.delete(event.pointerId));
  canvas.addEventListener("wheel", (event) => {
    if (document.activeElement !== canvas) return;
    event.preventDefault();
    zoom(event.deltaY < 0 ? 1.1 : 1 / 1.1);
  }, { passive: false });
  const KEYS = {
    ArrowLeft: () => rotate(-0.1, 0), ArrowRight: () => rotate(0.1, 0),
    ArrowUp: () => rotate(0, 0.1), ArrowDown: () => rotate(0, -0.1),
    "+": () => zoom(1.2), "=": () => zoom(1.2), "-": () => zoom(1 / 1.2),
    n: () => step(1), p: () => step(-1),
    Enter: () => viewed !== null && choose(viewed),
    0: () => { turn = { ...START }; draw(); },
    a: () => { turn = { yaw: 0, tilt: Math.PI / 2, zoom: turn.zoom }; draw(); },
  };
  function step(by) {
    const order = stars.map((_, index) => index);
    if (origin !== null) order.sort((a, b) => squared(stars[origin], stars[a]) - squared(stars[origin], stars[b]) || a - b);
    const now = order.indexOf(viewed ?? origin ?? order[0]);
    look(order[(now + by + order.length) % order.length]);
  }
  canvas.addEventListener("keydown", (event) => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? null : KEYS[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  for (const button of figure.querySelectorAll("[data-key]")) {
    button.addEventListener("click", () => KEYS[button.dataset.key]());
  }
  stars.forEach((star, index) => part("from").add(new Option(`${title(star)} ${star.type}`, index)));
  part("from").addEventListener("change", (event) => choose(Number(event.target.value)));
  for (const name of ["gravitics", "age", "limit"]) {
    part(name).addEventListener("input", () => { list(); describe(); draw(); });
  }
  for (const name of ["names", "stems"]) part(name).addEventListener("change", draw);
  figure.hidden = false;
  new ResizeObserver(draw).observe(canvas);
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  list();
  describe();
}
