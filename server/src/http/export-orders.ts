/**
 * Makes export files of results for a call. Each file is made on request, when it is the workspace's turn, and only
 * while the workspace's clients keep up with reading.
 */
import {
  type BatchExportQuery,
  type ExportQuery,
  exportLimits,
  workspaceBase,
} from '@reelsight/contract';
import { exportFormatTable } from '@reelsight/contract/export-formats';
import { correctionsJson } from '../db/corrections.ts';
import { findResultPieces } from '../db/jobs/result-pieces.ts';
import type { ExportOptions } from '../exports/exported.ts';
import type { FileOrder } from '../exports/order.ts';
import type { CallDeps, WorkspaceCall } from './call.ts';
import { ownOrigin } from './console/origin.ts';
import { readerOf } from './group-of.ts';
import { inOwnersTurn } from './in-turn.ts';
import { takeLastingTurn } from './lasting-turn.ts';
import type { OpenAnswer } from './unsent.ts';

const tooMany = 'Too many files of this workspace are being made. Ask for one after the other.';
const tooManyLong = {
  text: 'Too many answers with the files of many jobs are being made for this workspace, or for others of its owner. Ask for one after the other.',
};

/** A file to be made. Its results and corrections are read once it is the turn of the caller. */
export type ExportAsk = Omit<FileOrder, 'results' | 'correctionsJson'>;

/**
 * Begins an answer with the files of many jobs. Throws Fault RATE_LIMITED if the owner of the workspace has too many
 * such answers, or too many are unread, and SERVICE_UNAVAILABLE if that holds for all workspaces together.
 */
export async function beginManyFiles(
  { unsent, manyFilesTurns, closing }: CallDeps,
  call: WorkspaceCall,
): Promise<OpenAnswer> {
  const reader = readerOf(call.request);
  unsent.checkOpen(reader);
  unsent.check(reader);
  const { owner_group: owner } = call.caller;
  await takeLastingTurn(manyFilesTurns, owner, call.reply, closing, tooManyLong);
  unsent.checkOpen(reader);
  return unsent.open(reader, call.reply);
}

/** Makes the file when it is the workspace's turn; undefined if the job was deleted meanwhile. */
export async function makeExport(
  deps: CallDeps,
  call: WorkspaceCall<BatchExportQuery>,
  order: ExportAsk,
): Promise<Buffer | undefined> {
  const { domain, unsent, exportTurns, closing } = deps;
  const reader = readerOf(call.request);
  const turns = await exportTurns.of(domain.db, order.view.job_id);
  return inOwnersTurn(domain.db, turns, { call, closing, tooMany }, async (signal) => {
    // Checked again, because other calls of the workspace may have reached the limit meanwhile.
    unsent.check(reader);
    const file = await make(deps, call, order, signal);
    if (file) unsent.count(reader, call.reply, file.length);
    return file;
  });
}

async function make(
  { domain, exportThread }: CallDeps,
  { query }: WorkspaceCall<BatchExportQuery>,
  order: ExportAsk,
  signal: AbortSignal,
): Promise<Buffer | undefined> {
  const { reads } = exportFormatTable[order.format];
  const results = await findResultPieces(domain.db, order.view.job_id, {
    frames: reads === 'detections',
    ...(reads === 'transcript' && { fields: ['transcription'] }),
  });
  if (!results) return undefined;

  const isCorrected = query.corrected !== false;
  const corrections = isCorrected ? await correctionsJson(domain.db, order.view.job_id) : '[]';
  const fileOrder = { ...order, results, correctionsJson: corrections };
  const bytes = await exportThread.run('file', fileOrder, signal);
  return Buffer.from(bytes.buffer);
}

/**
 * Makes the next of several files in one answer, once the workspace's unread answers leave room for it. Null if the job
 * was deleted meanwhile.
 */
export async function madeInRoom(
  deps: CallDeps,
  call: WorkspaceCall<BatchExportQuery>,
  order: ExportAsk,
  { answer, left: clientSignal }: { readonly answer: OpenAnswer; readonly left: AbortSignal },
): Promise<Buffer | null> {
  const { domain, unsent, exportTurns, closing } = deps;
  const reader = readerOf(call.request);
  // Everything made so far has been handed to the connection, so it no longer counts as promised.
  answer.promised = 0;
  answer.isWaiting = true;
  try {
    const turns = await exportTurns.of(domain.db, order.view.job_id);
    for (;;) {
      await unsent.room(reader, clientSignal);
      const bytes = await inOwnersTurn(
        domain.db,
        turns,
        { call, closing, tooMany, hasBegun: true },
        async (signal) => {
          // Checked again, because other calls of the workspace may have reached the limit meanwhile.
          if (!unsent.hasRoom(reader)) return undefined;
          const file = (await make(deps, call, order, signal)) ?? null;
          answer.promised = file?.length ?? 0;
          return file;
        },
      );
      if (bytes !== undefined) return bytes;
    }
  } finally {
    answer.isWaiting = false;
  }
}

export function optionsOf(deps: CallDeps, call: WorkspaceCall<ExportQuery>): ExportOptions {
  const { query, session, caller, request } = call;
  return {
    names: query.name ?? null,
    leastConfidence: query.min_confidence ?? 0,
    maxLineChars: query.max_line_chars ?? exportLimits.lineCharacters.default,
    maxLines: query.max_lines ?? exportLimits.lines.default,
    frameRate: query.frame_rate ?? null,
    startTimecode: query.start_timecode ?? null,
    frameSize: query.frame_size ?? null,
    mark: query.bom ?? false,
    links: {
      origin: ownOrigin(deps.publicUrl, request),
      base: session ? workspaceBase.replace(':workspace', caller.workspace_id) : '',
    },
  };
}
