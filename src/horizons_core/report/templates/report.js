"use strict";
// Sorts a table by a click on a column's heading, and adds filters above each long table.
for (const table of document.querySelectorAll("table[data-sortable]")) {
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells];
  const value = (row, column) => row.cells[column].dataset.value ?? row.cells[column].textContent.trim();
  const collator = new Intl.Collator(undefined, { numeric: true });
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.append(...head.childNodes);
    button.title = "sort by this column";
    head.append(button);
    button.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") === "ascending";
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const rows = [...body.rows].sort((a, b) => collator.compare(value(a, column), value(b, column)));
      body.append(...(down ? rows.reverse() : rows));
    });
  });
  if (body.rows.length < 10) continue;
  const tests = new Map();
  const found = document.createElement("output");
  const show = () => {
    let shown = 0;
    for (const row of body.rows) {
      row.hidden = ![...tests.values()].every((test) => test(row));
      shown += !row.hidden;
    }
    found.textContent = shown < body.rows.length ? `${shown} of ${body.rows.length} rows` : "";
  };
  const field = document.createElement("input");
  field.type = "search";
  field.placeholder = "filter";
  field.setAttribute("aria-label", "show the rows that hold these words");
  field.addEventListener("input", () => {
    const words = field.value.toLowerCase().split(/\s+/);
    tests.set(field, (row) => words.every((word) => row.textContent.toLowerCase().includes(word)));
    show();
  });
  // A heading marked data-choose gets a list of the values in its column.
  const lists = heads.flatMap((head, column) => {
    const values = [...new Set([...body.rows].map((row) => value(row, column)))];
    if (!("choose" in head.dataset) || values.length < 2) return [];
    const list = document.createElement("select");
    const name = head.textContent.trim();
    list.setAttribute("aria-label", `show the rows of one ${name}`);
    list.add(new Option(`${name}: all`, ""));
    for (const one of values.sort(collator.compare)) if (one) list.add(new Option(one, one));
    list.addEventListener("change", () => {
      tests.set(list, (row) => !list.value || value(row, column) === list.value);
      show();
    });
    return [list];
  });
  const bar = document.createElement("div");
  bar.className = "filter";
  bar.append(field, ...lists, found);
  table.closest(".scroll").before(bar);
}
