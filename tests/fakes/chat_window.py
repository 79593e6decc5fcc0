"""A web page with a chat window, in the shapes that those of today's products have, and the same bot over HTTP.

The window is built as WAI-ARIA 1.2 describes one (w3.org/TR/wai-aria-1.2: `role=log` is a live region that gets new
messages at its end, `aria-busy` says that an element still changes), with an open or a closed shadow root as
custom elements have (developer.mozilla.org, `Using_shadow_DOM`), in an iframe as embedded windows are, with typing
dots, text that grows piece by piece, quick replies, a banner for consent and a launcher.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from aiohttp import web

from botassay.bots.sessions import Sessions
from botassay.plugins.inprocess import Begin
from tests.servers import served

SHAPES: Final = ("plain", "iframe", "shadow", "closed", "typing", "streamed", "consent", "launcher", "everything")
_EVERYTHING: Final = "iframe shadow typing streamed consent launcher"


@dataclass
class ChatWindow:
    """Where a chat window is, and what it heard."""

    address: str
    heard: list[str] = field(default_factory=list)
    agents: set[str] = field(default_factory=set)

    def url(self, shape: str = "plain", **more: object) -> str:
        """Return the address of a page of some shape."""
        asked = _EVERYTHING if shape == "everything" else shape
        query = "&".join([f"shape={asked.replace(' ', '+')}", *(f"{name}={value}" for name, value in more.items())])
        return f"http://{self.address}/page?{query}"


@contextmanager
def chat_window(begin: Begin) -> Iterator[ChatWindow]:
    """Serve a bot behind a chat window at /page, and over HTTP at /chat."""
    sessions = Sessions(begin)
    window = ChatWindow("")

    async def page(request: web.Request) -> web.Response:
        window.agents.add(request.headers["User-Agent"])
        shape = request.query.get("shape", "").split()
        inner = f"/window?{request.query_string}"
        body = (
            f'<iframe id="chat" title="Chat with Acme" src="{inner}" width="400" height="500"></iframe>'
            if "iframe" in shape
            else f'<div id="host"></div><script src="/window.js?{request.query_string}"></script>'
        )
        return _html(_PAGE.replace("BODY", body).replace("CONSENT", _CONSENT if "consent" in shape else ""))

    async def inside(request: web.Request) -> web.Response:
        return _html(f'<div id="host"></div><script src="/window.js?{request.query_string}"></script>')

    async def script(request: web.Request) -> web.Response:
        settings = {
            "shape": request.query.get("shape", "").split(),
            **{k: v for k, v in request.query.items() if k != "shape"},
        }
        text = f"const settings = {json.dumps(settings)};\n{_WINDOW}"
        return web.Response(text=text, content_type="text/javascript")

    async def blank(_: web.Request) -> web.Response:
        return _html('<title>Acme</title><input type="search" aria-label="Search"><a href="/blank">About us</a>')

    async def challenge(_: web.Request) -> web.Response:
        return _html('<div class="h-captcha" style="width:300px;height:80px">I am human</div>')

    async def moved(request: web.Request) -> web.Response:
        raise web.HTTPFound(f"http://localhost:{request.url.port}/page")

    async def chat(request: web.Request) -> web.Response:
        asked = await request.json()
        window.heard.append(asked["message"])
        reply = sessions.of(asked["session"], "user").reply(asked["message"])
        return web.json_response({"reply": reply.text, "options": list(reply.options)})

    routes = [
        web.get("/page", page),
        web.get("/blank", blank),
        web.get("/challenge", challenge),
        web.get("/moved", moved),
        web.get("/window", inside),
        web.get("/window.js", script),
        web.post("/chat", chat),
    ]
    with served(*routes) as address:
        window.address = address
        yield window


def _html(text: str) -> web.Response:
    return web.Response(text=f"<!doctype html><html lang=en>{text}</html>", content_type="text/html")


_PAGE: Final = """<head><title>Acme Bank</title></head><body><h1>Acme Bank</h1>
<form><input aria-label="Search this site" name="q"></form>CONSENT BODY</body>"""
_CONSENT: Final = """<div id="banner" role="dialog" style="position:fixed;inset:0;background:#fff;z-index:9">
We use cookies.
<button id="accept" onclick="document.getElementById('banner').remove()">Accept all</button></div>"""
_WINDOW: Final = """
const has = (name) => settings.shape.includes(name);
const wait = (ms) => new Promise((done) => setTimeout(done, ms));
const session = crypto.randomUUID ? crypto.randomUUID() : String(Math.random());
let root = document.getElementById("host");
if (has("shadow")) root = root.attachShadow({ mode: "open" });
if (has("closed")) root = root.attachShadow({ mode: "closed" });
root.innerHTML = `
  <style>.msg { margin: 4px; white-space: pre-line } .time { color: grey }</style>
  <button id="launcher" ${has("launcher") ? "" : "hidden"}>Chat with us</button>
  <section id="panel" role="region" aria-label="Virtual assistant" ${has("launcher") ? "hidden" : ""}>
    <header class="header">${settings.header || "Acme virtual assistant"}</header>
    <div class="log" role="log" aria-label="Conversation"></div>
    <div class="typing" hidden>…</div>
    <div class="replies"></div>
    <textarea aria-label="Message" placeholder="Write a message"></textarea><button class="send">Send</button>
    ${settings.second ? '<textarea aria-label="Notes"></textarea>' : ""}
  </section>`;
const at = (selector) => root.querySelector(selector);
const add = (who, text) => {
  const bubble = document.createElement("div");
  bubble.className = `msg ${who}`;
  bubble.innerHTML = '<span class="time">10:32 </span><span class="body"></span>';
  at(".log").append(bubble);
  bubble.querySelector(".body").textContent = text;
  return bubble.querySelector(".body");
};
const offer = (options) => {
  at(".replies").replaceChildren(...options.map((text) => {
    const button = document.createElement("button");
    button.className = "quick-reply";
    button.textContent = text;
    return button;
  }));
};
const answer = async (reply) => {
  if (has("typing")) {
    at(".typing").hidden = false;
    await wait(Number(settings.pause || 60));
  }
  if (has("streamed")) {
    const body = add("bot", "");
    if (has("typing")) at(".typing").hidden = false;
    for (const piece of reply.reply.match(/\\S+\\s*|\\s+/g) || []) {
      body.textContent += piece;
      await wait(Number(settings.gap || 5));
    }
    if (settings.endless) setInterval(() => { body.textContent += " and"; }, 50);
  } else add("bot", reply.reply);
  at(".typing").hidden = !settings.forever;
  offer(reply.options);
  if (settings.late) setTimeout(() => add("bot", "One more thing."), Number(settings.late));
};
const send = async () => {
  const text = at("textarea").value;
  if (!text.trim()) return;
  at("textarea").value = "";
  add("user", text);
  if (settings.silent) return;
  if (settings.hang) for (;;);
  if (settings.captcha) {
    const box = document.createElement("div");
    box.className = "g-recaptcha";
    box.style = "width:300px;height:80px";
    root.append(box);
    if (has("shadow")) document.body.append(box);
    return;
  }
  const sent = await fetch("/chat", { method: "POST", body: JSON.stringify({ message: text, session }) });
  await answer(await sent.json());
};
at("textarea").addEventListener("keydown", (event) => {
  if (event.key === "Enter" && !event.shiftKey && !settings.button) { event.preventDefault(); send(); }
});
at(".send").addEventListener("click", send);
at("#launcher").addEventListener("click", () => { at("#panel").hidden = false; });
if (settings.greeting) setTimeout(() => add("bot", settings.greeting), 30);
"""
