"use strict";
// @ts-check
// Composing an order step by step: a command, perhaps about an object, then its arguments one by one.
// The server says which argument comes next, and what may be chosen.

/**
 * @typedef {{words: string, kind: string, place: string, title: string, yours: boolean, isPlace: boolean, isSelectable: boolean, facts: Record<string, string|number>, sort: string, ranges: Record<string, number>}} Thing
 * @typedef {{name: string, things: string[], list?: number, several?: number}} Argument
 * @typedef {{keyword: string, label: string, group: string, help: string, on: string[], default: number, repeats: number, syntax: string[], lines: boolean, then: {command: string, arguments: Record<string, string>}|null, arguments: Argument[], forms: any[][]}} Command
 * @typedef {{stock: string, amount: number}} Cost
 * @typedef {{value: string, label: string, place: string, cost: Cost|null, help: string}} Option
 * @typedef {{name: string, label: string, help: string, choices: Option[], range: {low: number, high: number, step: number, cost: Cost|null}|null, optional: boolean, several: boolean, free: boolean}} Step
 * @typedef {Step & {value: string|null, fault: string, heading?: string}} Field
 * @typedef {{fields: Field[], presets: {label: string, help: string, values: Record<string, string>}[], figures: {label: string, value: string, warning: boolean}[], other: string, shop?: string}} Card
 * @typedef {{command: Command, preset: Record<string, any>}} Offer
 */

export const bare = (word) => word.replace(/^"(.*)"$/, "$1").toLowerCase();

/**
 * @param {{commands: Command[], lists: string[][]}} board
 */
export function ordersFor(board) {
  const listed = board.lists.map((list) => new Set(list.map(bare)));
  const isOf = (thing, kinds) => kinds.includes(thing.kind) || (thing.isPlace && kinds.includes("place"));

  /** The argument that names an object, as chosen already; null if there is none. */
  const preset = (command, thing) => {
    for (const argument of command.arguments) {
      if (!isOf(thing, argument.things)) continue;
      const word = [thing.words, thing.place].find((one) => one && (argument.list === undefined || listed[argument.list].has(bare(one))));
      if (word) return { [argument.name]: argument.several ? [word] : word };
    }
    return null;
  };

  return {
    /** All orders. */
    all: board.commands.map((command) => ({ command, preset: {} })),
    /** The command with a keyword. */
    command: (keyword) => board.commands.find((command) => command.keyword === keyword),
    /**
     * The orders for an object, those that can name it besides, and the rest.
     * @param {Thing} thing
     */
    of(thing) {
      const [own, toward, others] = /** @type {Offer[][]} */ ([[], [], []]);
      for (const command of board.commands) {
        const named = preset(command, thing);
        const isNameable = command.arguments.some((argument) => isOf(thing, argument.things));
        if (isOf(thing, command.on) && (named || (!isNameable && (thing.yours || thing.isPlace)))) own.push({ command, preset: named ?? {} });
        else (named ? toward : others).push({ command, preset: named ?? {} });
      }
      own.sort((a, b) => b.command.default - a.command.default);
      return { own, toward, others };
    },
  };
}

/** An order being composed: the answers so far, and the next step. */
export class Composition {
  /** @param {Offer} offer @param {string} about the title of the preset object */
  constructor({ command, preset }, about) {
    this.command = command;
    this.preset = preset;
    this.about = Object.keys(preset).length ? about : "";
    /** @type {{step: Step, value: any, label: string, cost: Cost|null, place: string, line: string}[]} */
    this.answers = [];
    /** @type {Step | null} null while the server is asked, and at the end */
    this.step = null;
    this.line = "";
    /** Several arguments that are chosen together, instead of a next step. @type {Card | null} */
    this.card = null;
    /** The values that the player gave to fields of the card. @type {Record<string, any>} */
    this.values = {};
    /** The costs of the order that is changed, by stock. @type {Record<string, number>} */
    this.credit = {};
    /** Whether all arguments are asked for one by one. */
    this.isStepwise = false;
    /** Whether the order is given as soon as it is complete, without what may be left out. */
    this.finishes = false;
    /** The line of the text that the order takes the place of; 0 for a new one. */
    this.replaces = 0;
    /** Answers that are not asked for again, by argument. @type {Record<string, any>} */
    this.remembered = {};
    this.isChanged = false;
    /** Whether it is complete, and being put into the text. */
    this.isGiven = false;
    /** The answer that the step had. @type {any} */
    this.before = null;
  }

  get chosen() {
    const chosen = { ...this.preset };
    for (const { step, value } of this.answers) chosen[step.name] = step.several ? [...(chosen[step.name] ?? []), value] : value;
    return chosen;
  }

  /** The arguments chosen so far, with those of the card. */
  get written() {
    const written = this.chosen;
    const fields = this.card?.shop ? [] : Object.entries(this.filled).filter(([name]) => !name.includes("/"));
    return { ...written, ...Object.fromEntries(fields) };
  }

  /** The values of the card's fields. @returns {Record<string, any>} */
  get filled() {
    return Object.fromEntries((this.card?.fields ?? []).map(({ name, value }) => [name, name in this.values ? this.values[name] || null : value]));
  }

  /** The numbers of parts that were sent are in the words of their argument now. @param {Record<string, any>} sent */
  settle(sent) {
    for (const name of Object.keys(sent)) {
      const [argument, part] = name.split("/");
      if (!part || this.card?.shop || this.values[name] !== sent[name]) continue;
      delete this.values[name];
      this.values[argument] = this.card?.fields.find((field) => field.name === argument)?.value;
    }
  }

  /** The amounts that the answers and the fields cost, by stock. */
  get spent() {
    /** @type {Record<string, number>} */
    const spent = {};
    const pay = (cost, count = 1) => { if (cost) spent[cost.stock] = (spent[cost.stock] ?? 0) + cost.amount * count; };
    for (const { cost } of this.answers) pay(cost);
    const { filled } = this;
    for (const { name, range, choices } of this.card?.fields ?? []) {
      if (range) pay(range.cost, Number(filled[name]) || 0);
      else pay(choices.find(({ value }) => value === filled[name])?.cost);
    }
    return spent;
  }

  /** The place of the last answer that has one. */
  get lastPlace() { return this.answers.findLast(({ place }) => place)?.place ?? ""; }

  /** Answer the step. */
  take({ value, label, cost = null, place = "" }) {
    if (!this.step) return;
    this.answers.push({ step: this.step, value, label, cost, place, line: this.line });
    this.step = this.before = null;
  }

  /** Answer the step as before, if that is possible; null if the player has to. */
  recall() {
    const step = this.step;
    if (!step || !(step.name in this.remembered)) return null;
    const known = this.remembered[step.name];
    const value = Array.isArray(known) ? known[(this.chosen[step.name] ?? []).length] ?? null : known;
    return answerTo(step, { value, label: String(value ?? ""), place: "" }, this.replaces > 0);
  }

  /** Ask for an answer again; the later ones are remembered. @param {number} index */
  rewind(index) {
    const [again, ...later] = this.answers.splice(index);
    const chosen = this.chosen;
    for (const { step } of [again, ...later]) this.remembered[step.name] = step.several ? [...(chosen[step.name] ?? [])] : null;
    delete this.remembered[again.step.name];
    for (const { step, value } of later) {
      if (!step.several) this.remembered[step.name] = value;
      else if (step.name !== again.step.name && value !== null) this.remembered[step.name].push(value);
    }
    [this.step, this.line, this.before, this.card] = [again.step, again.line, again.value, null];
  }

  /** Go one step back; false at the first one. */
  back() {
    const last = this.answers.pop();
    if (!last) return false;
    [this.step, this.line, this.card] = [last.step, last.line, null];
    return true;
  }
}

/**
 * Find the answer to a step that is like another one: the same place, or the same words.
 * @param {Step} step
 */
export function answerTo(step, { value, label, place }, isKnown = false) {
  if (value === null) return step.optional ? { value, label: "" } : null;
  const alike = step.choices.filter((choice) => (place ? choice.place === place : bare(choice.value) === bare(String(value))));
  const choice = alike.find((one) => one.value === value) ?? alike[0];
  if (choice) return choice;
  const number = Number(value);
  const { range } = step;
  const cost = range?.cost ? { stock: range.cost.stock, amount: range.cost.amount * number } : null;
  return isKnown || step.free || (range && number >= range.low && number <= range.high) ? { value, label, cost } : null;
}
