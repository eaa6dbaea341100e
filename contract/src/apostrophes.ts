/** Words that people write with an apostrophe, typographic or not, or without. Imports nothing. */

/** Every sign that is typed for one. */
export const apostrophes = "'’‘ʼ＇´`";

/** By ending, the beginnings of English contractions whose letters alone are no other word: `shell` is not `she'll`. */
const contractions: Readonly<Record<string, string>> = {
  t: 'ain aren can couldn daren didn doesn don hadn hasn haven isn mightn mustn needn oughtn shan shouldn wasn weren won wouldn',
  re: 'they you',
  ve: 'could i might must should they we would you',
  ll: 'it that there they who you',
  d: 'it that there they who you',
  m: 'i',
  s: 'he here how let she that there what when where who',
};
const partsOfContraction = new Map(
  Object.entries(contractions).flatMap(([ending, beginnings]) =>
    beginnings.split(' ').map((beginning) => [beginning + ending, [beginning, ending]] as const),
  ),
);

/** What is left of an article or a family before a vowel or a name: L'Oréal, O'Reilly. */
const elision = /^(l|o)(\p{L}{4,})$/u;

/** The parts that an apostrophe may stand between in a word that was written without one, in lower case. */
export function partsAtApostrophe(word: string): readonly string[] | null {
  const parts = partsOfContraction.get(word);
  if (parts) return parts;

  const [, article, name] = elision.exec(word) ?? [];
  return article !== undefined && name !== undefined ? [article, name] : null;
}
