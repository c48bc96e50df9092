// Sorting and filtering of the table of claims. Without it the table is complete, in the order of the run.
"use strict";
(() => {
  const table = document.getElementById("claims-table");
  const body = table.tBodies[0];
  const rows = [...body.rows];
  const panel = document.getElementById("filters");
  const fields = [...panel.querySelectorAll("select, input")];
  const told = document.getElementById("shown");
  const more = document.getElementById("more");
  const STEP = 40;
  let limit = STEP;
  const texts = new Map(rows.map(row => [row, row.textContent.toLowerCase().replace(/\s+/g, " ")]));

  const fits = row => fields.every(field => {
    const wanted = field.value.trim().toLowerCase();
    if (!wanted) return true;
    if (field.name === "text") return wanted.split(/\s+/).every(word => texts.get(row).includes(word));
    return row.dataset[field.name].split(" ").includes(field.value);
  });

  const show = () => {
    const found = rows.filter(fits);
    const kept = new Set(found);
    rows.forEach(row => { row.hidden = !kept.has(row); });
    // What is beyond the limit is not shown on screen, but printed.
    found.forEach((row, k) => row.classList.toggle("beyond", k >= limit));
    const seen = Math.min(limit, found.length);
    told.textContent = `${found.length} of ${rows.length} claims` + (seen < found.length ? `, the first ${seen} shown` : "");
    more.hidden = seen >= found.length;
  };

  const key = (row, column) => row.cells[column].dataset.key ?? row.cells[column].textContent.trim().toLowerCase();
  const compare = (a, b) => {
    const [x, y] = [Number(a), Number(b)];
    if (a === "" || b === "") return (a === "") - (b === "");
    return Number.isNaN(x) || Number.isNaN(y) ? a.localeCompare(b, "en", { numeric: true }) : x - y;
  };
  const order = (header, column) => {
    const down = header.getAttribute("aria-sort") === "ascending";
    for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
    header.setAttribute("aria-sort", down ? "descending" : "ascending");
    rows.sort((a, b) => {
      const [x, y] = [key(a, column), key(b, column)];
      const result = compare(x, y);
      return x === "" || y === "" || !down ? result : -result;
    });
    body.append(...rows);
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
  const change = () => { limit = STEP; write(); show(); };
  panel.addEventListener("input", change);
  document.getElementById("all").addEventListener("click", () => { fields.forEach(f => { f.value = ""; }); change(); fields[0].focus(); });
  more.addEventListener("click", () => {
    const next = rows.filter(fits)[limit];
    limit = Infinity;
    show();
    next.querySelector("a").focus();
  });
  addEventListener("hashchange", () => { if (location.hash.startsWith("#?")) { read(); limit = STEP; show(); table.scrollIntoView(); } });
  panel.hidden = false;
  read();
  show();
})();
