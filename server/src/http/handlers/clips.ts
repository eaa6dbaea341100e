/** Clips of a job's video. */
import { type CreateClip, clipContentTypes, Fault, type ListClipsQuery } from '@reelsight/contract';
import * as clips from '../../domain/clips.ts';
import { keyOfText } from '../../storage/storage-key.ts';
import { type CallDeps, idOf, jobIdOf, type Reply, type WorkspaceCall } from '../call.ts';
import { decodeCursor, page } from '../cursor.ts';
import { inOwnersTurn } from '../in-turn.ts';
import { sendFile } from '../stored-file.ts';

const tooMany =
  'Too many clips of this workspace, or of others of its owner, are being asked for at once. Ask for one after the other.';

/** Waits for the turn of the workspace's owner, because making a clip reads the detections in the video. */
export async function createClip(
  { domain, resultTurns, closing }: CallDeps,
  call: WorkspaceCall<unknown, CreateClip>,
): Promise<Reply> {
  const { workspace_id: workspaceId } = call.caller;
  const jobId = jobIdOf(call);
  const turns = await resultTurns.of(domain.db, jobId);
  const data = await inOwnersTurn(domain.db, turns, { call, closing, tooMany }, () =>
    clips.createClip(domain, workspaceId, jobId, call.body),
  );
  return { status: 202, data };
}

const defaultLimit = 20;

export async function listJobClips(
  { domain }: CallDeps,
  call: WorkspaceCall<ListClipsQuery>,
): Promise<Reply> {
  const { limit = defaultLimit, cursor } = call.query;
  const position = cursor ? decodeCursor(cursor, 'clip') : null;
  const pageQuery = { before: position, limit: limit + 1 };
  const rows = await clips.clipsOfJob(domain, call.caller.workspace_id, jobIdOf(call), pageQuery);
  const { rows: pageRows, pagination } = page(rows, limit);
  return { status: 200, data: pageRows.map(clips.clipView), pagination };
}

export async function getClip({ domain }: CallDeps, call: WorkspaceCall): Promise<Reply> {
  const row = await clips.mustFindClip(domain, call.caller.workspace_id, idOf(call));
  return { status: 200, data: clips.clipView(row) };
}

export async function getClipFile(deps: CallDeps, call: WorkspaceCall): Promise<Reply | undefined> {
  const row = await clips.mustFindClip(deps.domain, call.caller.workspace_id, idOf(call));
  if (row.status !== 'ready') {
    const text =
      row.status === 'failed' ? 'The clip could not be made.' : 'The clip is not ready yet.';
    throw new Fault('CLIP_NOT_READY', row.status, { text });
  }

  const key = keyOfText(clips.clipFile(row));
  const contentType = clipContentTypes[row.ask.format];

  return sendFile(deps.storage, call, { key, contentType, goneText: 'The clip is gone.' });
}

export async function deleteClip({ domain }: CallDeps, call: WorkspaceCall): Promise<Reply> {
  await clips.deleteClip(domain, call.caller.workspace_id, idOf(call));
  return { status: 204 };
}
