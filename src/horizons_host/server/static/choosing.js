"use strict";
// @ts-check
// Composing an order step by step: a command, perhaps about an object, then its arguments one by one.
// The server says which argument comes next, and what may be chosen.

/**
 * @typedef {{words: string, kind: string, place: string, title: string, yours: boolean, isPlace: boolean, facts: Record<string, string|number>}} Thing
 * @typedef {{name: string, things: string[], list?: number, several?: number}} Argument
 * @typedef {{keyword: string, label: string, group: string, help: string, on: string[], default: number, syntax: string[], lines: boolean, arguments: Argument[], forms: any[][]}} Command
 * @typedef {{stock: string, amount: number}} Cost
 * @typedef {{value: string, label: string, place: string, cost: Cost|null, help: string}} Option
 * @typedef {{name: string, label: string, help: string, choices: Option[], range: {low: number, high: number, step: number, cost: Cost|null}|null, optional: boolean, several: boolean, free: boolean}} Step
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
    /** @type {{step: Step, value: any, label: string, cost: Cost|null, line: string}[]} */
    this.answers = [];
    /** @type {Step | null} null while the server is asked */
    this.step = null;
    this.line = "";
    /** Whether the order is given as soon as it is complete, without what may be left out. */
    this.finishes = false;
  }

  get chosen() {
    const chosen = { ...this.preset };
    for (const { step, value } of this.answers) chosen[step.name] = step.several ? [...(chosen[step.name] ?? []), value] : value;
    return chosen;
  }

  /** The amounts that the answers cost, by stock. */
  get spent() {
    /** @type {Record<string, number>} */
    const spent = {};
    for (const { cost } of this.answers) if (cost) spent[cost.stock] = (spent[cost.stock] ?? 0) + cost.amount;
    return spent;
  }

  take(value, label, cost = null) {
    if (!this.step) return;
    this.answers.push({ step: this.step, value, label, cost, line: this.line });
    this.step = null;
  }

  /** Go one step back; false at the first one. */
  back() {
    const last = this.answers.pop();
    if (!last) return false;
    [this.step, this.line] = [last.step, last.line];
    return true;
  }
}
