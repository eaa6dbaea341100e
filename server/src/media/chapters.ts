/**
 * Reads the chapter marks of a container. The FFmpeg binding has no call for them, so they are read from the summary
 * that FFmpeg logs.
 */
import { cleanText } from '@reelsight/contract/clean-text';
import { AV_LOG_INFO, AV_LOG_QUIET } from 'node-av/constants';
import { type FormatContext, Log } from 'node-av/lib';
import type { MediaProbe } from './media.ts';

type Chapter = MediaProbe['chapters'][number];

const waitMs = 2000;
const mostChapters = 1000;
const mostTitleCharacters = 500;
let turn: Promise<unknown> = Promise.resolve();

/** The chapters of an open container in seconds from `startSeconds`, in order; an empty list if it has none. */
export function readChapters(format: FormatContext, startSeconds: number): Promise<Chapter[]> {
  // The whole process has only one log callback, so only one summary runs at a time.
  const result = turn.then(async () => parseSummary(await summary(format), startSeconds));
  turn = result.catch(() => undefined);
  return result;
}

/**
 * FFmpeg's log output about a container, one entry per call of its logger. The entries arrive only after the call that
 * logs them has returned.
 */
function summary(format: FormatContext): Promise<string[]> {
  const entries: string[] = [];
  const end = `end of summary ${Math.random()}`;
  return new Promise<string[]>((resolve) => {
    const timer = setTimeout(() => resolve([]), waitMs);
    Log.setCallback(
      (_level, message) => {
        if (message.trim() !== end) return void entries.push(message);
        clearTimeout(timer);
        resolve(entries);
      },
      { maxLevel: AV_LOG_INFO },
    );
    Log.setLevel(AV_LOG_INFO);
    format.dumpFormat(0, '', false);
    Log.log(AV_LOG_INFO, end);

    Log.setLevel(AV_LOG_QUIET);
  }).finally(() => Log.resetCallback());
}

/**
 * Finds the chapters among log entries such as `    Chapter #0:1: `, `start 2.0, `, `end 5.0`, then `        title
 * : ` and the title. The text of a tag is a separate entry, so it can't be mistaken for a chapter.
 */
export function parseSummary(entries: readonly string[], startSeconds: number): Chapter[] {
  const chapters: Chapter[] = [];
  for (let index = 0; index < entries.length && chapters.length < mostChapters; index += 1) {
    if (!/^ {4}Chapter #\d+:\d+: $/.test(entries[index] ?? '')) continue;

    const start = Number(/^start (-?[\d.]+), $/.exec(entries[index + 1] ?? '')?.[1]);
    const end = Number(/^end (-?[\d.]+)\s*$/.exec(entries[index + 2] ?? '')?.[1]);
    if (!(end >= start)) continue;

    const shift = (time: number) => Math.max(0, time - startSeconds);
    chapters.push({ start: shift(start), end: shift(end), title: titleAfter(entries, index + 3) });
  }

  return chapters;
}

function titleAfter(entries: readonly string[], from: number): string {
  for (let index = from; index < entries.length; index += 1) {
    const entry = entries[index] ?? '';
    if (/^ {2,4}\S/.test(entry)) return '';
    if (/^ {8}title +: $/i.test(entry))
      return cleanText(entries[index + 1] ?? '', mostTitleCharacters);
  }
  return '';
}
