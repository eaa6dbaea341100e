/**
 * Writes a CMX 3600 edit decision list. Each appearance and paid segment is an event at its time in the video, with a
 * locator (`* LOC:`, Avid) and the line that DaVinci Resolve turns into a timeline marker.
 */
import { Fault } from '@reelsight/contract/errors';
import {
  type ExportedJob,
  type ExportOptions,
  type Moment,
  momentsOf,
  type Pieces,
  titleOf,
} from './exported.ts';
import { timecodeRate } from './picture.ts';
import { lineOf } from './text.ts';
import { type FrameRate, frameAt, frameOfTimecode, timecodeOf } from './timecode.ts';

const colours = {
  visual: { locator: 'CYAN', marker: 'ResolveColorCyan' },
  audio: { locator: 'MAGENTA', marker: 'ResolveColorFuchsia' },
  paid: { locator: 'YELLOW', marker: 'ResolveColorYellow' },
} as const;

/** Maximum number of characters in a title, name or comment, because programs that read the file expect short lines. */
const mostCharacters = 200;
const short = (text: string): string => Array.from(lineOf(text)).slice(0, mostCharacters).join('');

export function* edl(job: ExportedJob, options: ExportOptions): Pieces {
  const rate = timecodeRate(job, options);
  const begin = beginOf(options, rate);
  yield `TITLE: ${short(titleOf(job))}\n`;
  yield `FCM: ${rate.drop ? 'DROP FRAME' : 'NON-DROP FRAME'}\n`;
  for (const [index, moment] of momentsOf(job, options.names).entries())
    yield event(index + 1, moment, { rate, begin, clip: short(titleOf(job)) });
}

/**
 * The first frame of the list. Throws Fault VALIDATION_FAILED for a timecode that drop-frame skips, or for a frame
 * number that is too high for the rate.
 */
function beginOf({ startTimecode }: ExportOptions, rate: FrameRate): number {
  const frame = startTimecode === null ? 0 : frameOfTimecode(startTimecode, rate);
  if (frame !== null) return frame;
  throw new Fault('VALIDATION_FAILED', String(startTimecode), {
    text: `start_timecode: there is no such frame at ${Math.round(rate.fps * 1000) / 1000} frames a second.`,
  });
}

function event(
  number: number,
  { start, end, name, source, comment, corrected }: Moment,
  { rate, begin, clip }: { rate: FrameRate; begin: number; clip: string },
): string {
  const from = frameAt(start, rate.fps);
  const to = Math.max(from + 1, frameAt(end, rate.fps));
  const timecodeAt = (frame: number) => timecodeOf(frame, rate);
  const times = [
    timecodeAt(from),
    timecodeAt(to),
    timecodeAt(begin + from),
    timecodeAt(begin + to),
  ].join(' ');
  const { locator, marker } = colours[source];
  const label = short(name);
  const remark = short(corrected ? `Corrected by a person. ${comment}` : comment);

  return [
    `\n${String(number).padStart(3, '0')}  AX       V     C        ${times}`,
    `* FROM CLIP NAME: ${clip}`,
    `* LOC: ${timecodeAt(begin + from)} ${locator.padEnd(7)} ${label}`,
    ...(remark === '' ? [] : [`* COMMENT: ${remark}`]),
    ` |C:${marker} |M:${label.replaceAll('|', '/')} |D:${to - from}\n`,
  ].join('\n');
}
