// The offline page: as soon as the room answers again, it loads the page that was requested.

const PAUSE = 4000;

async function look() {
  const answers = await fetch("/healthz", { cache: "no-store" }).then(
    (answer) => answer.ok,
    () => false,
  );
  if (answers) location.reload();
}

addEventListener("online", look);
setInterval(look, PAUSE);
