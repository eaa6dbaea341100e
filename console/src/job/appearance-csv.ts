/** Appearances as a spreadsheet: one line each, by name and time. */
import type { BrandResult, ObjectResult, Results } from '@reelsight/sdk';
import { type CsvCell, csvText } from '../format/csv.ts';

const head = [
  'kind',
  'name',
  'source',
  'start_seconds',
  'end_seconds',
  'visible_seconds',
  'confidence',
  'surface',
  'context',
  'quote',
  'frame_url',
];

type Appearance = BrandResult['appearances'][number] | ObjectResult['appearances'][number];

export function appearanceCsv({ brands = [], objects = [] }: Results): string {
  const lines = [
    ...brands.flatMap(({ name, appearances }) =>
      appearances.map((one) => line('brand', name, one.source, one)),
    ),
    ...objects.flatMap(({ name, appearances }) =>
      appearances.map((one) => line('object', name, 'visual', one)),
    ),
  ];
  return csvText([head, ...lines]);
}

function line(kind: string, name: string, source: string, one: Appearance): CsvCell[] {
  const { timestamp_start: start = one.timestamp, timestamp_end: end = one.timestamp } = one;
  return [
    kind,
    name,
    source,
    start,
    end,
    'visible_duration' in one ? one.visible_duration : undefined,
    one.confidence,
    'surface' in one ? one.surface : undefined,
    one.context,
    'speech_context' in one ? one.speech_context : undefined,
    one.frame_url,
  ];
}
