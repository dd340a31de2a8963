"use strict";
// @ts-check
// Cards: several arguments of an order on one form, with ready designs, what is left of the stocks, and a
// preview of the result, which the server computes.
import { button, element, filled, plain, stepper } from "./panel.js";

/** @typedef {import("./choosing.js").Field} Field */

/** A slider is shown for more numbers than this. */
const WIDE = 50;

/**
 * Build the form of a card.
 * @param {DOMStringMap} words
 * @param {import("./choosing.js").Composition} made
 * @param {Record<string, number>} stocks
 * @param {{set: (values: Record<string, string>) => void, add: () => void}} on
 */
export function cardForm(words, made, stocks, on) {
  const form = /** @type {HTMLFormElement} */ (element("form", "fields"));
  form.noValidate = true;
  const ready = element("div", "choices presets");
  const rows = element("div", "rows");
  const money = element("p", "stocks");
  const figures = element("dl", "figures");
  figures.setAttribute("aria-live", "polite");
  const code = element("code", "");
  const foot = element("div", "finish", figures, money);
  form.append(ready, rows, foot, element("p", "small", code));
  form.addEventListener("submit", (event) => { event.preventDefault(); on.add(); });
  /** @type {Map<string, {update: (field: Field) => void, row: HTMLElement}>} */
  const shown = new Map();

  const set = (values) => { on.set(values); update(); };

  /** Show the values of the card; a field in use keeps its element, and what is typed. */
  function update() {
    const { card } = made;
    if (!card) return;
    if (ready.childElementCount !== card.presets.length) {
      ready.replaceChildren(...card.presets.map((preset) => {
        const chip = button(preset.label, "chip", () => { set(preset.values); });
        if (preset.help) chip.append(element("small", "", preset.help));
        return chip;
      }));
    }
    ready.hidden = !card.presets.length;
    card.presets.forEach(({ values }, at) => {
      const isSame = Object.entries(values).every(([name, value]) => made.written[name] === value);
      ready.children[at].setAttribute("aria-pressed", String(isSame));
    });
    for (const field of card.fields) {
      let entry = shown.get(field.name);
      if (!entry) {
        entry = fieldRow(words, field, (value) => set({ [field.name]: value }));
        shown.set(field.name, entry);
      }
      entry.update({ ...field, value: made.written[field.name] });
    }
    const present = card.fields.map(({ name }) => /** @type {HTMLElement} */ (shown.get(name)?.row));
    if (present.length !== rows.childElementCount || present.some((row, at) => rows.children[at] !== row)) rows.replaceChildren(...present);
    const costs = made.spent;
    const named = new Set([...Object.keys(costs), ...card.fields.flatMap(({ range, choices }) => [range?.cost, ...choices.map((choice) => choice.cost)].flatMap((cost) => (cost ? [cost.stock] : [])))]);
    money.replaceChildren(words.rests ?? "", ...[...named].map((stock) => {
      const rest = (stocks[stock] ?? 0) + (made.credit[stock] ?? 0) - (costs[stock] ?? 0);
      return element("span", rest < 0 ? "stock over" : "stock", `${plain(rest)} ${stock}`);
    }));
    money.hidden = !named.size;
    figures.replaceChildren(...card.figures.flatMap(({ label, value, warning }) => {
      const name = warning ? "warning" : "";
      return [element("div", name, element("dt", "", label), element("dd", "", value))];
    }));
    figures.hidden = !card.figures.length;
    code.textContent = made.line;
  }

  update();
  return { form, foot, update };
}

/** The row of a field: its name, its price, and a stepper, a list or a text field. */
function fieldRow(words, first, set) {
  const row = element("div", "field");
  const id = `field-${first.name}`;
  const label = /** @type {HTMLLabelElement} */ (element("label", "", first.label));
  label.htmlFor = id;
  const price = element("small", "price");
  const note = element("small", "note", first.help);
  note.id = `${id}-note`;
  const tools = element("div", "tool");
  let field = first;
  const isList = !first.range && first.choices.length > 0 && !first.free;
  const input = /** @type {HTMLInputElement} */ (element(isList ? "select" : "input"));
  input.id = id;
  input.setAttribute("aria-describedby", note.id);
  input.autocomplete = "off";
  const slider = /** @type {HTMLInputElement} */ (element("input", "slider"));
  slider.type = "range";
  slider.setAttribute("aria-label", first.label);
  row.append(label, tools, slider, note);
  label.append(price);

  const take = (value) => { input.value = value; set(value); };
  const step = (by) => {
    const { low, high, step: unit } = /** @type {NonNullable<Field["range"]>} */ (field.range);
    const now = Number(input.value) || 0;
    const next = by > 0 ? Math.min(Math.max(now + by * unit, low), Math.max(high, now)) : Math.max(Math.min(now + by * unit, high), Math.min(low, now));
    take(plain(next));
  };
  if (first.range) {
    input.inputMode = "decimal";
    tools.append(stepper("−", words.less, (by) => step(-by)), input, stepper("+", words.more, step), button(words.top ?? "", "plain", () => { if (field.range) take(plain(field.range.high)); }, words.most));
    input.addEventListener("keydown", (event) => {
      const by = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key];
      if (by) { event.preventDefault(); step(by * (event.shiftKey ? 10 : 1)); }
    });
    slider.addEventListener("input", () => take(plain(Number(slider.value))));
  } else {
    tools.append(input);
    if (!isList) {
      const list = element("datalist", "");
      list.id = `${id}-list`;
      list.append(...first.choices.map(({ value }) => Object.assign(element("option", ""), { value })));
      input.setAttribute("list", list.id);
      input.placeholder = first.optional ? words.optional ?? "" : "";
      tools.append(list);
    }
  }
  input.addEventListener("input", () => set(input.value.trim()));

  function update(next) {
    field = next;
    const { range, value, fault, choices, help } = next;
    if (isList && input.childElementCount !== choices.length + Number(next.optional)) {
      const option = (words, of) => Object.assign(element("option", "", words), { value: of });
      input.replaceChildren(...(next.optional ? [option("–", "")] : []), ...choices.map((choice) => option(choice.cost ? `${choice.label} (${plain(choice.cost.amount)} ${choice.cost.stock})` : choice.label, choice.value)));
    }
    if (document.activeElement !== input || input.value.trim() !== value) input.value = value ?? "";
    slider.hidden = !range || (range.high - range.low) / range.step <= WIDE;
    if (range) {
      const isFine = !Number.isInteger(range.step);
      Object.assign(slider, { min: String(range.low), max: String(Math.max(range.high, range.low)), step: isFine ? "any" : String(range.step) });
      slider.value = value ?? "";
    }
    const cost = range?.cost;
    price.textContent = cost ? filled(words.price ?? "", { amount: plain(cost.amount), stock: cost.stock }) : "";
    const chosen = choices.find((choice) => choice.value === value);
    note.textContent = fault || chosen?.help || help;
    note.hidden = !note.textContent;
    note.classList.toggle("fault", Boolean(fault));
    input.setAttribute("aria-invalid", String(Boolean(fault)));
  }
  return { row, update };
}
