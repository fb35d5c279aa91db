// The index page: who plays, which channel is open, what is unread. SimCord's own page shows the conversation in a frame.

const LOOK_EVERY_MS = 1000;
const LOOK_EVERY_HIDDEN_MS = 5000;
const READY_EVERY_MS = 50;
const SCROLL_LASTS_MS = 500;
const AT_THE_END_PX = 80;
// A message that comes so soon after a press of the player's is taken for the answer to it.
const ANSWERED_WITHIN_MS = 10000;
// Shown after that long even if SimCord's page is not at rest.
const ALIVE_WITHIN_MS = 5000;
// So much of the conversation stands above a control that is kept in sight, or less where the control is tall.
const ABOVE_KEPT = 0.3;
// The ring around what has the focus.
const RING_PX = 4;
const PUT_AWAY = "guide-put-away";
const SCROLL_KEYS = new Set(["PageUp", "PageDown", "Home", "End", "ArrowUp", "ArrowDown", " "]);
// One hue a player, dark enough for white letters.
const TINTS = ["#c2410c", "#1d6fd1", "#15803d", "#9333ea", "#b3165f", "#57606e"];
const LOCK = "M7 11V8a5 5 0 0 1 10 0v3M5 11h14v10H5z";
const SPEAKER = "M4 9v6h4l5 4V5L8 9zM17 9a4 4 0 0 1 0 6";
const THREAD = "M6 4v9a4 4 0 0 0 4 4h9m-4-4 4 4-4 4";
// What SimCord says under the conversation that a player need not know.
const QUIET = /^(Action completed|Callback completed|Preview|Viewport|Viewer|Loading preview|Updating|Message (sent|updated|deleted)|$)/;
const NOT_DONE = "Action was not completed.";
const DISCORD_LINK = /^https:\/\/discord\.com\/channels\/\d+\/(\d+)(?:\/(\d+))?$/;
const MARKS = { text: "#", forum: "#", direct: "@" };
const ICONS = { voice: SPEAKER, thread: THREAD };

// What the page says, in its language: sentences with fields in braces; by Unicode's categories where they have a number.
const words = await (await fetch("/local/words")).json();
const language = document.documentElement.lang;
const plural = new Intl.PluralRules(language);
const names = new Intl.ListFormat(language, { type: "conjunction" });

function say(key, values = {}) {
  const found = words[key];
  const sentence = typeof found === "string" ? found : found[plural.select(values.count)] || found.other;
  return sentence.replace(/\{(\w+)\}/g, (field, name) => values[name] ?? field);
}

// A step of the guide: who acts, and what they do.
const steps = {
  join: (who, press) => [who ? say("as", { who }) : say("atTable"), say("press", { button: press || words.join })],
  start: (who, press) => [who ? say("as", { who }) : say("atTable"), say("press", { button: press || words.start })],
  play: (who, press) => [who ? say("as", { who }) : say("onYourTurn"), say("press", { button: press || words.play })],
  confirm: (who, press) => [say("as", { who }), press ? say("pickThenPress", { button: press }) : say("pickThenConfirm")],
  done: (who) => [say("played"), who === state.player ? say("next") : say("othersNext", { who })],
};

const $ = (id) => document.getElementById(id);
const state = {
  channel: null, player: null, capability: null, shown: null, drawn: "", data: null, timer: 0, turn: 0,
  // What the guide waits for in the open conversation, and what brings it into sight there.
  awaited: "", reveal: () => {},
};

function element(tag, className = "", content = "") {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (content) made.textContent = content;
  return made;
}

function icon(path) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
  line.setAttribute("d", path);
  svg.append(line);
  return svg;
}

function face(player, small = false) {
  const made = element("span", small ? "face small" : "face", player.name[0]);
  made.style.setProperty("--tint", TINTS[state.data.players.indexOf(player) % TINTS.length]);
  made.setAttribute("aria-hidden", "true");
  return made;
}

async function post(path, body) {
  const answer = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  if (!answer.ok) throw Object.assign(new Error(path), { status: answer.status });
  return answer.json();
}

// ------------------------------------------------------------------ where we are: #channel/player

function readPlace() {
  const [channel, player] = decodeURIComponent(location.hash.slice(1)).split("/");
  return { channel: /^\d+$/.test(channel || "") ? channel : null, player: player || null };
}

function address(channel, player) {
  return `#${channel}/${encodeURIComponent(player)}`;
}

function go(channel, player) {
  closeMenu();
  if (channel === state.channel && player === state.player) return;
  history.pushState(null, "", address(channel, player));
  move();
}

function rows(groups) {
  return groups.flatMap((group) => group.channels.flatMap((row) => [row, ...row.threads]));
}

function everyRow() {
  return [...rows(state.data.groups), ...state.data.direct];
}

function player() {
  return state.data.players.find((item) => item.name === state.player) || state.data.players[0];
}

function channel() {
  return everyRow().find((row) => row.id === state.channel) || null;
}

function called(row) {
  return (MARKS[row.kind] || "#") + row.name;
}

// ------------------------------------------------------------------ looking

async function look() {
  clearTimeout(state.timer);
  const turn = ++state.turn;
  try {
    const data = await post("/local/look", {
      player: state.player, channel: state.channel, capability: state.capability, reading: !document.hidden && state.capability !== null,
    });
    if (turn !== state.turn) return;
    $("lost").hidden = true;
    state.data = data;
    arrive();
    draw();
    if (channel()?.visible.includes(player().id) && (state.shown !== `${state.channel}/${state.player}` || !data.live)) await open();
  } catch (error) {
    if (turn !== state.turn) return;
    // An answer that refuses is still an answer: the next look sorts it out.
    $("lost").hidden = error.status !== undefined;
  }
  if (turn === state.turn) state.timer = setTimeout(look, document.hidden ? LOOK_EVERY_HIDDEN_MS : LOOK_EVERY_MS);
}

// Fills in what the address left open, or named in vain.
function arrive() {
  const channelThere = channel() ? state.channel : state.data.start;
  if (state.player === state.data.player && state.channel === channelThere) return;
  state.player = state.data.player;
  state.channel = channelThere;
  history.replaceState(null, "", address(state.channel, state.player));
}

function move() {
  const place = readPlace();
  if (place.channel) state.channel = place.channel;
  if (place.player) state.player = place.player;
  dropFrame();
  if (state.data) draw();
  look();
}

// ------------------------------------------------------------------ SimCord's page

function dropFrame() {
  $("view").querySelector("iframe")?.remove();
  state.reveal = () => {};
  state.capability = null;
  state.shown = null;
  $("opening").hidden = false;
}

async function open() {
  const who = player();
  const row = channel();
  const place = `${row.id}/${who.name}`;
  const { capability } = await post("/local/open", {
    channel: row.id, player: who.name, timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  if (place !== `${state.channel}/${state.player}`) return;
  dropFrame();
  state.capability = capability;
  state.shown = place;
  const frame = element("iframe");
  frame.title = say("frame", { channel: called(row), who: who.name });
  frame.dataset.place = place;
  frame.src = `/local/view#${capability}`;
  frame.addEventListener("load", () => {
    frame.contentWindow.addEventListener("keydown", shortcut);
    hush(frame.contentDocument);
    frame.contentDocument.addEventListener("click", follow, true);
    frame.contentDocument.addEventListener("focusin", suggest);
    stayAtTheEnd(frame.contentDocument);
    const since = performance.now();
    const wait = setInterval(() => {
      if (frame.isConnected && !alive(frame, performance.now() - since)) return;
      clearInterval(wait);
      if (!frame.isConnected) return;
      frame.dataset.ready = "true";
      $("opening").hidden = true;
      state.reveal();
      look();
    }, READY_EVERY_MS);
  });
  $("view").append(frame);
}

// SimCord's page draws itself first and tells its size then; until that is through, no button of it takes a press.
function alive(frame, waited) {
  const shown = frame.contentWindow.simcordPreview;
  if (!shown?.authorized) return false;
  const { host } = shown.presentation || {};
  const measured = host?.width === shown.geometry.host.width && host?.height === shown.geometry.host.height;
  return (measured && !shown.pendingAction) || waited > ALIVE_WITHIN_MS;
}

function hush(page) {
  const said = page.getElementById("action-status");
  const typed = page.getElementById("channel-composer-input");
  const listen = () => {
    const refused = said.textContent === NOT_DONE && typed.value && !channel()?.writable.includes(player().id);
    if (refused) said.textContent = say("notSent", { who: player().name });
    page.body.classList.toggle("quiet", QUIET.test(said.textContent));
  };
  new MutationObserver(listen).observe(said, { childList: true, characterData: true, subtree: true });
  listen();
}

// A link or a mention that leads to a channel of this server leads to it here, not to Discord.
function follow(event) {
  const link = event.target.closest("a[href]");
  const [, there, message] = DISCORD_LINK.exec(link?.href || "") || [];
  const named = event.target.closest(".mention")?.textContent || "";
  const rows = everyRow().filter((row) => row.id === there || (named.startsWith("#") && row.name === named.slice(1)));
  if (rows.length !== 1) return;
  event.preventDefault();
  const shown = event.target.ownerDocument.querySelector(`#channel-message-list [data-message-id="${message}"]`);
  if (shown) shown.scrollIntoView({ block: "start" });
  else go(rows[0].id, state.player);
}

// Discord asks the bot for suggestions as soon as an option is entered; SimCord only once something is typed.
function suggest(event) {
  const field = event.target;
  if (!field.matches(".command-option-input[aria-autocomplete]")) return;
  setTimeout(() => {
    const page = field.ownerDocument;
    if (page.activeElement === field && page.querySelector(".command-popup:not([hidden]) .command-empty")) {
      field.dispatchEvent(new page.defaultView.Event("input", { bubbles: true }));
    }
  });
}

// The guide names a button by its label up to a colon.
function labelled(button, label) {
  return label !== "" && button.textContent.split(":")[0].trim() === label;
}

// Keeps the newest message in sight until the player scrolls away from it; but never at the price of the control that
// has the keyboard's focus, or of the one that the guide waits for.
function stayAtTheEnd(page) {
  const timeline = page.getElementById("channel-timeline");
  const end = () => timeline.scrollHeight - timeline.clientHeight;
  const rest = () => end() - timeline.scrollTop;
  const kept = () => {
    const focused = page.activeElement;
    if (timeline.contains(focused) && focused.matches(":focus-visible, .focus-visible")) return focused;
    const buttons = state.awaited ? [...timeline.querySelectorAll("article button:not(:disabled)")] : [];
    return buttons.findLast((button) => labelled(button, state.awaited));
  };
  const down = () => {
    const newest = list.lastElementChild?.dataset.messageId;
    if (newest !== seen && performance.now() - pressed < ANSWERED_WITHIN_MS) away = false;
    seen = newest;
    if (away) return;
    const control = kept();
    const box = control?.getBoundingClientRect();
    const top = box ? box.top - timeline.getBoundingClientRect().top : Infinity;
    const room = box ? Math.max(0, timeline.clientHeight - box.height - RING_PX) : 0;
    const above = Math.min(ABOVE_KEPT * timeline.clientHeight, room);
    const to = Math.max(0, Math.min(end(), timeline.scrollTop + top - above));
    if (Math.abs(timeline.scrollTop - to) > 1) timeline.scrollTop = to;
  };
  const list = page.getElementById("channel-message-list");
  let seen = list.lastElementChild?.dataset.messageId;
  let away = false;
  let moved = -Infinity;
  let pressed = -Infinity;
  const byHand = (event) => {
    const scrolls = event.type === "keydown" ? SCROLL_KEYS.has(event.key) : event.type !== "pointerdown" || event.target === timeline;
    if (scrolls) moved = performance.now();
  };
  for (const kind of ["wheel", "touchmove", "keydown", "pointerdown"]) timeline.addEventListener(kind, byHand, { passive: true });
  timeline.addEventListener("scroll", () => {
    if (performance.now() - moved < SCROLL_LASTS_MS) away = rest() > AT_THE_END_PX;
    else requestAnimationFrame(down);
  }, { passive: true });
  // Whoever pressed a button is shown what came of it.
  timeline.addEventListener("click", (event) => {
    const control = event.target.closest("article button, article [role=option]");
    if (!control) return;
    pressed = performance.now();
    // What the guide waited for is done; the next look tells what it waits for then.
    if (labelled(control, state.awaited)) state.awaited = "";
  }, true);
  timeline.addEventListener("focusin", () => requestAnimationFrame(down));
  page.getElementById("history-older").addEventListener("click", () => { away = true; }, true);
  page.getElementById("new-messages").addEventListener("click", () => { away = false; }, true);
  new ResizeObserver(down).observe(list);
  state.reveal = down;
  down();
}

// ------------------------------------------------------------------ drawing

function draw() {
  const drawn = JSON.stringify([state.data, state.channel, state.player]);
  if (drawn === state.drawn) return;
  state.drawn = drawn;
  const focus = document.activeElement?.dataset?.key;
  $("server").textContent = state.data.server;
  drawPlayers();
  drawChannels();
  drawHead();
  drawGuide();
  if (focus) document.querySelector(`[data-key="${CSS.escape(focus)}"]`)?.focus();
  const news = player().pings;
  $("menu-dot").hidden = !everyRow().some((row) => row.pings && row.id !== state.channel);
  document.title = `${news ? `(${news}) ` : ""}${channel() ? called(channel()) : "…"} · ${state.player} · ${state.data.server}`;
}

function drawPlayers() {
  const open = channel();
  const made = state.data.players.map((item) => {
    const label = element("label", "player");
    label.dataset.player = item.name;
    const input = element("input");
    input.type = "radio";
    input.name = "player";
    input.value = item.name;
    input.checked = item.name === state.player;
    input.dataset.key = `player:${item.name}`;
    input.addEventListener("change", () => go(state.channel, item.name));
    label.append(input, face(item), element("span", "who", item.name));
    if (item.owner) label.append(" ", element("span", "crown", words.owner));
    if (open && !open.visible.includes(item.id)) {
      label.classList.add("blind");
      label.title = say("cannotSee", { who: item.name, channel: called(open) });
      label.append(aside(label.title));
    }
    if (item.pings) label.append(badge(item.pings));
    else if (item.unread) label.append(mark(say("unreadChannels", { count: item.unread })));
    return label;
  });
  const left = $("players").scrollLeft;
  $("players").replaceChildren($("players").querySelector("legend"), ...made);
  $("players").scrollLeft = left;
  const chosen = made.find((label) => label.querySelector("input").checked);
  // Into sight anew whenever badges have moved it.
  const shown = `${state.player} ${$("players").scrollWidth}`;
  if (chosen && $("players").dataset.shown !== shown) chosen.scrollIntoView({ block: "nearest", inline: "nearest" });
  $("players").dataset.shown = shown;
}

// The first minute: what to press, as whom. Follows what happened on the server, whoever did it.
function drawGuide() {
  const { guide } = state.data;
  const away = sessionStorage.getItem(PUT_AWAY) !== null;
  $("guide").hidden = !guide || away;
  $("main").classList.toggle("guided", !$("guide").hidden);
  $("main").classList.toggle("guiding", !$("guide").hidden && guide.step !== "done");
  state.awaited = "";
  if ($("guide").hidden) return;
  const { step, who, press, names: [guest, host, mover] } = guide;
  const by = { join: guest, start: host, play: mover };
  const order = guide.steps;
  const at = step === "done" ? order.length : order.indexOf(step === "confirm" ? "play" : step);
  const shown = step === "done" ? [stepOf(at, steps.done(who), at, at)] : order.map((name, index) => {
    const told = index === at ? steps[step](who, press) : steps[name](by[name], "");
    return stepOf(index, told, at, order.length);
  });
  $("guide-steps").replaceChildren(...shown);
  const there = everyRow().find((row) => row.id === guide.channel);
  const action = $("guide-go");
  const elsewhere = there && there.id !== state.channel;
  action.hidden = who === state.player && (step === "done" || !elsewhere);
  action.textContent = who === state.player && elsewhere ? say("goTo", { channel: called(there) }) : say("playAs", { who });
  action.onclick = () => go(there ? there.id : state.channel, who);
  if (step !== "done" && who === state.player && !elsewhere) state.awaited = press;
  state.reveal();
}

function stepOf(index, [first, then], at, count) {
  const made = element("li", index === at ? "now" : index < at ? "past" : "");
  if (index === at) made.setAttribute("aria-current", "step");
  if (index < count) made.dataset.of = `${index + 1}/${count}`;
  made.append(element("strong", "", first), ` ${then}`);
  if (index < at) made.append(aside(words.done));
  return made;
}

function badge(count) {
  const made = element("span", "count");
  made.title = say("ping", { count });
  const number = element("span", "", count > 99 ? "99+" : String(count));
  number.setAttribute("aria-hidden", "true");
  made.append(number, aside(say("ping", { count })));
  return made;
}

function mark(label) {
  const made = element("span", "news");
  made.title = label;
  made.append(aside(label));
  return made;
}

// Said, not shown; set apart from what stands before it.
function aside(said) {
  return element("span", "sr", `, ${said}`);
}

function drawChannels() {
  const parts = [];
  const groups = [...state.data.groups];
  if (state.data.direct.length) groups.push({ id: "direct", name: words.direct, channels: state.data.direct });
  for (const group of groups) {
    if (group.name) parts.push(element("h2", "", group.name));
    parts.push(list(group.channels));
  }
  $("channels").replaceChildren(...parts);
}

function list(channels) {
  const made = element("ul");
  for (const row of channels) {
    const item = element("li");
    item.append(link(row));
    if (row.threads.length) item.append(list(row.threads));
    made.append(item);
  }
  return made;
}

function link(row) {
  const who = player();
  const seen = row.visible.includes(who.id);
  const made = element("a", "row");
  made.href = address(row.id, state.player);
  made.addEventListener("click", (event) => {
    if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(row.id, state.player);
  });
  made.dataset.key = `channel:${row.id}`;
  made.dataset.channel = row.name;
  if (row.id === state.channel) made.setAttribute("aria-current", "page");
  made.classList.toggle("fresh", seen && row.unread > 0 && row.id !== state.channel);
  made.classList.toggle("closed", row.closed);
  made.classList.toggle("unseen", !seen);
  const sign = element("span", "mark");
  sign.setAttribute("aria-hidden", "true");
  if (!seen) sign.append(icon(LOCK));
  else if (ICONS[row.kind]) sign.append(icon(ICONS[row.kind]));
  else sign.textContent = MARKS[row.kind] || "#";
  made.append(sign, element("span", "label", row.name));
  const visible = seenBy(row);
  made.title = visible;
  if (row.visible.length < state.data.players.length) {
    const faces = element("span", "faces");
    faces.append(...state.data.players.filter((item) => row.visible.includes(item.id)).map((item) => face(item, true)));
    made.append(faces);
  }
  made.append(aside(visible));
  if (seen && row.id !== state.channel) {
    if (row.pings) made.append(badge(row.pings));
    else if (row.unread) made.append(mark(say("unread", { count: row.unread })));
  }
  return made;
}

function seenBy(row) {
  if (row.visible.length === state.data.players.length) return words.everyone;
  if (!row.visible.length) return words.nobody;
  return say("visible", { names: names.format(state.data.players.filter((item) => row.visible.includes(item.id)).map((item) => item.name)) });
}

function drawHead() {
  const row = channel();
  const who = player();
  if (!row) return;
  const sees = row.visible.includes(who.id);
  $("mark").textContent = MARKS[row.kind] || "#";
  $("name").textContent = row.name;
  $("topic").textContent = sees ? row.topic : "";
  $("seen").textContent = sees && !row.writable.includes(who.id) ? say("readOnly", { seen: seenBy(row), who: who.name }) : seenBy(row);
  const voice = $("voice");
  voice.hidden = row.kind !== "voice" || !sees;
  const inside = row.present.includes(who.id);
  voice.textContent = inside ? say("leave", { who: who.name }) : say("joins", { who: who.name });
  voice.onclick = async () => {
    await post("/local/voice", { channel: inside ? null : row.id, player: who.name });
    look();
  };
  $("hidden").hidden = sees;
  $("view").classList.toggle("closed", !sees);
  if (sees) return;
  dropFrame();
  $("opening").hidden = true;
  const others = state.data.players.filter((item) => row.visible.includes(item.id));
  $("hidden-text").textContent = say("cannotSee", { who: who.name, channel: called(row) });
  $("hidden-others").textContent = others.length ? say("whoCan", { names: names.format(others.map((item) => item.name)) }) : words.noOneCan;
  $("hidden-choices").replaceChildren(...others.map((item) => {
    const button = element("button", "", say("lookAs", { who: item.name }));
    button.type = "button";
    button.dataset.key = `as:${item.name}`;
    button.addEventListener("click", () => go(row.id, item.name));
    return button;
  }));
}

// ------------------------------------------------------------------ menu and keys

function openMenu() {
  $("channels").classList.add("open");
  $("menu").setAttribute("aria-expanded", "true");
  $("channels").querySelector("[aria-current]")?.focus();
}

function closeMenu() {
  if (!$("channels").classList.contains("open")) return;
  $("channels").classList.remove("open");
  $("menu").setAttribute("aria-expanded", "false");
  $("menu").focus();
}

// Alt+1 … Alt+9: the players; Alt+Up and Alt+Down: the channels the player can see.
function shortcut(event) {
  if (event.key === "Escape") { closeMenu(); return; }
  if (!event.altKey || event.ctrlKey || event.metaKey || !state.data) return;
  const digit = /^Digit([1-9])$/.exec(event.code);
  if (digit && state.data.players[digit[1] - 1]) {
    event.preventDefault();
    go(state.channel, state.data.players[digit[1] - 1].name);
  } else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
    event.preventDefault();
    const seen = everyRow().filter((row) => row.visible.includes(player().id));
    const at = seen.findIndex((row) => row.id === state.channel);
    const next = seen[(at + (event.key === "ArrowUp" ? seen.length - 1 : 1)) % seen.length];
    if (next) go(next.id, state.player);
  }
}

$("menu").addEventListener("click", () => ($("channels").classList.contains("open") ? closeMenu() : openMenu()));
$("scrim").addEventListener("click", closeMenu);
$("guide-away").addEventListener("click", () => {
  sessionStorage.setItem(PUT_AWAY, "yes");
  drawGuide();
  $("view").focus();
});
$("skip").addEventListener("click", (event) => { event.preventDefault(); $("view").focus(); });
document.addEventListener("keydown", shortcut);
document.addEventListener("visibilitychange", () => { if (!document.hidden) look(); });
window.addEventListener("hashchange", move);
({ channel: state.channel, player: state.player } = readPlace());
look();
