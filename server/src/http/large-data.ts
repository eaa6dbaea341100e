/** Makes large answers of a workspace when it is its owner's turn, and counts them as unsent until the client has read them. */
import type { CallDeps, Reply, WorkspaceCall } from './call.ts';
import { readerOf } from './group-of.ts';
import { inOwnersTurn } from './in-turn.ts';

type LargeDeps = Pick<CallDeps, 'domain' | 'unsent' | 'resultTurns' | 'closing'>;

/** The JSON of one value, in pieces that follow one another. */
export type JsonPieces = readonly (Buffer | string)[];

const tooMany =
  'Too many reads of large results of this workspace, or of others of its owner, are waiting. Ask for one after the other.';

interface Large {
  /** The job whose results or corrections are read: their size decides which queue the call joins. Null for other data. */
  readonly jobId: string | null;
  readonly make: (signal: AbortSignal) => Promise<JsonPieces>;
}

/**
 * Calls `make` for the JSON of the envelope's `data`. Throws Fault RATE_LIMITED or SERVICE_UNAVAILABLE if too many
 * large answers are still unread, and the faults of `inTurn`.
 */
export async function largeData(
  { domain, unsent, resultTurns, closing }: LargeDeps,
  call: WorkspaceCall,
  { jobId, make }: Large,
): Promise<Required<Pick<Reply, 'raw' | 'headers'>>> {
  const reader = readerOf(call.request);
  unsent.check(reader);

  const turns = jobId === null ? resultTurns.large : await resultTurns.of(domain.db, jobId);
  return inOwnersTurn(domain.db, turns, { call, closing, tooMany }, async (signal) => {
    // Checked again, because other calls of the workspace may have reached the limit meanwhile.
    unsent.check(reader);
    const pieces = await make(signal);
    const head = '{"data":';
    const tail = `,"meta":{"request_id":"${call.request.id}"}}`;
    const envelope = [head, ...pieces, tail];
    const raw = Buffer.concat(
      envelope.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)),
    );
    unsent.count(reader, call.reply, raw.length);

    return { raw, headers: { 'Content-Type': 'application/json; charset=utf-8' } };
  });
}
