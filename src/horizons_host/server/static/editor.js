"use strict";
// @ts-check
// The order editor: remarks at their lines while typing, and completion of words.

/** @typedef {{severity: string, message: string, hint: string, line: number, column: number, words: string}} Remark */

/**
 * @param {HTMLTextAreaElement} text
 * @param {HTMLElement} remarkBox element for the remark about the current line
 * @param {{words: DOMStringMap, changed: () => void, next: (line: string) => string[]}} on
 */
export function editorOn(text, remarkBox, on) {
  const box = /** @type {HTMLElement} */ (text.parentElement);
  const gutter = document.createElement("div");
  gutter.className = "gutter";
  gutter.setAttribute("aria-hidden", "true");
  const paper = document.createElement("div");
  paper.className = "paper";
  paper.setAttribute("aria-hidden", "true");
  const offers = document.createElement("ul");
  offers.className = "offers";
  offers.id = "offers";
  offers.setAttribute("role", "listbox");
  offers.hidden = true;
  box.prepend(gutter, paper);
  box.append(offers);
  box.classList.add("lively");
  text.wrap = "off";
  text.setAttribute("aria-controls", "offers");
  /** @type {Map<number, Remark[]>} */
  let remarks = new Map();
  let chosen = 0;
  let shut = false; // whether completion was closed for this line

  const caret = () => {
    const before = text.value.slice(0, text.selectionStart);
    const line = before.split("\n").length;
    return { line, before: before.slice(before.lastIndexOf("\n") + 1) };
  };
  const worst = (list) => ["error", "warning", "note"].find((one) => list.some((r) => r.severity === one));
  const lines = () => {
    const written = text.value.split("\n");
    gutter.replaceChildren(...written.map((_, at) => {
      const number = document.createElement("i");
      number.textContent = String(at + 1);
      const found = remarks.get(at + 1);
      if (found) {
        number.className = worst(found) ?? "";
        number.title = found.map((one) => one.message).join("\n");
      }
      return number;
    }));
    paper.replaceChildren(...written.map((line, at) => {
      const row = document.createElement("div");
      const found = (remarks.get(at + 1) ?? []).filter((one) => one.column > 0 && one.words);
      let from = 0;
      for (const one of found.sort((a, b) => a.column - b.column)) {
        const start = one.column - 1;
        if (start < from || line.slice(start, start + one.words.length) !== one.words) continue;
        const mark = document.createElement("u");
        mark.className = one.severity;
        mark.textContent = one.words;
        row.append(line.slice(from, start), mark);
        from = start + one.words.length;
      }
      row.append(line.slice(from) || "\u200b");
      return row;
    }));
    scroll();
  };
  const scroll = () => {
    gutter.scrollTop = text.scrollTop;
    paper.scrollTop = text.scrollTop;
    paper.scrollLeft = text.scrollLeft;
  };
  const say = () => {
    const found = remarks.get(caret().line) ?? [];
    remarkBox.replaceChildren(...found.map((one) => {
      const row = document.createElement("span");
      row.className = one.severity;
      const kind = document.createElement("strong");
      kind.textContent = on.words[one.severity] ?? one.severity;
      row.append(kind, `: ${one.message}${one.hint ? ` (${one.hint})` : ""} `);
      return row;
    }));
  };

  const close = () => { offers.hidden = true; text.removeAttribute("aria-activedescendant"); };
  const mark = (at) => {
    chosen = at;
    [...offers.children].forEach((one, n) => one.setAttribute("aria-selected", String(n === at)));
    offers.children[at]?.scrollIntoView({ block: "nearest" });
    text.setAttribute("aria-activedescendant", offers.children[at]?.id ?? "");
  };
  const offer = () => {
    const { line, before } = caret();
    const found = shut || text.selectionStart !== text.selectionEnd ? [] : on.next(before).slice(0, 40);
    if (!found.length) { close(); return; }
    offers.replaceChildren(...found.map((word, at) => {
      const row = document.createElement("li");
      row.id = `offer-${at}`;
      row.setAttribute("role", "option");
      row.textContent = word;
      return row;
    }));
    const style = getComputedStyle(text);
    const height = parseFloat(style.lineHeight);
    offers.style.top = `${line * height + parseFloat(style.paddingTop) - text.scrollTop + 4}px`;
    offers.style.left = `${Math.min(text.offsetLeft + before.length * parseFloat(style.fontSize) * 0.6 - text.scrollLeft, box.clientWidth - 160)}px`;
    offers.hidden = false;
    mark(0);
  };
  const take = (word) => {
    const { before } = caret();
    // Replace the part of the word that is typed already.
    let typed = 0;
    for (let n = Math.min(word.length, before.length); n > 0; n -= 1) {
      if (before.slice(-n).toLowerCase() === word.slice(0, n).toLowerCase() && (n === before.length || /[\s,]/.test(before[before.length - n - 1]))) { typed = n; break; }
    }
    text.setRangeText(`${word} `, text.selectionStart - typed, text.selectionStart, "end");
    text.dispatchEvent(new Event("input"));
  };
  offers.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    const row = /** @type {Element} */ (event.target).closest("li");
    if (row) take(row.textContent ?? "");
  });
  text.addEventListener("input", () => { shut = false; remarks = new Map([...remarks].filter(([line]) => line !== caret().line)); lines(); say(); offer(); on.changed(); });
  text.addEventListener("scroll", () => { scroll(); close(); });
  text.addEventListener("blur", close);
  for (const kind of ["click", "keyup"]) text.addEventListener(kind, (event) => { say(); if (kind === "click" || /Arrow(Left|Right|Up|Down)|Home|End/.test(/** @type {KeyboardEvent} */ (event).key) && offers.hidden) close(); });
  text.addEventListener("keydown", (event) => {
    if (event.key === " " && event.ctrlKey) { event.preventDefault(); shut = false; offer(); return; }
    if (offers.hidden) return;
    const count = offers.children.length;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") mark((chosen + (event.key === "ArrowDown" ? 1 : count - 1)) % count);
    else if (event.key === "Tab" && !event.shiftKey) take(offers.children[chosen].textContent ?? "");
    else if (event.key === "Escape") { shut = true; close(); event.stopPropagation(); }
    else return;
    event.preventDefault();
  });
  lines();

  return {
    /** @param {Remark[]} list */
    remark(list) {
      remarks = new Map();
      for (const one of list) remarks.set(one.line, [...(remarks.get(one.line) ?? []), one]);
      lines();
      say();
    },
    set(value) {
      text.value = value;
      remarks = new Map();
      lines();
      close();
      on.changed();
    },
    /** Put the cursor on a line and scroll to it. */
    go(line) {
      const start = text.value.split("\n").slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
      const end = text.value.indexOf("\n", start);
      text.setSelectionRange(start, end < 0 ? text.value.length : end);
      text.scrollTop = (line - 3) * parseFloat(getComputedStyle(text).lineHeight);
      say();
    },
  };
}

/**
 * The words that may come next on a line, by the forms of its command.
 * @param {import("./choosing.js").Command[]} commands
 * @param {string[][]} lists
 * @param {string} line the text before the cursor
 */
export function nextWords(commands, lists, line) {
  const start = line.trimStart();
  if (/^[;#]/.test(start)) return [];
  const typed = start.toUpperCase();
  const open = commands.filter((one) => typed.startsWith(`${one.keyword} `)).sort((a, b) => b.keyword.length - a.keyword.length)[0];
  const found = new Set(typed ? commands.filter((one) => one !== open && one.keyword.startsWith(typed)).map((one) => one.keyword) : []);
  if (open) {
    const words = Object.fromEntries(open.arguments.map((one) => [one.name, one.list === undefined ? null : lists[one.list]]));
    for (const form of open.forms) walk(form, words, start.slice(open.keyword.length).trimStart(), found);
  }
  return [...found];
}

/** Match the typed words against a form; where they end, collect the possible next words. */
function walk(parts, words, rest, found) {
  const [part, ...others] = parts;
  if (part === undefined) return;
  if (Array.isArray(part)) { walk([...part, ...others], words, rest, found); walk(others, words, rest, found); return; }
  const listed = typeof part === "string" ? [part] : words[part.name];
  const small = rest.toLowerCase();
  for (const word of listed ?? []) {
    const low = word.toLowerCase();
    if (low.startsWith(small) && low !== small.trimEnd()) found.add(word);
    else if (part === "," ? rest.startsWith(",") : small.startsWith(`${low} `) || small.startsWith(`${low},`)) {
      walk(others, words, rest.slice(word.length).trimStart(), found);
    }
  }
  if (listed === null) {
    const end = /^("[^"]*"|[^\s,]+)(\s+|(?=,))/.exec(rest);
    if (end) walk(others, words, rest.slice(end[0].length), found);
  }
}
