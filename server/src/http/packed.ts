/**
 * Compresses answers to the console's pages: results of a video shrink to a quarter or less, which matters on a slow
 * connection.
 */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import { type FairTurns, TooManyWaiting } from '../network/fair-turns.ts';
import { type Bytes, isBytes, lengthOf } from './bytes.ts';
import type { Call, Reply } from './call.ts';
import { groupOf } from './group-of.ts';
import { whenGone } from './when-gone.ts';

/** Minimum bytes to compress: a smaller answer fits into one packet anyway. */
const leastBytes = 1000;
/**
 * Maximum bytes to compress without waiting for a turn: compressing many large answers at once would occupy all the
 * threads that file access needs.
 */
const smallBytes = 128 * 1024;
/** Maximum bytes to compress: a larger answer would occupy a core for too long. */
const mostBytes = 32 * 1024 * 1024;

/**
 * Paths whose answers are compressed, because browsers read them; a program that calls with a key gets uncompressed
 * answers.
 */
const ofPages = /^\/(console|shared)\/v1\//;

/** Brotli's quality level: the result is as small as with gzip's best level, in a fraction of the time. */
const brotliParams = { [constants.BROTLI_PARAM_QUALITY]: 4 };

const forms = {
  br: () => createBrotliCompress({ params: brotliParams }),
  gzip: () => createGzip({ level: 3 }),
};

async function compressed(bytes: Bytes, form: keyof typeof forms): Promise<Bytes> {
  const chunks: Buffer[] = [];
  await pipeline(
    Readable.from(bytes),
    forms[form](),
    async (packedChunks: AsyncIterable<Buffer>) => {
      for await (const chunk of packedChunks) chunks.push(chunk);
    },
  );
  return chunks;
}

function formFor({ headers }: FastifyRequest): keyof typeof forms | undefined {
  const encodings = `${headers['accept-encoding'] ?? ''}`.toLowerCase().split(',');
  const names = encodings
    .filter((encoding) => !/;\s*q=0(\.0*)?\s*$/.test(encoding))
    .map((encoding) => encoding.trim().split(';')[0]);
  return (['br', 'gzip'] as const).find((name) => names.includes(name));
}

interface Packed {
  readonly raw: Reply['raw'];
  readonly headers: Readonly<Record<string, string>>;
}

function bytesOf(body: string | Buffer | Bytes): Bytes {
  if (isBytes(body)) return body;
  return [Buffer.isBuffer(body) ? body : Buffer.from(body)];
}

/**
 * Compresses an answer with an encoding that the browser accepts. Only JSON is compressed, because pictures and files
 * have their own compression. The answer stays uncompressed if too many answers of the workspace are waiting.
 */
export async function packed(
  turns: FairTurns,
  answer: Reply,
  body: Reply['raw'],
  { request, reply }: Pick<Call, 'request' | 'reply'>,
): Promise<Packed> {
  const { headers = {} } = answer;
  const type = headers['Content-Type'] ?? (answer.raw === undefined ? 'application/json' : '');
  const isWhole = typeof body === 'string' || Buffer.isBuffer(body) || isBytes(body);
  if (!isWhole || request.method !== 'GET' || !ofPages.test(request.url))
    return { raw: body, headers };
  if (!type.startsWith('application/json') || headers['Content-Encoding'])
    return { raw: body, headers };

  const bytes = bytesOf(body);
  const length = lengthOf(bytes);
  const form = formFor(request);
  const fits = length >= leastBytes && length <= mostBytes;
  const asItIs = { raw: body, headers: { ...headers, Vary: 'Accept-Encoding' } };
  if (!form || !fits) return asItIs;

  const pack = async () => ({
    raw: await compressed(bytes, form),
    headers: { ...headers, Vary: 'Accept-Encoding', 'Content-Encoding': form },
  });
  if (length <= smallBytes) return pack();

  const signal = whenGone(reply);
  try {
    return await turns.run(groupOf(request), signal, pack);
  } catch (error) {
    // The client has left, or too many answers are waiting, so this answer is sent uncompressed.
    if (signal.aborted || error instanceof TooManyWaiting) return asItIs;
    throw error;
  }
}
