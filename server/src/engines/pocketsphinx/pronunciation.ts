/** How a name may be said, in the sounds of the CMU dictionary: from the dictionary's own words, or letter by letter. */
import { readFile } from 'node:fs/promises';

/** Word in lower case → its pronunciations, each a list of sounds with a space between. */
export type Dictionary = ReadonlyMap<string, readonly string[]>;

const maxVariants = 6;

/** Lines are `word SOUND SOUND …`, further pronunciations `word(2) SOUND …`. */
export async function readDictionary(path: string): Promise<Dictionary> {
  const words = new Map<string, string[]>();
  for (const line of (await readFile(path, 'utf8')).split('\n')) {
    const [, word, sounds] = /^(\S+?)(?:\(\d+\))?\s+(\S.*)$/.exec(line) ?? [];
    if (!word || !sounds) continue;
    const known = words.get(word);
    if (known) known.push(sounds);
    else words.set(word, [sounds]);
  }
  return words;
}

/**
 * The likeliest first, at most six; none for a name without Latin letters or digits. A name the dictionary has as
 * a whole is also put together from its parts: for "coca-cola" the dictionary alone has the rarer way.
 */
export function pronunciations(name: string, dictionary: Dictionary): string[] {
  const written = name
    .replace(/[™®©]/g, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll('’', "'");
  const parts = written
    .replaceAll('&', ' and ')
    .replaceAll('+', ' plus ')
    .split(/[^A-Za-z0-9']+/)
    .flatMap((part) => part.match(/\d+|[A-Za-z']+/g) ?? []);
  if (parts.length === 0) return [];
  const whole = dictionary.get(written.toLowerCase().replace(/\s+/g, '-')) ?? [];
  const joined = parts.length > 1 ? (dictionary.get(parts.join('').toLowerCase()) ?? []) : [];
  const together = parts
    .map((part) => partVariants(part, dictionary))
    .reduce<string[]>(
      (sofar, variants) =>
        sofar
          .flatMap((before) => variants.map((sounds) => `${before} ${sounds}`.trim()))
          .slice(0, maxVariants),
      [''],
    );
  return [...new Set([...whole, ...joined, ...together])].slice(0, maxVariants);
}

function partVariants(part: string, dictionary: Dictionary): readonly string[] {
  if (/^\d/.test(part)) return [numberSounds(part, dictionary)];
  const word = part.toLowerCase();
  const known = dictionary.get(word);
  // An abbreviation may be a word too ("HP", "IT", "SAP"): both ways.
  const spelt = part.length <= 4 && part === part.toUpperCase() && part.length > 1;
  if (spelt) return [letterNames(word), ...(known ?? []), ...(known ? [] : spellings(word))];
  if (known) return known;
  const possessor = /^(.+?)'?s$/.exec(word)?.[1];
  const owner = possessor && word.includes("'") ? dictionary.get(possessor) : undefined;
  if (owner) return owner.map((sounds) => `${sounds} Z`);
  const plain = word.replaceAll("'", '');
  if (!/[aeiouy]/.test(plain)) return [letterNames(plain)];
  return [...compounds(part, dictionary), ...spellings(plain)].slice(0, 4);
}

/** "YouTube" where its capital letters say, else two known words of at least three letters each ("face" + "book"). */
function compounds(part: string, dictionary: Dictionary): string[] {
  const word = part.toLowerCase();
  const capital = /[a-z]([A-Z])/.exec(part);
  const places = capital
    ? [capital.index + 1]
    : Array.from({ length: Math.max(0, word.length - 5) }, (_, index) => index + 3);
  return places
    .flatMap((place) => {
      const first = dictionary.get(word.slice(0, place))?.[0];
      const second = dictionary.get(word.slice(place))?.[0];
      return first && second ? [`${first} ${second}`] : [];
    })
    .slice(0, 2);
}

const letters = new Map(
  Object.entries({
    a: 'EY',
    b: 'B IY',
    c: 'S IY',
    d: 'D IY',
    e: 'IY',
    f: 'EH F',
    g: 'JH IY',
    h: 'EY CH',
    i: 'AY',
    j: 'JH EY',
    k: 'K EY',
    l: 'EH L',
    m: 'EH M',
    n: 'EH N',
    o: 'OW',
    p: 'P IY',
    q: 'K Y UW',
    r: 'AA R',
    s: 'EH S',
    t: 'T IY',
    u: 'Y UW',
    v: 'V IY',
    w: 'D AH B AH L Y UW',
    x: 'EH K S',
    y: 'W AY',
    z: 'Z IY',
  }),
);

const letterNames = (word: string): string =>
  [...word].flatMap((letter) => letters.get(letter) ?? []).join(' ');

const numbers =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  );

/** Up to twenty as a number, beyond digit by digit. */
function numberSounds(digits: string, dictionary: Dictionary): string {
  const names = numbers[Number(digits)] ? [digits] : [...digits];
  return names.flatMap((one) => dictionary.get(numbers[Number(one)] ?? '')?.[0] ?? []).join(' ');
}

type Rules = readonly (readonly [RegExp, string])[];

/** Tried in order at each place of the word; the first that fits gives the sounds and moves on behind its letters. */
const consonants: Rules = [
  [/^(?:kn|gn|pn)/y, 'N'],
  [/^wr/y, 'R'],
  [/^ps/y, 'S'],
  [/^x/y, 'Z'],
  [/tch/y, 'CH'],
  [/sch|sh/y, 'SH'],
  [/ch(?=[rl])/y, 'K'],
  [/ch/y, 'CH'],
  [/ph/y, 'F'],
  [/th/y, 'TH'],
  [/wh/y, 'W'],
  [/ck|q(?!u)/y, 'K'],
  [/qu/y, 'K W'],
  [/gh(?=[aeiou])/y, 'G'],
  [/gh/y, ''],
  [/dg(?=e)/y, 'JH'],
  [/ng$/y, 'NG'],
  [/n(?=[kg])/y, 'NG'],
  [/tion$/y, 'SH AH N'],
  [/sion$/y, 'ZH AH N'],
  [/c(?=[eiy])/y, 'S'],
  [/c/y, 'K'],
  [/g(?=[eiy])/y, 'JH'],
  [/x/y, 'K S'],
  [/y(?=[aeou])/y, 'Y'],
  [/j/y, 'JH'],
  [/h(?![aeiouy])/y, ''],
  ...[...'bdfgklmnprstvwz'].map(
    (letter) => [new RegExp(letter, 'y'), letter.toUpperCase()] as const,
  ),
  [/h/y, 'HH'],
];

const englishVowels: Rules = [
  [/eau/y, 'OW'],
  [/igh/y, 'AY'],
  [/air/y, 'EH R'],
  [/eer|ear/y, 'IH R'],
  [/oor|our/y, 'AO R'],
  [/ee|ea|ie|ey$/y, 'IY'],
  [/oo|eu|ew|ue|ui/y, 'UW'],
  [/ou/y, 'AW'],
  [/ow|oa|oe/y, 'OW'],
  [/oi|oy/y, 'OY'],
  [/ai|ay|ei|ey/y, 'EY'],
  [/au|aw/y, 'AO'],
  [/ar(?![aeiou])/y, 'AA R'],
  [/(?:er|ir|ur)(?![aeiou])/y, 'ER'],
  [/or(?![aeiou])/y, 'AO R'],
  [/a(?=[^aeiouwxy]e$)/y, 'EY'],
  [/i(?=[^aeiouwxy]e$)/y, 'AY'],
  [/o(?=[^aeiouwxy]e$)/y, 'OW'],
  [/u(?=[^aeiouwxy]e$)/y, 'UW'],
  [/(?<=[aeiouy].*)e$/y, ''],
  [/a$/y, 'AH'],
  [/[iy]$/y, 'IY'],
  [/a/y, 'AE'],
  [/e/y, 'EH'],
  [/[iy]/y, 'IH'],
  [/o(?=$|[^aeiou][aeiouy])/y, 'OW'],
  [/o/y, 'AA'],
  [/u$/y, 'UW'],
  [/u/y, 'AH'],
];

/** As most other languages write, and most made-up names follow: "Zalando", "Ikea". */
const openVowels: Rules = [
  [/ee|ie/y, 'IY'],
  [/oo|ou/y, 'UW'],
  [/ai|ay/y, 'AY'],
  [/ei|ey/y, 'EY'],
  [/au/y, 'AW'],
  [/eu/y, 'OY'],
  [/a$/y, 'AH'],
  [/a/y, 'AA'],
  [/e$/y, 'EY'],
  [/e/y, 'EH'],
  [/[iy]/y, 'IY'],
  [/o/y, 'OW'],
  [/u/y, 'UW'],
];

/** An unknown word by the rules of English spelling and by open vowels; a last s also voiced. */
function spellings(word: string): string[] {
  const single = word.replace(/([bdfgklmnprstvz])\1/g, '$1').replace(/cc(?![ei])/g, 'c');
  const read = [englishVowels, openVowels].map((vowels) =>
    spell(single, [...consonants, ...vowels]),
  );
  const voiced = single.endsWith('s') ? read.map((sounds) => sounds.replace(/S$/, 'Z')) : [];
  return [...new Set([...read, ...voiced])].filter(Boolean);
}

function spell(word: string, rules: Rules): string {
  const sounds: string[] = [];
  for (let at = 0; at < word.length; ) {
    const fit = rules.find(([pattern]) => {
      pattern.lastIndex = at;
      return pattern.test(word);
    });
    if (fit?.[1]) sounds.push(fit[1]);
    at = fit ? fit[0].lastIndex : at + 1;
  }
  return sounds.join(' ');
}
