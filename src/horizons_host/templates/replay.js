"use strict";
// Steps through the salvos. The page has all words; this script has numbers only.
const replay = JSON.parse(document.getElementById("replay").textContent);
const said = replay.words;
// Fill in the braces of a text.
const say = (text, parts) => text.replace(/\{(\w+)\}/g, (whole, name) => parts[name] ?? whole);
const byId = (id) => document.getElementById(id);
const cards = [...document.querySelectorAll(".unit")].map((box) => ({
  box,
  count: box.querySelector(".count"),
  bar: box.querySelector(".bar i"),
  state: box.querySelector(".state"),
  still: box.querySelector(".state").textContent,
  dots: [],
}));
const MOST_DOTS = 60;
const tallies = [...document.querySelectorAll(".tally")];
const lines = byId("log") ? [...byId("log").children] : [];
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const last = replay.salvos.length;
let at = 0;
let timer = 0;
let state;

function fresh() {
  return {
    alive: replay.cards.map((card) => card[1]),
    away: replay.cards.map(() => 0),
    damage: replay.cards.map(() => 0),
    points: replay.cards.map(() => 0),
    sides: tallies.map(() => 0),
  };
}

function begin() {
  state = fresh();
  for (const [side, card, points, ships] of replay.units) {
    state.points[card] += Math.max(points, 0);
    state.sides[side] += ships;
  }
  at = 0;
}

function apply([, target, , absorbed, damage, kills, , gone = []]) {
  for (const unit of gone) state.away[replay.units[unit][1]] += 1;
  if (target < 0) return;
  const [side, card, points] = replay.units[target];
  state.damage[card] += damage;
  if (points >= 0) state.points[card] -= absorbed;
  state.alive[card] -= kills;
  state.sides[side] -= kills;
}

// The cards present in each stage: those listed, and those that fire or are fired at.
for (const [number, stage] of replay.stages.entries()) {
  const [first, there] = stage;
  const end = replay.stages[number + 1]?.[0] ?? Infinity;
  const met = replay.salvos.filter(([shooter, , , , , , round]) => shooter >= 0 && round >= first && round < end);
  stage[1] = new Set([...there, ...met.flatMap(([shooter, target]) => [replay.units[shooter][1], replay.units[target][1]])]);
}
let stage;

function stageAt(step) {
  const round = step ? replay.salvos[step - 1][6] : 1;
  return replay.stages.findLast(([first]) => first <= round) ?? replay.stages[0];
}

const told = (number) => number.toLocaleString("en");
const many = (number, noun) => `${told(number)} ${noun}${number === 1 ? "" : "s"}`;

function draw(card) {
  const [, ships, strength] = replay.cards[card];
  const { box, count, bar, dots, state: words, still } = cards[card];
  const alive = state.alive[card];
  const away = alive > 0 && state.away[card] >= alive;
  const { counts = "", fate } = box.dataset;
  const elsewhere = alive > 0 && !away && stage !== undefined && !stage[1].has(card);
  const left = Math.max(strength - state.damage[card], 0);
  if (ships > 1) {
    count.textContent = `${told(alive)}/${told(ships)}`;
    const lit = Math.ceil((alive / ships) * dots.length);
    dots.forEach((dot, index) => dot.classList.toggle("off", index >= lit));
  }
  bar.style.width = `${100 * (strength === null ? alive / ships : strength && left / strength)}%`;
  box.classList.toggle("gone", alive === 0);
  box.classList.toggle("away", away || elsewhere);
  if (alive === 0) words.textContent = fate || said.destroyed;
  else if (away) words.textContent = fate || said.gone;
  else if (elsewhere) words.textContent = said.elsewhere;
  else if (strength) words.textContent = say(said.of, { left, most: strength }) + (counts && ` ${counts}s`) + (state.points[card] > 0 ? `, ${say(said.shield, { points: state.points[card] })}` : "");
  else words.textContent = state.damage[card] ? say(said.has_lost, { what: many(state.damage[card], counts || "component") }) : still;
}

function drawSide(side) {
  const { one, many: several } = tallies[side].dataset;
  const number = state.sides[side];
  tallies[side].textContent = say(said.still_there, { what: `${told(number)} ${number === 1 ? one : several}` });
}

// On a small screen the ships of a salvo may be out of sight; readers below the arena stay there.
function follow([shooter, target]) {
  const { top, bottom } = byId("arena").getBoundingClientRect();
  if (target < 0 || bottom < 0 || top > innerHeight) return;
  for (const unit of [shooter, target]) cards[replay.units[unit][1]].box.scrollIntoView({ block: "nearest" });
}

function mark(shown, moving = true) {
  for (const { box } of cards) box.classList.remove("firing", "hit");
  byId("beams").replaceChildren();
  if (!shown.length) return;
  if (moving) follow(shown[shown.length - 1]);
  const frame = byId("arena").getBoundingClientRect();
  const middle = (box) => {
    const area = box.getBoundingClientRect();
    return [area.left - frame.left + area.width / 2, area.top - frame.top + area.height / 2];
  };
  for (const [shooter, target] of shown) {
    if (target < 0) continue;
    const from = replay.units[shooter][1];
    const to = replay.units[target][1];
    cards[from].box.classList.add("firing");
    cards[to].box.classList.add("hit");
    const line = document.createElementNS("http://www.w3.org/2000/svg", "line");
    const [x1, y1] = middle(cards[from].box);
    const [x2, y2] = middle(cards[to].box);
    for (const [name, value] of Object.entries({ x1, y1, x2, y2 })) line.setAttribute(name, value);
    line.style.stroke = getComputedStyle(cards[from].box).getPropertyValue("--side");
    byId("beams").append(line);
    if (!calm.matches && !document.hidden) {
      line.animate([{ opacity: 1 }, { opacity: .25 }], { duration: 600, fill: "forwards" });
    }
  }
}

function lines_to(step, before) {
  for (let i = Math.min(step, before); i < Math.max(step, before) && i < lines.length; i += 1) {
    lines[i].classList.toggle("ahead", i >= step);
  }
  if (lines[before - 1]) lines[before - 1].classList.remove("current");
  const line = lines[step - 1];
  const text = line?.querySelector(".said").textContent;
  const round = line?.dataset.round;
  byId("now").textContent = line ? (round ? `${round}: ${text}` : text) : step ? "" : said.before;
  if (!line) return;
  line.classList.add("current");
  const log = byId("log");
  log.scrollTop = line.offsetTop - log.clientHeight / 2;
}

function go(step) {
  const before = at;
  const goal = Math.min(Math.max(step, 0), last);
  if (goal < at) begin();
  const first = goal > before ? before : goal - 1;
  for (; at < goal; at += 1) apply(replay.salvos[at]);
  const moved = stage !== stageAt(goal);
  stage = stageAt(goal);
  const near = goal > before && goal - before <= 8 && !moved;
  const touched = near ? replay.salvos.slice(first, goal).flatMap(([, target, , , , , , gone]) => (gone || [target]).map((unit) => replay.units[unit])) : null;
  if (touched) for (const [side, card] of touched) { draw(card); drawSide(side); }
  else { cards.forEach((_, card) => draw(card)); tallies.forEach((_, side) => drawSide(side)); }
  mark(goal ? replay.salvos.slice(Math.max(near ? first : goal - 1, 0), goal) : []);
  lines_to(goal, before);
  byId("scrub").value = goal;
  byId("step").textContent = say(said.of, { left: goal, most: last });
  if (goal === last) pause();
}

function pause() {
  clearInterval(timer);
  timer = 0;
  byId("play").textContent = said.play;
}

function play() {
  if (at === last) go(0);
  const speed = Number(byId("speed").value);
  const ticks = Math.min(speed, 16);
  byId("play").textContent = said.pause;
  clearInterval(timer);
  timer = setInterval(() => go(at + speed / ticks), 1000 / ticks);
}

const toggle = () => (timer ? pause() : play());
const step = (by) => { pause(); go(at + by); };

function faster(by) {
  const speed = byId("speed");
  speed.selectedIndex = Math.min(Math.max(speed.selectedIndex + by, 0), speed.length - 1);
  if (timer) play();
}

byId("play").addEventListener("click", toggle);
byId("first").addEventListener("click", () => step(-last));
byId("back").addEventListener("click", () => step(-1));
byId("next").addEventListener("click", () => step(1));
byId("last").addEventListener("click", () => step(last));
byId("speed").addEventListener("change", () => faster(0));
byId("scrub").addEventListener("input", (event) => { pause(); go(Number(event.target.value)); });
addEventListener("resize", () => mark(at ? [replay.salvos[at - 1]] : [], false));
byId("log")?.addEventListener("click", (event) => {
  const index = lines.indexOf(event.target.closest("li"));
  if (index >= 0) step(index + 1 - at);
});
addEventListener("keydown", (event) => {
  if (!byId("keys").checked || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.matches("select, input")) return;
  const keys = {
    " ": toggle, ArrowRight: () => step(1), ArrowLeft: () => step(-1),
    Home: () => step(-last), End: () => step(last), "+": () => faster(1), "-": () => faster(-1),
  };
  const action = keys[event.key];
  if (!action || (event.key === " " && event.target.matches("button"))) return;
  event.preventDefault();
  action();
});

for (const [card, { box, dots }] of cards.entries()) {
  const ships = replay.cards[card][1];
  if (ships === 1) continue;
  for (let i = 0; i < Math.min(ships, MOST_DOTS); i += 1) dots.push(document.createElement("i"));
  box.querySelector(".dots").append(...dots);
}
document.body.classList.add("playing");
lines.forEach((line) => line.classList.add("ahead"));
byId("controls").hidden = last === 0;
begin();
go(Number(/^#salvo-(\d+)$/.exec(location.hash)?.[1] ?? 0));
