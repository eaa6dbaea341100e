/**
 * The tool that finds words said, shown or seen in any video of the account, or what looks like a moment or shows what
 * words say.
 */
import type { SightHit, SightMoment, SightWords } from '@reelsight/sdk';
import { z } from 'zod';
import { cut } from '../bounds.ts';
import { defined, frameOutput, fromVideoOutput, notice, noticeOutput } from '../fields.ts';
import { Refusal } from '../refusal.ts';
import { type Context, reads, tool } from '../tool.ts';

/** Where words of the results are looked for. */
const wordKinds = ['speech', 'text', 'brand', 'object', 'title', 'answer'] as const;
/** `picture`: shots that show what the words say, by a model that knows both. */
const kinds = [...wordKinds, 'picture'] as const;

export const search = tool({
  name: 'search',
  title: 'Search',
  description:
    'Finds moments in completed jobs where words are said, written or pictured, or a brand or object seen. All words must match; "…" is a phrase, -word leaves out.',
  input: z.strictObject({
    query: z.string().min(1).max(200).optional().describe('Words.'),
    like_second: z.number().min(0).optional().describe('Like this second of job_id.'),
    kinds: z.array(z.enum(kinds)).min(1).optional().describe('Where.'),
    brand: z.string().min(1).max(200).optional().describe('Only this brand.'),
    object: z.string().min(1).max(200).optional().describe('Only this object.'),
    speaker: z.int().min(1).max(999).optional().describe('From 1.'),
    job_id: z.string().min(1).max(64).optional().describe('Only this job.'),
    batch_id: z.string().min(1).max(64).optional().describe('Of this batch.'),
    since: z.string().max(40).optional().describe('From then on, ISO 8601.'),
    until: z.string().max(40).optional().describe('Before, ISO 8601.'),
    limit: z.int().min(1).max(30).default(15).describe('Up to 30.'),
    cursor: z.string().min(1).max(500).optional().describe('A `next_cursor`.'),
  }),
  output: z.looseObject({
    next_cursor: z
      .string()
      .nullable()
      .describe('Pass it as `cursor` for the next moments; null if there are no more.'),
    words_only: z
      .boolean()
      .optional()
      .describe(
        'True where the embedding model of the service does not answer now: moments that mean the same in other words may be missing.',
      ),
    notice: noticeOutput,
    from_video: fromVideoOutput({
      moments: z.array(
        z.looseObject({
          job_id: z.string(),
          title: z.string().nullable().describe('Title of the video; null if unknown.'),
          kind: z.string().describe('Where it was found.'),
          start: z.number().describe('Seconds.'),
          end: z.number().describe('Seconds.'),
          text: z.string().describe('What is said or written, or the name that is seen.'),
          speaker: z.number().optional().describe('Who speaks, counted from 1.'),
          frame_url: frameOutput,
          by: z.string().optional().describe('`meaning`: in other words. `sight`: looks alike.'),
        }),
      ),
    }),
  }),
  annotations: reads,
  async run({ client, signal }, { query, like_second: second, cursor, ...filter }) {
    if (second !== undefined) return alike({ client, signal }, { second, cursor, ...filter });
    if (query === undefined) throw wrong('There is nothing to look for.');
    if (filter.kinds?.includes('picture'))
      return pictured({ client, signal }, { query, cursor, ...filter });

    const wordFilter = { ...filter, kinds: filter.kinds as (typeof wordKinds)[number][] };
    const page = await client.search(query, defined(wordFilter), { signal }).page(cursor);
    const moments = page.items.map(
      ({ job_id, title, kind, start, end, text, speaker, speaker_name, frame_url, by }) => ({
        job_id,
        title: title && cut(title, 120),
        kind,
        start,
        end,
        text: cut(text, 240),
        ...defined({ speaker, speaker_name, frame_url, by }),
      }),
    );
    const words_only = page.meaningOut ? true : undefined;
    const next_cursor = page.nextCursor;

    return { data: { next_cursor, ...defined({ words_only }), notice, from_video: { moments } } };
  },
});

const wrong = (message: string): Refusal =>
  new Refusal('INVALID_ARGUMENTS', message, 'Give query, or like_second with job_id.');

interface SightArgs {
  readonly job_id?: string | undefined;
  readonly kinds?: readonly string[] | undefined;
  readonly speaker?: number | undefined;
  readonly brand?: string | undefined;
  readonly object?: string | undefined;
  readonly batch_id?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** What looks like a moment, the most alike first. Throws Refusal for arguments that belong to words. */
async function alike(
  context: Pick<Context, 'client' | 'signal'>,
  { second, job_id, kinds: ofWords, speaker, ...filter }: SightArgs & { readonly second: number },
) {
  if (job_id === undefined) throw wrong('like_second is a second of job_id, which is missing.');
  if (ofWords || speaker) throw wrong('kinds and speaker narrow a search by query alone.');

  return bySight(
    context,
    { job_id, timestamp: second },
    { filter, textOf: ({ likeness }) => `${Math.round(likeness * 100)} % alike` },
  );
}

/** What shows what the words say, best first. Throws Refusal for arguments that belong to other kinds. */
function pictured(
  context: Pick<Context, 'client' | 'signal'>,
  { query, kinds: requestedKinds, speaker, ...filter }: SightArgs & { readonly query: string },
) {
  if (speaker || (requestedKinds ?? []).length > 1)
    throw wrong('picture goes with no speaker or other kind.');
  return bySight(
    context,
    { words: query },
    { filter, textOf: () => `may show: ${cut(query, 200)}` },
  );
}

interface SightOptions {
  readonly filter: Omit<SightArgs, 'kinds' | 'speaker'>;
  /** What a moment is said to be. */
  readonly textOf: (hit: SightHit) => string;
}

async function bySight(
  { client, signal }: Pick<Context, 'client' | 'signal'>,
  like: SightMoment | SightWords,
  { filter: { cursor, ...filter }, textOf }: SightOptions,
) {
  const page = await client.searchBySight(like, defined(filter), { signal }).page(cursor);
  const moments = page.items.map((hit) => ({
    job_id: hit.job_id,
    title: hit.title && cut(hit.title, 120),
    kind: 'picture',
    start: hit.start,
    end: hit.end,
    text: textOf(hit),
    by: 'sight',
  }));

  return { data: { next_cursor: page.nextCursor, notice, from_video: { moments } } };
}
