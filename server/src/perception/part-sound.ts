/** Prepares the sound of a part in the form that the engines expect. */
import { dirname, join } from 'node:path';
import type { SoundFile } from '../engines/engine.ts';
import type { MediaPass } from '../media/media.ts';
import { piecesOf, unpackSound } from '../media/sound-pack.ts';
import { soundCells } from './cells.ts';
import type { SpanOrder } from './part.ts';

/** Unpacks the sound pieces that cover the part's span, into one file for each channel that is processed separately. */
export function soundsOf({ files, span }: SpanOrder, pass: MediaPass): SoundFile[] {
  const { sound } = files;
  if (!sound) throw new Error('a part of the sound without sound');

  const { path, startSeconds, unpackTo } = sound;
  const { pieces, channels = 1 } = pass.audio ?? {};
  if (unpackTo === null || !pieces) return [{ path, startSeconds }];

  const cells = soundCells(pass).slice(span.from, span.to);
  const packed = { pieces, channels };
  const soundRange = piecesOf(packed, { start: cells[0]?.start ?? 0, end: cells.at(-1)?.end ?? 0 });
  const precedingRange = piecesOf(packed, { start: 0, end: startSeconds });
  const offset = soundRange.offset - precedingRange.bytes;

  return Array.from({ length: channels }, (_, index) => {
    const to = index === 0 ? unpackTo : join(dirname(unpackTo), `sound-${index + 1}.wav`);
    unpackSound({ path, offset, pieces: soundRange.pieces, channel: { index, of: channels }, to });
    return { path: to, startSeconds: soundRange.startSeconds };
  });
}
