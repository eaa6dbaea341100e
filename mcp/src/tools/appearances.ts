/**
 * The tool that returns when and where a brand or object is seen, or a brand is mentioned. It takes one name at a time,
 * and pages through the result.
 */
import { identityOf } from '@reelsight/contract/name-identity';
import type { BrandResult, ObjectResult } from '@reelsight/sdk';
import { z } from 'zod';
import { cursorInput, cut, firstOf, nextCursor, pageOf } from '../bounds.ts';
import {
  boxOutput,
  frameOutput,
  fromVideoOutput,
  jobIdInput,
  notice,
  noticeOutput,
} from '../fields.ts';
import { resultOf, showResults } from '../read-job.ts';
import { Refusal } from '../refusal.ts';
import type { ResultsView } from '../results-view.ts';
import { reads, tool } from '../tool.ts';

const nameInput = z.string().min(1).max(200).describe('As job_overview lists it.');
const limitInput = z.int().min(1).max(50).default(20).describe('1 to 50.');

const seenOutput = {
  timestamp: z.number().describe('The moment that shows or says it best, in seconds.'),
  timestamp_start: z.number().optional().describe('When it comes into view, in seconds.'),
  timestamp_end: z.number().optional().describe('When it leaves the view, in seconds.'),
  confidence: z.number().optional().describe('0 to 1.'),
  context: z.string().describe('What is seen or said.'),
  frame_url: frameOutput,
  bounding_box: boxOutput,
};

const pageOutput = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.looseObject({
    job_id: z.string(),
    total: z.number().describe('Appearances on all pages.'),
    next_cursor: nextCursor,
    notice: noticeOutput,
    from_video: fromVideoOutput({
      name: z.string(),
      appearances: z.array(z.looseObject(shape)).describe('In order of time.'),
    }),
  });

interface WantedPage {
  readonly name: string;
  readonly source?: 'visual' | 'audio' | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export const brandView = {
  name: 'brand appearances',
  show(job, { name, source, limit, cursor }: WantedPage) {
    const brand = findByName(resultOf(job, job.results.brands, 'brands'), name);
    const appearances = brand.appearances.filter(
      (appearance) => source === undefined || appearance.source === source,
    );
    const page = pageOf(appearances, { cursor, most: limit }, brandSeen);
    return pageData(brand, { total: appearances.length, ...page });
  },
} satisfies ResultsView<WantedPage>;

export const objectView = {
  name: 'object appearances',
  show(job, { name, limit, cursor }: WantedPage) {
    const object = findByName(resultOf(job, job.results.objects, 'objects'), name);
    const page = pageOf(object.appearances, { cursor, most: limit }, describeAppearance);
    return pageData(object, { total: object.appearances.length, ...page });
  },
} satisfies ResultsView<WantedPage>;

export const brandAppearances = tool({
  name: 'brand_appearances',
  title: 'Where a brand appears',
  description:
    'Each time a brand is seen or said in a completed job: seconds, box, and a proof frame if there is one.',
  input: z.strictObject({
    job_id: jobIdInput,
    name: nameInput,
    source: z
      .enum(['visual', 'audio'])
      .optional()
      .describe('Only where it is seen (visual) or said (audio).'),
    limit: limitInput,
    cursor: cursorInput,
  }),
  output: pageOutput({
    ...seenOutput,
    source: z.string().describe('visual: seen. audio: said.'),
    surface: z.string().optional().describe('What it is on, if known.'),
    speech_context: z.string().optional().describe('Words spoken around it.'),
  }),
  annotations: reads,
  async run(context, { job_id, ...wantedPage }) {
    const page = await showResults(context, brandView, job_id, wantedPage);
    return { data: { job_id, ...page } };
  },
});

export const objectAppearances = tool({
  name: 'object_appearances',
  title: 'Where a thing appears',
  description: 'As brand_appearances, for one of the objects that were asked for.',
  input: z.strictObject({
    job_id: jobIdInput,
    name: nameInput,
    limit: limitInput,
    cursor: cursorInput,
  }),
  output: pageOutput(seenOutput),
  annotations: reads,
  async run(context, { job_id, ...wantedPage }) {
    const page = await showResults(context, objectView, job_id, wantedPage);
    return { data: { job_id, ...page } };
  },
});

/** Finds a brand or object by its name. Throws Refusal NAME_NOT_FOUND, which lists the existing names. */
function findByName<One extends { readonly name: string }>(
  candidates: readonly One[],
  name: string,
): One {
  const identity = identityOf(name);
  const match = candidates.find((candidate) => identityOf(candidate.name) === identity);
  if (match) return match;

  const names = firstOf(candidates, { most: 50, bytes: 3000 }, (candidate) =>
    cut(candidate.name, 100),
  );
  throw new Refusal(
    'NAME_NOT_FOUND',
    `“${name}” was not found in this video. Found: ${names.join(', ') || 'nothing'}.`,
    'Use one of these names as it stands. If it is none of them, it was not found.',
  );
}

interface Paged<Shown> {
  readonly total: number;
  readonly items: Shown[];
  readonly next_cursor: string | null;
}

const pageData = <Shown>({ name }: { name: string }, paged: Paged<Shown>) => ({
  total: paged.total,
  next_cursor: paged.next_cursor,
  notice,
  from_video: { name: cut(name, 200), appearances: paged.items },
});

type Seen = BrandResult['appearances'][number] | ObjectResult['appearances'][number];

function describeAppearance(appearance: Seen) {
  const { timestamp, timestamp_start, timestamp_end, confidence, context } = appearance;
  return {
    timestamp,
    ...(timestamp_start !== undefined && { timestamp_start }),
    ...(timestamp_end !== undefined && { timestamp_end }),
    ...(confidence !== undefined && { confidence }),
    context: cut(context, 500),
    ...(appearance.frame_url !== undefined && { frame_url: appearance.frame_url }),
    ...(appearance.bounding_box !== undefined && { bounding_box: appearance.bounding_box }),
  };
}

const brandSeen = (appearance: BrandResult['appearances'][number]) => ({
  ...describeAppearance(appearance),
  source: appearance.source,
  ...(appearance.surface !== undefined && { surface: appearance.surface }),
  ...(appearance.speech_context !== undefined && {
    speech_context: cut(appearance.speech_context, 500),
  }),
});
