/**
 * Parses a platform's captions into cues: WebVTT (https://www.w3.org/TR/webvtt1/) and YouTube's json3. Pure functions.
 */
import { cleanText } from '@reelsight/contract/clean-text';

export interface CaptionWord {
  readonly text: string;
  /** Seconds. */
  readonly start: number;
  readonly end: number;
}

export interface Cue {
  /** Seconds. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The words with their times; present only in automatic captions that time each word. */
  readonly words?: readonly CaptionWord[];
}

/** Maximum number of cues to read: twice as many as a day of speech has. */
const mostCues = 50_000;
const mostCueCharacters = 2000;

/**
 * Returns the cues in order of time, without anything that is not spoken. Returns an empty list if the file has
 * neither format.
 */
export function readCaptions(file: string): Cue[] {
  const cues = file.trimStart().startsWith('{') ? readJson3(file) : readVtt(file);
  return cues
    .slice(0, mostCues)
    .map((cue) => ({ ...cue, text: spoken(cue.text) }))
    .filter(({ start, end, text }) => text !== '' && start >= 0 && end > start)
    .sort((a, b) => a.start - b.start);
}

/** Removes tags, sounds in brackets, music signs, and marks that show a change of speaker. */
function spoken(text: string): string {
  return cleanText(text, mostCueCharacters)
    .replace(/\[[^[\]]{0,200}\]/gu, ' ')
    .replace(/^\s*\([^)]{0,200}\)\s*$/u, '')
    .replace(/[♩♪♫♬]/gu, ' ')
    .split('\n')
    .map((line) => line.replace(/^\s*(?:>{1,3}|[-–—])\s+/u, ''))
    .join(' ')
    .replace(/\s+/gu, ' ')
    .trim();
}

const timing = /^((?:\d{1,4}:)?\d{2}:\d{2}\.\d{3})[ \t]+-->[ \t]+((?:\d{1,4}:)?\d{2}:\d{2}\.\d{3})/;

function readVtt(file: string): Cue[] {
  if (!/^\ufeff?WEBVTT(?:[ \t\r\n]|$)/.test(file)) return [];
  const cues: Cue[] = [];

  for (const block of file.split(/\r?\n(?:[ \t]*\r?\n)+/)) {
    const lines = block.split(/\r?\n/);
    const index = lines.findIndex((line) => timing.test(line));
    // Only the cue's name, if any, may precede its times.
    if (index < 0 || index > 1) continue;

    const [, start = '', end = ''] = timing.exec(lines[index] ?? '') ?? [];
    const text = lines
      .slice(index + 1)
      .join('\n')
      .replace(/<[^<>]{0,200}>/g, '');
    cues.push({ start: secondsOf(start), end: secondsOf(end), text: unescaped(text) });
  }

  return cues;
}

const secondsOf = (clock: string): number =>
  clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: ' ',
  lrm: '\u200e',
  rlm: '\u200f',
  quot: '"',
};

const unescaped = (text: string): string =>
  text
    .replace(/&#(\d{1,6});/g, (match, code) => character(Number(code)) ?? match)
    .replace(/&([a-z]{2,4});/g, (match, name) => entities[name] ?? match);

const character = (code: number): string | null =>
  code >= 32 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : null;

interface Event {
  readonly tStartMs?: unknown;
  readonly dDurationMs?: unknown;
  readonly segs?: unknown;
}

interface Segment {
  readonly utf8?: unknown;
  readonly tOffsetMs?: unknown;
}

function readJson3(file: string): Cue[] {
  const events = eventsOf(file);
  return events.flatMap((event, index) => {
    const start = milliseconds(event.tStartMs);
    const length = milliseconds(event.dDurationMs);
    if (start === null || length === null || !Array.isArray(event.segs)) return [];

    // Automatic captions stay on screen while the next line is spoken, so a cue ends when the next one begins.
    const next = milliseconds(events[index + 1]?.tStartMs);
    const end = next !== null && next > start ? Math.min(start + length, next) : start + length;
    const pieces = event.segs.flatMap((seg: Segment | null) =>
      typeof seg?.utf8 === 'string' ? [{ text: seg.utf8, at: milliseconds(seg.tOffsetMs) }] : [],
    );
    const text = pieces.map((piece) => piece.text).join('');
    const words = wordsOf(pieces, start, end);

    return [{ start: start / 1000, end: end / 1000, text, ...(words && { words }) }];
  });
}

/** Returns the events that have text. A line break between two lines is a separate event, and is left out. */
function eventsOf(file: string): Event[] {
  let parsed: { readonly events?: unknown } | null;
  try {
    parsed = JSON.parse(file);
  } catch {
    return [];
  }

  if (!Array.isArray(parsed?.events)) return [];
  return parsed.events.slice(0, 2 * mostCues).filter((event: Event | null) => {
    const segs = event?.segs;
    return (
      Array.isArray(segs) && segs.some((seg) => typeof seg?.utf8 === 'string' && seg.utf8.trim())
    );
  });
}

/** Returns the words of a cue; undefined unless the pieces are words that each have a time. */
function wordsOf(
  pieces: readonly { readonly text: string; readonly at: number | null }[],
  start: number,
  end: number,
): CaptionWord[] | undefined {
  if (!pieces.some(({ at: offset }) => offset !== null && offset > 0)) return undefined;

  const timed = pieces
    .map(({ text, at: offset }) => ({ text: text.trim(), from: start + (offset ?? 0) }))
    .filter(({ text }) => text !== '' && !/^\[.*\]$/.test(text) && !/^>+$/.test(text));
  return timed.map(({ text, from }, index) => ({
    text: cleanText(text, mostCueCharacters),
    start: Math.min(from, end) / 1000,
    end: Math.min(Math.max(timed[index + 1]?.from ?? end, from), end) / 1000,
  }));
}

const milliseconds = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;
