/** Corrections of transcripts, and names of speakers. */
import {
  type EditSegment,
  Fault,
  type ListTranscriptEditsQuery,
  type SetSpeaker,
  transcriptLimits,
  type UndoSegmentQuery,
} from '@reelsight/contract';
import {
  editLine,
  listEdits,
  listSpeakers as listedSpeakers,
  setSpeaker as setOneSpeaker,
  undoLine,
} from '../../domain/corrections/transcripts.ts';
import { type CallDeps, jobIdOf, type Reply, type WorkspaceCall } from '../call.ts';

const defaultLimit = 50;

export async function editTranscriptSegment(
  { domain }: CallDeps,
  call: WorkspaceCall<unknown, EditSegment>,
): Promise<Reply> {
  const data = await editLine(domain, call.caller.workspace_id, lineOf(call), call.body);
  return { status: 200, data };
}

export async function undoTranscriptSegment(
  { domain }: CallDeps,
  call: WorkspaceCall<UndoSegmentQuery>,
): Promise<Reply> {
  await undoLine(domain, call.caller.workspace_id, lineOf(call), call.query.revision);
  return { status: 204 };
}

export async function listTranscriptEdits(
  { domain }: CallDeps,
  call: WorkspaceCall<ListTranscriptEditsQuery>,
): Promise<Reply> {
  const { limit = defaultLimit, cursor, segment } = call.query;
  const before = cursor === undefined ? null : revisionOf(cursor);
  const edits = await listEdits(domain, call.caller.workspace_id, jobIdOf(call), {
    before,
    line: segment ?? null,
    limit: limit + 1,
  });
  const data = edits.slice(0, limit);
  const last = data.at(-1);
  const hasMore = edits.length > limit && last !== undefined;
  const pagination = {
    has_more: hasMore,
    next_cursor: hasMore ? cursorOf(last.revision) : null,
  };
  return { status: 200, data, pagination };
}

export async function listSpeakers({ domain }: CallDeps, call: WorkspaceCall): Promise<Reply> {
  const data = await listedSpeakers(domain, call.caller.workspace_id, jobIdOf(call));
  return { status: 200, data };
}

export async function setSpeaker(
  { domain }: CallDeps,
  call: WorkspaceCall<unknown, SetSpeaker>,
): Promise<Reply> {
  const speaker = numberOf(call, 'speaker', { min: 1, max: transcriptLimits.speakers });
  const of = { jobId: jobIdOf(call), speaker };
  return {
    status: 200,
    data: await setOneSpeaker(domain, call.caller.workspace_id, of, call.body),
  };
}

/** Largest index of a line that the database can hold. */
const mostLines = 2_147_483_647;

const lineOf = (call: Pick<WorkspaceCall, 'params'>) => ({
  jobId: jobIdOf(call),
  line: numberOf(call, 'segment', { min: 0, max: mostLines }),
});

/** Throws Fault NOT_FOUND. */
function numberOf(
  { params }: Pick<WorkspaceCall, 'params'>,
  name: string,
  { min, max }: { readonly min: number; readonly max: number },
): number {
  const text = params[name] ?? '';
  const value = /^(0|[1-9]\d{0,9})$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new Fault('NOT_FOUND', `${name} ${text}`, {
    text: `${name}: is a number from ${min} to ${max}.`,
  });
}

const cursorOf = (revision: number): string => Buffer.from(`r${revision}`).toString('base64url');

/** Throws Fault VALIDATION_FAILED for a cursor that the service did not issue. */
function revisionOf(cursor: string): number {
  const match = /^r(\d{1,10})$/.exec(Buffer.from(cursor, 'base64url').toString('utf8'));
  const revision = Number(match?.[1]);
  if (!match || revision > mostLines || cursorOf(revision) !== cursor)
    throw new Fault('VALIDATION_FAILED', 'cursor', {
      text: 'cursor: is not a cursor of this list.',
    });
  return revision;
}
