// The page behind the link of a seat. Its form takes the seat; it is sent as soon as a person sees the page.

/** @param {HTMLElement} main */
export function show(main) {
  main.className = "missing-page";
  const form = main.querySelector("form");
  const send = () => {
    if (document.visibilityState !== "visible") return; // fetched ahead, or opened in the background
    document.removeEventListener("visibilitychange", send);
    form?.requestSubmit();
  };
  document.addEventListener("visibilitychange", send);
  send();
}
