// What pages do beyond links and forms: the token, parts that are replaced in place, keys, lists that are dragged, events.

const one = (selector, within = document) => within.querySelector(selector);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const keysOff = () => localStorage.getItem('keys') === 'off';

// ── the token ──────────────────────────────────────────────────────────────────────────────────────────────────────

async function enter() {
  const token = new URLSearchParams(location.hash.slice(1)).get('t');
  if (!token) return;
  history.replaceState(null, '', location.pathname + location.search);
  if (!one('#token-form')) return;
  const answer = await fetch('/session', {
    method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify({token}),
  });
  if (answer.ok) location.reload();
  else say((await answer.json()).detail);
}

function say(text) {
  const notice = one('#notice');
  notice.textContent = text;
  notice.hidden = !text;
}

// ── parts of a page ────────────────────────────────────────────────────────────────────────────────────────────────

const latest = {};

async function swap(target, address, options = {}, {push = false, quiet = false, active = null} = {}) {
  const number = latest[target] = (latest[target] ?? 0) + 1;
  const old = one(target);
  const slow = setTimeout(() => old?.setAttribute('aria-busy', 'true'), 300);
  try {
    const answer = await fetch(address, {...options, headers: {...options.headers, Accept: 'text/html', 'X-Swap': '1'}});
    const text = await answer.text();
    if (number !== latest[target] && !options.method) return false;
    const page = new DOMParser().parseFromString(text, 'text/html');
    if (!answer.ok) {
      if (!quiet) say(one('.lead', page)?.textContent ?? `The server answered with ${answer.status}.`);
      return false;
    }
    say('');
    online();
    for (const selector of target.split(',').map((part) => part.trim())) {
      const fresh = one(selector, page);
      const place = one(selector);
      if (fresh && place && quiet && place.isEqualNode(fresh)) continue;  // nobody loses the place for nothing
      if (fresh && place) replace(place, fresh, active ?? document.activeElement, quiet);
      else if (answer.redirected) return location.assign(answer.url), true;
      else if (quiet) location.reload();
    }
    document.title = page.title || document.title;
    if (push) history.pushState(null, '', answer.url);
    if (number !== latest[target]) renew();  // what was sent was answered late: the part has changed since
    return true;
  } catch (error) {
    if (error.name !== 'AbortError') offline();
    return false;
  } finally {
    clearTimeout(slow);
    one(target)?.removeAttribute('aria-busy');
  }
}

// The focus stays where it was; where that is gone, also by an event while a form was sent, it goes to what comes next, or
// to what the part says of itself. Who has moved on meanwhile is left alone. A part that an event has renewed also keeps the
// focus on a button of the same name.
function replace(place, fresh, active, quiet) {
  const now = document.activeElement;
  const movedOn = now !== document.body && now !== active && !place.contains(now);
  const focus = alike(active, quiet);
  const inside = place.contains(now) || place.contains(active) || active?.isConnected === false;
  const open = all('details[open][id]', place).map((folded) => folded.id);
  const typed = all('input[id], textarea[id]', place).filter((field) => field.value !== field.defaultValue);
  place.replaceWith(document.adoptNode(fresh));
  for (const id of open) document.getElementById(id)?.setAttribute('open', '');
  for (const field of typed) {
    const same = one(`#${CSS.escape(field.id)}`, fresh);
    if (same && same.type === field.type) same.value = field.value;
  }
  const same = focus && (one(`${focus}:not(:disabled)`, fresh) ?? one(`${focus}:not(:disabled)`));
  if (same && !movedOn) same.focus();
  else if (inside && !movedOn) (one('[data-focus]', fresh) ?? one('[data-refuge]', fresh))?.focus();
  else if (active === document.body) one('[data-focus]', fresh)?.focus();
  const told = one('[data-told]', fresh)?.textContent ?? '';
  if (told && told !== one('#told').textContent) one('#told').textContent = told;
  arrange(fresh);
}

function alike(element, quiet) {
  const {key} = element?.dataset ?? {};
  if (key) return `[data-key="${CSS.escape(key)}"]`;
  if (quiet && element?.matches?.('button[name]')) {
    return `button[name="${CSS.escape(element.name)}"][value="${CSS.escape(element.value)}"]`;
  }
  return null;
}

const fields = (form) => new URLSearchParams(new FormData(form));

document.addEventListener('submit', async (event) => {
  const form = event.target;
  const waiting = one('[data-waiting]', form) ?? one('[data-waiting]', form.parentElement);
  if (waiting) waiting.hidden = false;
  const target = form.dataset.swap;
  if (!target) return;
  event.preventDefault();
  const values = fields(form);
  const chosen = event.submitter ?? one('[data-default]', form);
  if (chosen?.name) values.set(chosen.name, chosen.value);
  const address = chosen?.getAttribute('formaction') ?? form.getAttribute('action') ?? location.pathname;
  if (form.method === 'post') {
    const active = document.activeElement;
    const buttons = all('button', form);
    buttons.forEach((button) => { button.disabled = true; });
    form.dispatchEvent(new CustomEvent('sending', {bubbles: true, detail: values}));
    const typed = all('keeps' in form.dataset ? 'never' : 'input:not([type=hidden])', form).map((field) => [field, field.value]);
    typed.forEach(([field]) => { field.value = field.defaultValue; });
    const done = await swap(target, address, {method: 'POST', body: values}, {active});
    buttons.forEach((button) => { button.disabled = false; });
    if (!done) typed.forEach(([field, value]) => { field.value = value; });
    if (active.isConnected && document.activeElement === document.body) active.focus();
    if (waiting) waiting.hidden = true;
  } else {
    await swap(target, `${address}?${values}`, {}, {push: true});
  }
});

let typing;
document.addEventListener('input', (event) => {
  const form = event.target.form;
  if (!form || !('live' in form.dataset)) return;
  clearTimeout(typing);
  typing = setTimeout(() => swap(form.dataset.swap, `${form.getAttribute('action') ?? location.pathname}?${fields(form)}`)
    .then((done) => done && history.replaceState(null, '', `?${fields(form)}`)), 250);
});

window.addEventListener('popstate', () => location.reload());

// ── keys ───────────────────────────────────────────────────────────────────────────────────────────────────────────

function move(step) {
  const items = all('[data-item]');
  if (!items.length) return;
  const at = items.findIndex((item) => item.classList.contains('here'));
  const next = items[Math.min(items.length - 1, Math.max(0, at < 0 ? 0 : at + step))];
  items.forEach((item) => item.classList.toggle('here', item === next));
  (one('a[href], button', next) ?? next).focus();
  next.scrollIntoView({block: 'nearest'});
}

function jump(step) {
  const places = all('[data-finding]');
  if (!places.length) return;
  const at = places.indexOf(document.activeElement.closest('[data-finding]'));
  const next = places[(at + step + places.length) % places.length] ?? places[0];
  next.focus();
  next.scrollIntoView({block: 'center'});
}

const KEYS = {
  '?': () => one('#keys').showModal(),
  '/': () => one('[data-search]')?.focus(),
  j: () => move(1),
  k: () => move(-1),
  n: () => jump(1),
  p: () => jump(-1),
  x: () => one('[data-item].here input[type=checkbox]')?.click(),
  c: () => one('#chosen button')?.click(),
};

document.addEventListener('keydown', (event) => {
  const typed = event.target.closest('input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]');
  if (event.ctrlKey || event.metaKey || event.altKey || typed || keysOff() && event.key !== '?') return;
  if (one('dialog[open]')) return;
  const button = one(`[data-press="${CSS.escape(event.key)}"]:not(:disabled)`);
  const field = one(`[data-focus-key="${CSS.escape(event.key)}"]`);
  if (button) button.click();
  else if (field) field.focus();
  else if (KEYS[event.key]) KEYS[event.key]();
  else return;
  event.preventDefault();
});

document.addEventListener('click', (event) => {
  if (event.target.closest('[data-keys]')) one('#keys').showModal();
  const filler = event.target.closest('[data-fill]');
  if (filler) {
    const field = document.getElementById(filler.dataset.fill);
    field.value = filler.textContent;
    field.form.requestSubmit(one('[data-default]', field.form));
  }
  const link = event.target.closest('a[data-swap]');
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    swap(link.dataset.swap, link.href, {}, {push: true});
  }
});

document.addEventListener('change', (event) => {
  if (event.target.matches('[data-keys-off]')) localStorage.setItem('keys', event.target.checked ? 'off' : 'on');
});

document.addEventListener('change', async (event) => {
  const {files, form, dataset} = event.target;
  if (!dataset.reads || !files.length) return;
  form.elements[dataset.reads].value = await files[0].text();
  form.elements.name.value = files[0].name;
});

// ── lists that are dragged ─────────────────────────────────────────────────────────────────────────────────────────

let dragged = null;

document.addEventListener('dragstart', (event) => {
  dragged = event.target.closest?.('[data-drag]');
  if (dragged) event.dataTransfer.effectAllowed = 'move';
  if (dragged) event.dataTransfer.setData('text/plain', dragged.dataset.drag);
});

document.addEventListener('dragover', (event) => {
  const over = dragged && event.target.closest?.('[data-drag]');
  all('.over-it').forEach((item) => item.classList.remove('over-it'));
  if (!over || over === dragged) return;
  event.preventDefault();
  over.classList.add('over-it');
});

document.addEventListener('drop', (event) => {
  const over = dragged && event.target.closest?.('[data-drag]');
  if (!over || over === dragged) return;
  event.preventDefault();
  const list = over.closest('[data-order]');
  const items = () => all('[data-drag]', list);
  const below = items().indexOf(dragged) < items().indexOf(over);
  const following = dragged.nextElementSibling;
  if (!('tied' in dragged.dataset) && following) delete following.dataset.tied;
  delete dragged.dataset.tied;
  over[below ? 'after' : 'before'](dragged);
  const order = items().map((item, at) => {
    const tied = at && 'tied' in item.dataset && item.previousElementSibling !== dragged;
    return (at ? (tied ? '=' : ',') : '') + item.dataset.drag;
  }).join('');
  swap(list.dataset.swap, `${list.dataset.order}?order=${encodeURIComponent(order)}`, {}, {push: true});
});

document.addEventListener('dragend', () => {
  dragged = null;
  all('.over-it').forEach((item) => item.classList.remove('over-it'));
});

// ── events of the server ───────────────────────────────────────────────────────────────────────────────────────────

let source = null;

function listen() {
  const topics = all('[data-topic]').map((part) => part.dataset.topic);
  source?.close();
  source = null;
  if (!topics.length || document.hidden) return;
  source = new EventSource(`/api/v1/events?topics=${topics.map(encodeURIComponent).join(',')}`);
  const refresh = (event) => renew(event.type === 'reset' ? null : JSON.parse(event.data).topic);
  for (const kind of ['progress', 'rating', 'turn', 'state', 'reset']) source.addEventListener(kind, refresh);
  source.onopen = () => { online(); renew(); };  // what happened between the page and this connection was not heard
  source.onerror = (event) => { if (event.target.readyState !== EventSource.CLOSED) offline(); };
}

function renew(topic = null) {
  for (const part of all('[data-topic]')) {
    if (topic === null || part.dataset.topic === topic) swap(`#${part.id}`, location.href, {}, {quiet: true});
  }
}

// ── while the server does not answer ───────────────────────────────────────────────────────────────────────────────

let asking = null;

function offline() {
  one('#offline').hidden = false;
  asking ??= setInterval(() => fetch('/static/mark.svg', {cache: 'no-store'}).then(online, () => {}), 2000);
}

function online() {
  clearInterval(asking);
  asking = null;
  if (one('#offline').hidden) return;
  one('#offline').hidden = true;
  listen();
  renew();
}

document.addEventListener('visibilitychange', listen);

// ── when a page, or a part of it, is there ─────────────────────────────────────────────────────────────────────────

function arrange(within) {
  for (const part of all('[data-load]', within)) swap(part.dataset.into ?? `#${part.id}`, part.dataset.load);
  for (const part of all('[data-end]', within)) part.scrollTop = part.scrollHeight;
  for (const item of all('[data-drag]', within)) item.draggable = true;
  for (const pick of all('.pick', within)) pick.hidden = false;
  if (within !== document && (within.matches?.('[data-topic]') || one('[data-topic]', within))) return;
  if (within === document) listen();
}

document.addEventListener('sending', (event) => {
  const pending = one('#pending');
  if (!pending || !event.detail.get('say')) return;
  one('.words', pending).textContent = event.detail.get('say');
  pending.hidden = false;
  one('[data-end]')?.scrollTo(0, 1e9);
});

one('[data-keys]').hidden = false;
one('[data-keys-off]').checked = keysOff();
arrange(document);
enter();
