/**
 * Names the parts of a talk by what is said in them and hardly elsewhere: names and noun phrases, weighed by how often
 * they recur in the part and in how few other parts they are (TF-IDF, Spärck Jones 1972).
 */
import { meaningfulRuns, namesIn } from '../../analysis/keywords.ts';
import { lemmasOf } from '../../analysis/lemmas.ts';
import { emptyWords, fold, stem, wordsOf } from '../../analysis/words.ts';

export interface PartTitle {
  /** Phrases as they are said, with commas between them. */
  readonly text: string;
  /** For each phrase, the index of the first sentence of the part that says it. */
  readonly sentences: readonly number[];
}

const mostPhrases = 3;
const mostPhraseWords = 3;
/** Number of phrases among which a title is looked for; otherwise thousands with one word in common would take long. */
const mostCandidates = 50;
const titleCharacters = 64;
/** A further phrase needs at least this share of the score of the first one. */
const leastShare = 0.45;

interface Phrase {
  readonly stems: readonly string[];
  readonly isName: boolean;
  /** Each form in which the part says it, with its count. */
  readonly forms: Map<string, number>;
  readonly sentence: number;
  count: number;
}

/** Titles of the parts, in order; null for a part in which nothing stands out. `parts` are their sentences. */
export function partTitles(
  parts: readonly (readonly string[])[],
  language: string,
): (PartTitle | null)[] {
  const talk = parts.flat();
  const names = namesIn(talk);
  const usage = usageOf(talk, language);
  const phrases = parts.map((sentences) => phrasesIn(sentences, language, names, usage));
  const partsWith = new Map<string, number>();
  for (const phrasesOfPart of phrases)
    for (const key of phrasesOfPart.keys()) partsWith.set(key, (partsWith.get(key) ?? 0) + 1);

  return phrases.map((phrasesOfPart) => {
    const scored = [...phrasesOfPart]
      .map(([key, phrase]) => ({
        phrase,
        score: scoreOf(phrase, rarityOf(partsWith.get(key) ?? 1, parts.length)),
      }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score || a.phrase.sentence - b.phrase.sentence);
    return titleOf(scored);
  });
}

/** Zero for what every one of several parts says: it may be the subject of the talk, but tells no part from the others. */
const rarityOf = (partsWith: number, parts: number): number =>
  parts > 1 && partsWith === parts ? 0 : Math.log2(1 + parts / partsWith);

/** Zero for what does not recur, and for a common word that recurs only once. */
function scoreOf({ stems, isName, count }: Phrase, rarity: number): number {
  const isWord = stems.length === 1 && !isName;
  if (count < (isWord ? 3 : 2)) return 0;
  const length = 1 + 0.4 * (stems.length - 1);
  return Math.log2(count) ** 0.8 * rarity * length * (isName ? 1.3 : 1);
}

interface Scored {
  readonly phrase: Phrase;
  readonly score: number;
}

function titleOf(scored: readonly Scored[]): PartTitle | null {
  const [best] = scored;
  if (!best) return null;

  const picked: Phrase[] = [];
  let length = 0;
  for (const { phrase, score } of scored.slice(0, mostCandidates)) {
    if (picked.length === mostPhrases || score < leastShare * best.score) break;
    const fuller = fullerName(phrase, scored);
    const isSaid = fuller.stems.some((word) => picked.some(({ stems }) => stems.includes(word)));
    const form = formOf(fuller);
    if (isSaid || length + form.length > titleCharacters) continue;
    picked.push(fuller);
    length += form.length + 2;
  }

  if (picked.length === 0) return null;
  const text = picked.map(formOf).join(', ');
  return {
    text: text.charAt(0).toUpperCase() + text.slice(1),
    sentences: picked.map(({ sentence }) => sentence),
  };
}

/** The longest name that recurs and contains this one: people say it in full once or twice, and in short after that. */
function fullerName(phrase: Phrase, scored: readonly Scored[]): Phrase {
  if (!phrase.isName) return phrase;
  const containing = scored.filter(
    ({ phrase: { isName, stems } }) =>
      isName &&
      stems.length > phrase.stems.length &&
      phrase.stems.every((word) => stems.includes(word)),
  );
  return containing[0]?.phrase ?? phrase;
}

const formOf = ({ forms }: Phrase): string => [...forms].sort((a, b) => b[1] - a[1])[0]?.[0] ?? '';

function phrasesIn(
  sentences: readonly string[],
  language: string,
  names: ReadonlySet<string>,
  usage: Usage,
): Map<string, Phrase> {
  const phrases = new Map<string, Phrase>();

  for (const [sentence, text] of sentences.entries()) {
    // Speech engines hear a word over and over in music and silence, so a sentence counts once for a phrase.
    const phrasesOfSentence = new Map<
      string,
      Pick<Phrase, 'stems' | 'isName'> & { form: string }
    >();
    for (const run of meaningfulRuns(text, language, names)) {
      for (const words of wordGroups(run.map(readWord))) {
        if (!isNounPhrase(words, usage)) continue;
        const stems = words.map((word) => word.stem);
        const form = [...words.slice(0, -1).map(({ text }) => text), words.at(-1)?.bare].join(' ');
        const isName = words.every(({ isCapital }) => isCapital);
        phrasesOfSentence.set(stems.join(' '), { stems, isName, form });
      }
    }

    for (const [key, { stems, isName, form }] of phrasesOfSentence) {
      const phrase = phrases.get(key) ?? { stems, isName, forms: new Map(), sentence, count: 0 };
      phrase.count += 1;
      phrase.forms.set(form, (phrase.forms.get(form) ?? 0) + 1);
      phrases.set(key, phrase);
    }
  }

  return phrases;
}

/** A word with what is compared of it, which takes longer than all else and is therefore made once. */
interface ReadWord {
  readonly text: string;
  /** Without the ending of a possessive. */
  readonly bare: string;
  /** The same in small letters, without accents. */
  readonly key: string;
  readonly stem: string;
  readonly isCapital: boolean;
}

function readWord(text: string): ReadWord {
  const bare = withoutPossessive(text);
  const key = fold(bare);
  return { text, bare, key, stem: stem(key), isCapital: /^\p{Lu}/u.test(text) };
}

/** Every group of up to three words in a row. */
const wordGroups = (run: readonly ReadWord[]): (readonly ReadWord[])[] =>
  run.flatMap((_, start) =>
    run
      .slice(start, start + mostPhraseWords)
      .map((_word, last) => run.slice(start, start + last + 1)),
  );

const withoutPossessive = (word: string): string => word.replace(/['’]s?$/, '');

/** How often a word is used like a noun, and like a verb, by the words beside it; English only. */
interface Usage {
  readonly nouns: ReadonlyMap<string, number>;
  readonly adjectives: ReadonlyMap<string, number>;
  readonly verbs: ReadonlyMap<string, number>;
}

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '));
const beforeNouns = wordSet(
  'a an the this these those my your his her its our their some any no every each another of in on at for with from by about between into through',
);
const beforeVerbs = wordSet(
  "to will would can could should may might must do does did don't didn't doesn't i you we they he she it who not let's i'll you'll we'll they'll can't won't couldn't wouldn't gonna never just",
);
const afterVerbs = wordSet(
  'the a an this that my your his her its our their me you him us them it',
);

function usageOf(talk: readonly string[], language: string): Usage {
  const nouns = new Map<string, number>();
  const adjectives = new Map<string, number>();
  const verbs = new Map<string, number>();
  if (language.slice(0, 2) !== 'en') return { nouns, adjectives, verbs };
  const empty = emptyWords('en');

  const add = (counts: Map<string, number>, word: string) =>
    counts.set(word, (counts.get(word) ?? 0) + 1);
  for (const clause of talk.flatMap((sentence) => sentence.split(/[.,;:!?]+/))) {
    const words = wordsOf(fold(clause)).map((word) => word.replaceAll('’', "'"));
    for (const [index, word] of words.entries()) {
      const key = withoutPossessive(word);
      const next = words[index + 1];
      const isLast = next === undefined || empty.has(next);
      if (beforeNouns.has(words[index - 1] ?? '')) add(isLast ? nouns : adjectives, key);
      else if (index > 0 && isLast && !beforeVerbs.has(words[index - 1] ?? '')) add(nouns, key);
      if (beforeVerbs.has(words[index - 1] ?? '')) add(verbs, key);
      if (afterVerbs.has(next ?? '')) add(verbs, key);
    }
  }
  return { nouns, adjectives, verbs };
}

/** Words that people fill talk with, and that say nothing of its subject. */
const chatter = new Set(
  (
    'okay gonna wanna gotta guy guys stuff man bro dude folks lot shit fuck fucking motherfucker motherfuckers ass damn bitch ' +
    'god wow hell cool crazy funny totally literally obviously honestly absolutely definitely everything else ' +
    'episode podcast show host audio video actually able big huge different certain ' +
    'happened happening says saying quote sir yep nope huh ago whatever own code discount promo sponsor dollar dollars ' +
    'billion trillion percent either somehow someone somewhere somebody'
  ).split(' '),
);

function isNounPhrase(words: readonly ReadWord[], { nouns, adjectives, verbs }: Usage): boolean {
  if (words.some(({ key }) => chatter.has(key))) return false;
  if (words.every(({ isCapital }) => isCapital)) return true;
  if (nouns.size === 0) return true;

  return words.every(({ key, isCapital }, index) => {
    if (isCapital) return true;
    const nounUses = nouns.get(key) ?? 0;
    const verbUses = verbs.get(key) ?? 0;
    if (/ly$/.test(key) || (words.length === 1 && isBent(key))) return false;
    const adjectiveUses = adjectives.get(key) ?? 0;
    return index === words.length - 1
      ? nounUses > verbUses && nounUses >= adjectiveUses
      : nounUses + adjectiveUses >= verbUses;
  });
}

/** Whether a word alone is most likely a form of a verb or a superlative: "leaking", "certified", "highest". */
const isBent = (word: string): boolean =>
  /(?:ing|ed|est)$/.test(word) && lemmasOf(word).some((lemma) => lemma !== word);
