"use strict";
// @ts-check
// Composing an order step by step: an object, a command, then its arguments one by one.

/**
 * @typedef {{words: string, kind: string, place: string, title: string, yours: boolean, isPlace: boolean, facts: Record<string, string|number>}} Thing
 * @typedef {{name: string, list?: number, range?: [number, number], group?: number, several?: number, open?: number}} Field
 * @typedef {{keyword: string, help: string, forms: {syntax: string, parts: (string|Field)[]}[]}} Command
 */

export const bare = (word) => word.replace(/^"(.*)"$/, "$1").toLowerCase();

/**
 * @param {{commands: Command[], lists: {words: string[], kinds: string[]}[]}} board
 */
export function ordersFor(board) {
  const fieldsOf = (form) => /** @type {Field[]} */ (form.parts.filter((part) => typeof part !== "string"));
  const listed = board.lists.map((list) => new Map(list.words.map((word) => [bare(word), word])));
  const wordFor = (field, thing) => field.list === undefined || !thing.words || !board.lists[field.list].kinds.includes(thing.kind) ? undefined : listed[field.list].get(bare(thing.words));

  return {
    fieldsOf,
    wordFor,
    wordsOf: (field) => (field.list === undefined ? [] : board.lists[field.list].words),
    kindsOf: (field) => (field.list === undefined ? [] : board.lists[field.list].kinds),
    /**
     * The orders that can name an object, with the field that names it; its own orders come first.
     * @param {Thing} thing
     */
    of(thing) {
      const own = [];
      const toward = [];
      for (const command of board.commands) {
        command.forms.forEach((form, number) => {
          const fields = fieldsOf(form);
          const at = fields.findIndex((field) => wordFor(field, thing) !== undefined);
          if (at < 0) return;
          const subject = fields.findIndex((field) => field.list !== undefined && board.lists[field.list].kinds.length > 0);
          (at === subject ? own : toward).push({ command, form, number, at, word: wordFor(fields[at], thing) });
        });
      }
      return { own, toward };
    },
    /** Orders that name nothing on the map. */
    others() {
      return board.commands.flatMap((command) => command.forms.map((form, number) => ({ command, form, number, at: -1, word: "" })))
        .filter(({ form }) => !fieldsOf(form).some((field) => field.list !== undefined && board.lists[field.list].kinds.length > 0));
    },
  };
}

/** An order being composed: the words so far, and the next one to ask for. */
export class Choice {
  /** @param {{command: Command, form: any, number: number, at: number, word: string}} order @param {Field[]} fields */
  constructor(order, fields) {
    this.order = order;
    this.fields = fields;
    /** @type {string[]} */
    this.values = fields.map(() => "");
    /** @type {number[]} */
    this.steps = [];
    if (order.at >= 0) this.values[order.at] = order.word;
    this.asked = this.next();
  }

  /** The next required field that is empty; -1 if all are filled. */
  next() {
    return this.fields.findIndex((field, at) => !field.group && !this.values[at]);
  }

  get complete() {
    return this.next() < 0;
  }

  get optional() {
    return this.fields.some((field) => field.group);
  }

  take(word) {
    this.values[this.asked] = word;
    this.steps.push(this.asked);
    this.asked = this.next();
  }

  /** Go one step back; false at the first one. */
  back() {
    const last = this.steps.pop();
    if (last === undefined) return false;
    this.values[last] = "";
    this.asked = last;
    return true;
  }

  /** The order so far, for display. */
  get text() {
    let at = -1;
    const told = [this.order.command.keyword];
    for (const part of this.order.form.parts) {
      if (typeof part === "string") { told.push(part); continue; }
      at += 1;
      if (this.values[at]) told.push(this.values[at]);
      else if (!part.group) { told.push("…"); break; }
    }
    return told.join(" ").replaceAll(" ,", ",");
  }
}
