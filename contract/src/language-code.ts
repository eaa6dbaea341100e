/**
 * Languages as people, browsers, operating systems and speech models write them: `en`, `en_US`, `ENG`, `fre`, `English`,
 * `Deutsch`, `zh-Hans-CN`. Every hint is read here, so that one spelling means the same wherever it is used.
 */

/** Known to more callers than to CLDR, whose names are those of `Intl`: from Whisper's list of names and everyday use. */
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

/** They say that no single language is meant. */
const noLanguage = new Set(['und', 'mul', 'mis', 'zxx']);

/**
 * The language that a hint names, as a canonical BCP 47 tag; null if it names none, which `auto`, `und` and the empty
 * text say outright, or none that is known.
 */
export function languageTag(hint: string | null | undefined): string | null {
  const text = (hint ?? '').normalize('NFC').trim();

  return tagOfCode(text) ?? codesByName().get(nameKey(text)) ?? null;
}

/** The same without script and region: `pt` for `pt_BR`. */
export function primaryLanguage(hint: string | null | undefined): string | null {
  const tag = languageTag(hint);

  return tag && primarySubtag(tag);
}

/** Locales of operating systems name their encoding after a dot and a variant after an `@`: `de_AT.UTF-8`, `ca@valencia`. */
function tagOfCode(text: string): string | null {
  const [code = ''] = text.replaceAll('_', '-').split(/[.@]/, 1);
  const [, primary] = /^([a-z]{2,3})(?:-|$)/i.exec(code) ?? [];
  if (primary === undefined) return null;

  // Subtags that make no sense are left out, as the language before them is all that most uses need.
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

/** What stands in brackets is a region or a script: `English (US)`. */
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

/** English names and own ones of all two-letter codes; made at the first hint that is no code, in half a second. */
function codesByName(): ReadonlyMap<string, string> {
  if (codes) return codes;

  const named = new Map(Object.entries(otherNames));
  const add = (name: string | undefined, code: string) => {
    const key = nameKey(name ?? '');
    if (key !== '' && !named.has(key)) named.set(key, code);
  };

  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const pairs = letters.flatMap((first) => letters.map((second) => first + second));
  // Withdrawn codes ("iw", "mo") have the names of their successors.
  const known = pairs.filter((code) => tagOfCode(code) === code);
  for (const code of [...known, 'yue', 'fil']) add(englishNames().of(code), code);
  for (const code of known) add(namesIn(code).of(code), code);

  codes = named;

  return named;
}
