// Whether the page asks for proof that its visitor is human. What only watches (reCAPTCHA v3) asks for nothing.
() => {
  const PLACES = /recaptcha\/(api2|enterprise)\/(anchor|bframe)|hcaptcha\.com|challenges\.cloudflare\.com|arkoselabs|funcaptcha|geetest|captcha-delivery\.com/i;
  const seen = (element) => {
    const box = element.getBoundingClientRect();
    return box.width >= 40 && box.height >= 20 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  };
  const frames = [...document.querySelectorAll("iframe")].filter((f) => PLACES.test(f.src) && !/size=invisible/.test(f.src));
  const boxes = document.querySelectorAll(
    '.g-recaptcha:not([data-size="invisible"]), .h-captcha:not([data-size="invisible"]), .cf-turnstile, #challenge-form,' +
      ' img[src*="captcha" i], input[name*="captcha" i]:not([type="hidden"]), input[id*="captcha" i]:not([type="hidden"])');
  return [...frames, ...boxes].some(seen);
}
