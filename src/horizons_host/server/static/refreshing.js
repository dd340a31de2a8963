"use strict";
// @ts-check
// Pages follow the facts about what they show.
import { connect, onFact } from "./live.js";

const { game = "", version = "0", account = "" } = document.body.dataset;
onFact((fact) => console.debug(fact));
connect({ key: game, version: Number(version), account });
