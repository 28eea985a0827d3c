// Write the spelling dictionaries into FOLDER, as en.aff, en.dic, fr.aff and fr.dic. The lock beside this file pins them.

import english from "npm:dictionary-en-gb@3.0.0";
import french from "npm:dictionary-fr@3.0.0";

const [folder] = Deno.args;
await Deno.mkdir(folder, { recursive: true });
for (const [language, dictionary] of Object.entries({ en: english, fr: french })) {
  await Deno.writeFile(`${folder}/${language}.aff`, dictionary.aff);
  await Deno.writeFile(`${folder}/${language}.dic`, dictionary.dic);
}
