/** Teaches the recogniser the names it should listen for: its dictionary and language model, with the names added. */
import { appendFile, copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Dictionary, pronunciations, readDictionary } from './pronunciation.ts';

export interface Vocabulary {
  /** Arguments of `pocketsphinx_batch` that choose dictionary and language model. */
  readonly args: readonly string[];
  /** The name behind a word of the decoder's output; undefined for the model's own words. */
  nameOf(word: string): HintedName | undefined;
}

export interface HintedName {
  /** As the transcript writes it: lower case, like all words of this recogniser. */
  readonly text: string;
  /** Of its shortest pronunciation. */
  readonly soundCount: number;
}

/** The Debian package's files below its model folder. */
export const modelFiles = {
  acoustic: 'en-us',
  dictionary: 'cmudict-en-us.dict',
  language: 'en-us.lm.bin',
} as const;

/**
 * A name can't be heard unless the language model gives it a probability. So each becomes a member of a class that
 * stands where one of these words may stand: frequent ones, that follow "from", "by", "at", "on" or begin a
 * sentence. Of classes named after rarer nouns ("company") a third of the names in the test media was not heard;
 * a class with a name of its own is worth too little, and more than one such breaks the decoder's model.
 */
const likeWords =
  'him them it me us her you that he she they we this what there now here one all out time people day man'.split(
    ' ',
  );

const hintPattern = /^hint#(\d+)/;

export function plainVocabulary(modelDir: string): Vocabulary {
  const args = [
    ...['-dict', join(modelDir, modelFiles.dictionary)],
    ...['-lm', join(modelDir, modelFiles.language)],
  ];
  return { args, nameOf: () => undefined };
}

/** Writes its files into `dir`. Names that can't be pronounced are left out. */
export async function vocabularyWith(
  names: readonly string[],
  modelDir: string,
  dir: string,
): Promise<Vocabulary> {
  const base = join(modelDir, modelFiles.dictionary);
  const dictionary = await readDictionary(base);
  const hinted = hintsOf(names, dictionary);
  if (hinted.length === 0) return plainVocabulary(modelDir);
  const [words, classes, models] = [
    join(dir, 'hints.dict'),
    join(dir, 'hints.classes'),
    join(dir, 'hints.models'),
  ];
  await copyFile(base, words);
  await appendFile(words, `\n${hinted.flatMap(dictionaryLines).join('\n')}\n`);
  const members = classesOf(hinted);
  await writeFile(classes, members.map(([like, ids]) => classLines(like, ids)).join(''));
  // The format has no quotes: class files are named without a folder, relative to this file.
  const used = members.map(([like]) => like).join(' ');
  const model = join(modelDir, modelFiles.language);
  await writeFile(models, `{ hints.classes }\n${model} hinted { ${used} }\n`);
  return {
    args: ['-dict', words, '-lmctl', models, '-lmname', 'hinted'],
    nameOf: (word) => hinted[Number(hintPattern.exec(word)?.[1] ?? Number.NaN)],
  };
}

interface Hint extends HintedName {
  readonly id: string;
  readonly sounds: readonly string[];
}

function hintsOf(names: readonly string[], dictionary: Dictionary): Hint[] {
  return names
    .map((name) => ({ text: writtenAs(name), sounds: pronunciations(name, dictionary) }))
    .filter(({ text, sounds }) => sounds.length > 0 && !isSmallWord(text, sounds, dictionary))
    .map(({ text, sounds }, index) => ({
      id: `hint#${index}`,
      text,
      sounds,
      soundCount: Math.min(...sounds.map((one) => one.split(' ').length)),
    }));
}

/** "Shell", "Gap": so short that it is heard in other words, and known to the language model without help. */
const isSmallWord = (text: string, sounds: readonly string[], dictionary: Dictionary): boolean =>
  dictionary.has(text) && sounds.some((one) => one.split(' ').length <= 3);

const writtenAs = (name: string): string => name.trim().replace(/\s+/gu, ' ').toLowerCase();

const dictionaryLines = ({ id, sounds }: Hint): string[] =>
  sounds.map((one, index) => `${id}${index === 0 ? '' : `(${index + 1})`} ${one}`);

/** Names are dealt out over the classes, whose probability their members share. */
function classesOf(hinted: readonly Hint[]): (readonly [string, readonly string[]])[] {
  return likeWords
    .map(
      (like, index) =>
        [like, hinted.flatMap(({ id }, n) => (n % likeWords.length === index ? id : []))] as const,
    )
    .filter(([, ids]) => ids.length > 0);
}

const classLines = (like: string, ids: readonly string[]): string =>
  `LMCLASS ${like}\n${ids.map((id) => `${id} ${1 / ids.length}\n`).join('')}END ${like}\n`;
