"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const at = (id) => document.getElementById(id);
  const seats = data.agents.map((_, seat) => seat);
  const view = { step: 1, seat: -1, other: -1, world: -1 };

  const now = () => data.steps[view.step - 1];
  const model = () => data.models[now().model];
  const left = (world) => model().left[world] === "1";
  const all = () => data.names.map((_, world) => world).filter(left);
  const percent = (chance) => (chance > 0.9995 ? "100" : (100 * chance).toFixed(1)) + " %";
  const plural = (count) => count + (count === 1 ? " world" : " worlds");

  /* The world to look from: the chosen one, else the actual one if it is shown and left. */
  const from = () => (view.world >= 0 && left(view.world) ? view.world : now().actual >= 0 && left(now().actual) ? now().actual : -1);

  /* The worlds that a seat considers possible at a world; without a world all that are left. */
  function possible(seat, world) {
    if (seat < 0 || world < 0) return all();
    const classes = model().classes[seat];
    return all().filter((one) => classes[one] === classes[world]);
  }
  const knowsMore = (seat) => seat >= 0 && from() < 0 && new Set(all().map((one) => model().classes[seat][one])).size > 1;

  function chances(worlds) {
    const weights = data.weights[now().weights];
    const total = worlds.reduce((sum, world) => sum + weights[world], 0);
    return new Map(worlds.map((world) => [world, weights[world] / total]));
  }

  /* The probability that another seat gives each world, as the first seat expects it; and the sets it may have. */
  function through(seat, other) {
    const expected = new Map();
    const sets = new Map();
    for (const [world, chance] of chances(possible(seat, from()))) {
      const worlds = possible(other, world);
      sets.set(worlds.join(), worlds.length);
      for (const [one, share] of chances(worlds)) expected.set(one, (expected.get(one) || 0) + chance * share);
    }
    return { expected, sizes: [...sets.values()] };
  }

  function claimChance(seat) {
    if (!now().claim || knowsMore(seat) || !all().length) return null;
    let sum = 0;
    for (const [world, chance] of chances(possible(seat, from()))) if (model().claimed[world] === "1") sum += chance;
    return sum;
  }

  const who = (seat) => (seat < 0 ? "A spectator" : "Seat " + seat);

  function sentence() {
    const { seat, other } = view;
    if (!all().length) return "No world is left: the " + data.claim + " cannot be true.";
    if (knowsMore(seat)) {
      const which = now().actual >= 0 ? "none of them is the actual one" : "which one it is stays hidden";
      return "Seat " + seat + " has seen more than a spectator and tells some of these worlds apart; " + which + ". Click a world to look from it.";
    }
    const own = possible(seat, from()).length;
    if (other >= 0) {
      const { sizes } = through(seat, other);
      if (own === 1) return who(seat) + " knows the world, and knows that seat " + other + " considers " + plural(sizes[0]) + " possible.";
      if (sizes.every((size) => size === 1)) return who(seat) + " considers " + plural(own) + " possible, and knows that seat " + other + " knows the world.";
      if (sizes.length === 1) return who(seat) + " knows that seat " + other + " considers " + plural(sizes[0]) + " possible.";
      return who(seat) + " thinks that seat " + other + " considers one of " + sizes.length + " sets of worlds possible.";
    }
    const chance = claimChance(seat);
    const text = who(seat) + " considers " + plural(own) + " possible.";
    return chance === null ? text : text + " The chance that " + now().claim.text + " is " + percent(chance) + ".";
  }

  function make(tag, text, attributes) {
    const element = document.createElement(tag);
    if (text !== undefined) element.textContent = text;
    for (const [name, value] of Object.entries(attributes || {})) element.setAttribute(name, value);
    return element;
  }

  const cells = data.names.map((name, world) => {
    const cell = make("button", undefined, { type: "button" });
    cell.append(make("span", name), make("small", ""));
    cell.addEventListener("click", () => {
      if (!left(world)) return;
      view.world = view.world === world ? -1 : world;
      show();
    });
    return cell;
  });
  at("grid").style.gridTemplateColumns = "repeat(" + data.columns + ", minmax(0, 1fr))";
  at("grid").append(...cells);

  function showGrid() {
    const step = now();
    const hidden = knowsMore(view.seat);
    const shown = view.other >= 0 && !hidden ? through(view.seat, view.other).expected : chances(possible(view.seat, from()));
    cells.forEach((cell, world) => {
      const chance = shown.get(world);
      const struck = !left(world);
      const marks = { struck, far: !struck && chance === undefined, actual: step.actual === world,
        claim: Boolean(step.claim) && step.claim.world === world, chosen: view.world === world };
      for (const [name, on] of Object.entries(marks)) cell.classList.toggle(name, on);
      cell.style.setProperty("--share", chance === undefined ? 0 : Math.round(8 + 62 * Math.sqrt(chance)));
      cell.lastChild.textContent = chance === undefined ? "" : percent(chance).replace(" %", "");
      cell.setAttribute("aria-pressed", String(view.world === world));
      cell.setAttribute("aria-disabled", String(struck));
      const words = [data.names[world], struck ? "struck out" : chance === undefined ? "not possible" : percent(chance)];
      if (marks.actual) words.push("the actual world");
      if (marks.claim) words.push("the " + data.claim);
      cell.setAttribute("aria-label", words.join(", "));
      cell.title = words.join(", ");
    });
  }

  function row(parts, tag) {
    const line = make("tr");
    for (const part of parts) line.append(part instanceof Node ? part : make(tag || "td", part));
    return line;
  }

  function showSeats() {
    const lines = [row(["seen by", "considers possible", data.claim + " true"], "th")];
    for (const seat of [-1, ...seats]) {
      const chance = claimChance(seat);
      const count = knowsMore(seat) ? "some of " + plural(all().length) : plural(possible(seat, from()).length);
      const button = make("button", seat < 0 ? "spectator" : "seat " + seat, { type: "button", "aria-pressed": String(view.seat === seat) });
      button.addEventListener("click", () => { look(seat, view.other); at("seats").querySelector("[aria-pressed=true]").focus(); });
      const name = make("td");
      name.append(button);
      lines.push(row([name, count, chance === null ? "" : percent(chance)]));
    }
    at("seats").replaceChildren(...lines);
  }

  function showFormulas() {
    at("formulas").replaceChildren(...data.formulas.map((formula, number) => {
      const holds = model().formulas[number];
      const here = from();
      const count = all().filter((world) => holds[world] === "1").length;
      const answer = here < 0 ? "" : holds[here] === "1" ? "true" : "false";
      const reason = view.world < 0 && answer !== "true" ? ". " + now().reasons[number] : "";
      const line = make("li");
      line.append(make("code", formula), " ", make("span", answer, { class: answer }), (answer ? " here, " : "") +
        "true at " + count + " of " + plural(all().length) + reason + ".");
      return line;
    }));
  }

  function showSteps() {
    const round = now().round;
    at("round-title").textContent = "Round " + round;
    at("steps").replaceChildren(...data.steps.flatMap((step, number) => {
      if (step.round !== round) return [];
      const line = make("li");
      const button = make("button", number + 1 + ". " + step.event, { type: "button" });
      if (number + 1 === view.step) button.setAttribute("aria-current", "step");
      button.addEventListener("click", () => { go(number + 1); at("steps").querySelector("[aria-current]").focus(); });
      line.append(button);
      return [line];
    }));
  }

  function show() {
    const step = now();
    const rounds = data.steps[data.steps.length - 1].round;
    at("place").textContent = "Step " + view.step + " of " + data.steps.length + ", round " + step.round + " of " + rounds;
    at("slider").value = view.step;
    at("slider").setAttribute("aria-valuetext", at("place").textContent);
    at("event").textContent = (view.seat >= 0 && step.told[view.seat]) || step.event;
    at("said").textContent = sentence();
    const struck = step.actual >= 0 && !left(step.actual);
    at("from").textContent = view.world >= 0 ? "Seen from world " + data.names[view.world] + "."
      : struck ? "The actual world, " + data.names[step.actual] + ", is struck out: the " + data.claim + " was false."
      : step.actual >= 0 ? "Seen from the actual world, " + data.names[step.actual] + "." : "";
    at("reset").hidden = view.world < 0;
    at("reset").textContent = data.finished ? "Back to the actual world" : "Back to what everybody knows";
    at("back").disabled = view.step === 1;
    at("on").disabled = view.step === data.steps.length;
    at("round-back").disabled = step.round === 1;
    at("round-on").disabled = step.round === rounds;
    showGrid();
    showSeats();
    showFormulas();
    showSteps();
    history.replaceState(null, "", "#" + [view.step, view.seat, view.other].join());
  }

  function look(seat, other) {
    view.seat = seat;
    view.other = other;
    at("seat").value = seat;
    at("other").value = other;
    show();
  }
  function go(step) {
    view.step = Math.min(Math.max(step, 1), data.steps.length);
    view.world = -1;
    show();
  }
  function goRound(by) {
    const found = data.steps.findIndex((step) => step.round === now().round + by);
    if (found >= 0) go(found + 1);
  }

  at("back").addEventListener("click", () => go(view.step - 1));
  at("on").addEventListener("click", () => go(view.step + 1));
  at("round-back").addEventListener("click", () => goRound(-1));
  at("round-on").addEventListener("click", () => goRound(1));
  at("slider").addEventListener("input", () => go(Number(at("slider").value)));
  at("reset").addEventListener("click", () => { const was = view.world; view.world = -1; show(); cells[was].focus(); });
  at("seat").addEventListener("change", () => look(Number(at("seat").value), view.other));
  at("other").addEventListener("change", () => look(view.seat, Number(at("other").value)));
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches("input, select")) return;
    const keys = { ArrowLeft: () => go(view.step - 1), ArrowRight: () => go(view.step + 1), PageUp: () => goRound(-1),
      PageDown: () => goRound(1), Home: () => go(1), End: () => go(data.steps.length) };
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });
  /* The address names step, seat and other seat, so that a place can be kept. */
  const [step, seat, other] = location.hash.slice(1).split(",").map((part) => parseInt(part, 10));
  at("worlds").hidden = false;
  look(seats.includes(seat) ? seat : -1, seats.includes(other) ? other : -1);
  go(step || 1);
})();
