/** Frames: sheets, proof frames and thumbnails of completed jobs, as stored or reduced in size. */
import { createHash } from 'node:crypto';
import { Fault, type FrameQuery } from '@reelsight/contract';
import { findJob } from '../../../db/jobs/jobs.ts';
import { frameAt, frameKey } from '../../../storage/frame-key.ts';
import type { StorageKey } from '../../../storage/storage-key.ts';
import type { Call, CallDeps, Reply } from '../../call.ts';
import { hasTag } from '../../conditional.ts';
import { inOwnersTurn } from '../../in-turn.ts';
import { readStored } from '../../read-stored.ts';
import { smallPicture } from '../../small-picture.ts';

/** Width of a cropped part of a frame, unless another is requested. */
const croppedWidth = '320';
const tooMany = 'Too many pictures of this workspace are being made. Ask for fewer at once.';

/** A call with a key, by a member, or through a link that shows this frame. */
type FrameCall = Pick<Call<FrameQuery>, 'params' | 'query' | 'request' | 'reply'> & {
  readonly caller: { readonly workspace_id: string };
};

export async function getFrame(deps: CallDeps, call: FrameCall): Promise<Reply> {
  const { domain, storage } = deps;
  const { crop, width = crop && croppedWidth } = call.query;
  const frame = frameAt(call.params['*'] ?? '');
  const job = frame && (await findJob(domain.db, call.caller.workspace_id, frame.jobId));
  if (!frame || job?.status !== 'completed') throw new Fault('NOT_FOUND', 'frame');

  const key = frameKey(job, frame.file);
  const headers = { ...always, ETag: tagOf([job.id, frame.file, width, crop]) };
  if (hasTag(call, headers.ETag) && (await storage.head(key))) return { status: 304, headers };

  if (width !== undefined) {
    const raw = await madeSmall(deps, call, key);
    return { status: 200, raw, headers: { ...headers, 'Content-Length': String(raw.length) } };
  }

  const { stream, sizeBytes } = await mustRead(deps, key);
  const length = { 'Content-Length': String(sizeBytes) };

  return { status: 200, raw: stream, headers: { ...headers, ...length } };
}

/**
 * Makes a smaller picture of the frame. The frame is read only when its turn comes, so that waiting calls hold no file
 * in memory.
 */
function madeSmall(deps: CallDeps, call: FrameCall, key: StorageKey): Promise<Buffer> {
  const { domain, thumbnailTurns, closing } = deps;
  return inOwnersTurn(domain.db, thumbnailTurns, { call, closing, tooMany }, async (signal) => {
    const bytes = await readStored(deps.storage, key, signal);
    if (!bytes) throw noFrame();
    const { width = croppedWidth, crop } = call.query;
    return smallPicture(bytes, { width: Number(width), crop: cropOf(crop) });
  });
}

async function mustRead({ storage }: CallDeps, key: StorageKey) {
  const object = await storage.get(key);
  if (!object) throw noFrame();
  return object;
}

const noFrame = (): Fault => new Fault('NOT_FOUND', 'frame');

const always = {
  'Content-Type': 'image/jpeg',
  'Cache-Control': 'private, max-age=31536000, immutable',
  'X-Content-Type-Options': 'nosniff',
};

/**
 * The entity tag of a picture. A frame never changes, so its name and the requested size and part identify the picture.
 */
const tagOf = (parts: readonly unknown[]): string =>
  `"${createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22)}"`;

function cropOf(text: string | undefined) {
  if (text === undefined) return undefined;
  const [x = 0, y = 0, width = 1, height = 1] = text.split(',').map(Number);
  return { x, y, width, height };
}
