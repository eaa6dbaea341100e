/**
 * Languages as people, browsers, operating systems and speech models write them: `en`, `en_US`, `ENG`, `fre`,
 * `English`, `Deutsch`, `zh-Hans-CN`. Every hint is parsed here, so that a spelling means the same everywhere.
 */

/** Language names that CLDR, the source of `Intl`, lacks: from Whisper's list of names and everyday use. */
const otherNames: Readonly<Record<string, string>> = {
  mandarin: 'zh',
  farsi: 'fa',
  castilian: 'es',
  valencian: 'ca',
  flemish: 'nl',
  moldavian: 'ro',
  moldovan: 'ro',
  myanmar: 'my',
  sinhalese: 'si',
  panjabi: 'pa',
  pushto: 'ps',
  letzeburgesch: 'lb',
  haitian: 'ht',
};

/** Codes that do not denote a single language. */
const noLanguage = new Set(['und', 'mul', 'mis', 'zxx']);

/**
 * The language of a hint as a canonical BCP 47 tag; null if the language is unknown, or if the hint names none, as
 * `auto`, `und` and the empty text do.
 */
export function languageTag(hint: string | null | undefined): string | null {
  const text = (hint ?? '').normalize('NFC').trim();

  return tagOfCode(text) ?? codesByName().get(nameKey(text)) ?? null;
}

/** The language without script and region: `pt` for `pt_BR`. */
export function primaryLanguage(hint: string | null | undefined): string | null {
  const tag = languageTag(hint);

  return tag && primarySubtag(tag);
}

/**
 * Locales of operating systems put the encoding after a dot and a variant after an `@`: `de_AT.UTF-8`, `ca@valencia`.
 */
function tagOfCode(text: string): string | null {
  const [code = ''] = text.replaceAll('_', '-').split(/[.@]/, 1);
  const [, primary] = /^([a-z]{2,3})(?:-|$)/i.exec(code) ?? [];
  if (primary === undefined) return null;

  // Invalid subtags are dropped, because most uses only need the language before them.
  const tag = canonicalTag(code) ?? canonicalTag(primary);
  if (tag === null) return null;

  const language = primarySubtag(tag);
  return noLanguage.has(language) || englishNames().of(language) === undefined ? null : tag;
}

const primarySubtag = (tag: string): string => tag.split('-')[0] ?? '';

function canonicalTag(code: string): string | null {
  try {
    return Intl.getCanonicalLocales(code)[0] ?? null;
  } catch {
    return null;
  }
}

/** Drops text in brackets, which is a region or a script: `English (US)`. */
const nameKey = (name: string): string =>
  (name.split(/[([（]/u, 1)[0] ?? '')
    .toLowerCase()
    .replaceAll(/[-_\s]+/gu, ' ')
    .trim();

const namesIn = (locale: string): Intl.DisplayNames =>
  new Intl.DisplayNames([locale], { type: 'language', fallback: 'none' });

let english: Intl.DisplayNames | undefined;

function englishNames(): Intl.DisplayNames {
  english ??= namesIn('en');
  return english;
}

let codes: ReadonlyMap<string, string> | undefined;

/**
 * Names of all two-letter codes, in English and in the language itself; built in half a second at the first hint that
 * is not a code.
 */
function codesByName(): ReadonlyMap<string, string> {
  if (codes) return codes;

  const codeByName = new Map(Object.entries(otherNames));
  const add = (name: string | undefined, code: string) => {
    const key = nameKey(name ?? '');
    if (key !== '' && !codeByName.has(key)) codeByName.set(key, code);
  };

  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const pairs = letters.flatMap((first) => letters.map((second) => first + second));
  // Withdrawn codes ("iw", "mo") have the same names as their successors.
  const validCodes = pairs.filter((code) => tagOfCode(code) === code);
  for (const code of [...validCodes, 'yue', 'fil']) add(englishNames().of(code), code);
  for (const code of validCodes) add(namesIn(code).of(code), code);

  codes = codeByName;

  return codeByName;
}
