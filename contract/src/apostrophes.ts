/** Words that people write with an apostrophe (typographic or not) or without. Imports nothing. */

/** Every character that people type as an apostrophe. */
export const apostrophes = "'’‘ʼ＇´`";

/**
 * English contractions, as a map from ending to beginnings. Only contractions that are not another word without the
 * apostrophe are included: `shell`, for example, need not mean `she'll`.
 */
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

/**
 * A shortened article or a family prefix together with the name after it, typed without the apostrophe: L'Oréal,
 * O'Reilly.
 */
const elision = /^(l|o)(\p{L}{4,})$/u;

/**
 * Splits a lower-case word without an apostrophe at the position where an apostrophe could be; null if there is none.
 */
export function partsAtApostrophe(word: string): readonly string[] | null {
  const parts = partsOfContraction.get(word);
  if (parts) return parts;

  const [, article, name] = elision.exec(word) ?? [];
  return article !== undefined && name !== undefined ? [article, name] : null;
}
