/** Moonshine uses Llama's SentencePiece vocabulary, followed by special tokens of its own. */
import llama from 'llama-tokenizer-js';

/** Number of entries that represent text; those after it are special tokens. */
export const textTokens = llama.vocabById.length;

const bytes = /^<0x([0-9A-F]{2})>$/;
const wordStart = '▁';

export const startsWord = (token: number): boolean =>
  llama.vocabById[token]?.startsWith(wordStart) ?? false;

/** A word in a line of tokens: its text, and the range of positions of its tokens. */
export interface TokenWord {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

export function wordsOfTokens(tokens: readonly number[]): TokenWord[] {
  const starts = tokens.flatMap((token, index) =>
    index === 0 || startsWord(token) ? [index] : [],
  );
  return starts.flatMap((from, index) => {
    const to = starts[index + 1] ?? tokens.length;
    const text = textOfTokens(tokens.slice(from, to));
    return text === '' ? [] : [{ text, from, to }];
  });
}

export function textOfTokens(tokens: readonly number[]): string {
  const parts = tokens.map((token) => {
    const piece = llama.vocabById[token] ?? '';
    const byte = bytes.exec(piece)?.[1];
    return byte === undefined
      ? Buffer.from(piece.replaceAll(wordStart, ' '))
      : Buffer.from([Number.parseInt(byte, 16)]);
  });
  // Characters outside the vocabulary are written as the bytes of their UTF-8 form.
  return Buffer.concat(parts).toString('utf8').trim();
}

/** The tokens of words in the middle of a line, including the space before the first word. */
export const tokensOfText = (text: string): number[] => llama.encode(text, false, true);
