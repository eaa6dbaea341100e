/**
 * Writes server/src/perception/brands/shop-names.txt from name-suggestion-index: names of shops, banks, restaurants,
 * hotels and the like, as they appear on signs. The index is 95 MB and the list only 70 KB, so the index is not a
 * dependency. Takes several minutes. A name is left out if a dictionary contains it or all of its words, because
 * finding such words in a video would prove nothing. The dictionaries are Debian's: every package named w… for word
 * lists (wngerman) and hunspell-…. Usage: npm pack name-suggestion-index@8.0.20260918 && tar xzf
 * name-suggestion-index-8.0.20260918.tgz && node scripts/gather-shop-names.ts package/dist/json/nsi.min.json
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keyOf } from '../server/src/analysis/name-key.ts';

const [indexFile] = process.argv.slice(2);
if (!indexFile) throw new Error('Usage: node scripts/gather-shop-names.ts NSI_JSON');

const brandsFolder = join(import.meta.dirname, '../server/src/perception/brands');
const wordLists = '/usr/share/dict';
const spellingLists = '/usr/share/hunspell';

/** Kinds of places whose names viewers recognise as brands. */
const brandedPlaces =
  /^brands\/(shop\/(?!charity|money_lender|pawnbroker|funeral|storage|estate_agent|car_repair|hairdresser|butcher|laundry|dry_cleaning|tattoo|nutrition)|amenity\/(bank|bar|cafe|car_rental|cinema|fast_food|food_court|fuel|ice_cream|pharmacy|pub|restaurant|charging_station)$|tourism\/(hotel|hostel|motel)$|office\/(insurance|telecommunication)$)/;
const longestName = 32;
const mostWords = 4;
const shortestKey = 4;
const lineWidth = 118;

/** The parts of the index that are used (its README, "nsi.json"). */
interface NameIndex {
  readonly nsi: Readonly<Record<string, { readonly items?: readonly NamedPlace[] }>>;
}

interface NamedPlace {
  readonly tags: Readonly<Record<string, string>>;
}

const wordsOf = (name: string) => name.split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean);

/** Brand names as they are written in the index, by the key by which names are compared. */
function brandNames(): Map<string, string> {
  const { nsi } = JSON.parse(readFileSync(indexFile as string, 'utf8')) as NameIndex;
  const names = new Map<string, string>();

  for (const [category, { items = [] }] of Object.entries(nsi)) {
    if (!brandedPlaces.test(category)) continue;

    for (const { tags } of items) {
      // Only chains are kept: they have a Wikidata entry, single shops have none.
      if (!tags['brand:wikidata']) continue;

      for (const name of [tags.brand, tags['brand:en']]) {
        const key = keyOf(name ?? '');
        if (name && key !== '' && !names.has(key)) names.set(key, name.normalize('NFC'));
      }
    }
  }

  return names;
}

const plainAscii = /^[\x20-\x7e]*$/;
const quickKey = (word: string) =>
  plainAscii.test(word) ? word.toLowerCase().replaceAll(/[^a-z0-9]/g, '') : keyOf(word);

/** The keys in `candidateKeys` that any dictionary contains. */
function dictionaryWords(candidateKeys: ReadonlySet<string>): Set<string> {
  const words = new Set<string>();
  const add = (word: string) => {
    const key = quickKey(word);
    if (candidateKeys.has(key)) words.add(key);
  };

  for (const file of readdirSync(wordLists)) {
    if (file.startsWith('README')) continue;
    for (const word of readFileSync(join(wordLists, file), 'utf8').split('\n')) {
      add(word.replace(/'s$/, ''));
    }
  }

  for (const file of readdirSync(spellingLists)) {
    if (!file.endsWith('.dic')) continue;
    const text = new TextDecoder(encodingOf(file)).decode(readFileSync(join(spellingLists, file)));
    for (const line of text.split('\n')) add(line.split(/[/\t ]/)[0] ?? '');
  }

  return words;
}

/** A hunspell dictionary states its encoding in the affix file next to it (hunspell(5)). */
function encodingOf(dictionary: string): string {
  const affixes = join(spellingLists, dictionary.replace('.dic', '.aff'));
  if (!existsSync(affixes)) return 'utf-8';
  return /^SET\s+(\S+)/m.exec(readFileSync(affixes, 'latin1'))?.[1] ?? 'utf-8';
}

const isAsian = (name: string) =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(name);

function provesItself(name: string, key: string, words: ReadonlySet<string>): boolean {
  const parts = wordsOf(name).map(keyOf);
  if ([...key].length < shortestKey || /^\d+$/.test(key)) return false;
  if (name.length > longestName || parts.length > mostWords) return false;
  // A name in two scripts is left out: signs never show "國賓大飯店 Ambassador" on one line.
  if (isAsian(name) && /\p{Script=Latin}/u.test(name)) return false;
  if (words.has(key)) return false;
  return parts.some((part) => part.length > 2 && !/^\d+$/.test(part) && !words.has(part));
}

/** Puts as many names on each line as fit, separated by vertical bars. */
function inLines(names: readonly string[]): string {
  const lines: string[] = [];
  let line = '';

  for (const name of names) {
    if (line !== '' && line.length + 1 + name.length > lineWidth) {
      lines.push(line);
      line = '';
    }
    line = line === '' ? name : `${line}|${name}`;
  }

  return [...lines, line].join('\n');
}

const names = brandNames();
const candidateKeys = new Set(
  [...names].flatMap(([key, name]) => [key, ...wordsOf(name).map(keyOf)]),
);
const words = dictionaryWords(candidateKeys);
const proved = [...names].filter(([key, name]) => provesItself(name, key, words));

const head = `# Names of shops, banks, restaurants, hotels and the like from name-suggestion-index 8.0.20260918, written by
# scripts/gather-shop-names.ts. Their licence: shop-names.LICENSE. Names between bars; lines with # are comments.
`;
const sorted = proved.map(([, name]) => name).sort();
writeFileSync(join(brandsFolder, 'shop-names.txt'), `${head}${inLines(sorted)}\n`);
console.log(`${sorted.length} of ${names.size} names`);
