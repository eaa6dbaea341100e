/**
 * For tests: a server for `POST /v1/embeddings` on a real socket, which can be made to misbehave. Its vectors have a
 * simple meaning: each word is reduced to its first letters, the synonyms in a short list count as the same word, and
 * each word that is left adds a direction computed from its hash.
 */
import { createHash } from 'node:crypto';
import { type LoopbackServer, openLoopback, type Reply, refuses } from './model-server.ts';

/** Each line lists words that count as the same. */
const alike = [
  'puppy puppies dog dogs hound training teaching treats',
  'car cars vehicle automobile mechanic engine repair brakes',
  'weight diet kilos losing slimming',
  'money cash budget saving',
  'job interview office employed',
  'weather storm rain wind',
  'breakfast morning eat meal nutritious healthy oats',
  'house home mortgage buying owners garden',
  'language spanish words tutor learning study',
  'phone mobile display broken cracked',
  'flights airline ticket fares cheap low',
  'teenagers adolescent pupils school exam classroom',
  'sad unhappy depressed feeling',
  'doctor physician clinic prescription visit',
  'climate warming global change',
  'stock market shares investors crash panic',
  'bread dough loaf oven baking',
  'laptop notebook computer processor',
  'football soccer match game team',
  'running jog shoes sneakers sole trainers',
  'married wedding bride getting',
  'skin face cream moisturiser care',
  'tax accountant income revenue return',
  'moving relocated city capital packed',
].map((line) => line.split(' '));

const known = new Map(
  alike.flatMap((words, index) => words.map((word) => [word, `same ${index}`])),
);
const common = new Set(
  'a an the and or of to in on at is are was were it its this that with for from my your our we i he she you me they not'.split(
    ' ',
  ),
);

const dimensions = 256;
/** Number of letters of a word that count, so that its ending does not. */
const beginning = 6;

/** Whether a word is too common to contribute to the vector. */
export const isCommon = (word: string): boolean => common.has(word);

export function meaningOf(text: string): number[] {
  const vector = Array.from({ length: dimensions }, () => 0);
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const told = words.filter((word) => !isCommon(word));
  for (const word of told.length > 0 ? told : ['nothing']) {
    const bytes = createHash('sha512')
      .update(known.get(word) ?? word.slice(0, beginning))
      .digest();
    for (let index = 0; index < dimensions; index += 1)
      vector[index] =
        (vector[index] ?? 0) + (((bytes[index >> 3] as number) >> (index & 7)) & 1 ? 1 : -1);
  }

  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

export interface EmbeddingServer extends LoopbackServer {
  /** Sets what the server answers from now on; null: vectors. */
  respond(how: ((texts: readonly string[]) => Reply | null) | null): void;
  /** All texts that the server was sent, in order. */
  readonly texts: readonly string[];
}

export async function openEmbeddingServer(): Promise<EmbeddingServer> {
  const texts: string[] = [];
  let how: ((texts: readonly string[]) => Reply | null) | null = null;
  const server = await openLoopback(({ path, body }) => {
    const input = body.input as readonly string[];
    if (path !== '/v1/embeddings') return refuses(404, `no ${path}`);
    if (body.encoding_format !== 'float') return refuses(400, 'only floats here');
    texts.push(...input);
    return how?.(input) ?? embeds(input.map(meaningOf));
  });

  const respond = (next: typeof how) => {
    how = next;
  };

  return { ...server, texts, respond };
}

export const embeds = (vectors: readonly (readonly number[])[]): Reply => ({
  body: {
    object: 'list',
    data: vectors.map((embedding, index) => ({ object: 'embedding', index, embedding })),
    model: 'm',
    usage: { prompt_tokens: 1, total_tokens: 1 },
  },
});
