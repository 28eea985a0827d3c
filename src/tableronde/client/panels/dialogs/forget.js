// The device forgets its user: cookies, name and settings. For a school's or a friend's device.

import { ask } from "../../base/dialog.js";
import { h } from "../../base/elements.js";
import { icon } from "../../base/icons.js";
import { translate } from "../../base/language.js";
import { forgetPreferences } from "../../base/preferences.js";
import { toast } from "../../base/toast.js";

/** Create the button that asks first. */
export const forgetButton = () =>
  h("button", { type: "button", class: "quiet line", onclick: () => ask(translate("forget sure"), translate("forget"), forget) }, icon("trash"), translate("forget"));

async function forget() {
  const answer = await fetch("/forget", { method: "POST" }).catch(() => null);
  if (!answer?.ok) return toast(translate("lost"));
  forgetPreferences();
  location.assign("/");
}
