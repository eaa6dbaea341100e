/** The sound of a part as its engines read it. */
import type { SoundFile } from '../engines/engine.ts';
import type { MediaPass } from '../media/media.ts';
import { pieceSeconds, piecesOf, unpackSound } from '../media/sound-pack.ts';
import { soundCells } from './cells.ts';
import type { SpanOrder } from './part.ts';

/** Unpacks the pieces that hold the part's span. */
export function soundOf({ files, span }: SpanOrder, pass: MediaPass): SoundFile {
  const { sound } = files;
  if (!sound) throw new Error('a part of the sound without sound');
  const { path, startSeconds, unpackTo } = sound;
  const pieces = pass.audio?.pieces;
  if (unpackTo === null || !pieces) return { path, startSeconds };
  const cells = soundCells(pass).slice(span.from, span.to);
  const wanted = piecesOf(pieces, { start: cells[0]?.start ?? 0, end: cells.at(-1)?.end ?? 0 });
  const before = piecesOf(pieces, { start: 0, end: startSeconds });
  const offset = wanted.offset - before.bytes;
  unpackSound({ path, offset, pieces: pieces.slice(wanted.from, wanted.to), to: unpackTo });
  return { path: unpackTo, startSeconds: wanted.from * pieceSeconds };
}
