/**
 * Parses language hints as people, browsers, operating systems and speech models write them: `en`, `en_US`, `ENG`,
 * `fre`, `English`, `Deutsch`, `zh-Hans-CN`. All hints are parsed by this file, so that a spelling means the same
 * everywhere.
 */

/**
 * Language names that are missing in CLDR, the source of `Intl`. They come from Whisper's list of names and from
 * everyday use.
 */
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
 * The language that a hint names, as a canonical BCP 47 tag; null if the language is unknown, or if the hint names none
 * (`auto`, `und`, or an empty text).
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
 * The tag of a language code; null if it is none. The locales of operating systems are accepted too: they have the
 * encoding after a dot and a variant after an `@` (`de_AT.UTF-8`, `ca@valencia`).
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

/**
 * The name in the form in which names are compared: without text in brackets, which is a region or a script (`English
 * (US)`).
 */
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
 * Codes by name, for all two-letter codes, in English and in the language itself. Building the map takes half a second,
 * so it is built only for the first hint that is not a code.
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
