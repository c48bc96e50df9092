// Sorting and filtering of the table of claims. Without it the table is complete, in the order of the papers.
"use strict";
(() => {
  const table = document.getElementById("claims-table");
  const groups = [...table.tBodies].map(body => ({
    body, title: body.rows[0], topic: body.dataset.topic, rows: [...body.rows].slice(1),
  }));
  const rows = groups.flatMap(group => group.rows);
  const panel = document.getElementById("filters");
  const fields = [...panel.querySelectorAll("select, input")];
  const told = document.getElementById("shown");
  const more = document.getElementById("more");
  const STEP = 40;
  let limit = STEP;
  const GREEK = {α: "alpha", β: "beta", γ: "gamma", δ: "delta", ε: "epsilon", θ: "theta", λ: "lambda", σ: "sigma", τ: "tau"};
  // One word for λₖ, lambda_k and Lambda_K, and ids as they stand in addresses.
  const plain = text => text.normalize("NFKC").toLowerCase().replace(/[α-ω]/g, c => GREEK[c] ?? c).replace(/[_^]/g, "").replace(/\s+/g, " ").replaceAll("/", "-");
  // What the filters and the search look at, of each row.
  const known = new Map(groups.flatMap(group => group.rows.map((row, place) => {
    const [rank, origin, kind, ...flag] = row.dataset.k.split(" ");
    const [printed, amended, defect] = [1, 2, 3].map(k => row.cells[k].textContent.trim()).map(word => word === "–" ? "none" : word.replaceAll(" ", "-"));
    const text = plain([row.textContent, row.querySelector("a").getAttribute("href"), group.title.textContent].join(" "));
    const name = plain(row.querySelector("a").textContent);
    return [row, {rank, origin, kind, flag, printed, amended, defect, topic: group.topic, text, name, place}];
  })));

  const fits = row => fields.every(({name, value}) => {
    const wanted = value.trim();
    if (!wanted) return true;
    const found = known.get(row)[name];
    return name === "text" ? plain(wanted).split(" ").every(word => found.includes(word)) : [found].flat().includes(wanted);
  });

  const show = () => {
    const idle = fields.every(field => !field.value.trim());
    const found = rows.filter(fits);
    const headlines = found.filter(row => known.get(row).rank === "headline");
    const first = limit === Infinity ? found : idle && headlines.length ? headlines : found.slice(0, limit);
    const [kept, seen] = [new Set(found), new Set(first)];
    // What is beyond the limit is not shown on screen, but printed.
    for (const row of rows) {
      row.hidden = !kept.has(row);
      row.classList.toggle("beyond", !seen.has(row));
    }
    for (const {title, rows: own} of groups) {
      title.hidden = !own.some(row => kept.has(row));
      title.classList.toggle("beyond", !own.some(row => seen.has(row)));
    }
    const part = first === headlines ? `the ${first.length} headlines` : `the first ${first.length}`;
    const all = rows.length === 1 ? "1 claim" : `${rows.length} claims`;
    const counted = idle ? all : `${found.length} of ${all}`;
    told.textContent = counted + (first.length < found.length ? `; here are ${part}` : "");
    more.textContent = `Show all ${found.length}`;
    more.hidden = first.length >= found.length;
  };

  // What is searched by its name comes first: "theorem 5" before "theorem 5.1", before what only mentions it.
  const searched = panel.querySelector("[name=text]");
  let last = "";
  const near = (row, wanted) => {
    const {name} = known.get(row);
    if (!wanted || name === wanted) return 0;
    if (!name.startsWith(wanted)) return name.includes(wanted) ? 3 : 4;
    return /^[.\w]/.test(name.slice(wanted.length)) ? 2 : 1;
  };
  const rank = () => {
    const wanted = plain(searched.value.trim());
    if (wanted === last) return;
    last = wanted;
    for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
    for (const {body, rows: own} of groups) {
      own.sort((a, b) => near(a, wanted) - near(b, wanted) || known.get(a).place - known.get(b).place);
      body.append(...own);
    }
    const nearest = group => Math.min(...group.rows.filter(fits).map(row => near(row, wanted)));
    const ordered = wanted ? [...groups].sort((a, b) => (nearest(a) - nearest(b)) || 0) : groups;
    table.append(...ordered.map(group => group.body));
    rows.splice(0, rows.length, ...ordered.flatMap(group => group.rows));
  };

  const order = (header, column) => {
    const down = header.getAttribute("aria-sort") === "ascending";
    for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
    header.setAttribute("aria-sort", down ? "descending" : "ascending");
    const key = row => row.cells[column].textContent.trim();
    const compare = (a, b) => column ? key(a).localeCompare(key(b), "en") : known.get(a).place - known.get(b).place;
    const none = row => column && key(row) === "–";
    for (const {body, rows: own} of groups) {
      own.sort((a, b) => none(a) - none(b) || (down ? -1 : 1) * compare(a, b) || known.get(a).place - known.get(b).place);
      body.append(...own);
    }
    rows.splice(0, rows.length, ...groups.flatMap(group => group.rows));
    show();
  };
  [...table.tHead.rows[0].cells].forEach((header, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...header.childNodes);
    header.append(button);
    button.addEventListener("click", () => order(header, column));
  });

  const read = () => {
    const wanted = new URLSearchParams(location.hash.startsWith("#?") ? location.hash.slice(2) : "");
    fields.forEach(field => { field.value = wanted.get(field.name) ?? ""; if (field.selectedIndex === -1) field.value = ""; });
  };
  const write = () => {
    const chosen = new URLSearchParams(fields.filter(f => f.value.trim()).map(f => [f.name, f.value.trim()])).toString();
    history.replaceState(null, "", chosen ? "#?" + chosen : location.pathname + location.search);
  };
  const change = () => { limit = STEP; write(); rank(); show(); };
  panel.addEventListener("input", change);
  document.getElementById("all").addEventListener("click", () => { fields.forEach(f => { f.value = ""; }); change(); fields[0].focus(); });
  more.addEventListener("click", () => {
    const next = rows.find(row => !row.hidden && row.classList.contains("beyond"));
    limit = Infinity;
    show();
    next.querySelector("a").focus();
  });
  addEventListener("hashchange", () => { if (location.hash.startsWith("#?")) { read(); limit = STEP; rank(); show(); table.scrollIntoView(); } });
  panel.hidden = false;
  read();
  rank();
  show();
})();
