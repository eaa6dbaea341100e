/** Words in any script: splitting, light English stemming, and stop words. */
import { fold } from '@reelsight/contract/name-identity';

export { fold };

const scriptsWithoutSpaces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const spacedWord = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’][\p{L}]+)*/gu;
const wordSegmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
const sentenceSegmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' });

/** The words as written, without punctuation; scripts without spaces are split by dictionary. */
export function wordsOf(text: string): string[] {
  if (!scriptsWithoutSpaces.test(text)) return text.match(spacedWord) ?? [];
  const words: string[] = [];
  for (const part of wordSegmenter.segment(text)) if (part.isWordLike) words.push(part.segment);
  return words;
}

/**
 * A full stop after one of these does not end a sentence: initials, titles, and abbreviations that are always followed
 * by something.
 */
const shortForm =
  /(?:^|[\s("“])(?:\p{Lu}|mr|mrs|ms|dr|prof|st|vs|mt|approx|e\.g|i\.e|capt|sgt|gen|sen|rep|jr|sr)\.$/iu;

/** Whether a text ends like a sentence. */
export const endsSentence = (text: string): boolean => {
  const end = text.trimEnd();
  return /[.?!…。？！]["'”’)]*$/u.test(end) && !isShortForm(end);
};

/**
 * Looks only at the end of the text. A sentence grows with each abbreviation and is checked again each time, so
 * searching all of it would take long.
 */
const isShortForm = (text: string): boolean => shortForm.test(text.slice(-endCharacters));
const endCharacters = 12;

export function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  let previous = '';

  for (const { segment } of sentenceSegmenter.segment(text)) {
    const end = previous.trimEnd();
    const goesOn = isShortForm(end) || (/\bno\.$/i.test(end) && /^\d/.test(segment));
    if (sentences.length > 0 && goesOn) sentences.push(`${sentences.pop()}${segment}`);
    else sentences.push(segment);
    previous = `${goesOn ? previous : ''}${segment}`.slice(-64);
  }

  return sentences.map((sentence) => sentence.trim()).filter(Boolean);
}

/**
 * Removes endings of English nouns and verbs; words in other scripts stay unchanged. Only for comparison, never for
 * display.
 */
export function stem(word: string): string {
  if (!/^[a-z']+$/.test(word)) return word;

  let root = word.replace(/'(s|re|ve|ll|d|m|t)?$/, '');
  if (root.length > 4) root = root.replace(/ies$/, 'y');
  if (root.length > 3) root = root.replace(/(ss|x|ch|sh)es$/, '$1').replace(/([^su])s$/, '$1');

  const verb = root.replace(/(?:ing|ed)$/, '');
  if (verb !== root && verb.length > 2 && /[aeiouy]/.test(verb))
    root = verb.replace(/([^aeiouls])\1$/, '$1');

  return root.length > 3 ? root.replace(/e$/, '').replace(/y$/, 'i') : root;
}

/** Stems of the meaningful words, in order. */
export function contentStems(text: string, language = 'en'): string[] {
  const empty = emptyWords(language);
  return wordsOf(fold(text))
    .filter((word) => !empty.has(word))
    .map(stem);
}

/** Whether `text` contains the words of `name` in order, whatever their endings: "dogs" contains "dog". */
export function speaksOf(text: string, name: string): boolean {
  const stems = (value: string) => wordsOf(fold(value)).map(stem).join(' ');
  const nameStems = stems(name);
  return nameStems !== '' && ` ${stems(text)} `.includes(` ${nameStems} `);
}

const emptyWordLists: Readonly<Record<string, string>> = {
  en:
    "a about above after again all also am an and any are aren't as at be because been before being below between " +
    "both but by can can't could did didn't do does doesn't doing don't down during each even ever every few for " +
    "from further get gets go goes going got had has have having he he'd he'll he's her here hers herself him " +
    "himself his how however i i'd i'll i'm i've if in into is isn't it it's its itself just let let's like may me " +
    'might more most much must my myself no nor not now of off oh okay on once one only or other our ours ourselves ' +
    "out over own per quite rather really said same say says she she's should so some still such than that that's " +
    "the their theirs them themselves then there there's these they they're this those through to too uh um under " +
    "unless until up upon us very was wasn't we we'll we're we've well were what what's when where whether which " +
    "while who whom whose why will with within without won't would yes yet you you'd you'll you're you've your " +
    'yours yourself',
  de:
    'aber als am an auch auf aus bei bin bis da dann das dass dein dem den der des dich die dies diese dir doch du ' +
    'ein eine einem einen einer er es für gibt hab habe haben hat hier ich ihr im in ist ja jetzt kann man mein mit ' +
    'nach nicht noch nur oder schon sehr sein sich sie sind so über um und uns unter vom von vor war was wenn wer wie ' +
    'wir wird zu zum zur',
  fr:
    'à au aux avec ça ce ces cette dans de des donc du elle en est et être eu il ils je la le les leur lui ma mais me ' +
    'même mes moi mon ne nos nous on ou où par pas plus pour qu que qui sa se ses si son sont sur ta te toi ton tu un ' +
    'une vous y',
  es:
    'a al algo como con de del desde donde el ella en entre era es esa ese eso esta este esto fue ha hay la las le lo ' +
    'los más me mi muy no nos o para pero por porque que qué se ser si sí sin sobre son su sus también te tiene todo ' +
    'un una uno y ya yo',
  it:
    'a ai al alla anche che chi ci come con cosa da dal de degli dei del della di e è era gli ha hanno ho i il in io la ' +
    'le lei lo loro lui ma mi nel nella no noi non o per più quando quella questo se si sono sua suo te ti tra tu un ' +
    'una voi',
  pt:
    'a ao aos as às com como da das de dela dele do dos e é ela ele em entre era essa esse está eu foi há isso já la ' +
    'mais mas me meu muito na não nas no nos o os ou para pela pelo por que quem se sem ser seu sua são também te tem ' +
    'um uma você',
  nl:
    'aan al als bij dan dat de deze die dit door een en er het hij hoe ik in is je kan maar me met mij naar niet nog nu ' +
    'of om ook op over te toch tot uit van veel voor want was wat we wel wij wordt ze zich zij zijn zo',
};

const emptyWordSets = new Map<string, ReadonlySet<string>>();

/**
 * Stop words of a language. English ones are used for a language without a list, because English words are common in
 * titles and names in other languages too.
 */
export function emptyWords(language: string): ReadonlySet<string> {
  const primary = language.toLowerCase().split('-')[0] ?? '';
  const key = Object.hasOwn(emptyWordLists, primary) ? primary : 'en';
  const cached = emptyWordSets.get(key);
  if (cached) return cached;
  const words = new Set((emptyWordLists[key] ?? '').split(' ').map(fold));
  emptyWordSets.set(key, words);
  return words;
}

/** Stop words of the language with the most stop words in a text; English unless another language has more. */
export function emptyWordsIn(text: string): ReadonlySet<string> {
  const words = wordsOf(fold(text));
  const count = (empty: ReadonlySet<string>) => words.filter((word) => empty.has(word)).length;
  return Object.keys(emptyWordLists)
    .map(emptyWords)
    .reduce(
      (best, candidate) => (count(candidate) > count(best) ? candidate : best),
      emptyWords('en'),
    );
}
