// @ts-check
// Plays the maps of a game turn by turn. Without scripts each turn is a page of its own.

const root = /** @type {HTMLElement} */ (document.querySelector("[data-replay]"));
const here = root.dataset.replay ?? "";
const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (root.querySelector(`[data-${name}]`));
let ticks = /** @type {HTMLElement[]} */ ([]);
let turns = /** @type {number[]} */ ([]);
const player = /** @type {HTMLFormElement} */ (root.querySelector(".player"));
const slide = /** @type {HTMLInputElement} */ (part("slide"));
const speed = /** @type {HTMLSelectElement} */ (part("speed"));
const keys = /** @type {HTMLInputElement} */ (part("keys"));
const playing = /** @type {HTMLElement} */ (root.querySelector("[data-do=play]"));
const now = part("now");
const frame = part("map");

function findTurns() {
  ticks = [.../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-frame]"))];
  turns = ticks.map((tick) => Number(tick.dataset.frame));
  slide.max = String(turns.length - 1);
}
findTurns();

/** The loaded maps, by turn. @type {Map<number, Promise<Element>>} */
const maps = new Map();
let at = turns.indexOf(Number(root.dataset.turn));
let timer = 0;
let wanted = at;
/** The original sizes of the maps, before zooming. @type {WeakMap<Element, string>} */
const sizes = new WeakMap();
const sizeOf = (/** @type {Element} */ svg) => svg.getAttribute("viewBox") ?? "";
const first = /** @type {Element} */ (frame.firstElementChild);
sizes.set(first, sizeOf(/** @type {Element} */ (first.querySelector(".map svg"))));
maps.set(turns[at], Promise.resolve(/** @type {Element} */ (first.cloneNode(true))));

/** @param {number} turn */
function map(turn) {
  let found = maps.get(turn);
  if (!found) {
    found = fetch(`${here}/turns/${turn}/map`).then(async (answer) => {
      if (!answer.ok) throw new Error(String(answer.status));
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      return document.adoptNode(/** @type {Element} */ (page.body.firstElementChild));
    });
    found.catch(() => maps.delete(turn));
    maps.set(turn, found);
  }
  return found;
}

/** Keep hidden layers hidden in the next map. @param {Element} from @param {Element} to */
function keepLayers(from, to) {
  const boxes = /** @type {NodeListOf<HTMLInputElement>} */ (to.querySelectorAll("[data-layer]"));
  for (const box of boxes) {
    const old = /** @type {HTMLInputElement | null} */ (from.querySelector(`[data-layer="${box.dataset.layer}"]`));
    if (old) box.checked = old.checked;
  }
}

/** Replace the map: one of the same size goes into the existing frame, which keeps its zoom; another
 * one comes with a frame of its own. @param {Element} drawn */
function draw(drawn) {
  const shown = /** @type {Element} */ (frame.firstElementChild);
  if (shown === drawn) return;
  const [old, fresh] = [shown, drawn].map((one) => /** @type {SVGSVGElement} */ (one.querySelector(".map svg")));
  keepLayers(shown, drawn);
  if (sizes.get(shown) === sizeOf(fresh)) {
    old.replaceChildren(...[...fresh.childNodes].map((node) => node.cloneNode(true)));
    old.setAttribute("aria-label", fresh.getAttribute("aria-label") ?? "");
    const legends = [shown, drawn].map((one) => one.querySelector(".hz-legend"));
    if (legends[0] && legends[1]) legends[0].replaceWith(legends[1].cloneNode(true));
    return;
  }
  const copy = /** @type {Element} */ (drawn.cloneNode(true));
  sizes.set(copy, sizeOf(fresh));
  shown.replaceWith(copy);
  copy.querySelector(".map")?.dispatchEvent(new CustomEvent("map-drawn", { bubbles: true }));
}

/** Mark the places of the turn's battles. @param {number} turn */
function markBattles(turn) {
  for (const one of root.querySelectorAll(".hz-map .fought")) one.classList.remove("fought");
  const links = /** @type {NodeListOf<HTMLAnchorElement>} */ (root.querySelectorAll(`[data-of="${turn}"] .battles a.there`));
  for (const link of links) document.getElementById(link.hash.slice(1))?.classList.add("fought");
}

/** @param {number} place */
async function go(place) {
  wanted = Math.min(Math.max(place, 0), turns.length - 1);
  const turn = turns[wanted];
  slide.value = String(wanted);
  now.textContent = String(turn);
  let drawn;
  try { drawn = await map(turn); } catch { location.href = `${here}/replay/${turn}`; return; }
  if (turns[wanted] !== turn) return; // the slider has moved meanwhile
  at = wanted;
  draw(drawn);
  markBattles(turn);
  for (const one of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-of]"))) one.hidden = one.dataset.of !== String(turn);
  for (const [index, tick] of ticks.entries()) {
    const link = /** @type {HTMLElement} */ (tick.firstElementChild);
    if (index === at) {
      link.setAttribute("aria-current", "true");
      const row = /** @type {HTMLElement} */ (tick.parentElement);
      row.scrollLeft = tick.offsetLeft - row.offsetLeft - row.clientWidth / 2;
    } else link.removeAttribute("aria-current");
  }
  history.replaceState(null, "", `${here}/replay/${turn}`);
  if (at + 1 < turns.length) map(turns[at + 1]).catch(() => {});
  if (at === turns.length - 1) pause();
}

function pause() {
  clearTimeout(timer);
  timer = 0;
  playing.textContent = playing.dataset.play ?? "";
}

function tick() {
  timer = window.setTimeout(async () => { await go(at + 1); if (timer) tick(); }, Number(speed.value));
}

function play() {
  playing.textContent = playing.dataset.pause ?? "";
  if (at === turns.length - 1) go(0);
  tick();
}

const matters = () => {
  const next = ticks.findIndex((one, index) => index > at && one.dataset.matters !== undefined);
  go(next < 0 ? turns.length - 1 : next);
};
/** @type {Record<string, () => void>} */
const deeds = {
  first: () => { pause(); go(0); },
  back: () => { pause(); go(at - 1); },
  next: () => { pause(); go(at + 1); },
  last: () => { pause(); go(turns.length - 1); },
  event: () => { pause(); matters(); },
  play: () => (timer ? pause() : play()),
};
/** @type {Record<string, string>} */
const keyed = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last", " ": "play", n: "event", N: "event" };

root.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  const deed = /** @type {HTMLElement | null} */ (target.closest("[data-do]"));
  if (deed) return deeds[deed.dataset.do ?? ""]();
  const there = /** @type {HTMLAnchorElement | null} */ (target.closest("a.there"));
  if (there) {
    event.preventDefault();
    for (const one of root.querySelectorAll(".hz-map .shown")) one.classList.remove("shown");
    document.getElementById(there.hash.slice(1))?.classList.add("shown");
    return;
  }
  const link = /** @type {HTMLElement | null} */ (target.closest("[data-frame]"));
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    pause();
    go(ticks.indexOf(link));
  }
});
slide.addEventListener("input", () => { pause(); go(Number(slide.value)); });
speed.addEventListener("change", () => { if (timer) { clearTimeout(timer); tick(); } });
// A browser may forbid the storage to a page inside another site's.
keys.addEventListener("change", () => { try { localStorage.setItem("replay-keys", keys.checked ? "on" : "off"); } catch { /* forgotten */ } });
try { keys.checked = localStorage.getItem("replay-keys") !== "off"; } catch { /* on */ }
addEventListener("keydown", (event) => {
  const deed = keyed[event.key];
  const target = /** @type {Element} */ (event.target);
  if (!keys.checked || !deed || event.ctrlKey || event.metaKey || event.altKey) return;
  if (target.matches("input, select, textarea") || (event.key === " " && target.matches("button, a, summary"))) return;
  event.preventDefault();
  deeds[deed]();
});
// A game that is watched has new turns: whoever looks at the last one goes on to them.
document.addEventListener("horizons:refreshed", () => {
  const [turn, isLast] = [turns[at], at === turns.length - 1];
  findTurns();
  at = Math.max(turns.indexOf(turn), 0);
  go(isLast && !timer ? turns.length - 1 : at);
});
player.hidden = false;
markBattles(turns[at]);
root.classList.add("playable");
if (at + 1 < turns.length) map(turns[at + 1]).catch(() => {});
