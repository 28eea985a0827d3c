// The texts of the page of `tableronde dev`, each in French and English; {0} stands for a value. No other page needs them.

import { language } from "../../base/language.js";

const STRINGS = {
  acts: ["à lui de jouer", "to act"],
  advice: ["Conseils", "Advice"],
  back: ["Reprendre la partie d’avant", "Back to the game before"],
  bots: ["Faire jouer les robots jusqu’à la fin", "Let bots play to the end"],
  "check running": ["Vérification…", "Checking…"],
  "check waiting": ["Vérification en attente", "Check waits"],
  "check sound": ["Vérifié : aucun défaut ({0} parties, {1} positions)", "Checked: no fault ({0} games, {1} positions)"],
  "check fault": ["La vérification a trouvé un défaut", "The check has found a fault"],
  "copy figure": ["Copier comme figure", "Copy as figure"],
  "copy test": ["Copier comme test", "Copy as test"],
  data: ["Données", "Data"],
  deal: ["Nouvelle partie", "New game"],
  differences: ["Ce que voient différemment", "What these see differently"],
  end: ["fin", "end"],
  facts: ["Faits", "Facts"],
  "fault load": ["Le jeu ne peut pas être chargé. La dernière version qui fonctionnait reste affichée.", "The game cannot be loaded. The last version that worked stays here."],
  "fault ask": ["Le programme du jeu a une erreur ici. La partie est conservée.", "The game’s code has an error here. The game is kept."],
  "fault draw": ["L’image de cette place ne peut pas être dessinée ; l’ancienne reste affichée.", "This seat’s picture cannot be drawn; the old one stays."],
  first: ["Début", "First"],
  "first fault": ["Montrer la partie de ce défaut", "Show the game of this fault"],
  last: ["Fin", "Last"],
  legal: ["Actions permises", "Legal actions"],
  level: ["Niveau", "Level"],
  log: ["Déroulement", "Record"],
  misfit: ["L’enregistrement ne va plus au-delà de l’événement {0} : « {1} » de {2}.", "The record no longer fits from event {0} on: “{1}” by {2}."],
  "misfit setup": ["La mise en place de l’enregistrement ne convient plus ; une nouvelle partie est montrée.", "The record’s set-up no longer fits; a new game is shown."],
  "misfit kept": ["L’enregistrement entier est conservé ({0} événements).", "The whole record is kept ({0} events)."],
  more: ["encore {0}", "{0} more"],
  next: ["Suivant", "Next"],
  nothing: ["Ils voient la même chose.", "They see the same."],
  outcome: ["Victoire : {0} ({1})", "Won by {0} ({1})"],
  phone: ["Téléphone", "Phone"],
  place: ["Place montrée", "Seat shown"],
  players: ["Joueurs", "Players"],
  previous: ["Précédent", "Previous"],
  random: ["Jouer au hasard jusqu’au prochain choix", "Play at random to the next choice"],
  scrub: ["Position", "Position"],
  shown: ["Affiché {0} s après l’enregistrement", "Shown {0} s after the save"],
  stop: ["Arrêter", "Stop"],
  tree: ["Mots à presser", "Words to press"],
  view: ["Vue", "View"],
  watching: ["Chaque enregistrement est suivi.", "Every save is followed."],
  write: ["Votre mot", "Your word"],
};

/**
 * Return a text of this page in its language.
 * @param {keyof typeof STRINGS} key
 * @param {(string | number)[]} values
 */
export function say(key, ...values) {
  let sentence = STRINGS[key][language === "fr" ? 0 : 1];
  for (const [i, value] of values.entries()) sentence = sentence.replace(`{${i}}`, String(value));
  return sentence;
}
