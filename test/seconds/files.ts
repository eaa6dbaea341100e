/** The seconds that a brand is seen, read from each kind of file by adding up its lines or spans. */
import { lengthOf, type Span, unionOf } from '../../server/src/analysis/spans.ts';
import type { Json } from '../interface/subject.ts';
import { fps, videoSeconds } from './made-results.ts';

export type Read = Record<string, number>;

const unions = (spans: readonly (Span & { readonly name: string })[]): Read =>
  Object.fromEntries(
    [...Map.groupBy(spans, ({ name }) => name)].map(([name, own]) => [
      name,
      lengthOf(unionOf(own)),
    ]),
  );

/** Rows of a CSV file, with cells by the heading of their column. */
export function rowsOf(csv: string): Record<string, string>[] {
  const [head = [], ...rows] = csv
    .replace('\ufeff', '')
    .trim()
    .split(/\r?\n/)
    .map((line) =>
      [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell = '']) =>
        cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell,
      ),
    );
  return rows.map((cells) =>
    Object.fromEntries(head.map((name, index) => [name, cells[index] ?? ''])),
  );
}

/** Two readings: the column that states the total, and the union of the rows. */
export function csvReadings(csv: string, where: string): Record<string, Read> {
  const rows = rowsOf(csv).filter(({ source }) => source === 'visual');
  const spans = rows.map((row) => ({
    name: row.name ?? '',
    start: Number(row.start_seconds),
    end: Number(row.end_seconds),
  }));
  return {
    [`${where}, name_seconds`]: Object.fromEntries(
      rows.map((row) => [row.name, Number(row.name_seconds)]),
    ),
    [`${where}, rows`]: unions(spans),
  };
}

export const reportCsv = (csv: string): Read =>
  unions(
    rowsOf(csv)
      .filter(({ source }) => source === 'visual')
      .map((row) => ({
        name: row.brand ?? '',
        start: Number(row.start),
        end: Number(row.end),
      })),
  );

export const jsonLines = (text: string): Read =>
  unions(
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Json)
      .filter(({ type, source }) => type === 'appearance' && source === 'visual')
      .map(({ name, timestamp_start: start, timestamp_end: end }) => ({ name, start, end })),
  );

export function edlEvents(text: string): Read {
  const secondsOf = (timecode = ''): number => {
    const [hours = 0, minutes = 0, seconds = 0, frames = 0] = timecode.split(':').map(Number);
    return hours * 3600 + minutes * 60 + seconds + frames / fps;
  };
  const events = text.split(/\n(?=\d{3,4} {2}AX)/).slice(1);
  return unions(
    events
      .filter((event) => event.includes(' CYAN '))
      .map((event) => {
        const [from, to] = event.match(/\d\d:\d\d:\d\d:\d\d/g) ?? [];
        const name = /\* LOC: \S+ CYAN +(.*)/.exec(event)?.[1] ?? '';
        return { name, start: secondsOf(from), end: secondsOf(to) };
      }),
  );
}

export function otioMarkers(text: string): Read {
  const [clip] = JSON.parse(text).tracks.children[0].children;
  const seconds = ({ value, rate }: Json): number => value / rate;
  return unions(
    clip.markers
      .filter(({ color }: Json) => color === 'CYAN')
      .map(({ name, marked_range: { start_time, duration } }: Json) => ({
        name,
        start: seconds(start_time),
        end: seconds(start_time) + seconds(duration),
      })),
  );
}

/**
 * A box is shown until the next box of the track. A box marked `outside` ends the track; otherwise the track ends with
 * the video.
 */
export function cvatTracks(xml: string): Read {
  const tracks = [...xml.matchAll(/<track id="\d+" label="([^"]*)"[^>]*>([\s\S]*?)<\/track>/g)];
  return unions(
    tracks.map(([, name = '', inside = '']) => {
      const boxes = [...inside.matchAll(/<box frame="(\d+)"[^>]* outside="([01])"/g)];
      const from = boxes[0];
      const to = boxes.at(-1);
      const end = to?.[2] === '1' ? Number(to[1]) / fps : videoSeconds;
      return { name, start: Number(from?.[1]) / fps, end };
    }),
  );
}

/** Frames are counted from 1. A region lasts until a step that is not enabled, otherwise to the end. */
export function labelStudioRegions(text: string): Read {
  const [task] = JSON.parse(text);
  const [{ result }] = task.annotations ?? task.predictions;
  return unions(
    result.map(({ value: { labels, sequence } }: Json) => {
      const last = sequence.at(-1);
      const end = last.enabled ? videoSeconds : (last.frame - 1) / fps;
      return { name: labels[0], start: (sequence[0].frame - 1) / fps, end };
    }),
  );
}
