"use strict";
// Text boxes with a button that copies their text.
for (const box of document.querySelectorAll(".fh-copy")) {
  const area = box.querySelector("textarea");
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "copy";
  button.addEventListener("click", async () => {
    area.select();
    try {
      await navigator.clipboard.writeText(area.value);
    } catch {
      document.execCommand("copy");
    }
    button.textContent = "copied";
    setTimeout(() => { button.textContent = "copy"; }, 1500);
  });
  box.prepend(button);
}
// The production planner: it sums up quantities and writes the orders below.
for (const planner of document.querySelectorAll(".fh-planner")) {
  const { planets, groups } = JSON.parse(planner.querySelector("script").textContent);
  if (!planets.length) continue;
  const [ONCE, NUMBER] = [0, 1];
  const part = (name) => planner.querySelector(`[data-part="${name}"]`);
  const list = part("planet");
  const counts = new Map();
  const number = (value) => value.toLocaleString("en");
  planets.forEach((planet, place) => list.add(new Option(planet.name, place)));

  const lines = (place) => {
    const choices = [...planets[place].groups, ...groups].flatMap(([, choices]) => choices);
    return choices.flatMap(([label, order, price, often], row) => {
      const count = counts.get(`${place}/${row}`) ?? 0;
      if (!count) return [];
      const text = order.replace("{n}", count);
      const orders = often === NUMBER || often === ONCE ? [text] : Array(count).fill(text);
      return [{ label, cost: price * count, orders, count }];
    });
  };
  const sum = () => {
    const place = Number(list.value);
    const planet = planets[place];
    const chosen = lines(place);
    const cost = chosen.reduce((total, line) => total + line.cost, 0);
    const drawn = Math.max(0, cost - planet.spend);
    const people = chosen.filter(({ label }) => /^(CU|PD) /.test(label)).reduce((total, { count }) => total + count, 0);
    const left = planet.spend - cost;
    const words = [`${number(cost)} of ${number(planet.spend)} spent`,
      left >= 0 ? `${number(left)} left` : `${number(drawn)} of ${number(planet.treasury)} from the treasury`];
    if (drawn > planet.treasury) words.push("too much");
    if (people > planet.population) words.push(`only ${number(planet.population)} people available`);
    const total = part("sum");
    total.textContent = words.join(", ");
    total.className = drawn > planet.treasury || people > planet.population ? "debit" : "credit";
    part("orders").value = planets.flatMap((producer, index) => {
      const orders = lines(index).flatMap((line) => line.orders);
      return orders.length ? [`PRODUCTION PL ${producer.name}`, ...orders.map((order) => `  ${order}`), ""] : [];
    }).join("\n");
  };
  const show = () => {
    const place = Number(list.value);
    let row = 0;
    part("things").replaceChildren(...[...planets[place].groups, ...groups].flatMap(([title, choices]) => {
      if (!choices.length) return [];
      const group = document.createElement("details");
      group.open = title === "Go on with" || title === "Items";
      const head = document.createElement("summary");
      head.textContent = title;
      const table = document.createElement("table");
      for (const [label, , price, often] of choices) {
        const key = `${place}/${row++}`;
        const line = table.insertRow();
        const field = document.createElement("input");
        field.type = often === ONCE ? "checkbox" : "number";
        field.min = 0;
        field.setAttribute("aria-label", label);
        if (often === ONCE) field.checked = counts.has(key);
        else field.value = counts.get(key) ?? "";
        field.addEventListener("input", () => {
          const count = often === ONCE ? Number(field.checked) : Math.max(0, Math.floor(Number(field.value) || 0));
          if (count) counts.set(key, Math.min(count, often === NUMBER ? 1e6 : 50));
          else counts.delete(key);
          sum();
        });
        line.insertCell().append(field);
        line.insertCell().textContent = label;
        const cost = line.insertCell();
        cost.className = "num";
        cost.textContent = number(price);
      }
      group.append(head, table);
      return [group];
    }));
    sum();
  };
  list.addEventListener("change", show);
  planner.hidden = false;
  show();
}
