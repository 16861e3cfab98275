// The answer as it comes. Without this file the form posts and the page comes back with the answer.
(() => {
  "use strict";

  const form = document.getElementById("ask");
  const coming = document.getElementById("coming");
  const problem = document.getElementById("problem");
  let running = null;

  const show = (message) => {
    problem.textContent = message;
    problem.hidden = !message;
  };

  const begin = (question) => {
    show("");
    coming.hidden = false;
    coming.scrollIntoView({ block: "nearest" });
    coming.querySelector(".question").textContent = question;
    coming.querySelector(".stage").textContent = form.dataset.thinking;
    coming.querySelector(".so-far").replaceChildren();
    form.querySelector("button").disabled = true;
    document.querySelector(".examples")?.remove();
  };

  const end = () => {
    running = null;
    coming.hidden = true;
    form.querySelector("button").disabled = false;
  };

  const handlers = {
    status: ({ message }) => {
      coming.querySelector(".stage").textContent = `${form.dataset.thinking} ${message}`;
    },
    delta: ({ html }) => {
      coming.querySelector(".so-far").innerHTML = html;
      window.dressAnswer(coming);
    },
    done: ({ html, url, conversation }) => {
      const answers = document.getElementById("answers");
      answers.insertAdjacentHTML("beforeend", html);
      for (const place of answers.querySelectorAll("form")) {
        if (!place.querySelector("[name=csrfmiddlewaretoken]")) {
          place.append(form.querySelector("[name=csrfmiddlewaretoken]").cloneNode());
        }
      }
      window.dressAnswer(answers.lastElementChild);
      form.querySelector("[name=conversation]").value = conversation;
      form.action = url;
      window.history.replaceState(null, "", url);
      const box = form.querySelector("textarea");
      // A question that was typed while another was answered stays.
      if (box.value.trim() === coming.querySelector(".question").textContent.trim()) box.value = "";
      end();
      answers.lastElementChild.scrollIntoView({ block: "start" });
    },
    error: ({ message }) => {
      show(message);
      end();
    },
  };

  // Server-sent events by hand: the browser's own reader cannot post.
  const read = async (response) => {
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let buffer = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      buffer += value;
      const events = buffer.split("\n\n");
      buffer = events.pop();
      for (const event of events) {
        const name = /^event: (.*)$/m.exec(event)?.[1];
        const data = /^data: (.*)$/m.exec(event)?.[1];
        if (handlers[name]) handlers[name](JSON.parse(data));
      }
    }
  };

  const ask = async (body) => {
    begin(body.get("question"));
    running = new AbortController();
    try {
      const response = await fetch(form.dataset.stream, { method: "POST", body, signal: running.signal });
      if (!response.ok) {
        handlers.error({ message: (await response.text()).slice(0, 300) || form.dataset.refused });
        return;
      }
      await read(response);
      if (running) handlers.error({ message: form.dataset.broken });
    } catch (error) {
      handlers.error({ message: error.name === "AbortError" ? form.dataset.stopped : form.dataset.silent });
    }
  };

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!running) ask(new FormData(form));
  });
  form.querySelector("textarea").addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      form.requestSubmit();
    }
  });
  coming.querySelector(".stop").addEventListener("click", () => running?.abort());
  for (const example of document.querySelectorAll(".examples form")) {
    example.addEventListener("submit", (event) => {
      event.preventDefault();
      form.querySelector("textarea").value = new FormData(example).get("question");
      form.requestSubmit();
    });
  }
  document.addEventListener("submit", (event) => {
    if (!event.target.matches(".choice")) return;
    event.preventDefault();
    if (!running) ask(new FormData(event.target));
  });
  document.addEventListener("submit", async (event) => {
    if (!event.target.matches(".rating")) return;
    event.preventDefault();
    const body = new FormData(event.target, event.submitter);
    const answered = await fetch(event.target.action, { method: "POST", body, headers: { Accept: "application/json" } });
    if (answered.ok && event.submitter) {
      for (const button of event.target.querySelectorAll("button")) {
        button.setAttribute("aria-pressed", String(button === event.submitter));
      }
    }
  });
})();
