"use strict";
// @ts-check
// The selection panel: facts about the selected object, its possible orders, and the steps of an order
// being composed.

export const MANY = 12;
/** Number of facts at the top, and the longest of them; number of things or sorts of them at a place. */
const [MAIN, SHORT, STACKS] = [6, 28, 8];
/** Letters that mean something else on the page. */
const RESERVED = "npujk";

/** @typedef {{place: string, facts: Record<string, any>} | null} After the forecast of a thing */

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
  if (title) { made.title = title; if (words.length < 5) made.setAttribute("aria-label", title); }
  made.addEventListener("click", action);
  return made;
}

export const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));

/** A number without superfluous digits. */
export const plain = (value) => String(Math.round(value * 100) / 100);

/** The amount of a stock that is left. */
export const stocked = (words, stock, rest) => element("span", rest < 0 ? "stock over" : "stock", filled(words.rest ?? "", { stock, rest: plain(rest) }));

/** A button that changes a number by 1, with Shift by 10, and held on and on. */
export function stepper(sign, title, change) {
  const made = button(sign, "quietly step-by", (event) => { if (!event.detail) change(event.shiftKey ? 10 : 1); }, title);
  made.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    change(event.shiftKey ? 10 : 1);
    let times = 0;
    const timer = setInterval(() => { times += 1; if (!made.isConnected) stop(); else if (times > 3) change(times > 20 ? 10 : 1); }, 120);
    const stop = () => clearInterval(timer);
    for (const name of ["pointerup", "pointercancel", "pointerleave"]) made.addEventListener(name, stop, { once: true });
  });
  return made;
}

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
    const isFocused = room.contains(document.activeElement);
    room.hidden = false;
    room.replaceChildren(...parts.filter(Boolean));
    room.scrollTop = 0;
    if (isFocused) room.focus({ preventScroll: true }); // else it is lost with the button that was pressed
  };

  const field = () => /** @type {HTMLInputElement | null} */ (room.hidden ? null : room.querySelector("form.typed input, form.typed textarea"));

  return {
    /** Whether the field of the question has a valid value other than at first. */
    hasNewValue: () => { const input = field(); return Boolean(input?.value && input.value !== input.dataset.first && input.checkValidity()); },
    /** Answer the question with the value in its field. */
    takeValue() { field()?.form?.requestSubmit(); },

    close() { room.hidden = true; room.replaceChildren(); },

    /** @param {{title: string, known: string[], facts: Record<string, any>, where: string, after: After, here: any[], together: any[], given: any[], own: any[], toward: any[], others: any[], battle: string}} what */
    thing(what, on) {
      const facts = Object.entries(what.facts);
      const main = facts.filter(([, value]) => String(value).length <= SHORT).slice(0, MAIN);
      const rest = facts.filter((fact) => !main.includes(fact));
      const figures = main.length || what.where ? element("dl", "key-figures", ...[...(what.where ? [[words.at ?? "", what.where]] : []), ...main].map(([name, value]) =>
        element("div", "", element("dt", "", name), element("dd", "value", String(value))))) : null;
      const known = element("section", "known", element("h3", "", words.known ?? ""));
      for (const line of what.known) known.append(element("p", "", line));
      if (rest.length) {
        const list = element("dl", "facts");
        for (const [name, value] of rest) list.append(element("dt", "", name), element("dd", "", String(value)));
        known.append(folded(words.facts ?? "", list));
      }
      const chips = (title, rows) => (rows.length ? element("section", "here", element("h3", "", title), element("div", "choices", ...rows)) : null);
      const here = chips(words.here ?? "", stacks(what.here, on.select));
      const given = what.given.length ? element("section", "given", element("h3", "", words.given ?? ""), ...what.given.map((one) => {
        const row = element("p", "", button(one.title, "plain order", () => on.show(one.line), one.text));
        if (!on.isFinal) row.append(...tools(one.line, on));
        return row;
      })) : null;
      const can = element("section", "can", element("h3", "", words.can ?? ""));
      if (what.own.length) can.append(commands(what.own, on.begin, true));
      if (!what.own.length && !what.toward.length) can.append(element("p", "small", words.nothing ?? ""));
      if (what.toward.length) can.append(element("h3", "", words.toward ?? ""), commands(what.toward, on.begin));
      if (what.battle) can.append(element("p", "", Object.assign(element("a", "", words.odds ?? ""), { href: what.battle })));
      if (what.others.length) can.append(folded(words.any ?? "", commands(what.others, on.begin)));
      const isStack = what.here.filter((one) => one.yours).length > 1;
      show(head(what.title, on.close), figures, chips(words.members ?? "", what.together.map((one) => chip(one, on.without))), isStack ? here : null, given, ...(given ? [afterwards(what.after), can] : [can, afterwards(what.after)]), isStack ? null : here, known);
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
     * @param {After} after
     */
    ask(made, options, stocks, after, on, takesFocus = true) {
      const step = made.step;
      if (!step) return;
      const money = element("p", "stocks");
      const left = (more = null) => {
        const spent = { ...made.spent };
        if (more) spent[more.stock] = (spent[more.stock] ?? 0) + more.amount;
        const named = new Set([...Object.keys(spent), ...[step.range?.cost, ...step.choices.map((one) => one.cost)].flatMap((cost) => (cost ? [cost.stock] : []))]);
        money.replaceChildren(...[...named].map((stock) => stocked(words, stock, (stocks[stock] ?? 0) - (spent[stock] ?? 0))));
      };
      left();
      const title = element("h3", "step", step.label);
      if (step.optional && !made.chosen[step.name]) title.append(element("small", "", ` ${words.optional ?? ""}`));
      const parts = [head(made.command.label, on.close), answers(made, on.change), title, step.help ? element("p", "small", step.help) : null, money];
      const box = element("div", "asked");
      if (options.length) box.append(many(options.map((one) => choice(one, () => on.take(one)))));
      if (step.range || step.free) box.append(typed(made, left, on.take));
      if (!step.choices.length && !step.range && !step.free) box.append(element("p", "small", words.noChoice ?? ""));
      parts.push(box, afterwards(after));
      const row = element("p", "row finish");
      if (made.line && !made.replaces) row.append(button(words.write ?? "", "write", on.write, made.line));
      if (step.optional) row.append(button((made.chosen[step.name] ? words.enough : words.leave) ?? "", "quietly leave-out", () => on.take({ value: null, label: "" })));
      row.append(button(words.back ?? "", "plain", on.back));
      parts.push(row);
      if (made.line) parts.push(element("p", "small", element("code", "", made.line)));
      parts.push(folded(words.syntax ?? "", element("div", "", ...made.command.syntax.map((line) => element("p", "", element("code", "", line))))));
      show(...parts);
      if (takesFocus) /** @type {HTMLElement|null} */ (room.querySelector(".asked .choices button") ?? room.querySelector(".asked input, .asked textarea, .row button"))?.focus({ preventScroll: true });
    },

    /**
     * Ask for several arguments at once.
     * @param {import("./choosing.js").Composition} made
     * @param {{form: HTMLElement, foot: HTMLElement}} card its fields, and the foot below them
     */
    card(made, { form, foot }, on, takesFocus = true) {
      const row = element("p", "row");
      const add = /** @type {HTMLButtonElement} */ (element("button", "", (made.card?.shop ? words.writeAll : made.replaces ? words.change : words.write) ?? ""));
      row.append(add);
      if (made.replaces && !made.card?.shop) row.append(button(words.removeOrder ?? "", "quietly", on.remove));
      if (made.card?.other) row.append(button(made.card.other, "quietly", on.stepwise));
      row.append(button(words.back ?? "", "plain", on.back));
      foot.append(row);
      show(head(made.card?.shop || made.command.label, on.close), answers(made, on.change), made.command.help && !made.card?.shop ? element("p", "small", made.command.help) : null, form);
      if (takesFocus) /** @type {HTMLElement|null} */ (form.querySelector("button, input"))?.focus({ preventScroll: true });
    },

    /** An order of the text, with each answer to change. @param {import("./choosing.js").Composition} made */
    review(made, title, on) {
      show(head(made.command.label, on.close), element("p", "", title), answers(made, on.change),
        element("p", "row finish", button(words.removeOrder ?? "", "quietly", on.remove), button(words.close ?? "", "plain", on.close)));
      /** @type {HTMLElement|null} */ (room.querySelector(".answers button") ?? room).focus({ preventScroll: true });
    },
  };

  /** The answers of an order so far: a press on one asks for it again. */
  function answers(made, change) {
    const list = element("ul", "answers");
    if (made.about) list.append(element("li", "", made.about));
    made.answers.forEach((one, at) => {
      const isEnd = one.value === null && one.step.several && made.chosen[one.step.name].length > 1;
      if (isEnd) return;
      list.append(element("li", "", button(`${one.step.label}: ${one.value === null ? "–" : one.label}`, "plain", () => change(at), words.edit)));
    });
    return list;
  }

  /** A button for a thing. */
  function chip(one, action) {
    const made = button(one.title, one.yours ? "chip yours" : "chip", () => action(one));
    if (one.isChosen) made.setAttribute("aria-current", "true");
    return made;
  }

  /** Buttons for the things of a place; several of a sort are folded: "5 × Lancer". The chosen one leads. */
  function stacks(things, action) {
    const sorts = new Map();
    for (const one of things) {
      const sort = one.sort ? `${one.yours} ${one.sort}` : one;
      sorts.set(sort, [...(sorts.get(sort) ?? []), one]);
    }
    const rank = (some) => (some.some((one) => one.isChosen) ? 0 : some[0].isPlace ? 3 : some[0].yours ? 1 : 2);
    const rows = [...sorts.values()].sort((a, b) => rank(a) - rank(b)).map((some) => {
      const buttons = some.map((one) => chip(one, action));
      if (some.length === 1) return buttons[0];
      const name = element("summary", some[0].yours ? "chip yours" : "chip", `${some.length} × ${some[0].sort}`);
      if (rank(some) === 0) name.setAttribute("aria-current", "true");
      return element("details", "stack", name, element("div", "choices", ...buttons));
    });
    if (rows.length <= STACKS + 1) return rows;
    const more = rows.splice(STACKS);
    return [...rows, element("details", "stack", element("summary", "chip", filled(words.otherThings ?? "", { count: more.length })), element("div", "choices", ...more))];
  }

  /** The buttons that edit and delete an order. */
  function tools(line, on) {
    return [button(words.edit ?? "", "plain", () => on.edit(line)), button(words.remove ?? "", "plain", () => on.remove(line))];
  }

  /** What the forecast says about a thing: where it will be, and which facts will differ. */
  function afterwards(after) {
    if (!after) return null;
    const { place, facts } = after;
    const rows = [...(place ? [[words.at ?? "", place]] : []), ...Object.entries(facts)];
    return element("section", "", element("h3", "", words.after ?? ""), element("dl", "key-figures after", ...rows.map(([name, value]) =>
      element("div", "", element("dt", "", name), element("dd", "value", value === null ? "–" : String(value))))));
  }

  /** Buttons of commands, under the headings of their groups, and with a letter for each. */
  function commands(offers, begin, hasKeys = false) {
    const groups = new Map();
    const taken = new Set(RESERVED);
    for (const offer of offers) {
      const { label, help, keyword, group } = offer.command;
      const made = button(label, "command", () => begin(offer));
      made.dataset.keyword = keyword;
      if (offer.command.default) made.dataset.default = "";
      const key = hasKeys && [...label.toLowerCase()].find((letter) => /[a-z]/.test(letter) && !taken.has(letter));
      if (key) {
        taken.add(key);
        made.dataset.key = key;
        made.setAttribute("aria-keyshortcuts", key);
        made.replaceChildren(element("span", "", label, " ", element("kbd", "", key.toUpperCase())));
      }
      if (help) made.append(element("small", "", help));
      groups.set(group, [...(groups.get(group) ?? []), made]);
    }
    return many([...groups.values()].flat(), groups.size > 1 ? groups : null);
  }

  function choice(one, action) {
    const made = button(one.label, "chip", action);
    made.dataset.value = one.value;
    if (one.cost) made.append(element("small", "", `${plain(one.cost.amount)} ${one.cost.stock}`));
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
  function typed({ step, before, replaces, command: { lines } }, left, take) {
    const form = /** @type {HTMLFormElement} */ (element("form", "typed"));
    const range = step.range;
    const input = /** @type {HTMLInputElement} */ (element(lines && !range && !step.choices.length ? "textarea" : "input"));
    input.autocomplete = "off";
    input.setAttribute("aria-label", step.label);
    const cost = () => range?.cost && { stock: range.cost.stock, amount: range.cost.amount * (Number(input.value) || 0) };
    form.append(input);
    if (before !== null) input.value = String(before);
    if (range) {
      const set = (value) => { input.value = String(Number(Math.min(Math.max(value, range.low), range.high).toFixed(6))); left(cost()); };
      const change = (by) => set((Number(input.value) || 0) + by * range.step);
      Object.assign(input, { type: "number", min: String(range.low), max: String(range.high), step: Number.isInteger(range.step) ? String(range.step) : "any" });
      set(Number(before ?? range.low));
      if (range.high > range.low) {
        input.before(stepper("−", words.less, (by) => change(-by)));
        form.append(stepper("+", words.more, change), button(words.most ?? "", "plain", () => set(range.high)));
      }
      input.addEventListener("keydown", (event) => {
        const by = { ArrowUp: 10, ArrowDown: -10 }[event.key];
        if (by && event.shiftKey) { event.preventDefault(); change(by); }
      });
      form.append(element("small", "", filled(words.between ?? "", { least: plain(range.low), most: plain(range.high) })));
      if (range.cost) form.append(element("small", "", filled(words.each ?? "", { amount: plain(range.cost.amount), stock: range.cost.stock })));
      input.addEventListener("input", () => left(cost()));
    }
    input.dataset.first = input.value;
    const sent = /** @type {HTMLButtonElement} */ (element("button", "", (replaces ? words.change : words.take) ?? ""));
    form.append(sent);
    form.addEventListener("submit", (event) => { event.preventDefault(); const value = input.value.trim(); if (value) take({ value, label: value, cost: cost() ?? null }); });
    return form;
  }
}
