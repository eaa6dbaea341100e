/** Reads the numbers that a text says, in digits of any script's usual form or in English words. */

export interface SaidNumber {
  readonly value: number;
  /** Where the number is in the text, with its scale ("million") but without its unit. */
  readonly start: number;
  readonly end: number;
  readonly hasCurrency: boolean;
  readonly hasPercent: boolean;
  /** Whether it may be a year: four digits without a separator, or said as two pairs. */
  readonly isYear: boolean;
}

const small: Readonly<Record<string, number>> = {
  zero: 0,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
};
const tens: Readonly<Record<string, number>> = {
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
};
export const scales: Readonly<Record<string, number>> = {
  hundred: 1e2,
  thousand: 1e3,
  grand: 1e3,
  million: 1e6,
  billion: 1e9,
  trillion: 1e12,
};

const wordOr = (words: Readonly<Record<string, number>>): string => Object.keys(words).join('|');
/** A number word, or several that follow one another, at most ten. */
const words = `(?:${wordOr(small)}|${wordOr(tens)})(?:(?:[ -]|, | and )(?:${wordOr(small)}|${wordOr(tens)}|${wordOr(scales)})){0,9}`;
const digits = '\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d{1,15}(?:\\.\\d+)?';
const scaleWord = `(?:[ -](?:${wordOr(scales)}))?`;
const number = new RegExp(
  `(?<![\\p{L}\\p{N}.,'’]|\\d-)(?:[$€£¥] ?)?(?:(?<digits>${digits})${scaleWord}|(?<an>an?|half a) (?=${wordOr(scales)})(?:${wordOr(scales)})|(?<words>${words}))(?![\\p{L}\\p{N}]|[-.,]\\d)`,
  'giu',
);
const currencyAfter =
  /^[ -]?(?:us |canadian |australian )?(?:dollars?|bucks?|euros?|pounds? sterling|pounds?|quid|cents?|pence|yen|rupees?|pesos?|francs?)\b|^ ?[€£]/i;
/** A time of day is no amount of anything. */
const clockAfter = /^ ?[ap]\.?m\b|^ o['’]clock\b|^:\d/i;
const percentAfter = /^ ?%|^[ -]per ?cent\b|^[ -]percentage points?\b/i;

export function numbersIn(text: string): SaidNumber[] {
  return [...text.matchAll(number)].flatMap((match) => {
    const value = saidValueOf(match);
    if (value === null) return [];

    const [candidate] = match;
    const end = match.index + candidate.length;
    const after = text.slice(end, end + 30);
    if (clockAfter.test(after)) return [];

    return [
      {
        value,
        start: match.index,
        end,
        hasCurrency: /^[$€£¥]/.test(candidate) || currencyAfter.test(after),
        hasPercent: percentAfter.test(after),
        isYear: isYear(candidate, value),
      },
    ];
  });
}

function isYear(candidate: string, value: number): boolean {
  const isInRange = Number.isInteger(value) && value >= 1000 && value <= 2199;
  return (
    isInRange &&
    (/^\d{4}$/.test(candidate) || /^(?:\p{L}+teen|twenty|two thousand)\b/iu.test(candidate))
  );
}

function saidValueOf(match: RegExpMatchArray): number | null {
  const { digits: inDigits, an, words: inWords } = match.groups ?? {};
  const scale = scales[/(?<!\p{L})\p{L}+$/u.exec(match[0])?.[0].toLowerCase() ?? ''] ?? 1;
  if (inDigits !== undefined) return rounded(Number(inDigits.replaceAll(',', '')) * scale);
  if (an !== undefined) return (/half/i.test(an) ? 0.5 : 1) * scale;
  return inWords === undefined ? null : valueOfWords(inWords.toLowerCase());
}

/** A product such as 6.8 times a million is not exact in binary. */
const rounded = (value: number): number => Number(value.toPrecision(12));

/** The value of number words; null if they are several numbers in a row, such as "one two three". */
function valueOfWords(text: string): number | null {
  const parts = text.split(/[ ,-]+/).filter((word) => word !== 'and' && word !== '');
  const year = yearOf(parts);
  if (year !== null) return year;

  let total = 0;
  let group: number | null = null;
  for (const word of parts) {
    const scale = scales[word];
    if (scale === 100) group = (group ?? 1) * 100;
    else if (scale !== undefined) {
      total += (group ?? 1) * scale;
      group = null;
    } else {
      const added = small[word] ?? tens[word] ?? 0;
      if (group !== null && !isJoinable(group, added)) return null;
      group = (group ?? 0) + added;
    }
  }

  return total + (group ?? 0);
}

/** Whether a number below a hundred can follow what was said: "twenty" and "five", "two hundred" and "ten". */
const isJoinable = (group: number, added: number): boolean =>
  group % 100 === 0 || (added < 10 && group % 100 >= 20 && group % 10 === 0);

/** A year that is said as two pairs of digits, such as "nineteen eighty four"; null for any other words. */
function yearOf(parts: readonly string[]): number | null {
  const [century, ...rest] = parts.map((word) => small[word] ?? tens[word] ?? Number.NaN);
  const [decade = Number.NaN, unit = 0, ...furtherNumbers] = rest;
  const isCentury = century !== undefined && century >= 10 && century <= 20;
  const isPair = decade >= 10 && (unit === 0 || (decade >= 20 && unit < 10));

  return isCentury && isPair && furtherNumbers.length === 0 ? century * 100 + decade + unit : null;
}
