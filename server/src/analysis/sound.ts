/**
 * Estimates how alike two spellings sound in English: letters become sounds, and replacing a sound with a similar one
 * costs little. Pure functions.
 */

/**
 * Rules from letters to sounds, longest pattern first; `^` and `$` bind a rule to the beginning or the end. Capitals
 * stand for the sounds S of "ship", C of "chip", J of "joy", T of "thin" and N of "sing".
 */
const rules: readonly (readonly [pattern: RegExp, sounds: string])[] = (
  [
    ['^(?:kn|gn)', 'n'],
    ['^wr', 'r'],
    ['^x', 's'],
    ['^y(?=[aeiou])', 'j'],
    ['^ps', 's'],
    ['tion', 'Sn'],
    ['sch|sh', 'S'],
    ['tch|ch', 'C'],
    ['dge?(?=[^aou]|$)(?<=dge?)', 'J'],
    ['igh', 'ai'],
    ['(?<=[aeiou])gh', ''],
    ['gh', 'g'],
    ['ph', 'f'],
    ['th', 'T'],
    ['wh', 'w'],
    ['qu', 'kw'],
    ['q', 'k'],
    ['x', 'ks'],
    ['(?:ck|cc)(?![ei])', 'k'],
    ['c(?=[eiy])', 's'],
    ['c', 'k'],
    ['ng(?=$|[^aeiouy])', 'N'],
    ['z', 's'],
    ['j', 'J'],
    ['g(?=[eiy])', 'G'],
    ['(?:ee|ea|ie|ei|ey|y)', 'i'],
    ['(?:oo|ou|ew|ue)', 'u'],
    ['(?:ai|ay)', 'e'],
    ['(?:oa|ow|aw|au)', 'o'],
    ['(?<=..[^aeiou])e(?=s?$)', ''],
  ] as const
).map(([pattern, sounds]) => [new RegExp(pattern, 'y'), sounds]);

/** Turns a key into sounds, one character per sound. Letters without a rule stay as they are. */
export function soundsOf(key: string): string {
  let sounds = '';
  for (let position = 0; position < key.length; ) {
    const rule = rules.find(([pattern]) => {
      pattern.lastIndex = position;
      return pattern.test(key);
    });
    sounds += rule ? rule[1] : (key[position] as string);
    position = rule ? Math.max(position + 1, rule[0].lastIndex) : position + 1;
  }

  return sounds.replace(/(.)\1+/g, '$1');
}

const vowels = 'aeiou';

/** The cost of replacing a sound with a similar one, by pair of sounds. */
const substitutionCosts: ReadonlyMap<string, number> = new Map(
  (
    [
      [0.25, ['pb', 'td', 'kg', 'fv', 'CJ', 'gG', 'JG', 'Nn', 'SC', 'SJ']],
      [0.35, ['mn', 'mN', 'fT', 'dT', 'bv', 'sS', 'sT', 'sJ', 'sC', 'tC', 'dJ', 'ij', 'uw', 'kG']],
      [
        0.5,
        ['lr', 'rw', 'lw', 'vw', 'tT', 'nd', 'nl', 'mb', 'pf', 'pt', 'pk', 'tk', 'bd', 'bg', 'dg'],
      ],
    ] as const
  ).flatMap(([cost, pairs]) =>
    pairs.flatMap(([a, b]) => [[`${a}${b}`, cost] as const, [`${b}${a}`, cost] as const]),
  ),
);

const substitutionCost = (a: string, b: string): number => {
  if (a === b) return 0;
  if (vowels.includes(a) && vowels.includes(b)) return 0.3;
  return substitutionCosts.get(a + b) ?? 1;
};

/** Cost of leaving out a sound: lower for sounds that speakers or listeners often drop. */
const dropped = (sound: string): number =>
  vowels.includes(sound) ? 0.5 : 'hjwr'.includes(sound) ? 0.5 : 'st'.includes(sound) ? 0.7 : 1;

/**
 * Edit distance between two results of `soundsOf`, divided by the name's length: 0 for the same sounds, 1 for nothing
 * in common.
 */
export function soundDistance(sounds: string, name: string): number {
  const nameSounds = [...name];
  let previous = [0];
  for (const sound of nameSounds) previous.push((previous.at(-1) as number) + dropped(sound));

  for (const x of sounds) {
    const current = [(previous[0] as number) + dropped(x)];

    for (const [index, y] of nameSounds.entries()) {
      const j = index + 1;
      current.push(
        Math.min(
          (previous[j - 1] as number) + substitutionCost(x, y),
          (previous[j] as number) + dropped(x),
          (current[j - 1] as number) + dropped(y),
        ),
      );
    }

    previous = current;
  }

  return (previous.at(-1) as number) / Math.max(1, nameSounds.length);
}
