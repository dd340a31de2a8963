"use strict";
// @ts-check
// The map of the game page: panned and zoomed by CSS transforms, with hit testing of places and an
// overlay of orders. The drawing itself is not modified, and may be replaced by that of another turn.

import { button, element } from "./panel.js";

const NS = "http://www.w3.org/2000/svg";
const MOST = 6;
/** Factors of symbols and labels, from near to far (`report/maps/labels.py`), and the least scale for them. */
const FACTORS = [1, 1.5, 2.3, 3.7];
/** The least scale at which the texts of a map of symbols, or of cells, are legible without them. */
const LEGIBLE = { symbols: 0.8, cells: 0.96 };
/** Limits of the scale in which a map is shown at first. */
const LARGEST = 1.7;
/** Number of elements of a large drawing, and its least scale with names. */
const [LARGE, LARGE_SCALE] = [5000, 0.7];
const LEAST = { symbols: 0.42, cells: 0.64 };
/** Milliseconds from the last move to a sharp drawing, and of a ship's way to its new place. */
const [REST, GLIDE] = [250, 1100];
/** A ship that points up, and the sign of a battle (`report/maps/symbols.py`, `report/markers.py`). */
const SHIP = "M0-8L6 6 0 3-6 6z";
const BURST = "M0-8L2-3.4 6.9-6 4.3-1.2 9 1 4 2.4 5.5 7.4 1 4.4-2.6 8.4-2.8 3.4-8 3.6-4.4 0-8.4-3.6z";
const NEAR = 26; // tolerance in screen pixels for touching a place

/** @typedef {{id: string, x: number, y: number, node: Element}} Spot */

/**
 * @param {HTMLElement} frame the element with the map
 * @param {{pick: (place: string, event: PointerEvent) => void, box: (places: string[]) => void, covered: () => number, words: DOMStringMap}} on what a click and a box do, and how much is covered at the top
 */
export function boardIn(frame, on) {
  let svg = /** @type {SVGSVGElement} */ (frame.querySelector("svg"));
  let [width, height] = [1, 1];
  /** @type {Map<string, Spot>} */
  const spots = new Map();
  // The moving layer is a plane of its own, so that its drawing is neither laid out nor painted again.
  const plane = document.createElement("div");
  plane.className = "plane";
  svg.before(plane);
  const view = { x: 0, y: 0, scale: 1 };
  const size = { width: 1, height: 1 }; // of the frame, cached: reading it would force a layout
  let fit = 1;
  /** The place around which the map was shown at first; null once it was moved. @type {string | null} */
  let start = null;
  /** Whether the drawing has too many elements to style them by scale, or to draw them again at rest. */
  let isLarge = false;
  /** The titles of targets, as they were. @type {Map<Element, string>} */
  const noted = new Map();
  const kind = () => (svg.classList.contains("stars") ? "symbols" : "cells");
  let drawn = 0;
  let rest = 0;
  const paint = () => {
    drawn = 0;
    const far = FACTORS.findIndex((factor) => view.scale * factor >= LEGIBLE[kind()]);
    const zoom = isLarge ? (view.scale < LARGE_SCALE ? "far" : "0") : String(far < 0 ? FACTORS.length - 1 : far);
    if (frame.dataset.zoom !== zoom) frame.dataset.zoom = zoom;
    plane.style.transform = `translate(${view.x}px, ${view.y}px) scale(${view.scale})`;
  };
  const move = (x, y, scale) => {
    const [w, h] = [size.width, size.height];
    const keep = (at, size, room) => size <= room ? (room - size) / 2 : Math.min(0, Math.max(room - size, at));
    view.scale = Math.min(Math.max(scale, fit), Math.max(MOST, fit));
    view.x = keep(x, width * view.scale, w);
    view.y = keep(y, height * view.scale, h);
    if (!drawn) drawn = requestAnimationFrame(paint);
    // While it moves it is moved as a picture, and drawn sharply when it stops.
    plane.style.willChange = "transform";
    clearTimeout(rest);
    if (!isLarge) rest = setTimeout(() => { plane.style.willChange = ""; }, REST);
  };
  /** Start with what the player knows, or around a place of theirs if that would be too small to read. */
  const begin = (id) => {
    start = id;
    const [left, top, right, bottom] = (svg.dataset.known ?? `0 0 ${width} ${height}`).split(" ").map(Number);
    const covered = on.covered();
    const scale = Math.min(size.width / (right - left), (size.height - covered) / (bottom - top), LARGEST);
    const best = Math.max(scale, isLarge ? LARGE_SCALE : LEAST[kind()]);
    const { x, y } = (scale < best && spots.get(id)) || { x: (left + right) / 2, y: (top + bottom) / 2 };
    move(size.width / 2 - x * best, (size.height + covered) / 2 - y * best, best);
  };
  const enlarge = (factor, x = size.width / 2, y = size.height / 2) => {
    start = null;
    const scale = Math.min(Math.max(view.scale * factor, fit), Math.max(MOST, fit));
    const part = scale / view.scale;
    move(x - (x - view.x) * part, y - (y - view.y) * part, scale);
  };
  const whole = () => { start = null; move(0, 0, fit); };
  const measure = () => {
    [size.width, size.height] = [frame.clientWidth, frame.clientHeight];
    fit = Math.min(size.width / width, size.height / height) || 1;
  };
  const centre = (id, scale = view.scale) => {
    const spot = spots.get(id);
    if (spot) move(size.width / 2 - spot.x * scale, (size.height + on.covered()) / 2 - spot.y * scale, scale);
  };
  const isSeen = (spot) => {
    const [x, y] = [spot.x * view.scale + view.x, spot.y * view.scale + view.y];
    return x > 20 && y > 20 + on.covered() && x < size.width - 20 && y < size.height - 20;
  };

  /** @type {Element} */ let ranges;
  /** @type {Element} */ let fights;
  /** @type {Element} */ let past;
  /** @type {Element} */ let plan;
  /** @type {Element} */ let targets;
  /** @type {Element} */ let mark;
  /** @type {Element} */ let pointer;
  let pointedAt = "";
  const layer = (name) => {
    const group = svg.appendChild(document.createElementNS(NS, "g"));
    group.setAttribute("class", name);
    return group;
  };
  /** Use a drawing, which has the places of the map. */
  const attach = (drawing) => {
    svg = drawing;
    [, , width, height] = (svg.getAttribute("viewBox") ?? "0 0 1 1").split(" ").map(Number);
    isLarge = svg.getElementsByTagName("*").length > LARGE;
    spots.clear();
    for (const node of svg.querySelectorAll("[data-place]")) {
      const at = /translate\(([-\d.]+)[ ,]+([-\d.]+)\)/.exec(node.getAttribute("transform") ?? "");
      const id = node.getAttribute("data-place") ?? "";
      if (at && !spots.has(id)) spots.set(id, { id, x: Number(at[1]), y: Number(at[2]), node });
    }
    svg.style.width = `${width}px`;
    svg.style.height = `${height}px`;
    frame.setAttribute("aria-label", svg.getAttribute("aria-label") ?? "");
    plane.replaceChildren(svg);
    [ranges, past, plan, targets, mark, fights, pointer] = ["ranges", "past", "plan", "mark targets", "mark", "fights", "mark pointer"].map(layer);
    const first = svg.querySelector("g.over, g.place");
    first?.parentNode?.insertBefore(ranges, first); // below what is there now
    first?.parentNode?.insertBefore(past, first);
    measure();
  };
  frame.classList.add("board");
  frame.setAttribute("role", "group");
  attach(svg);
  begin("");
  new ResizeObserver(() => { const all = view.scale <= fit * 1.001; measure(); if (start !== null) begin(start); else if (all) whole(); else move(view.x, view.y, view.scale); }).observe(frame);

  // Hit test: the place under a point, or the nearest one.
  const placeAt = (clientX, clientY) => {
    const under = document.elementFromPoint(clientX, clientY)?.closest("[data-place]");
    if (under && svg.contains(under)) return under.getAttribute("data-place");
    const box = frame.getBoundingClientRect();
    const [x, y] = [(clientX - box.left - view.x) / view.scale, (clientY - box.top - view.y) / view.scale];
    let best = null;
    let least = NEAR / view.scale;
    for (const spot of spots.values()) {
      const far = Math.hypot(spot.x - x, spot.y - y);
      if (far < least) [best, least] = [spot.id, far];
    }
    return best;
  };

  /** @type {Map<number, [number, number]>} */
  const fingers = new Map();
  let travelled = 0;
  // With the toggle, a drag of one finger or the mouse selects the places in a box; two still move the map.
  let isSelecting = false;
  const box = element("div", "box");
  box.hidden = true;
  /** @type {[number, number] | null} */
  let corner = null;
  const within = (event) => {
    const area = frame.getBoundingClientRect();
    return [event.clientX - area.left, event.clientY - area.top];
  };
  const boxed = ([x, y]) => {
    const [left, top] = [Math.min(x, corner?.[0] ?? x), Math.min(y, corner?.[1] ?? y)];
    return { left, top, width: Math.abs(x - (corner?.[0] ?? x)), height: Math.abs(y - (corner?.[1] ?? y)) };
  };
  frame.addEventListener("pointerdown", (event) => {
    if (event.button || /** @type {Element} */ (event.target).closest("button, .fights a")) return;
    corner = isSelecting && !fingers.size ? /** @type {[number, number]} */ (within(event)) : null;
    box.hidden = true;
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    travelled = fingers.size > 1 ? 99 : 0;
  });
  frame.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const [dx, dy] = [event.clientX - before[0], event.clientY - before[1]];
    travelled += Math.hypot(dx, dy);
    if (travelled < 7) return;
    if (!frame.hasPointerCapture(event.pointerId)) frame.setPointerCapture(event.pointerId);
    if (corner) {
      box.hidden = false;
      for (const [name, value] of Object.entries(boxed(within(event)))) box.style.setProperty(name, `${value}px`);
      return;
    }
    frame.classList.add("dragging");
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    start = null;
    if (!other) { move(view.x + dx, view.y + dy, view.scale); return; }
    const apart = ([x, y]) => Math.hypot(x - other[0], y - other[1]) || 1;
    const area = frame.getBoundingClientRect();
    enlarge(apart([event.clientX, event.clientY]) / apart(before), (event.clientX + other[0]) / 2 - area.left, (event.clientY + other[1]) / 2 - area.top);
  });
  const lifted = (event) => {
    frame.classList.remove("dragging");
    if (!box.hidden) {
      box.hidden = true;
      fingers.delete(event.pointerId);
      const { left, top, width: across, height: down } = boxed(within(event));
      const isIn = ({ x, y }) => { const [h, v] = [x * view.scale + view.x - left, y * view.scale + view.y - top]; return h >= 0 && v >= 0 && h <= across && v <= down; };
      if (event.type === "pointerup") on.box([...spots.values()].filter(isIn).map(({ id }) => id));
      return;
    }
    if (!fingers.delete(event.pointerId) || travelled >= 7 || event.type !== "pointerup") return;
    const place = placeAt(event.clientX, event.clientY);
    if (place) on.pick(place, event);
  };
  frame.addEventListener("pointerup", lifted);
  frame.addEventListener("pointercancel", lifted);
  frame.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !frame.contains(document.activeElement)) return; // it scrolls the page
    event.preventDefault();
    const box = frame.getBoundingClientRect();
    enlarge(Math.exp(-event.deltaY / 300), event.clientX - box.left, event.clientY - box.top);
  }, { passive: false });

  const figure = frame.closest(".hz-figure");
  const key = /** @type {HTMLButtonElement} */ (button("?", "key-toggle", () => key.setAttribute("aria-expanded", String(figure?.classList.toggle("keyed"))), on.words.legend ?? ""));
  key.setAttribute("aria-expanded", "false");
  const bar = element("div", "zoom");
  const toggle = /** @type {HTMLButtonElement} */ (button("▧", "several", () => select(!isSelecting), on.words.selectSeveral ?? ""));
  const select = (isOn) => { isSelecting = isOn; toggle.setAttribute("aria-pressed", String(isOn)); };
  select(false);
  toggle.hidden = true;
  bar.append(key, toggle);
  for (const [sign, name, action] of /** @type {[string, string | undefined, () => void][]} */ ([
    ["+", on.words.enlarge, () => enlarge(1.6)], ["−", on.words.reduce, () => enlarge(1 / 1.6)], ["⤢", on.words.all, whole],
  ])) {
    bar.append(button(sign, "", action, name ?? ""));
  }
  frame.append(bar, box);

  /** On a map that wraps around: the images of a point beyond its edges, itself first. */
  let wraps = null;
  const images = (spot) => {
    if (!wraps) return [spot];
    const [across, down, aside] = wraps;
    const found = [];
    for (const j of [0, -1, 1]) for (const i of [0, -1, 1, -2, 2]) found.push({ x: spot.x + i * across + j * aside, y: spot.y + j * down });
    return found;
  };
  const nearest = (to, from) => images(to).reduce((best, one) => Math.hypot(one.x - from.x, one.y - from.y) < Math.hypot(best.x - from.x, best.y - from.y) ? one : best);

  /** A line between two places; across a joined edge it leaves there and enters at the other one. */
  const way = (move, name) => {
    const [from, to] = [spots.get(move.from), spots.get(move.to)];
    if (!from || !to) return [];
    const end = nearest(to, from);
    if (end.x === to.x && end.y === to.y) return [curve(move, name, from, to)];
    return [curve(move, name, from, end), curve(move, name, nearest(from, to), to)];
  };
  /** A curved arrow, so that both directions of a route are visible. */
  const curve = (move, name, a, b) => {
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    const far = Math.hypot(dx, dy) || 1;
    const [bx, by] = [(a.x + b.x) / 2 + dy / 8, (a.y + b.y) / 2 - dx / 8];
    const back = Math.min(8, far / 4);
    const turn = Math.atan2(b.y - by, b.x - bx);
    const [ex, ey] = [b.x - Math.cos(turn) * back, b.y - Math.sin(turn) * back];
    const group = document.createElementNS(NS, "g");
    group.setAttribute("class", name);
    if (move.line) group.setAttribute("data-line", String(move.line));
    const title = document.createElementNS(NS, "title");
    title.textContent = move.title;
    const path = document.createElementNS(NS, "path");
    path.setAttribute("class", "line");
    path.setAttribute("d", `M${a.x} ${a.y}Q${bx} ${by} ${ex} ${ey}`);
    const head = document.createElementNS(NS, "path");
    head.setAttribute("class", "tip");
    head.setAttribute("d", "M5 0L-6 4.5V-4.5z");
    head.setAttribute("transform", `translate(${ex} ${ey}) rotate(${(turn * 180) / Math.PI})`);
    group.append(title, path, head);
    return group;
  };
  const ring = (spot, name, radius) => {
    const circle = document.createElementNS(NS, "circle");
    for (const [key, value] of Object.entries({ class: name, cx: spot.x, cy: spot.y, r: radius })) circle.setAttribute(key, String(value));
    return circle;
  };
  const isCell = (spot) => spot.node.classList.contains("cell");
  const isStill = matchMedia("(prefers-reduced-motion: reduce)");
  /** Let a ship glide along each move, unless the reader wants no motion. */
  const glide = (moves) => {
    if (isStill.matches) return;
    for (const [from, to] of moves.map((one) => [spots.get(one.from), spots.get(one.to)])) {
      if (!from || !to) continue;
      const end = nearest(to, from);
      const turn = (Math.atan2(end.y - from.y, end.x - from.x) * 180) / Math.PI + 90;
      const ship = document.createElementNS(NS, "path");
      ship.setAttribute("class", "glider");
      ship.setAttribute("d", SHIP);
      fights.append(ship);
      const at = ({ x, y }) => ({ transform: `translate(${x}px, ${y}px) rotate(${turn}deg) scale(1.3)` });
      ship.animate([at(from), at(end)], { duration: GLIDE, easing: "ease-in-out" }).finished.finally(() => ship.remove());
    }
  };
  /** The distances that the selected thing can cover, and where it is on a map with heights. */
  let reach = /** @type {number[]} */ ([]);
  let origin = /** @type {number[] | null} */ (null);
  const spaceOf = (spot) => spot.node.getAttribute("data-at")?.split(" ").map(Number) ?? null;
  /** On a map with heights, circles would lie: targets show which of the distances they are within. */
  const rankOf = (spot) => {
    const at = origin && reach.length ? spaceOf(spot) : null;
    if (!at || !origin) return "";
    const far = Math.hypot(...at.map((value, axis) => value - (origin?.[axis] ?? 0)));
    return ["", " near", " mid"][reach.findIndex((distance) => far <= distance) + 1] || " far";
  };
  /** Draw a distance around a spot, with its name where the fewest things are near. */
  const range = (spot, name, radius) => {
    const group = document.createElementNS(NS, "g");
    const free = ([x, y]) => (x * view.scale + view.x < 30 || x * view.scale + view.x > size.width - 30 || y * view.scale + view.y < 30 || y * view.scale + view.y > size.height - 30
      ? -1 : Math.min(...[...spots.values()].map((other) => Math.hypot(other.x - x, other.y - y))));
    const around = [...Array(16).keys()].map((step) => [spot.x + radius * Math.cos((step * Math.PI) / 8), spot.y + radius * Math.sin((step * Math.PI) / 8)]);
    const [x, y] = around.reduce((best, one) => (free(one) > free(best) ? one : best));
    const words = document.createElementNS(NS, "text");
    words.setAttribute("x", String(x));
    words.setAttribute("y", String(y + 4));
    words.textContent = name;
    group.append(ring(spot, "range", radius), words);
    return group;
  };
  const draw = (into, moves, name) => into.replaceChildren(...moves.flatMap((move) => way(move, name)));

  return {
    spots,
    frame,
    /** Whether clicks add to the selection, and drags draw a box. */
    get isSelecting() { return isSelecting; },
    /** Offer the toggle for selecting several things. */
    selectsSeveral(isPossible) { toggle.hidden = !isPossible; if (!isPossible) select(false); },
    /** Show that a click on a place was not understood. */
    flash(id) {
      const node = spots.get(id)?.node;
      node?.classList.add("no");
      setTimeout(() => node?.classList.remove("no"), 700);
    },
    /** Replace the drawing, for example by the map of another turn; the view stays where it is. */
    replace(drawing) {
      const [wasWhole, before] = [view.scale <= fit * 1.001, `${width} ${height}`];
      attach(drawing);
      if (start !== null && before !== `${width} ${height}`) begin(start);
      else if (wasWhole) whole();
      else move(view.x, view.y, view.scale);
    },
    /** Return the place that has this id as an element, or "". */
    placeOf: (hash) => svg.querySelector(`[id="${CSS.escape(decodeURIComponent(hash))}"]`)?.getAttribute("data-place") ?? "",
    enlarge,
    whole,
    centre,
    pan: (across, down) => { start = null; move(view.x - across * size.width, view.y - down * size.height, view.scale); },
    /** Start around a place of the player's, unless the map was moved meanwhile. */
    begin(id) { if (start !== null) begin(id); },
    /** The data that the drawing has about a place. */
    describe: (id) => spots.get(id)?.node.querySelector("title")?.textContent ?? "",
    wrap: (by) => { wraps = by; },
    planned: (moves) => draw(plan, moves, "way-planned"),
    passed: (moves) => draw(past, moves, "way-past"),
    /** Mark the selected place and bring it into view. */
    choose(id, distances = {}) {
      mark.replaceChildren();
      const spot = spots.get(id);
      const unit = Number(svg.dataset.unit);
      reach = Object.values(distances);
      origin = spot ? spaceOf(spot) : null;
      ranges.replaceChildren(...(spot && !origin ? Object.entries(distances).map(([name, far]) => range(spot, name, far * unit)) : []));
      if (!spot) return;
      mark.append(ring(spot, "chosen", isCell(spot) ? 31 : 16));
      if (!isSeen(spot)) { start = null; centre(id); }
    },
    /** Mark the places of battles; each leads to its replay. @param {{place: string, href: string, title: string}[]} battles */
    battles(battles) {
      fights.replaceChildren(...battles.flatMap(({ place, href, title }) => {
        const spot = spots.get(place);
        if (!spot) return [];
        const link = document.createElementNS(NS, "a");
        const [words, area, burst] = ["title", "circle", "path"].map((kind) => document.createElementNS(NS, kind));
        words.textContent = title;
        area.setAttribute("r", "11");
        burst.setAttribute("d", BURST);
        link.append(words, area, burst);
        link.setAttribute("href", href);
        link.setAttribute("tabindex", "-1"); // the list of events has it for keys
        link.setAttribute("aria-hidden", "true");
        const [x, y] = isCell(spot) ? [spot.x + 27, spot.y - 21] : [spot.x + 15, spot.y - 13];
        link.setAttribute("transform", `translate(${x} ${y})`);
        if (!isCell(spot)) link.setAttribute("transform-origin", `${spot.x} ${spot.y}`);
        return [link];
      }));
    },
    glide,
    /** Mark the places that may be chosen; what is known of a choice is added to the place's title. */
    offer(ids, choices = []) {
      for (const [title, text] of noted) title.textContent = text;
      noted.clear();
      for (const { place, help } of choices) {
        const title = help && ids.has(place) && spots.get(place)?.node.querySelector("title");
        if (!title || noted.has(title)) continue;
        const [first, ...more] = (title.textContent ?? "").split("\n");
        noted.set(title, title.textContent ?? "");
        title.textContent = [`${first}, ${help}`, ...more].join("\n");
      }
      for (const node of svg.querySelectorAll(".may-be")) node.classList.remove("may-be");
      for (const id of ids) spots.get(id)?.node.classList.add("may-be");
      svg.classList.toggle("choosing", ids.size > 0);
      targets.replaceChildren(...[...ids].flatMap((id) => { const spot = spots.get(id); return spot ? [ring(spot, `target${rankOf(spot)}`, isCell(spot) ? 26 : 13)] : []; }));
    },
    /** Point at places with an arrow, and bring a new one into view. */
    point(ids) {
      if (ids.length && String(ids) !== pointedAt) {
        const spot = spots.get(ids[0]);
        if (spot && !isSeen(spot)) centre(ids[0]);
      }
      pointedAt = String(ids);
      pointer.replaceChildren(...ids.flatMap((id) => {
        const spot = spots.get(id);
        if (!spot) return [];
        const arrow = document.createElementNS(NS, "path");
        arrow.setAttribute("d", `M${spot.x},${spot.y - 30} l-11,-14 h6 v-18 h10 v18 h6 Z`);
        arrow.style.transformOrigin = `${spot.x}px ${spot.y}px`;
        return [ring(spot, "around", 27), arrow];
      }));
    },
    light: (line) => { for (const one of plan.children) one.classList.toggle("lit", one.getAttribute("data-line") === String(line)); },
    /** The next place in a direction: close by, and close to the line. */
    next(from, across, down) {
      const here = spots.get(from);
      if (!here) return spots.keys().next().value;
      let best = null;
      let least = Infinity;
      for (const spot of spots.values()) {
        const [dx, dy] = [spot.x - here.x, spot.y - here.y];
        const along = dx * across + dy * down;
        const aside = Math.abs(dx * down - dy * across);
        if (along <= 1 || aside > along * 1.3) continue;
        const cost = along + 2 * aside;
        if (cost < least) [best, least] = [spot.id, cost];
      }
      return best;
    },
  };
}
