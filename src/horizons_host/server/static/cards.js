"use strict";
// @ts-check
// Cards: several arguments of an order on one form, with ready designs, what is left of the stocks, and
// figures of the result, which the server computes.
import { button, element, filled, plain, stepper } from "./panel.js";

/** @typedef {import("./choosing.js").Field} Field */

/** A slider is shown for more numbers than this. */
const WIDE = 50;
/** A group of more rows is folded at first. */
const LONG = 12;
/** Numbers from here on are no bounds that a player would care about. */
const ENDLESS = 100000;

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

  const isShop = Boolean(made.card?.shop);
  const restOf = (stock) => (stocks[stock] ?? 0) + (made.credit[stock] ?? 0) - (made.spent[stock] ?? 0);
  /** The stocks that the order may use. */
  const named = () => new Set([...Object.keys(made.spent), ...(made.card?.fields ?? []).flatMap(({ range, choices }) => [range?.cost, ...choices.map((choice) => choice.cost)].flatMap((cost) => (cost ? [cost.stock] : [])))]);
  /** The highest number of a field that the stock pays for. @param {Field} field */
  const mostOf = ({ name, range }) => {
    if (!range) return 0;
    const { cost, low, high, step } = range;
    const paid = cost?.amount ? (Number(made.filled[name]) || 0) + Math.floor(restOf(cost.stock) / cost.amount / step + 1e-9) * step : high;
    return Math.max(low, Math.min(high, paid));
  };

  /** @type {Map<string, HTMLDetailsElement>} */
  const headings = new Map();
  /** The rows, below their headings if there are several; a long group is folded at first. */
  function groups(fields, rowOf) {
    const names = new Set(fields.map(({ heading }) => heading ?? ""));
    if (names.size < 2) return fields.map(rowOf);
    const boxes = fields.map((field) => {
      const name = field.heading;
      if (!name) return rowOf(field);
      const inside = fields.filter(({ heading }) => heading === name);
      if (field !== inside[0]) return null;
      let box = headings.get(name);
      if (!box) {
        box = /** @type {HTMLDetailsElement} */ (element("details", "group", element("summary", "", name), element("div")));
        box.open = (isShop && (!headings.size || inside.length <= LONG)) || inside.some(({ value }) => value !== "0");
        headings.set(name, box);
      }
      place(/** @type {HTMLElement} */ (box.lastElementChild), inside.map(rowOf));
      return box;
    });
    return boxes.filter(Boolean);
  }

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
      const isSame = Object.entries(values).every(([name, value]) => made.filled[name] === value);
      ready.children[at].setAttribute("aria-pressed", String(isSame));
    });
    for (const field of card.fields) {
      let entry = shown.get(field.name);
      if (!entry) {
        entry = fieldRow(words, field, (value) => set({ [field.name]: value }), mostOf, isShop, () => isShop && named().size < 2);
        shown.set(field.name, entry);
      }
      entry.update({ ...field, value: made.filled[field.name] });
    }
    place(rows, groups(card.fields, (field) => /** @type {HTMLElement} */ (shown.get(field.name)?.row)));
    money.replaceChildren(words.rests ?? "", ...[...named()].map((stock) => {
      const rest = restOf(stock);
      return element("span", rest < 0 ? "stock over" : "stock", `${plain(rest)} ${stock}`);
    }));
    money.hidden = !named().size;
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

/** Fill an element with others, unless it has just these. @param {HTMLElement} box @param {HTMLElement[]} inside */
function place(box, inside) {
  if (inside.length !== box.childElementCount || inside.some((child, at) => box.children[at] !== child)) box.replaceChildren(...inside);
}

/** A round number, about a twentieth of a range. */
function leap(range) {
  const wanted = (range.high - range.low) / 20;
  return [1, 2, 5, 10, 25, 50, 100, 250, 500, 1000].findLast((one) => one <= wanted) ?? 1;
}

/** The row of a field: its name, its price, and a stepper, a list or a text field. */
function fieldRow(words, first, set, mostOf, isShop, isSole) {
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

  const isWide = first.range && (first.range.high - first.range.low) / first.range.step > WIDE;
  const unit = isWide && isShop ? leap(first.range) : 1;
  const take = (value) => { input.value = value; set(value); };
  const step = (by) => {
    const { low, step: unit } = /** @type {NonNullable<Field["range"]>} */ (field.range);
    const high = mostOf(field);
    const now = Number(input.value) || 0;
    const next = by > 0 ? Math.min(Math.max(now + by * unit, low), Math.max(high, now)) : Math.max(Math.min(now + by * unit, high), Math.min(low, now));
    take(plain(next));
  };
  const isSwitch = isShop && first.range?.high === 1;
  if (isSwitch) {
    input.type = "checkbox";
    tools.append(input);
    input.addEventListener("change", () => set(input.checked ? "1" : "0"));
  } else if (first.range) {
    input.inputMode = "decimal";
    tools.append(stepper("−", words.less, (by) => step(-by * unit)), input, stepper("+", words.more, (by) => step(by * unit)), button(words.top ?? "", "plain", () => { take(plain(mostOf(field))); }, words.most));
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
  if (!isSwitch) input.addEventListener("input", () => set(input.value.trim()));

  function update(next) {
    field = next;
    const { range, value, fault, choices, help } = next;
    if (isList && input.childElementCount !== choices.length + Number(next.optional)) {
      const option = (words, of) => Object.assign(element("option", "", words), { value: of });
      input.replaceChildren(...(next.optional ? [option("–", "")] : []), ...choices.map((choice) => option(choice.cost ? `${choice.label} (${plain(choice.cost.amount)} ${choice.cost.stock})` : choice.label, choice.value)));
    }
    if (isSwitch) input.checked = value !== "0";
    else if (document.activeElement !== input || input.value.trim() !== value) input.value = value ?? "";
    slider.hidden = !range || isShop || (range.high - range.low) / range.step <= WIDE;
    if (range) {
      const isFine = !Number.isInteger(range.step);
      Object.assign(slider, { min: String(range.low), max: String(Math.max(range.high, range.low)), step: isFine ? "any" : String(range.step) });
      slider.value = value ?? "";
    }
    const cost = range?.cost;
    const cheap = isSole() && cost?.amount === 1;
    price.textContent = [
      cost && !cheap ? filled((isSwitch ? words.once : words.price) ?? "", { amount: plain(cost.amount), stock: isSole() ? "" : cost.stock }).trim() : "",
      range && !isSwitch && range.high < ENDLESS ? filled(words.upTo ?? "", { most: plain(mostOf(next)) }) : "",
    ].filter(Boolean).join(", ");
    const chosen = choices.find((choice) => choice.value === value);
    // Rows below a heading are many, so what there is to say of them goes below their names.
    if (next.heading && help) price.textContent = [price.textContent, help].filter(Boolean).join(", ");
    note.textContent = fault || (next.heading ? "" : chosen?.help || help);
    note.hidden = !note.textContent;
    note.classList.toggle("fault", Boolean(fault));
    input.setAttribute("aria-invalid", String(Boolean(fault)));
  }
  return { row, update };
}
