/** Answers to the pages are sent compressed: results of a video shrink to a quarter or less, which a slow line notices. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import type { Reply } from './call.ts';

/** Least bytes: fewer fit one packet anyway. */
const leastBytes = 1000;
/** Most bytes: more would take a core too long. */
const mostBytes = 32 * 1024 * 1024;

/** Paths that browsers read; a program that asks with a key takes answers as they are. */
const ofPages = /^\/(console|shared)\/v1\//;

/** Brotli's quality: as good as gzip's best at a fraction of its time. */
const brotliParams = { [constants.BROTLI_PARAM_QUALITY]: 4 };

const forms = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: brotliParams }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
};

function formFor({ headers }: FastifyRequest): keyof typeof forms | undefined {
  const taken = `${headers['accept-encoding'] ?? ''}`.toLowerCase().split(',');
  const names = taken
    .filter((one) => !/;\s*q=0(\.0*)?\s*$/.test(one))
    .map((one) => one.trim().split(';')[0]);
  return (['br', 'gzip'] as const).find((name) => names.includes(name));
}

interface Packed {
  readonly raw: Reply['raw'];
  readonly headers: Readonly<Record<string, string>>;
}

/** What the browser reads; JSON alone, as pictures and files are compressed in their own way. */
export async function packed(
  answer: Reply,
  body: Reply['raw'],
  request: FastifyRequest,
): Promise<Packed> {
  const { headers = {} } = answer;
  const type = headers['Content-Type'] ?? (answer.raw === undefined ? 'application/json' : '');
  const asText = typeof body === 'string' || Buffer.isBuffer(body);
  if (!asText || request.method !== 'GET' || !ofPages.test(request.url))
    return { raw: body, headers };
  if (!type.startsWith('application/json') || headers['Content-Encoding'])
    return { raw: body, headers };

  const bytes = Buffer.from(body as string);
  const form = formFor(request);
  const fits = bytes.length >= leastBytes && bytes.length <= mostBytes;
  if (!form || !fits) return { raw: body, headers: { ...headers, Vary: 'Accept-Encoding' } };

  return {
    raw: await forms[form](bytes),
    headers: { ...headers, Vary: 'Accept-Encoding', 'Content-Encoding': form },
  };
}
