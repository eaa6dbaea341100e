/** Writes WebVTT whose cues refer to tiles of the storyboard (`#xywh=`), which players show over the seek bar. */
import type { Storyboard } from '@reelsight/contract';
import { analysedSpan, type RequestedPart } from '@reelsight/contract/analysed-part';
import type { ExportedJob, ExportOptions, Pieces } from './exported.ts';
import { clock } from './subtitles.ts';

export function* storyboardVtt(job: ExportedJob, { links }: ExportOptions): Pieces {
  const board = job.results.storyboard as Storyboard;
  const { cols, rows } = board.grid;
  const { w, h } = board.tile;
  const edges = edgesOf(board, job);
  yield 'WEBVTT\n';

  for (let tile = 0; tile < board.count; tile += 1) {
    const start = edges[tile] ?? 0;
    const end = edges[tile + 1] ?? 0;
    const sheet = board.sheets[Math.floor(tile / (cols * rows))];
    if (end <= start || sheet === undefined) continue;

    const x = (tile % cols) * w;
    const y = (Math.floor(tile / cols) % rows) * h;
    const times = `${clock(start, '.')} --> ${clock(end, '.')}`;
    yield `\n${times}\n${links.base}${sheet}#xywh=${x},${y},${w},${h}\n`;
  }
}

/** The start of each tile and the end of the last tile, in milliseconds; none is outside the part that was analysed. */
function edgesOf(
  { version, timestamps_ms, interval_ms, count, duration_ms }: Storyboard,
  part: RequestedPart,
): number[] {
  const { start, end: partEnd } = analysedSpan(part, duration_ms / 1000);
  const times = Array.from({ length: count }, (_, k) => timestamps_ms?.[k] ?? k * interval_ms);
  const begins = times.map((time, k) => {
    if (k === 0) return Math.round(start * 1000);
    return version === 1 ? time : Math.round(((times[k - 1] ?? 0) + time) / 2);
  });
  const end = Math.round(1000 * (partEnd ?? duration_ms / 1000));
  return [...begins.map((begin) => Math.min(begin, end)), end];
}
