/** Transcripts as files: SubRip, WebVTT, plain text. */
import type { TranscriptionResult, TranscriptSegment } from './schema.gen.ts';

type Transcript = Pick<TranscriptionResult, 'segments' | 'text'>;

/** Two lines of at most 42 characters, as broadcasters set subtitles; times in seconds. */
interface Cue {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
  readonly speaker?: number;
}

const lineLength = 42;
const linesPerCue = 2;

export function toSrt(transcript: Transcript): string {
  return cuesOf(transcript)
    .map((cue, index) => {
      const times = `${clock(cue.start, ',')} --> ${clock(cue.end, ',')}`;
      return `${index + 1}\n${times}\n${cue.lines.join('\n')}\n`;
    })
    .join('\n');
}

export function toVtt(transcript: Transcript): string {
  const cues = cuesOf(transcript).map((cue) => {
    const voice = cue.speaker === undefined ? '' : `<v Speaker ${cue.speaker}>`;
    const times = `${clock(cue.start, '.')} --> ${clock(cue.end, '.')}`;
    return `${times}\n${voice}${cue.lines.map(escapeVtt).join('\n')}\n`;
  });
  return ['WEBVTT\n', ...cues].join('\n');
}

/** One paragraph per speaker's turn if speakers are known, else one line per segment. */
export function toText(transcript: Transcript): string {
  const turns: { speaker: number | undefined; text: string }[] = [];
  for (const { speaker, text } of transcript.segments) {
    const last = turns.at(-1);
    if (last && speaker !== undefined && last.speaker === speaker) last.text += ` ${text.trim()}`;
    else turns.push({ speaker, text: text.trim() });
  }
  const lines = turns
    .filter(({ text }) => text !== '')
    .map(({ speaker, text }) => (speaker === undefined ? text : `Speaker ${speaker}: ${text}`));
  return lines.map((line) => `${line}\n`).join('');
}

function cuesOf({ segments }: Transcript): Cue[] {
  return segments.flatMap(cuesOfSegment);
}

/** Shares the segment's time among its cues: by its words if they have times, else by their length. */
function cuesOfSegment(segment: TranscriptSegment): Cue[] {
  const groups = evenGroups(segment.text);
  const wordCounts = groups.map((group) => group.join(' ').split(' ').length);
  const total = wordCounts.reduce((sum, count) => sum + count, 0);
  const wordsFit = segment.words?.length === total;
  const timeAt = (word: number): number =>
    (wordsFit && segment.words?.[word]?.start) ||
    segment.start + ((segment.end - segment.start) * word) / total;
  let word = 0;
  return groups.map((group, index) => {
    const start = index === 0 ? segment.start : timeAt(word);
    word += wordCounts[index] ?? 0;
    const end = index === groups.length - 1 ? segment.end : timeAt(word);
    const { speaker } = segment;
    return { start, end: Math.max(start, end), lines: group, ...(speaker && { speaker }) };
  });
}

/** The lines of as few cues as hold the text, of about the same length, so that no word flashes by alone. */
function evenGroups(text: string): string[][] {
  const words = text.split(/\s+/).filter(Boolean);
  for (let count = Math.ceil(wrap(text).length / linesPerCue); count < words.length; count += 1) {
    const groups = inParts(words, count).map((part) => wrap(part.join(' ')));
    if (groups.every((lines) => lines.length <= linesPerCue)) return groups;
  }
  return words.map((word) => [word]);
}

/** `count` runs of words of about the same number of characters. */
function inParts(words: readonly string[], count: number): string[][] {
  const parts: string[][] = Array.from({ length: count }, () => []);
  const total = words.join(' ').length;
  let before = 0;
  for (const word of words) {
    const middle = before + word.length / 2;
    parts[Math.min(count - 1, Math.floor((middle / total) * count))]?.push(word);
    before += word.length + 1;
  }
  return parts.filter((part) => part.length > 0);
}

/** Breaks at spaces; a word longer than a line stands alone. */
function wrap(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= lineLength) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else lines.push(word);
  }
  return lines;
}

/** `01:02:03,004` */
function clock(seconds: number, separator: ',' | '.'): string {
  const ms = Math.max(0, Math.round(seconds * 1000));
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const parts = [two(ms / 3_600_000), two((ms / 60_000) % 60), two((ms / 1000) % 60)];
  return `${parts.join(':')}${separator}${String(ms % 1000).padStart(3, '0')}`;
}

function escapeVtt(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
