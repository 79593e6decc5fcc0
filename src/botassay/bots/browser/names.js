// The accessible names around an element: those of the element itself, and of the regions and frames that it stands in.
(element) => {
  const named = (node) => {
    const ids = (node.getAttribute("aria-labelledby") || "").split(/\s+/).filter(Boolean);
    const labels = ids.map((id) => node.getRootNode().getElementById?.(id)?.textContent || "");
    return [node.getAttribute("aria-label"), ...labels, node.title, node.placeholder]
      .map((name) => (name || "").replace(/\s+/g, " ").trim())
      .filter(Boolean);
  };
  const names = [];
  let node = element;
  while (node) {
    if (node.nodeType === Node.ELEMENT_NODE) names.push(...named(node));
    node = node.assignedSlot || node.parentNode || node.host || null;
  }
  return [...new Set(names)].slice(0, 20).map((name) => name.slice(0, 300));
}
