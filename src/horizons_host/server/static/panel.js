"use strict";
// @ts-check
// The selection panel: facts about the selected object, its possible orders, and the steps of an order
// being composed.

export const MANY = 12;

/** Create an element with a class, text and children. */
export function element(tag, name = "", ...inside) {
  const made = document.createElement(tag);
  if (name) made.className = name;
  made.append(...inside);
  return made;
}

/** Create a button with an action. */
export function button(words, name, action, title = "") {
  const made = /** @type {HTMLButtonElement} */ (element("button", name, words));
  made.type = "button";
  if (title) { made.title = title; if (words.length < 3) made.setAttribute("aria-label", title); }
  made.addEventListener("click", action);
  return made;
}

export const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));

/** A number without superfluous digits. */
const number = (value) => String(Math.round(value * 100) / 100);

/** The amount of a stock that is left. */
export const stocked = (words, stock, rest) => element("span", rest < 0 ? "stock over" : "stock", filled(words.rest ?? "", { stock, rest: number(rest) }));

/**
 * @param {HTMLElement} room
 * @param {DOMStringMap} words
 */
export function panelIn(room, words) {
  const head = (title, close) => {
    const row = element("div", "thing-head", element("h2", "", title));
    row.append(button("×", "plain close", close, words.close));
    return row;
  };
  const show = (...parts) => {
    room.hidden = false;
    room.replaceChildren(...parts.filter(Boolean));
    room.scrollTop = 0;
  };

  return {
    close() { room.hidden = true; room.replaceChildren(); },

    /** @param {{title: string, known: string[], facts: Record<string, any>, after: {place: string, facts: Record<string, any>} | null, here: any[], given: any[], own: any[], toward: any[], others: any[], battle: string}} what */
    thing(what, on) {
      const known = element("section", "known", element("h3", "", words.known ?? ""));
      for (const line of what.known) known.append(element("p", "", line));
      const facts = Object.entries(what.facts);
      if (facts.length) {
        const list = element("dl", "facts");
        for (const [name, value] of facts) list.append(element("dt", "", name), element("dd", "", String(value)));
        known.append(facts.length > 6 ? folded(words.facts ?? "", list) : list);
      }
      if (what.after) known.append(afterwards(what.after));
      const here = what.here.length ? element("section", "here", element("h3", "", words.here ?? ""), many(what.here.map((one) => button(one.title, one.yours ? "chip yours" : "chip", () => on.select(one))))) : null;
      const given = what.given.length ? element("section", "given", element("h3", "", words.given ?? ""), ...what.given.map((one) => element("p", "", button(one.text, "plain order", () => on.show(one.line)), button("×", "plain", () => on.remove(one.line), words.remove)))) : null;
      const can = element("section", "can", element("h3", "", words.can ?? ""));
      if (what.own.length) can.append(commands(what.own, on.begin));
      if (!what.own.length && !what.toward.length) can.append(element("p", "small", words.nothing ?? ""));
      if (what.toward.length) can.append(element("h3", "", words.toward ?? ""), commands(what.toward, on.begin));
      if (what.battle) can.append(element("p", "", Object.assign(element("a", "", words.odds ?? ""), { href: what.battle })));
      if (what.others.length) can.append(folded(words.any ?? "", commands(what.others, on.begin)));
      show(head(what.title, on.close), given, can, here, known);
    },

    /** All orders. @param {import("./choosing.js").Offer[]} offers */
    all(offers, on) {
      show(head(words.can ?? "", on.close), offers.length ? commands(offers, on.begin) : element("p", "small", words.nothing ?? ""));
    },

    /**
     * Ask for the next argument of an order.
     * @param {import("./choosing.js").Composition} made
     * @param {import("./choosing.js").Option[]} options
     * @param {Record<string, number>} stocks
     */
    ask(made, options, stocks, on) {
      const step = made.step;
      if (!step) return;
      const syntax = folded(words.syntax ?? "", element("div", "", ...made.command.syntax.map((line) => element("p", "", element("code", "", line)))));
      const answers = element("ul", "answers", ...[made.about, ...made.answers.map((one) => one.value === null ? "" : `${one.step.label}: ${one.label}`)].filter(Boolean).map((one) => element("li", "", one)));
      const money = element("p", "stocks");
      const left = (more = null) => {
        const spent = { ...made.spent };
        if (more) spent[more.stock] = (spent[more.stock] ?? 0) + more.amount;
        const named = new Set([...Object.keys(spent), ...[step.range?.cost, ...step.choices.map((one) => one.cost)].flatMap((cost) => (cost ? [cost.stock] : []))]);
        money.replaceChildren(...[...named].map((stock) => stocked(words, stock, (stocks[stock] ?? 0) - (spent[stock] ?? 0))));
      };
      left();
      const parts = [head(made.command.label, on.close), answers, element("h3", "step", step.label), step.help ? element("p", "small", step.help) : null, money];
      const box = element("div", "asked");
      if (options.length) box.append(many(options.map((one) => choice(one, () => on.take(one.value, one.label, one.cost)))));
      if (step.range || step.free) box.append(typed(step, made.command.lines, left, on.take));
      if (!step.choices.length && !step.range && !step.free) box.append(element("p", "small", words.nothing ?? ""));
      parts.push(box);
      const row = element("p", "row");
      if (step.optional) row.append(button((made.chosen[step.name] ? words.enough : words.leave) ?? "", "quietly", () => on.take(null, "")));
      row.append(button(words.back ?? "", "plain", on.back));
      if (made.line) row.prepend(button(words.write ?? "", "", on.write, made.line));
      parts.push(row);
      if (made.line) parts.push(element("p", "small", element("code", "", made.line)));
      parts.push(syntax);
      show(...parts);
      /** @type {HTMLElement|null} */ (room.querySelector(".asked .choices button") ?? room.querySelector(".asked input, .asked textarea, .row button"))?.focus({ preventScroll: true });
    },
  };

  /** What the forecast says about a thing: where it will be, and which facts will differ. */
  function afterwards({ place, facts }) {
    const list = element("dl", "facts after");
    if (place) list.append(element("dt", "", words.at ?? ""), element("dd", "", place));
    for (const [name, value] of Object.entries(facts)) list.append(element("dt", "", name), element("dd", "", String(value)));
    return element("section", "", element("h3", "", words.after ?? ""), list);
  }

  /** Buttons of commands, under the headings of their groups. */
  function commands(offers, begin) {
    const groups = new Map();
    for (const offer of offers) {
      const made = button(offer.command.label, "command", () => begin(offer));
      made.dataset.keyword = offer.command.keyword;
      if (offer.command.help) made.append(element("small", "", offer.command.help));
      groups.set(offer.command.group, [...(groups.get(offer.command.group) ?? []), made]);
    }
    return many([...groups.values()].flat(), groups.size > 1 ? groups : null);
  }

  function choice(one, action) {
    const made = button(one.label, "chip", action);
    if (one.cost) made.append(element("small", "", `${number(one.cost.amount)} ${one.cost.stock}`));
    if (one.help) made.append(element("small", "", one.help));
    return made;
  }

  function folded(title, inside) {
    return element("details", "", element("summary", "", title), inside);
  }

  /** A row of buttons, or one for each group, with a search field if there are many. */
  function many(buttons, groups = null) {
    const rows = groups
      ? [...groups].map(([name, inside]) => element("div", "group", element("h4", "", name), element("div", "choices", ...inside)))
      : [element("div", "choices", ...buttons)];
    if (buttons.length <= MANY) return rows.length > 1 ? element("div", "", ...rows) : rows[0];
    const search = /** @type {HTMLInputElement} */ (element("input", "search"));
    search.type = "search";
    search.placeholder = words.filter ?? "";
    search.setAttribute("aria-label", words.filter ?? "");
    search.addEventListener("input", () => {
      const wanted = search.value.toLowerCase();
      for (const one of buttons) one.hidden = !one.textContent?.toLowerCase().includes(wanted);
      for (const row of rows) row.hidden = !row.querySelector("button:not([hidden])");
    });
    return element("div", "", search, ...rows);
  }

  /** A field for a number or any words; a number's cost is shown while it is typed. */
  function typed(step, lines, left, take) {
    const form = /** @type {HTMLFormElement} */ (element("form", "typed"));
    const range = step.range;
    const input = /** @type {HTMLInputElement} */ (element(lines && !range && !step.choices.length ? "textarea" : "input"));
    input.autocomplete = "off";
    input.setAttribute("aria-label", step.label);
    const cost = () => range?.cost && { stock: range.cost.stock, amount: range.cost.amount * (Number(input.value) || 0) };
    form.append(input);
    if (range) {
      const set = (value) => { input.value = String(value); left(cost()); };
      Object.assign(input, { type: "number", min: String(range.low), max: String(range.high), step: Number.isInteger(range.step) ? String(range.step) : "any" });
      set(range.low);
      if (range.high > range.low) form.append(button(words.most ?? "", "plain", () => set(range.high)));
      form.append(element("small", "", filled(words.between ?? "", { least: number(range.low), most: number(range.high) })));
      if (range.cost) form.append(element("small", "", filled(words.each ?? "", { amount: number(range.cost.amount), stock: range.cost.stock })));
      input.addEventListener("input", () => left(cost()));
    }
    const sent = /** @type {HTMLButtonElement} */ (element("button", "", words.take ?? ""));
    form.append(sent);
    form.addEventListener("submit", (event) => { event.preventDefault(); const value = input.value.trim(); if (value) take(value, value, cost() ?? null); });
    return form;
  }
}
