/**
 * The process of one ingestion. Only such processes open untrusted files; they have no database, no secrets and no
 * network.
 */
import { readFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { Fault } from '@reelsight/contract/errors';
import { makeClip } from '../../media/clip/make-clip.ts';
import { ingestMedia } from '../../media/ingest.ts';
import type { Caps } from '../../media/media.ts';
import { diskFault } from '../../storage/local-file.ts';
import { lineOf, readLines } from '../processes/line-messages.ts';
import { giveWay } from '../processes/low-priority.ts';
import {
  type ClipFileOrder,
  type FromIngestion,
  type IngestionOrder,
  mostTextCharacters,
  type ToIngestion,
} from './ingestion-messages.ts';
import { lookAround } from './look-around.ts';

const caps = Promise.withResolvers<Caps>();

const worker = new Socket({ fd: 3, readable: false, writable: true });
const tell = (message: FromIngestion): void => void worker.write(lineOf(message));
const truncate = (text: string): string => text.slice(0, mostTextCharacters);
/** A signal that never aborts: the process is killed instead. */
const never = new AbortController().signal;
/** Ends the process, which has nothing to do once its worker is gone. */
const leave = (): never => process.exit(1);

async function ingest(order: IngestionOrder): Promise<void> {
  await ingestMedia({
    path: order.source,
    outDir: order.outDir,
    fps: order.fps,
    limits: order.limits,
    audioTrack: order.audioTrack,
    range: order.range,
    signal: never,
    onProbed: ({ durationSeconds, tags, allPixels }) => {
      const title = tags.title === undefined ? null : truncate(tags.title);
      tell({ kind: 'probed', durationSeconds, title, allPixels });
      return caps.promise;
    },
    onProgress: (fraction) => tell({ kind: 'progress', fraction }),
  });
  tell({ kind: 'done' });
}

async function clip({ source, outPath, drawing, clip: order }: ClipFileOrder): Promise<void> {
  const madeClip = await makeClip({
    path: source,
    outPath,
    order,
    signal: never,
    drawing: drawing === null ? null : JSON.parse(readFileSync(drawing, 'utf8')),
    onProgress: (fraction) => tell({ kind: 'progress', fraction }),
  });
  tell({ kind: 'clipped', ...madeClip });
}

function fail(thrown: unknown): void {
  const error = diskFault(thrown);
  const fault = error instanceof Fault ? error : null;
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const detail = fault ? `${fault.detail}\n${stack}` : stack;

  tell({
    kind: 'failed',
    code: fault?.code ?? null,
    text: truncate(fault?.message ?? ''),
    detail: truncate(detail),
  });
}

function hear(message: ToIngestion): void {
  if (message.kind === 'ingest') void ingest(message.order).catch(fail);
  else if (message.kind === 'clip') void clip(message.order).catch(fail);
  else if (message.kind === 'go') caps.resolve(message.caps);
  else if (message.kind === 'look')
    void lookAround(message).then((access) => tell({ kind: 'seen', seen: access }));
}

worker.on('error', leave);
process.stdin.on('close', leave);
readLines(process.stdin, (message) => hear(message as ToIngestion), leave);
giveWay();
tell({ kind: 'ready' });
