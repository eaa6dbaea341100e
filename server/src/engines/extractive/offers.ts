/** Detects which kinds of answer a sentence offers: a price, a date, a name, a reason. English only. */
import { isKnownWord } from '../../analysis/related-words.ts';
import { emptyWords, wordsOf } from '../../analysis/words.ts';

const units = 'one|two|three|four|five|six|seven|eight|nine';
const teens = 'ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen';
const tens = 'twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety';
const numberWord = `(?:${units}|${teens}|${tens}|zero|hundred|thousand|million|billion|dozen)`;
/**
 * The number of digits and the number of number words are limited, because in a long row of numbers every digit may
 * begin a match.
 */
const digits = '\\d[\\d.,]{0,20}';
const mostNumberWords = 12;
/** "two hundred and ten", "3.5", "half a", "a couple of" */
const number = `(?:(?:a |half a )?(?:${numberWord}|${digits})(?:[ -](?:and |point |a )?(?:${numberWord}|half|${digits})){0,${mostNumberWords}}|half(?: an?| of)?|an? (?:couple|few|third|quarter|pair|half)(?: of)?|both)`;
const currency =
  '(?:dollars?|bucks?|euros?|pounds?|quid|cents?|pence|francs?|crowns?|yen|rupees?|pesos?|shillings?|grand|pence|credits)';
const timeUnit =
  '(?:seconds?|minutes?|hours?|days?|nights?|weeks?|months?|years?|decades?|centur(?:y|ies))';
const months =
  '(?:january|february|march|april|may|june|july|august|september|october|november|december)';
const seasons =
  '(?:spring|summer|autumn|winter|fall|christmas|easter|halloween|holidays?|weekend|season)';
const yearWords = `(?:(?:sixteen|seventeen|eighteen|nineteen|twenty) (?:oh |hundred|${tens}|${teens})(?: ?(?:${units}))?|two thousand(?: and)?(?: (?:${units}|${teens}))?)`;

const word = (pattern: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}'])(?:${pattern})(?![\\p{L}\\p{N}])`, 'iu');

/** A number with a unit, and at most two words between them: "forty hours", "two more hours". */
const amountOf = (unit: string) =>
  word(`${number}(?: and a half)?(?:[ -](?:\\p{L}+ ){0,2}|-?)(?:${unit})`);

const priceWords =
  'costs?|prices?|priced|pays?|paid|sells?|sold|charges?|charged|fees?|rent|worth|spent|spend|budget|salary|earns?|bills?|fined?|expensive|cheap(?:er)?|(?:a|an|per|each) (?:month|year|week|night|day|person|head|jar|piece|hour)|money|savings?|discount';
const family =
  'mother|father|mom|mum|dad|brother|sister|uncle|aunt|cousin|wife|husband|son|daughter|friend|neighbou?r|colleague|grandmother|grandfather|grandma|grandpa|boss|teacher|doctor|parents|girlfriend|boyfriend|team';
const ahead = '(?:it|they|he|she|we|i|you|the|my|our|his|her|this|that|there|nobody|a|most|no)';

interface Offer {
  /** How certain it is that a match is an answer of this kind, 0 to 1. */
  readonly score: number;
  readonly pattern: RegExp;
}

const offer = (score: number, pattern: RegExp): Offer => ({ score, pattern });
const aNumber = word(number);

/** For each kind of answer, the patterns that recognise it in a sentence, the most certain first. */
const patterns = {
  money: [
    offer(
      1,
      word(
        `[$€£¥] ?${digits}|${number} (?:${numberWord} )?${currency}|for free|free of charge|costs nothing`,
      ),
    ),
    offer(
      0.8,
      word(
        `(?:${priceWords})(?: [\\p{L}']+){0,6} ${number}|${number}(?: [\\p{L}']+){0,4} (?:${priceWords})`,
      ),
    ),
    offer(
      0.6,
      word(
        `(?:is|are|was|were|'s) (?:about |around |only |just )?(?:${number} )?(?:hundred|thousand|million)`,
      ),
    ),
    offer(0.4, word('hundred|thousand|million')),
    offer(0.2, aNumber),
  ],
  duration: [
    offer(1, amountOf(timeUnit)),
    offer(
      0.8,
      word(
        'overnight|an hour|for (?:years|ages)|forever|a (?:day|week|month|year|minute|second|decade)|(?:all|the whole) (?:day|night|week|year)',
      ),
    ),
    offer(0.5, word('(?:until|till) \\p{L}+')),
    offer(0.1, aNumber),
  ],
  time: [
    offer(
      1,
      word(
        `${months}|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|in ${yearWords}|1[0-9]{3}|20[0-9]{2}|noon|midnight|midday|tomorrow|yesterday|(?:last|next|this|every|that|in the|early|late|a) (?:morning|afternoon|evening|night|week|month|year|century|${seasons})|in (?:the )?${seasons}|o'clock|half past|[ap]\\.?m\\.?|${number} (?:${timeUnit} )?(?:ago|later|earlier)|at ${number}|before ${number} in|in (?:an?|${number}) ${timeUnit}|from ${number} (?:to|till|until) ${number}`,
      ),
    ),
    offer(
      0.6,
      word(
        `${yearWords}|${number} ${timeUnit} (?:after|before)|during the \\p{L}+|soon|right now|already|today|tonight`,
      ),
    ),
    offer(0.5, word('when|before|after|until|as soon as|once|while|if')),
    offer(0.3, aNumber),
  ],
  date: [
    offer(
      1,
      word(
        `(?:in )?${months}|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|in ${yearWords}|${yearWords}|1[0-9]{3}|20[0-9]{2}|tomorrow|yesterday|(?:last|next|this) (?:week|month|year|${seasons})|(?:in|at|by) (?:the )?(?:morning|evening|noon|midnight|${seasons})|(?:at|before|after|until) ${number}|o'clock|half past`,
      ),
    ),
    offer(0.4, word('today|tonight|soon')),
  ],
  weight: [
    offer(1, amountOf('grams?|g|kilos?|kg|kilograms?|tons?|tonnes?|ounces?|oz|lbs?|pounds?|stone')),
    offer(0.4, word('heavy|light|weighs?')),
  ],
  length: [
    offer(
      1,
      amountOf(
        'met(?:re|er)s?|kilomet(?:re|er)s?|km|centimet(?:re|er)s?|cm|millimet(?:re|er)s?|mm|miles?|feet|foot|inch(?:es)?|yards?|blocks?|stor(?:e?y|ies)|floors|acres|hectares|square|stops',
      ),
    ),
    offer(0.9, word(`${number} (?:by|x|times) ${number}`)),
  ],
  distance: [
    offer(
      1,
      amountOf(
        'met(?:re|er)s?|kilomet(?:re|er)s?|km|cm|centimet(?:re|er)s?|miles?|feet|foot|inch(?:es)?|yards?|blocks?|stops',
      ),
    ),
    offer(1, word(`${number} ${timeUnit} (?:from|away|by|out|walk|drive)`)),
    offer(0.5, word('next to|around the corner|near(?:by)?|close to')),
  ],
  extent: [
    offer(
      1,
      amountOf(
        `${timeUnit}|met(?:re|er)s?|kilomet(?:re|er)s?|km|miles?|feet|inch(?:es)?|words|pages|cm|mm|yards?`,
      ),
    ),
    offer(0.2, aNumber),
  ],
  size: [
    offer(
      1,
      amountOf(
        'met(?:re|er)s?|kilomet(?:re|er)s?|km|centimet(?:re|er)s?|cm|mm|miles?|feet|foot|inch(?:es)?|yards?|acres|hectares|square',
      ),
    ),
    offer(0.9, word(`${number} (?:by|x|times) ${number}`)),
    offer(0.6, amountOf('seconds?|points?|percent|votes|goals')),
  ],
  temperature: [offer(1, amountOf('degrees|celsius|fahrenheit'))],
  speed: [
    offer(1, word(`${number}(?: \\p{L}+){0,2} (?:an|per) (?:hour|second|minute)`)),
    offer(1, amountOf('knots|mph|kph|gigahertz|megabits?|rpm')),
    offer(0.4, amountOf(timeUnit)),
  ],
  percent: [
    offer(1, amountOf('percent|per cent|%')),
    offer(
      1,
      word(
        '(?:a|one|two|three) (?:third|quarter|half|fifth|tenth)s?|half|most of|(?:out )?of (?:ten|a hundred)',
      ),
    ),
  ],
  volume: [
    offer(
      1,
      amountOf(
        'lit(?:re|er)s?|millilit(?:re|er)s?|ml|gallons?|pints?|cups?|gigabytes?|terabytes?|megabytes?|gigs?|seats|people|passengers|milliamp',
      ),
    ),
  ],
  rating: [
    offer(
      1,
      word(
        `${number}(?: \\p{L}+){0,2} (?:out of|to|points?|stars?|goals?|all)|${number} (?:out of|to|nil|all) `,
      ),
    ),
  ],
  age: [
    offer(1, word(`${number} years? old|aged? (?:of )?${number}|${number}-year-old`)),
    offer(
      0.8,
      word(
        `(?:is|was|turned|turns|am|are|just|only|'s|'m) (?:\\p{L}+ )?${number} (?:and|now|when|years)|${number} years`,
      ),
    ),
    offer(0.4, word(`(?:is|was|turned|i'm) ${number}`)),
  ],
  amount: [
    offer(
      1,
      amountOf(
        'grams?|g|kilos?|kg|tons?|tonnes?|ounces?|pounds?|lit(?:re|er)s?|ml|cups?|teaspoons?|tablespoons?|spoons?|gigabytes?|percent|pinch|watts?|volts?|hours?|bar|points?',
      ),
    ),
    offer(
      0.8,
      word(
        'a (?:pinch|handful|splash|lot|bit|little|teaspoon|tablespoon|cup|third|quarter) of|half',
      ),
    ),
    offer(0.5, aNumber),
  ],
  number: [offer(0.8, aNumber)],
  count: [offer(0.6, aNumber)],
  frequency: [
    offer(
      1,
      word(
        `(?:once|twice|${number}(?: times)?) (?:a|an|per|each|every) \\p{L}+|every (?:${number} )?(?:\\p{L}+ )?\\p{L}+|daily|weekly|monthly|yearly|always|never|often|sometimes|rarely|(?:${number}) times`,
      ),
    ),
  ],
  person: [
    offer(0.6, word(`(?:my|his|her|our|their|your|a|an|the) (?:\\p{L}+ )?(?:${family})`)),
    offer(0.35, word("i|we|me|us|i'll|people|man|woman|he|she")),
  ],
  name: [offer(0.9, word("(?:is|was|are|'s|it) called|named|name is|name's|known as"))],
  place: [
    offer(
      1,
      /\b(?:[Ii]n|[Aa]t|from|near|to|[Oo]n|around|into|off) (?:the )?(?:\p{L}+ )?(?!(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|Mon|Tue|Wed|Thu|Fri|Sat|Sun)\p{Ll}*)\p{Lu}\p{L}/u,
    ),
    offer(
      0.8,
      word(
        `(?:in|at|on|from|near|into|inside|outside|behind|under|through|across|below|above|next to|out of) (?:the |a |an |my |our |his |her |their |any |every |this |your )?(?!(?:${months}|${seasons}|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|morning|evening|afternoon|night|week|month|year|while|fact|addition|case|time|once|it|them|that|least|last|first|all|${numberWord})(?![\\p{L}]))\\p{L}+|here|home|online|abroad|upstairs|downstairs`,
      ),
    ),
  ],
  reason: [
    offer(
      1,
      word(
        `because|since ${ahead}|as ${ahead}|so that|due to|thanks to|owing to|in order to|that's why|otherwise|therefore|that is why|the reason|or (?:the|it|they|else|you'll|you will)|which is why`,
      ),
    ),
    offer(0.6, word('so|then|when|if|to \\p{L}+|but|only|means?|makes?|after')),
  ],
  manner: [
    offer(
      0.8,
      word(
        'by|with|using|used?|through|just|press|push|pull|put|click|take|turn|go|goes|went|until|when|into|took|get|got|keep|start|started|open|select|set',
      ),
    ),
  ],
  definition: [
    offer(
      1,
      word(
        "which is|that's an?|that is|stands? for|means|meant|is an?|are|known as|refers? to|called|is when|or",
      ),
    ),
    offer(0.6, word("is|was|it's")),
  ],
  colour: [
    offer(
      1,
      word(
        'black|white|red|green|blue|yellow|orange|purple|violet|pink|brown|gr[ea]y|beige|sand|gold(?:en)?|silver|turquoise|cream|navy',
      ),
    ),
  ],
  open: [offer(0.5, /\p{L}/u)],
} satisfies Record<string, readonly Offer[]>;

/** A kind of answer. */
export type Kind = keyof typeof patterns;

/**
 * How well a sentence offers the wanted kind of answer, 0 to 1. Names in `askedWords`, which are lower case, do not
 * count as answers.
 */
export function offers(kind: Kind, text: string, askedWords: ReadonlySet<string>): number {
  const plain = text.replaceAll('’', "'");
  const patternScore = patterns[kind].find(({ pattern }) => pattern.test(plain))?.score ?? 0;
  if (kind !== 'person' && kind !== 'name') return patternScore;
  const names = namesIn(plain, askedWords);
  const inside = names.inside > 0 ? 1 : names.places > 0 ? (kind === 'name' ? 1 : 0.3) : 0;
  return Math.max(patternScore, inside, names.first ? 0.9 : 0);
}

const notNames = new Set(
  "i i'm i've i'd i'll monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december ok okay tv the a an but and so in on at".split(
    ' ',
  ),
);

/**
 * Counts the names within a sentence, apart from those after a preposition of place, which are seldom people. A
 * capitalised word that begins the sentence is a name if it is not an English word, or precedes another name.
 */
function namesIn(text: string, askedWords: ReadonlySet<string>) {
  const bare = (rawWord: string) => rawWord.toLowerCase().replace(/['’]s$/, '');
  const isName = (candidate: string) =>
    /^\p{Lu}/u.test(candidate) &&
    !notNames.has(bare(candidate)) &&
    !askedWords.has(bare(candidate)) &&
    !emptyWords('en').has(bare(candidate));
  const words = wordsOf(text);
  let inside = 0;
  let places = 0;
  let ofPlace = false;

  for (const [index, nameWord] of words.entries()) {
    const previousWord = words[index - 1] ?? '';
    const before2 = words[index - 2] ?? '';
    ofPlace =
      /^(?:in|at|from|to|near|on|of)$/i.test(previousWord === 'the' ? before2 : previousWord) ||
      (ofPlace && /^\p{Lu}/u.test(previousWord));

    if (index === 0 || !isName(nameWord)) continue;
    if (ofPlace) places += 1;
    else inside += 1;
  }

  const [first = '', second = ''] = words;
  const opens = isName(first) && (isName(second) || !isKnownWord(bare(first)));

  return { inside, places, first: opens };
}

/** The text after each number in a lower-case sentence, where the counted thing follows. */
export function countedAfter(text: string): string[] {
  // A fraction, as in "a third of the eggs", does not say how many eggs there are.
  const everyNumber = new RegExp(aNumber.source, 'giu');
  return [...text.matchAll(everyNumber)]
    .filter(([numberText]) => !/third|quarter|half|few/.test(numberText))
    .map((match) => text.slice(match.index + match[0].length));
}
