/** The tool that summarises the results of a completed job. */
import type { PaidSegment, Results } from '@reelsight/sdk';
import { z } from 'zod';
import { cut, firstOf } from '../bounds.ts';
import {
  costOf,
  costOutput,
  fromVideoOutput,
  jobIdInput,
  notice,
  noticeOutput,
} from '../fields.ts';
import { showResults } from '../read-job.ts';
import type { CompletedJob, ResultsView } from '../results-view.ts';
import { reads, tool } from '../tool.ts';

const findingOutput = z
  .looseObject({
    name: z.string(),
    confidence: z.number().describe('0 to 1.'),
    appearances: z.number().describe('How often it appears.'),
    visible_seconds: z.number().optional().describe('How long it is in view, in seconds.'),
    first_seen: z.number().describe('Seconds.'),
    last_seen: z.number().describe('Seconds.'),
    paid: z
      .enum(['paid', 'not_known'])
      .optional()
      .describe('Whether the video names the brand as paying.'),
    disclosed_at: z
      .array(z.looseObject({ sign: z.string(), timestamp: z.number() }))
      .optional()
      .describe('Disclosures that name it. Empty: none found, never "undisclosed".'),
  })
  .describe('A brand or thing that was found.');

export const overviewView = {
  name: 'overview',
  show(job) {
    const { engines } = job.results.meta;
    return {
      capabilities: job.capabilities,
      cost: costOf(job),
      url: job.url && cut(job.url, 500),
      ...(job.upload_key !== undefined && { upload_key: job.upload_key }),
      duration_seconds: job.video_duration_seconds,
      counts: countsOf(job.results),
      flags: flagsOf(job.results),
      engines: { ...engines },
      notice,
      from_video: fromVideoOf(job),
    };
  },
} satisfies ResultsView<object>;

export const jobOverview = tool({
  name: 'job_overview',
  title: 'Overview',
  description:
    'Title, length, summary, and what was found in a completed job, with counts. Read this first.',
  input: z.strictObject({ job_id: jobIdInput }),
  output: z.looseObject({
    job_id: z.string(),
    capabilities: z.array(z.string()).describe('What was asked for.'),
    url: z.string().nullable().describe('Link of the video; null for an upload.'),
    upload_key: z
      .string()
      .optional()
      .describe('Key of the uploaded file, for estimate_analysis; absent for a link.'),
    duration_seconds: z.number().nullable().describe('Length of the video in seconds.'),
    cost: costOutput,
    counts: z
      .looseObject({
        transcript_words: z.number().optional(),
        transcript_segments: z.number().optional(),
        brands: z.number().optional(),
        objects: z.number().optional(),
        shots: z.number().optional(),
        on_screen_texts: z.number().optional(),
        paid_segments: z.number().optional(),
        disclosures: z.number().optional(),
        possible_brands: z.number().optional(),
        queries: z.number().optional(),
        queries_answered: z.number().optional(),
      })
      .describe('How much there is of each part; absent if it was not asked for.'),
    flags: z
      .array(z.string())
      .describe('What may be missing or worse than usual, such as `transcription_degraded`.'),
    engines: z.looseObject({}).describe('Name and version of the engines that did the work.'),
    notice: noticeOutput,
    from_video: fromVideoOutput({
      title: z.string().nullable(),
      language: z.string().optional().describe('Spoken language.'),
      summary: z.string().optional(),
      key_topics: z.array(z.string()).optional(),
      brands: z
        .array(findingOutput)
        .optional()
        .describe('At most 40; `counts.brands` says how many.'),
      objects: z.array(findingOutput).optional(),
      objects_not_found: z.array(z.string()).optional(),
      paid_segments: z.array(z.looseObject({})).optional().describe('At most 20, with who pays.'),
      metadata: z.looseObject({}).optional().describe('What the platform and the file say.'),
    }),
  }),
  annotations: reads,
  async run(context, { job_id }) {
    const overview = await showResults(context, overviewView, job_id, {});
    return { data: { job_id, ...overview } };
  },
});

function countsOf(results: Results) {
  const { transcription, brands, objects, query_results: answers } = results;
  const {
    shots,
    on_screen_text: texts,
    paid_segments: paidSegments,
    disclosures,
    possible_brands: possible,
  } = results;
  return {
    ...(transcription && {
      transcript_words: transcription.word_count,
      transcript_segments: transcription.segments.length,
    }),
    ...(brands && { brands: brands.length }),
    ...(objects && { objects: objects.length }),
    ...(shots && { shots: shots.length }),
    ...(texts && { on_screen_texts: texts.length }),
    ...(paidSegments && { paid_segments: paidSegments.length }),
    ...(disclosures && { disclosures: disclosures.length }),
    ...(possible && { possible_brands: possible.length }),
    ...(answers && {
      queries: answers.length,
      queries_answered: answers.filter(({ answered }) => answered).length,
    }),
  };
}

const flagsOf = ({ meta }: Results): string[] =>
  Object.entries(meta).flatMap(([name, value]) => (value === true ? [name] : []));

function fromVideoOf({ results, video_title: title }: CompletedJob) {
  const { transcription, summary, brands, objects, metadata, meta } = results;
  const { paid_segments: paidSegments } = results;
  const limits = { most: 40, bytes: 5000 };
  return {
    title: title && cut(title, 300),
    ...(transcription && { language: transcription.language }),
    ...(summary && {
      summary: cut(summary.text, 2500),
      key_topics: firstOf(summary.key_topics, { most: 20, bytes: 1500 }, (topic) =>
        cut(topic, 100),
      ),
    }),
    ...(brands && { brands: firstOf(brands, limits, shortBrandOf) }),
    ...(objects && { objects: firstOf(objects, limits, shortOf) }),
    ...(paidSegments?.length && {
      paid_segments: firstOf(paidSegments, { most: 20, bytes: 2000 }, paidOf),
    }),
    ...(meta.objects_not_found && {
      objects_not_found: meta.objects_not_found.map((name) => cut(name, 100)),
    }),
    ...(metadata && { metadata: metadataOf(metadata) }),
  };
}

interface Found {
  readonly name: string;
  readonly confidence: number;
  readonly total_appearances: number;
  readonly total_visible_duration?: number;
  readonly first_seen: number;
  readonly last_seen: number;
}

const shortOf = (finding: Found) => ({
  name: cut(finding.name, 100),
  confidence: finding.confidence,
  appearances: finding.total_appearances,
  ...(finding.total_visible_duration !== undefined && {
    visible_seconds: finding.total_visible_duration,
  }),
  first_seen: finding.first_seen,
  last_seen: finding.last_seen,
});

const paidOf = ({ start, end, brand, confidence }: PaidSegment) => ({
  start,
  end,
  ...(brand !== undefined && { brand: cut(brand, 100) }),
  confidence,
});

function shortBrandOf(brand: NonNullable<Results['brands']>[number]) {
  const { disclosure } = brand;
  if (!disclosure) return shortOf(brand);

  const signs = disclosure.signs.filter(({ names_brand: namesBrand }) => namesBrand);
  return {
    ...shortOf(brand),
    paid: disclosure.paid,
    disclosed_at: signs.slice(0, 3).map(({ sign, timestamp }) => ({ sign, timestamp })),
  };
}

function metadataOf(metadata: NonNullable<Results['metadata']>) {
  const { author, published_at, description, tags, chapters, view_count, width, height, fps } =
    metadata;
  return {
    author: author && cut(author, 200),
    published_at,
    description: description && cut(description, 600),
    tags: firstOf(tags, { most: 20, bytes: 600 }, (tag) => cut(tag, 60)),
    chapters: firstOf(chapters, { most: 30, bytes: 2000 }, ({ start, title }) => ({
      start,
      title: cut(title, 100),
    })),
    view_count,
    width,
    height,
    fps,
  };
}
