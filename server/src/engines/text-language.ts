/** Detects the language of a recognised text, to check it against the language that was heard. */

/** What `eld` offers; its data of 1.6 MB is loaded with the first text. */
type Detector = typeof import('eld/small')['eld'];

/**
 * Fewer letters do not tell a language. Among 6,171 passages of 20 words from English podcasts, none was reliably taken
 * for another language; of passages of 8 words, two in a thousand were.
 */
const leastLetters = 80;
/** A character of a script that writes words without spaces tells as much as several letters. */
const lettersOfCharacter = 5;
const spacelessCharacter =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/gu;
/** More text adds nothing but time. */
const mostCharacters = 2000;

/** Languages so much alike that a text in one is easily taken for another of its group. */
const alikeLanguages: readonly ReadonlySet<string>[] = [
  ['no', 'nb', 'nn', 'da', 'sv'],
  ['hr', 'sr', 'bs', 'sh', 'sl'],
  ['mk', 'bg'],
  ['cs', 'sk'],
  ['ru', 'uk', 'be'],
  ['id', 'ms', 'jv'],
  ['es', 'pt', 'gl', 'ca', 'ast', 'oc'],
  ['nl', 'af', 'fy'],
  ['hi', 'ur', 'mr', 'ne', 'pa'],
  ['fa', 'tg', 'ps', 'ckb', 'ku'],
  ['tr', 'az', 'tk', 'uz'],
  ['zh', 'yue', 'wuu', 'nan'],
  ['tl', 'fil', 'ceb'],
  ['de', 'lb', 'gsw', 'nds'],
  ['et', 'fi'],
].map((group) => new Set(group));

let detector: Promise<Detector> | undefined;

async function open(): Promise<Detector> {
  detector ??= import('eld/small').then(({ eld }) => eld);
  return detector;
}

/** The primary subtag of the language in which the text is written; null if it is too short or too mixed to tell. */
export async function languageOfText(text: string): Promise<string | null> {
  const start = text.slice(0, mostCharacters);
  if (weightOf(start) < leastLetters) return null;

  const detection = (await open()).detect(start);
  return detection.language !== '' && detection.isReliable() ? detection.language : null;
}

/** Whether two primary subtags name the same language, or two that are easily taken for one another. */
export const areAlike = (first: string, second: string): boolean =>
  first === second || alikeLanguages.some((group) => group.has(first) && group.has(second));

/**
 * Whether a text may be what was said in this language. It is not if the text as a whole, and each of its passages that
 * is long enough to tell, is in another one. `isKnown` says whether the model that wrote the text knows the language
 * that was heard; if it does not, a text whose language can't be told is taken for chance.
 */
export async function mayBeSaidIn(
  language: string,
  passages: readonly string[],
  isKnown: boolean,
): Promise<boolean> {
  const whole = await languageOfText(passages.join(' '));
  if (whole === null) return isKnown;
  if (areAlike(whole, language)) return true;

  for (const passage of passages) {
    const written = await languageOfText(passage);
    if (written !== null && areAlike(written, language)) return true;
  }

  return false;
}

function weightOf(text: string): number {
  const spaceless = text.match(spacelessCharacter)?.length ?? 0;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return letters - spaceless + spaceless * lettersOfCharacter;
}
