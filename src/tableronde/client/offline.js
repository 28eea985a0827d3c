// The page without a network: as soon as the room answers again, the page that was wanted is shown.

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
