/** Makes large answers of a workspace when it is its owner's turn, and counts them as unsent until the client has read them. */
import type { FastifyRequest } from 'fastify';
import type { FairTurns } from '../network/fair-turns.ts';
import { TimeSlices } from '../threads/time-slices.ts';
import { type Bytes, lengthOf } from './bytes.ts';
import type { CallDeps, Reply, WorkspaceCall } from './call.ts';
import { readerOf } from './group-of.ts';
import { inOwnersTurn } from './in-turn.ts';

type LargeDeps = Pick<CallDeps, 'domain' | 'unsent' | 'closing'>;

/** The JSON of one value, in pieces that follow one another. */
export type JsonPieces = readonly (Buffer | string)[];

const tooMany =
  'Too many reads of large results of this workspace, or of others of its owner, are waiting. Ask for one after the other.';
/** How many characters are encoded at once. */
const encodedTogether = 65_536;

interface Large {
  /** The queue that the call joins. */
  readonly turns: FairTurns;
  readonly make: (signal: AbortSignal) => Promise<JsonPieces>;
  /** Of a list that is answered a page at a time. */
  readonly pagination?: Reply['pagination'];
  /** Whether the call has changed something already, so that it can no longer be refused. */
  readonly hasChanged?: boolean;
}

/**
 * Calls `make` for the JSON of the envelope's `data`; not for HEAD, whose answer has no content. Throws Fault
 * RATE_LIMITED or SERVICE_UNAVAILABLE if too many large answers are still unread, and the faults of `inTurn`.
 */
export async function largeData(
  { domain, unsent, closing }: LargeDeps,
  call: WorkspaceCall,
  { turns, make, pagination, hasChanged = false }: Large,
): Promise<Required<Pick<Reply, 'raw' | 'headers'>>> {
  if (call.request.method === 'HEAD') return { raw: null, headers: jsonHeaders };

  const reader = readerOf(call.request);
  const check = () => hasChanged || unsent.check(reader);
  check();

  return inOwnersTurn(
    domain.db,
    turns,
    { call, closing, tooMany, hasBegun: hasChanged },
    async (signal) => {
      // Checked again, because other calls of the workspace may have reached the limit meanwhile.
      check();
      const pieces = await make(signal);
      const raw = await envelope(call.request, pieces, pagination);
      unsent.count(reader, call.reply, lengthOf(raw));

      return { raw, headers: jsonHeaders };
    },
  );
}

export const jsonHeaders = { 'Content-Type': 'application/json; charset=utf-8' } as const;

/** The envelope of an answer whose data is JSON already. */
export function envelope(
  { id }: Pick<FastifyRequest, 'id'>,
  data: JsonPieces,
  pagination?: Reply['pagination'],
): Promise<Bytes> {
  const beside = { ...(pagination && { pagination }), meta: { request_id: id } };
  return encoded(['{"data":', ...data, `,${JSON.stringify(beside).slice(1)}`]);
}

/**
 * Encodes texts, short ones together, and keeps bytes as they are: joining all pieces would hold up every other call,
 * and take the memory of the answer twice.
 */
async function encoded(pieces: JsonPieces): Promise<Bytes> {
  const slices = new TimeSlices();
  const chunks: Buffer[] = [];
  let text = '';
  const encode = () => {
    if (text !== '') chunks.push(Buffer.from(text));
    text = '';
  };

  for (const piece of pieces) {
    if (typeof piece === 'string') {
      text += piece;
      if (text.length < encodedTogether) continue;
      encode();
    } else {
      encode();
      chunks.push(piece);
    }
    await slices.giveWay();
  }
  encode();

  return chunks;
}
