// What a reader sees of elements: their text with shadow roots, and whether they are still at work.
(elements, part) => {
  const BLOCK = /^(block|flex|grid|list-item|table|flow-root)/;
  const children = (node) => {
    if (node.shadowRoot) return [...node.shadowRoot.childNodes];
    if (node.localName === "slot" && node.assignedNodes().length) return node.assignedNodes();
    return [...node.childNodes];
  };
  const shadowed = (node) =>
    Boolean(node.shadowRoot) || node.localName === "slot" || [...node.children].some(shadowed);
  const shown = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const walk = (node, style) => {
    if (node.nodeType === Node.TEXT_NODE) {
      const space = style ? style.whiteSpace : "normal";
      if (/^(pre|pre-wrap|break-spaces)$/.test(space)) return node.data;
      return node.data.replace(space === "pre-line" ? /[ \t\f\r]+/g : /\s+/g, " ");
    }
    if (node.nodeType !== Node.ELEMENT_NODE || /^(script|style|template|noscript)$/.test(node.localName)) return "";
    const own = getComputedStyle(node);
    if (own.display === "none" || own.visibility === "hidden") return "";
    if (node.localName === "br") return "\n";
    const text = children(node).map((child) => walk(child, own)).join("");
    return BLOCK.test(own.display) ? `\n${text}\n` : text;
  };
  const text = (element) => {
    if (!shadowed(element) && element.getRootNode() === document) return element.innerText;
    return walk(element, null).replace(/ *\n[ \n]*/g, "\n");
  };
  const inside = (root, selector) => {
    const found = [];
    for (const node of children(root)) {
      if (node.nodeType !== Node.ELEMENT_NODE) continue;
      if (node.matches(selector)) found.push(node);
      else found.push(...inside(node, selector));
    }
    return found;
  };
  const working = (element) => Boolean(element.closest('[aria-busy="true"]') || element.querySelector('[aria-busy="true"]'));
  return elements.filter(shown).map((element) => {
    const parts = part ? inside(element, part).filter(shown) : [element];
    const said = parts.map((each) => text(each).trim()).join("\n");
    return { text: said, whole: text(element).trim(), working: working(element), off: element.matches(":disabled") };
  });
}
