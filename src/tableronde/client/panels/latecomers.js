// Who comes to a table when its first picture is there: what is opened by a press, and what belongs before a game or after it.

import { openChair } from "./chair.js";
import { Chapter } from "./chapter.js";
import { dialog } from "../base/dialog.js";
import { invite } from "./invite.js";
import { Lobby } from "./lobby.js";
import { Menu } from "./menu.js";
import { Outlook } from "./outlook.js";
import { Result } from "./result.js";
import { openRules } from "./rules.js";
import { Why } from "./why.js";
import { say } from "../base/words.js";

/** Let them sit down; gives back what can be asked of them. */
export function join({ parts, line, stage, curtain, talk, coach, recall }) {
  new Why(stage, line);
  new Lobby(parts.lobby, line);
  new Chapter(parts.chapter, line);
  new Outlook(parts.chances, talk, line, recall);
  const result = new Result(parts.result, line);
  const menu = new Menu(line, coach, () => recall.since());
  return {
    greet: () => result.greet(),
    menu: () => menu.open(),
    rules: () => openRules(line.table.rules),
    invite: () => invite(line),
    chair: (seat) => openChair(line, curtain, seat),
    talk: (then = () => {}) => (openTalk(parts, talk), then()),
  };
}

/** On narrow windows log and chat open as a dialog. */
function openTalk({ talk }, panel) {
  if (talk.offsetParent) return;
  panel.choose(panel.unread ? "chat" : "log");
  const home = talk.parentNode;
  const box = dialog(say("log"), talk);
  box.classList.add("talk-dialog");
  box.addEventListener("close", () => home.append(talk));
}
