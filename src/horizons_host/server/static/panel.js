"use strict";
// @ts-check
// The selection panel: facts about the selected object, its possible orders, and the choices for an
// order being composed.

const MANY = 12;

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

    /** @param {{title: string, known: string[], facts: Record<string, any>, here: any[], given: any[], own: any[], toward: any[], others: any[]}} what */
    thing(what, on) {
      const known = element("section", "known", element("h3", "", words.known ?? ""));
      for (const line of what.known) known.append(element("p", "", line));
      const facts = Object.entries(what.facts);
      if (facts.length) {
        const list = element("dl", "facts");
        for (const [name, value] of facts) list.append(element("dt", "", name), element("dd", "", String(value)));
        known.append(facts.length > 6 ? folded(words.facts ?? "", list) : list);
      }
      const here = what.here.length ? element("section", "here", element("h3", "", words.here ?? ""), many(what.here.map((one) => button(one.title, one.yours ? "chip yours" : "chip", () => on.select(one))))) : null;
      const given = what.given.length ? element("section", "given", element("h3", "", words.given ?? ""), ...what.given.map((one) => element("p", "", button(one.text, "plain order", () => on.show(one.line)), button("×", "plain", () => on.remove(one.line), words.remove)))) : null;
      const can = element("section", "can", element("h3", "", words.can ?? ""));
      const order = (one) => { const made = button(one.command.keyword, "command", () => on.begin(one), `${one.form.syntax}\n${one.command.help}`); made.append(element("small", "", label(one))); return made; };
      if (what.own.length) can.append(many(what.own.map(order)));
      if (!what.own.length && !what.toward.length) can.append(element("p", "small", words.nothing ?? ""));
      if (what.toward.length) can.append(element("h3", "", words.toward ?? ""), many(what.toward.map(order)));
      if (what.battle) can.append(element("p", "", Object.assign(element("a", "", words.odds ?? ""), { href: what.battle })));
      if (what.others.length) can.append(folded(words.any ?? "", many(what.others.map(order))));
      show(head(what.title, on.close), given, can, here, known);
    },

    /** Ask for the next argument of an order. */
    ask(choice, options, on) {
      const field = choice.fields[choice.asked];
      const parts = [head(choice.text, on.close)];
      parts.push(element("p", "small", choice.order.form.syntax));
      if (field) parts.push(asked(field, options, on));
      else {
        choice.fields.forEach((one, at) => { if (one.group) parts.push(line(one, choice, at, on)); });
        parts.push(element("p", "row", button(words.write ?? "", "", on.write)));
      }
      parts.push(element("p", "row", button(words.back ?? "", "plain", on.back)));
      show(...parts);
      /** @type {HTMLElement|null} */ (room.querySelector("input, .choices button"))?.focus({ preventScroll: true });
    },
  };

  function label(one) {
    return one.form.syntax.split(" / ")[0].slice(one.command.keyword.length).trim();
  }

  function folded(title, inside) {
    return element("details", "", element("summary", "", title), inside);
  }

  /** A row of buttons, with a search field if there are many. */
  function many(buttons) {
    const row = element("div", "choices", ...buttons);
    if (buttons.length <= MANY) return row;
    const search = /** @type {HTMLInputElement} */ (element("input", "search"));
    search.type = "search";
    search.placeholder = words.filter ?? "";
    search.setAttribute("aria-label", words.filter ?? "");
    search.addEventListener("input", () => {
      const wanted = search.value.toLowerCase();
      for (const one of buttons) one.hidden = !one.textContent?.toLowerCase().includes(wanted);
    });
    return element("div", "", search, row);
  }

  function asked(field, options, on) {
    const box = element("div", "asked");
    if (field.several) {
      const taken = new Set();
      const done = button(words.done ?? "", "", () => taken.size && on.take([...taken].join(" ")));
      box.append(many(options.map((option) => {
        const made = button(option.title, "chip", () => {
          if (!taken.delete(option.word)) taken.add(option.word);
          made.setAttribute("aria-pressed", String(taken.has(option.word)));
        });
        made.setAttribute("aria-pressed", "false");
        return made;
      })), done);
      if (options.length) return box;
    } else if (options.length) {
      box.append(many(options.map((option) => button(option.title, "chip", () => on.take(option.word)))));
    }
    if (!options.length || field.open) box.append(typed(field, on.take, words.take ?? ""));
    return box;
  }

  /** A field for text or a number. */
  function typed(field, take, name) {
    const form = /** @type {HTMLFormElement} */ (element("form", "typed"));
    const input = /** @type {HTMLInputElement} */ (element("input"));
    input.autocomplete = "off";
    input.setAttribute("aria-label", field.name);
    input.placeholder = field.name;
    form.append(input);
    if (field.range) {
      const [least, most] = field.range;
      Object.assign(input, { type: "number", min: String(least), max: String(most), step: Number.isInteger(least) && Number.isInteger(most) ? "1" : "any", value: String(least) });
      form.append(button(String(most), "plain", () => { input.value = String(most); }));
      form.append(element("small", "", filled(words.between ?? "", { least, most })));
    }
    const sent = /** @type {HTMLButtonElement} */ (element("button", "", name));
    form.append(sent);
    form.addEventListener("submit", (event) => { event.preventDefault(); if (input.value.trim()) take(input.value.trim()); });
    return form;
  }

  /** An optional field. */
  function line(field, choice, at, on) {
    const box = element("div", "optional", element("strong", "", field.name));
    const options = on.options(field);
    if (options.length && !field.open) {
      const select = /** @type {HTMLSelectElement} */ (element("select"));
      select.setAttribute("aria-label", field.name);
      select.append(element("option"), ...options.map((option) => Object.assign(element("option", "", option.title), { value: option.word })));
      select.value = choice.values[at];
      select.addEventListener("change", () => { choice.values[at] = select.value; on.preview(); });
      box.append(select);
      return box;
    }
    const input = /** @type {HTMLInputElement} */ (element("input"));
    input.setAttribute("aria-label", field.name);
    input.value = choice.values[at];
    if (field.range) input.placeholder = filled(words.between ?? "", { least: field.range[0], most: field.range[1] });
    input.addEventListener("input", () => { choice.values[at] = input.value.trim(); on.preview(); });
    box.append(input);
    return box;
  }
}
