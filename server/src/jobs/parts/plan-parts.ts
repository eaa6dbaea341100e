/** Decides which parts a job is divided into, and in which order. Pure functions. */
import { type Ask, needs } from '@reelsight/contract';
import { decodedRange, type MediaPass } from '../../media/media.ts';
import { type FrameCell, frameCells, soundCells } from '../../perception/cells.ts';
import type { CellSpan, PartKind } from '../../perception/part.ts';

export interface PlannedPart {
  readonly kind: PartKind;
  readonly span: CellSpan;
  /** Start and end of the part, in seconds of the video. */
  readonly start: number;
  readonly end: number;
}

export interface PartSizes {
  /** Minimum length of a part in seconds; for frames, only those that differ from the previous frame count. */
  readonly partSeconds: number;
}

/** Lists the parts in the order of the video, so that results appear from its beginning; the join comes last. */
export function planParts(
  ask: Ask,
  pass: MediaPass,
  { partSeconds }: PartSizes,
  existing: { readonly transcript: boolean },
): PlannedPart[] {
  const { start: rangeStart, end } = decodedRange(pass);
  const parts: PlannedPart[] = [];

  if (needs('speech', ask.capabilities) && pass.audio && !existing.transcript) {
    const cells = soundCells(pass);

    // If channels are transcribed separately, each channel is one speaker, so no `speakers` part is
    // needed.
    if ((pass.audio.channels ?? 1) === 1) {
      parts.push({ kind: 'speakers', span: { from: 0, to: cells.length }, start: rangeStart, end });
    }

    for (const span of grouped(cells, ({ start, end }) => end - start, partSeconds)) {
      const first = cells[span.from];
      const last = cells[span.to - 1];
      parts.push({ kind: 'hear', span, start: first?.start ?? 0, end: last?.end ?? end });
    }
  }

  const pictureSpans = seenSpans(pass, partSeconds);
  if (needs('text', ask.capabilities))
    parts.push(...pictureSpans.map((pictureSpan) => ({ kind: 'read' as const, ...pictureSpan })));
  if (ask.capabilities.includes('objects'))
    parts.push(...pictureSpans.map((pictureSpan) => ({ kind: 'detect' as const, ...pictureSpan })));

  parts.sort((a, b) => a.start - b.start || order.indexOf(a.kind) - order.indexOf(b.kind));
  return [...parts, { kind: 'join', span: { from: 0, to: 0 }, start: rangeStart, end }];
}

/** Order in which kinds of parts start: those that take longest come first. */
const order: readonly PartKind[] = ['speakers', 'read', 'hear', 'detect', 'join'];

function seenSpans(pass: MediaPass, partSeconds: number) {
  const cells = frameCells(pass);
  const range = decodedRange(pass);
  const length = ({ images }: FrameCell): number => images / pass.fps;
  return grouped(cells, length, partSeconds).map((span) => {
    const first = pass.frames[cells[span.from]?.from ?? 0];
    const last = pass.frames[(cells[span.to - 1]?.to ?? 0) - 1];
    const half = 0.5 / pass.fps;

    return {
      span,
      start: Math.max(range.start, (first?.timestamp ?? 0) - half),
      end: Math.min(range.end, (last?.timestamp ?? 0) + half),
    };
  });
}

/** Groups cells into runs of at least `minLength`; only the last run may be shorter. */
function grouped<T>(
  cells: readonly T[],
  lengthOf: (cell: T) => number,
  minLength: number,
): CellSpan[] {
  const spans: CellSpan[] = [];
  let from = 0;
  let length = 0;

  for (const [index, cell] of cells.entries()) {
    length += lengthOf(cell);
    if (length < minLength && index < cells.length - 1) continue;
    spans.push({ from, to: index + 1 });
    [from, length] = [index + 1, 0];
  }

  return spans;
}
