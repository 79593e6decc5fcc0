// Finds the parts of a chat window in one frame, and says how each can be selected.
() => {
  const children = (node) => [...(node.shadowRoot ? node.shadowRoot.children : []), ...node.children];
  const all = (root = document.documentElement) => [root, ...children(root).flatMap(all)];
  const visible = (e) => {
    const box = e.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && e.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  };
  const text = (e) => (e.innerText || all(e).map((part) => (part === e ? "" : part.innerText || "")).join(" ")).replace(/\s+/g, " ").trim();
  const attribute = (e, name) => e.getAttribute(name) || "";
  const labels = (e) => ["aria-label", "title", "placeholder", "name", "id", "class", "data-testid"].map((n) => attribute(e, n)).join(" ");
  const up = (e) => e.parentElement || (e.getRootNode().host ?? null);
  const line = (e) => (e ? [e, ...line(up(e))] : []);
  const steady = (name) => name.length <= 60 && !/\d{3,}|[0-9a-f]{8,}|^(css|sc|jss|emotion)-|--?[a-zA-Z]*\d[a-zA-Z0-9]*$|^:/.test(name);
  const matching = (selector) => all().filter((e) => e.matches(selector));
  const choices = (e) => {
    const quoted = (name) => `[${name}="${CSS.escape(attribute(e, name)).replace(/\\ /g, " ")}"]`;
    const tag = e.localName;
    const found = e.id && steady(e.id) ? [`#${CSS.escape(e.id)}`] : [];
    for (const name of ["data-testid", "data-test", "data-role", "data-author", "data-sender", "data-from", "data-type", "name"])
      if (attribute(e, name) && steady(attribute(e, name))) found.push(quoted(name));
    for (const name of [...e.classList].filter(steady)) found.push(`.${CSS.escape(name)}`);
    for (const name of ["aria-label", "placeholder", "title", "role"]) if (attribute(e, name)) found.push(`${tag}${quoted(name)}`);
    return [...found, tag];
  };
  const only = (e) => choices(e).find((selector) => matching(selector).filter(visible).length === 1) || choices(e)[0];
  const buttons = () => all().filter((e) => e.matches('button, [role="button"], a[href], input[type="submit"], input[type="button"]') && visible(e));
  const named = (e) => `${text(e)} ${attribute(e, "aria-label")} ${attribute(e, "title")} ${e.value || ""}`.trim();
  const WRITING = /chat|messag|type|write|ask|reply|question|frag|schreib|nachricht/i;
  const OTHER = /search|such|e-?mail|newsletter|password|login|user ?name|phone|filter/i;
  const ASSISTANT = /bot|assistant|agent|incoming|received|\bai\b|response|operator|answer|server|system/i;
  const inputs = () =>
    all()
      .filter((e) => e.matches('textarea, input:not([type]), input[type="text"], [contenteditable="true"], [contenteditable=""], [role="textbox"]') && visible(e))
      .map((e) => {
        const around = line(e).slice(0, 8);
        const log = around.some((p) => all(p).some((x) => x.matches('[role="log"], [aria-live]:not([aria-live="off"])')));
        const kind = e.matches("textarea, [contenteditable]") ? 3 : 1;
        const score = kind + (WRITING.test(labels(e)) ? 3 : 0) + (log ? 2 : 0) - (OTHER.test(labels(e)) ? 6 : 0);
        return { element: e, score, selector: only(e) };
      })
      .sort((a, b) => b.score - a.score);
  let before = new Set();
  let shownBefore = new Set();
  const busy = new Map();
  const isNew = (e) => !before.has(e) && visible(e);
  const tool = {
    input: () => inputs().map(({ selector, score }) => ({ selector, score }))[0] || null,
    log: () => matching('[role="log"]').filter(visible).length === 1,
    consent: () => {
      const found = buttons().find((e) =>
        /^(accept|agree|allow|i (accept|agree)|ok\b|got it|alle akzeptieren|akzeptieren|zustimmen|einverstanden|tout accepter|accepter|aceptar|accetta)/i.test(named(e)) &&
        line(e).slice(0, 6).some((p) => /cookie|consent|privacy|datenschutz|tracking/i.test(text(p)) && text(p).length < 3000));
      return found ? only(found) : null;
    },
    launcher: () => {
      const found = buttons().find((e) => !e.matches("a[href^='mailto']") && /chat|assistant|support|message us|ask us|talk to/i.test(`${named(e)} ${labels(e)}`));
      return found ? only(found) : null;
    },
    sender: (selector) => {
      const input = matching(selector).filter(visible)[0];
      for (const outer of line(input).slice(1, 6)) {
        const inner = all(outer).filter((e) => e.matches('button, [role="button"], input[type="submit"]') && visible(e));
        const found = inner.find((e) => /send|submit|senden|envoyer|enviar|invia/i.test(`${named(e)} ${labels(e)}`)) || inner.at(-1);
        if (found) return only(found);
      }
      return null;
    },
    heading: (selector) => {
      const input = matching(selector).filter(visible)[0];
      for (const outer of line(input).slice(1, 8)) {
        const found = all(outer).find((e) => (e.localName === "header" || /(^|[-_ ])(header|title)/i.test(attribute(e, "class"))) && visible(e) && text(e) && text(e).length < 300);
        if (found) return only(found);
      }
      return null;
    },
    value: (selector) => { const e = matching(selector)[0]; return e ? e.value ?? e.innerText : ""; },
    mark: () => { before = new Set(all()); shownBefore = new Set(all().filter(visible)); },
    watch: () => {
      for (const e of all())
        if (visible(e) && !shownBefore.has(e) && /typing|loading|thinking|writing|busy|dots|spinner|progress/i.test(labels(e))) busy.set(e, only(e));
      return all().filter(isNew).map(text).join("|") + matching("button").filter(visible).length;
    },
    result: (said) => {
      const gone = [...busy].filter(([e]) => !e.isConnected || !visible(e));
      const isBusy = (e) => [...busy.keys()].some((b) => b === e || b.contains(e));
      const spoken = all().filter((e) => isNew(e) && text(e) && !isBusy(e) && !e.matches("script, style, option") && !e.closest("button, [role=button]"));
      const ends = spoken.filter((e) => !spoken.some((x) => x !== e && line(x).includes(e)));
      const own = ends.find((e) => text(e) === said) || ends.find((e) => text(e).includes(said) && text(e).length <= said.length + 12);
      const leaves = ends.filter((e) => e !== own);
      const leaf = leaves.sort((a, b) => text(b).length - text(a).length)[0];
      if (!leaf) return null;
      const path = line(leaf).filter(isNew);
      const within = own ? path.slice(0, path.findIndex((e) => line(own).includes(e)) >>> 0) : path;
      const tops = (within.length ? within : path).reverse();
      const ours = own ? line(own).filter(isNew).flatMap(all) : [];
      const usable = tops.flatMap((e) => choices(e).slice(0, -1).map((selector) => ({ e, selector })))
        .filter(({ selector }) => !selector.startsWith("#") && !ours.some((e) => e.matches(selector)) && matching(selector).filter(visible).every((e) => line(e).some((p) => p === up(tops[0])) || before.has(e)));
      const chosen = usable.find(({ selector }) => ASSISTANT.test(selector)) || usable[0];
      if (!chosen) return null;
      const part = text(chosen.e) !== text(leaf) && choices(leaf).find((s) => s.startsWith(".") && !chosen.e.matches(s));
      const offered = all().filter((e) => isNew(e) && e.matches('button, [role="button"]') && text(e) && text(e).length < 80);
      const option = offered.length ? choices(offered[0]).find((s) => s.startsWith(".") && offered.every((e) => e.matches(s))) : null;
      return { message: chosen.selector, text: part || null, options: option || null, busy: gone.length ? gone[0][1] : null, said: text(leaf).slice(0, 200) };
    },
  };
  return tool;
}
