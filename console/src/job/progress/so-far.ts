/**
 * The state of a running job in the form of results: the findings of its finished parts, and the stretches still to be
 * analysed.
 */

import type { JobPart, JobSoFar } from '@reelsight/contract';
import type { Results } from '@reelsight/sdk';
import type { Span } from '../timeline/lanes.ts';

/** Stretches of the video not analysed yet, in ascending order; stretches that touch are merged. */
export interface Pending {
  readonly speech: readonly Span[];
  readonly pictures: readonly Span[];
}

export const nothingPending: Pending = { speech: [], pictures: [] };

export function pendingOf(parts: readonly JobPart[]): Pending {
  const open = parts.filter(({ state }) => state !== 'done' && state !== 'failed');
  return {
    speech: joined(open.filter(({ kind }) => kind === 'hear')),
    pictures: joined(open.filter(({ kind }) => kind === 'read' || kind === 'detect')),
  };
}

function joined(spans: readonly Span[]): Span[] {
  const merged: { start: number; end: number }[] = [];
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last && start <= last.end + 0.05) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
}

const deeds: Readonly<Record<JobPart['kind'], string>> = {
  hear: 'transcribe speech',
  speakers: 'tell speakers apart',
  read: 'read what is on screen',
  detect: 'find logos and objects',
  join: 'put the results together',
};

/** Sentences about parts of the job that no available worker can do, and parts that failed. */
export function partRemarks(parts: readonly JobPart[]): string[] {
  const kinds = (state: JobPart['state']) =>
    [...new Set(parts.filter((part) => part.state === state).map(({ kind }) => kind))].map(
      (kind) => deeds[kind],
    );
  return [
    ...kinds('unserved').map((deed) => `No worker here can ${deed}: waiting.`),
    ...kinds('failed').map((deed) => `A part failed to ${deed}; the rest continues.`),
  ];
}

/**
 * The findings so far, in the form of results. Totals cover only the stretches analysed so far, and confidences are
 * unknown until the job ends.
 */
export function resultsSoFar(soFar: JobSoFar): Results {
  const { segments, brands, things, parts } = soFar;
  const hears = parts.some(({ kind }) => kind === 'hear') || segments.length > 0;
  return {
    meta: { fps_used: 1, frames_analyzed: 0, engines: {} },
    ...(hears && {
      transcription: {
        text: '',
        language: '',
        duration_seconds: soFar.duration_seconds ?? 0,
        word_count: 0,
        segments: segments.map((segment) => ({ ...segment })),
      },
    }),
    brands: [...byName(brands)].map(([name, spans]) => ({
      ...sumsOf(name, spans),
      appearances: spans.map((span) => ({ ...appearanceOf(span), source: 'visual' as const })),
      frame_detections: [],
    })),
    objects: [...byName(things)].map(([name, spans]) => ({
      ...sumsOf(name, spans),
      category: '',
      appearances: spans.map((span) => ({ ...appearanceOf(span), confidence: 0 })),
      frames: [],
    })),
  };
}

function byName(stretches: JobSoFar['brands']): Map<string, readonly Span[]> {
  return Map.groupBy(stretches, ({ name }) => name);
}

function sumsOf(name: string, spans: readonly Span[]) {
  return {
    name,
    confidence: 0,
    total_appearances: spans.length,
    total_visible_duration: spans.reduce((sum, { start, end }) => sum + end - start, 0),
    first_seen: spans[0]?.start ?? 0,
    last_seen: spans.at(-1)?.end ?? 0,
  };
}

function appearanceOf({ start, end }: Span) {
  return {
    timestamp: start,
    timestamp_start: start,
    timestamp_end: end,
    visible_duration: end - start,
    context: '',
  };
}

export type TranscriptRow<Segment extends Span> =
  | { readonly kind: 'said'; readonly start: number; readonly segment: Segment }
  | { readonly kind: 'gap'; readonly start: number; readonly end: number };

/** The transcript with a row for each stretch that is not transcribed yet, in video order. */
export function transcriptRows<Segment extends Span>(
  segments: readonly Segment[],
  pending: readonly Span[],
): TranscriptRow<Segment>[] {
  const passages = segments.map((segment) => ({
    kind: 'said' as const,
    start: segment.start,
    segment,
  }));
  const gaps = pending.map(({ start, end }) => ({ kind: 'gap' as const, start, end }));
  return [...passages, ...gaps].sort((a, b) => a.start - b.start);
}
