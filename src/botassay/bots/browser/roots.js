// Opens the shadow roots that a page would close, so that a chat window in one can be used and read as a user does.
(() => {
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function attachShadow(options) {
    return attach.call(this, { ...options, mode: "open" });
  };
})();
