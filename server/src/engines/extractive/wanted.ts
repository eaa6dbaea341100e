/** Determines the kind of answer that a question asks for. English only. */
import { lemmasOf } from '../../analysis/lemmas.ts';
import { emptyWords } from '../../analysis/words.ts';
import type { Kind } from './offers.ts';

export interface Wanted {
  readonly kind: Kind;
  /** Words of the question, in lower case, that serve only to ask, so they need not occur in the answer. */
  readonly asking: readonly string[];
  /** Words for what is counted, in "how many …". */
  readonly counted: readonly string[];
}

const priced =
  /\b(?:costs?|price[ds]?|pay|paid|charged?|spen[dt]|worth|rent|money|expensive|fee|salary|earn)\b/;

/** Nouns after "what" or "which", or as the whole question, with the kind of answer they ask for. */
const nouns: readonly (readonly [RegExp, Kind])[] = [
  [
    /^(?:price|cost|rent|fee|fine|salary|budget|charge|bonus|income|wage|bill|discount|fare)s?$/,
    'money',
  ],
  [/^(?:date|day|year|month|week|weekday|hour|season|deadline|century|decade|time)s?$/, 'date'],
  [/^(?:duration|length)$/, 'duration'],
  [/^weights?$/, 'weight'],
  [/^(?:height|size|depth|width|altitude|dimensions?)s?$/, 'length'],
  [/^distance$/, 'distance'],
  [/^temperatures?$/, 'temperature'],
  [/^speeds?$/, 'speed'],
  [/^(?:percentage|percent|share|proportion)$/, 'percent'],
  [/^(?:capacity|volume)$/, 'volume'],
  [/^(?:score|rating|rate|result|grade)s?$/, 'rating'],
  [/^age$/, 'age'],
  [/^(?:pressure|power|amount|wattage|voltage)$/, 'amount'],
  [/^(?:number|code|quantity|count)$/, 'number'],
  [
    /^(?:city|country|town|village|place|island|street|region|location|harbou?r|port|shop|store|continent|address|venue)s?$/,
    'place',
  ],
  [
    /^(?:person|man|woman|doctor|player|artist|actor|author|minister|president|expert|colleague|guest|scientist|teacher|driver|rider|singer|coach)$/,
    'person',
  ],
  [
    /^(?:company|companies|brand|name|ships?|team|model|firm|club|band|book|movie|film|magazine|language|airline|hotel|app|species)$/,
    'name',
  ],
  [/^colou?rs?$/, 'colour'],
];

const specific =
  /^(?:doctor|player|artist|actor|author|minister|president|expert|colleague|scientist|teacher|driver|rider|singer|coach|ships?|band|book|movie|film|magazine|language|airline|hotel|app|species|harbou?r|port|island|bonus|fine|salary|bill|fare|discount)$/;

const yesOrNo =
  /^(?:is|are|was|were|do|does|did|can|could|will|would|has|have|had|should|must|may) /;

const lengthAdjective = /^(?:tall|high|deep|wide|thick|steep|small|broad)$/;
const otherAdjectives: Readonly<Record<string, Kind>> = {
  heavy: 'weight',
  light: 'weight',
  hot: 'temperature',
  cold: 'temperature',
  warm: 'temperature',
  fast: 'speed',
  slow: 'duration',
  strong: 'speed',
  old: 'age',
  loud: 'number',
};

/**
 * The kind of answer that a question asks for, by the first rule that matches. `words` are those of the question, in
 * lower case and without punctuation.
 */
export function wantedBy(words: readonly string[]): Wanted {
  const text = words.join(' ');

  return wantedQuantity(text) ?? wantedByQuestionWord(words, text);
}

const of = (kind: Kind, ...asking: string[]): Wanted => ({ kind, asking, counted: [] });

/** The quantity that "how" plus a word of measure asks for; null if the question asks for none. */
function wantedQuantity(text: string): Wanted | null {
  const match = (pattern: RegExp) => pattern.exec(text);
  if (match(/\bhow (?:much|expensive|cheap)\b/)) return howMuch(text);
  if (match(/\bwhat (?:do|does|did|will|would) .*\b(?:cost|charge)\b/)) return howMuch(text);

  const countedWords = match(
    /\b(?:how many|number of|total of) (?:\w+ly |the )?([\p{L}']+(?: [\p{L}']+)?)/u,
  )?.[1];
  if (countedWords) {
    return { kind: 'count', asking: ['many', 'number', 'total'], counted: countedWords.split(' ') };
  }

  if (match(/\bhow long (?:is|was|are|were|should)\b/)) return of('extent', 'long');
  if (match(/\bhow (?:long|quick(?:ly)?|soon|much time)\b/)) {
    return of('duration', 'long', 'time', 'take', 'takes', 'took', 'last', 'quickly', 'soon');
  }

  if (match(/\bhow often\b/)) return of('frequency', 'often');
  const adjective = match(/\bhow (\p{L}+)/u)?.[1] ?? '';
  if (/^(?:far|close)$/.test(adjective)) return of('distance', adjective);
  if (/^(?:big|large|great)$/.test(adjective)) return of('size', adjective);
  if (lengthAdjective.test(adjective)) return of('length', adjective);

  const measured = Object.hasOwn(otherAdjectives, adjective) ? otherAdjectives[adjective] : null;
  return measured ? of(measured, adjective) : null;
}

function wantedByQuestionWord(words: readonly string[], text: string): Wanted {
  const match = (pattern: RegExp) => pattern.exec(text);
  if (match(/\bwhy\b|\breason\b|\bhow come\b/)) return of('reason', 'reason');

  // A question word that follows another question word, or is part of a yes-or-no question, only links a clause.
  const first = match(/\b(?:what|which|who|whose|whom|where|when|how)\b/)?.[0] ?? '';
  if (match(yesOrNo) && first !== 'what' && first !== 'which') return of('open');
  if (/^who/.test(first)) return of('person');
  if (first === 'where') return of('place');
  if (match(/\bwhat (?:do|does|did) .* (?:mean|stand for)\b/))
    return of('definition', 'mean', 'stand');

  const noun = nounKind(words, text);
  if (noun) return noun;
  if (first === 'when') return of('time');
  if (match(/^how\b|\bhow (?:do|does|did|can|to|is|are|was|were|should)\b/)) return of('manner');
  if (match(/\bwhat (?:is|are|was) (?:an? |the )?\p{L}+$/u)) return of('definition');

  return of('open');
}

function howMuch(text: string): Wanted {
  const asking = 'much expensive cheap cost costs price priced pay money charge charged'.split(' ');
  const bare = /\bhow much (?:is|are|was|were|for)\b|\bhow much\?*$/.test(text);
  if (priced.test(text) || bare) return { kind: 'money', asking, counted: [] };
  const countedWords = /\bhow much (\p{L}+)/u.exec(text)?.slice(1) ?? [];
  return { kind: 'amount', asking: ['much'], counted: countedWords };
}

function nounKind(words: readonly string[], text: string): Wanted | null {
  const start = /\b(?:what|which)(?: s| is| are| was| were| will be)?\b(.*)/.exec(text)?.[1];
  // A question of only a word or two omits "what".
  const followingWords = start?.trim().split(' ').slice(0, 5) ?? (words.length <= 4 ? words : []);
  for (const word of followingWords) {
    if (/^(?:of|for|in|on|at|with|to|do|does|did|has|have|can|will|from)$/.test(word)) return null;
    const kind = nouns.find(([pattern]) => pattern.test(word))?.[1];
    // A noun that occurs in few talks (`specific`) stays among the words that are searched for.
    if (kind) return { kind, asking: specific.test(word) ? [] : [word], counted: [] };
  }

  return null;
}

/** Maximum number of words that say what kind of thing is asked for. */
const mostKindWords = 3;

/**
 * The words that say what kind of thing is asked for: "space agency" in "Which space agency built it?" They end before
 * a word that only links, such as "is" or "of", and before an inflected one, which is most likely a verb.
 */
export function kindWordsOf(plainQuestion: string): string[] {
  const following = /\b(?:what|which) (?:(?:kind|type|sort)s? of )?(.*)/.exec(plainQuestion)?.[1];
  const words = following?.split(' ').slice(0, mostKindWords) ?? [];
  const end = words.findIndex(
    (word, index) => emptyWords('en').has(word) || (index > 0 && isInflected(word)),
  );
  return end < 0 ? words : words.slice(0, end);
}

const isInflected = (word: string): boolean =>
  word.length === 1 || lemmasOf(word).some((lemma) => lemma !== word);
