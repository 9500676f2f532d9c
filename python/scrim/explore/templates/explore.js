"use strict";
// The page's own script: it sends the form, and puts what comes back where it belongs. What is drawn is drawn by the server.
(() => {
  const KEY = "scrim-token";
  const WAIT = 250; // milliseconds without typing, after which it is planned
  const found = id => document.getElementById(id);

  // The token comes behind the #, which no browser sends, and is kept for this tab and this origin alone, port included.
  const given = new URLSearchParams(location.hash.slice(1)).get("token");
  if (given) {
    sessionStorage.setItem(KEY, given);
    history.replaceState(null, "", location.pathname);
  }

  function say(text, isWrong) {
    const said = found("said");
    said.textContent = text || "";
    said.className = isWrong ? "wrong" : "";
  }

  async function ask(path, fields) {
    const token = (sessionStorage.getItem(KEY) || "").replace(/[^\w-]/g, "");
    let answer;
    try {
      const response = await fetch(path, {
        method: "POST", body: fields, headers: { Authorization: "Bearer " + token }, credentials: "omit", redirect: "error", cache: "no-store",
      });
      answer = await response.json();
    } catch {
      answer = { said: "scrim explore does not answer; start it again, and open the address that it prints", problem: true };
    }
    found("bar").hidden = false;
    if (answer.said !== undefined || answer.parts) say(answer.said, answer.problem);
    return answer;
  }

  let isSaved = true;
  function show(answer) {
    const active = document.activeElement && document.activeElement.id;
    for (const [id, html] of Object.entries(answer.parts || {})) {
      const element = found(id);
      if (!element) continue;
      if (id === "verdict") {
        if (element.textContent !== html) element.textContent = html; // told once, not after every letter
      } else element.innerHTML = html;
    }
    if (answer.title) document.title = answer.title;
    if (answer.saved !== undefined) isSaved = answer.saved;
    found("save").disabled = isSaved;
    if (answer.changed) say("The file was changed on the disk meanwhile. Load it again to see it.", true);
    else if (!isSaved && !answer.said) say("Not saved.");
    const focused = found(answer.focus || active);
    if (focused && focused !== document.activeElement) focused.focus();
  }

  function fields(more) {
    const sent = new URLSearchParams(new FormData(found("form")));
    for (const [name, text] of Object.entries(more || {})) sent.append(name, text);
    return sent;
  }

  // Changes are counted, so that no answer about an older form is shown over a newer one; one request is under way at a time.
  let changes = 0, timer = 0, isPlanning = false;
  async function plan() {
    if (isPlanning) return;
    isPlanning = true;
    const asked = changes;
    const answer = await ask("/plan", fields());
    isPlanning = false;
    if (asked === changes) show(answer);
    else later();
  }
  function later() {
    clearTimeout(timer);
    timer = setTimeout(plan, WAIT);
  }
  async function edit(button) {
    clearTimeout(timer);
    const asked = ++changes;
    const answer = await ask("/edit", fields({ do: button }));
    if (asked === changes) show(answer);
    else edit(button); // of what was typed meanwhile
  }
  async function save() {
    clearTimeout(timer);
    changes += 1;
    const active = document.activeElement && document.activeElement.id;
    const sent = fields();
    found("form").inert = true; // what is typed now would not be saved
    const answer = await ask("/save", sent);
    found("form").inert = false;
    show({ focus: active, ...answer });
  }
  async function load() {
    clearTimeout(timer);
    changes += 1;
    show(await ask("/page", new URLSearchParams()));
  }

  let isReleasing = false;
  async function release(form) {
    if (isReleasing) return;
    isReleasing = true;
    const sent = Object.fromEntries(new FormData(form));
    found("go").disabled = true;
    say("Releasing …");
    const answer = await ask("/release", fields(sent));
    isReleasing = false;
    if (answer.problem) {
      await plan(); // with a new button, if there is something to release
      say(answer.said, true);
    } else show(answer);
  }

  document.addEventListener("input", event => {
    if (!event.target.closest("#form") || event.target.hasAttribute("data-redraws")) return;
    changes += 1;
    isSaved = found("save").disabled = false;
    later();
  });
  document.addEventListener("change", event => {
    if (event.target.hasAttribute("data-redraws")) edit("redraw");
  });
  document.addEventListener("submit", event => {
    event.preventDefault();
    if (event.target.id === "releasing") release(event.target);
    else plan();
  });
  document.addEventListener("click", async event => {
    const button = event.target.closest("button");
    if (!button) return;
    if (button.dataset.press) edit(button.dataset.press);
    else if (button.id === "save") save();
    else if (button.id === "write") show(await ask("/code", fields()));
    else if (button.id === "load" && (isSaved || confirm("Drop what you have not saved?"))) load();
    else if (button.dataset.copies) {
      await navigator.clipboard.writeText(found(button.dataset.copies).textContent);
      say("Copied.");
    }
  });
  document.addEventListener("keydown", event => {
    if (event.key === "s" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      if (!isSaved) save();
    }
  });
  window.addEventListener("beforeunload", event => {
    if (!isSaved) event.preventDefault();
  });

  if (sessionStorage.getItem(KEY)) load();
  else {
    found("bar").hidden = false;
    found("bar").querySelector(".buttons").hidden = true;
    say("This page needs its token: open the address that scrim explore printed.", true);
  }
})();
