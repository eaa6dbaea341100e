/** Corrections of the results of a job. */
import {
  type Correction,
  type CreateCorrection,
  correctionLimits,
  type ListCorrectionsQuery,
} from '@reelsight/contract';
import { nextCorrections } from '../../db/corrections.ts';
import {
  addCorrection,
  listCorrections as listed,
  sizeOfCorrections,
  undoCorrection,
} from '../../domain/corrections/corrections.ts';
import { evaluateEngines } from '../../domain/exposure/evaluation.ts';
import { relist } from '../../domain/exposure/job-lists.ts';
import { TimeSlices } from '../../threads/time-slices.ts';
import { type CallDeps, idOf, jobIdOf, type Reply, type WorkspaceCall } from '../call.ts';
import { decodeNumberCursor, encodeNumberCursor } from '../cursor.ts';
import { faultOf } from '../faults.ts';
import { inOwnersTurn } from '../in-turn.ts';
import { type JsonPieces, largeData } from '../large-data.ts';
import { learnFromBox } from '../learn-logo.ts';

/** Maximum bytes of corrections, as stored, that are written at once. */
const smallBytes = 65_536;

const tooManyChanges =
  'Too many corrections of this workspace, or of others of its owner, are waiting. Send one after the other.';

/** Runs a change when it is the turn of the workspace's owner, because it parses results and recomputes their stored summary. */
async function changing<T>(
  { domain, correctionTurns, closing }: CallDeps,
  call: WorkspaceCall,
  work: () => Promise<T>,
): Promise<T> {
  const turns = await correctionTurns.of(domain.db, jobIdOf(call));
  return inOwnersTurn(domain.db, turns, { call, closing, tooMany: tooManyChanges }, work);
}

export async function createCorrection(
  deps: CallDeps,
  call: WorkspaceCall<unknown, CreateCorrection>,
): Promise<Reply> {
  const { domain } = deps;
  const id = jobIdOf(call);
  const correction = await changing(deps, call, async () => {
    const newCorrection = await addCorrection(domain, call.caller.workspace_id, id, call.body);
    await relisted(deps, call, id);
    return newCorrection;
  });
  const { kind, library } = call.body;
  const data = kind === 'add' && library ? await learnFromBox(deps, call, correction) : correction;

  return { status: 201, data };
}

/**
 * A job may have a thousand corrections, some with thousands of appearances, so a long list is treated as a large
 * answer.
 */
export async function listCorrections(
  deps: CallDeps,
  call: WorkspaceCall<ListCorrectionsQuery>,
): Promise<Reply> {
  const { domain } = deps;
  const { limit = correctionLimits.job, cursor } = call.query;
  const id = jobIdOf(call);
  const size = await sizeOfCorrections(domain, call.caller.workspace_id, id);
  const after = cursor === undefined ? 0 : decodeNumberCursor(cursor, id);
  const { range, hasMore } = await nextCorrections(domain.db, id, after, limit);
  const pagination = {
    has_more: hasMore,
    next_cursor: hasMore ? encodeNumberCursor(range.upTo, id) : null,
  };
  if (size <= smallBytes) return { status: 200, data: await listed(domain, id, range), pagination };

  const make = async () => jsonOfList(await listed(domain, id, range));
  const turns = await deps.resultTurns.of(domain.db, id);
  return { status: 200, ...(await largeData(deps, call, { turns, make, pagination })) };
}

/** Writes the list one correction after the other, and lets other calls have their turns in between. */
async function jsonOfList(corrections: readonly Correction[]): Promise<JsonPieces> {
  const slices = new TimeSlices();
  const pieces: string[] = [];

  for (const [index, correction] of corrections.entries()) {
    pieces.push(index === 0 ? '' : ',', JSON.stringify(correction));
    await slices.giveWay();
  }

  return ['[', ...pieces, ']'];
}

export async function deleteCorrection(deps: CallDeps, call: WorkspaceCall): Promise<Reply> {
  const { domain } = deps;
  const id = jobIdOf(call);
  const correction = idOf(call, 'correction');
  await changing(deps, call, async () => {
    await undoCorrection(domain, call.caller.workspace_id, id, correction);
    await relisted(deps, call, id);
  });

  return { status: 204 };
}

/**
 * Updates the stored summary of the job. A failure is only reported, because the correction is already saved and the
 * answer must confirm it; the sweep repeats the update later.
 */
async function relisted(
  { domain, onFault }: CallDeps,
  { request }: WorkspaceCall<unknown, unknown>,
  jobId: string,
): Promise<void> {
  await relist(domain, jobId, domain.now()).catch((error: unknown) =>
    onFault(faultOf(error), request.id),
  );
}

const tooManyEvaluations =
  'Too many evaluations of this workspace, or of others of its owner, are waiting. Ask for one after the other.';

/**
 * Evaluates the analyses one at a time, each in a turn of its own, so that an owner with many analyses does not keep
 * others waiting.
 */
export async function evaluateCorrections(deps: CallDeps, call: WorkspaceCall): Promise<Reply> {
  const { domain, wholeTurns, evaluationTurns, closing } = deps;
  const waiting = { call, closing, tooMany: tooManyEvaluations };
  const data = await inOwnersTurn(domain.db, wholeTurns, waiting, () =>
    evaluateEngines(domain, call.caller.workspace_id, (bytes, work) =>
      inOwnersTurn(domain.db, evaluationTurns.ofBytes(bytes), waiting, work),
    ),
  );
  return { status: 200, data };
}
