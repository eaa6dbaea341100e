/** Search for words that are said, shown or seen in the videos of a workspace. */
import { z } from 'zod';
import { exampleIds, exampleNames } from './calls/example-ids.ts';
import { cursor, pageLimit } from './paging.ts';
import { isoDate, textOf } from './text.ts';

export const searchKinds = ['speech', 'text', 'brand', 'object', 'title', 'answer'] as const;
export type SearchKind = (typeof searchKinds)[number];

export const searchLimits = { queryCharacters: 200, nameCharacters: 200 } as const;

const kind = z.enum(searchKinds);

const kinds = z
  .string()
  .max(100)
  .transform((text) => text.split(',').map((part) => part.trim()))
  .pipe(z.array(kind).min(1))
  .meta({ type: 'string', examples: ['speech,text'] });

const name = textOf(searchLimits.nameCharacters);

/** Query of `GET /v1/search`. */
export const searchQuery = z.object({
  q: textOf(searchLimits.queryCharacters)
    .describe(
      'What to look for, 1 to 200 characters. All words must occur in a passage; other endings and near spellings count too, exact words come first. Words in quotes are a phrase; `-word` leaves out passages with that word.',
    )
    .meta({ examples: ['"running shoes" nike -advert'] }),
  kinds: kinds
    .optional()
    .describe(
      'Where to look, separated by commas: what is said (`speech`), written on the screen (`text`), `brand`, `object`, the `title` of the video, and `answer` for answers to questions. Absent: everywhere.',
    ),
  brand: name
    .optional()
    .describe(
      'Only moments at which this brand is seen or said, regardless of case, accents and punctuation.',
    )
    .meta({ examples: ['Nike'] }),
  object: name
    .optional()
    .describe(
      'Only moments at which this object is seen, regardless of case, accents and punctuation.',
    )
    .meta({ examples: ['dog'] }),
  speaker: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, 'must be an integer from 1 to 9999')
    .transform(Number)
    .pipe(z.int().min(1).max(9999))
    .meta({ type: 'integer', minimum: 1, maximum: 9999, examples: [2] })
    .optional()
    .describe('Only what this speaker of a video says, counted from 1.'),
  speaker_name: name
    .optional()
    .describe(
      'Only what speakers say whom people called so, regardless of case, accents and punctuation.',
    )
    .meta({ examples: ['Ada Lovelace'] }),
  job_id: textOf(100)
    .optional()
    .describe('Only this job.')
    .meta({ examples: [exampleIds.job] }),
  batch_id: textOf(100)
    .optional()
    .describe('Only jobs of this batch.')
    .meta({ examples: [exampleIds.batch] }),
  since: isoDate.optional().describe('Only jobs created at this moment or later, ISO 8601.'),
  until: isoDate.optional().describe('Only jobs created before this moment, ISO 8601.'),
  limit: pageLimit.optional().describe('Results on a page, 1 to 100. Default 20.'),
  cursor: cursor.optional().describe('`next_cursor` of the previous page, unchanged.'),
});
export type SearchQuery = z.infer<typeof searchQuery>;

const seconds = z.number().min(0);

export const searchHit = z
  .looseObject({
    job_id: z.string().describe('The job, `job_…`.'),
    title: z.string().nullable().describe('Title of the video; null if unknown.'),
    kind: kind.describe('Where it was found.'),
    start: seconds.describe('When the passage begins, in seconds; 0 for a title.'),
    end: seconds.describe('When the passage ends, in seconds; 0 for a title.'),
    text: z.string().describe('The passage: what is said or written, or the name that is seen.'),
    matches: z
      .array(z.tuple([z.int().min(0), z.int().min(0)]).meta({ items: { type: 'integer' } }))
      .describe(
        'Which parts of `text` match, in order: from the first to before the second, counted in characters (code points) from 0.',
      ),
    brand: z
      .string()
      .optional()
      .describe('The brand, where `kind` is `brand`.')
      .meta({ examples: ['Nike'] }),
    object: z
      .string()
      .optional()
      .describe('The object, where `kind` is `object`.')
      .meta({ examples: ['dog'] }),
    speaker: z
      .int()
      .optional()
      .describe('Who says it, counted from 1; absent if unknown.')
      .meta({ examples: [2] }),
    speaker_name: z
      .string()
      .optional()
      .describe('How people called who says it; absent if nobody did.')
      .meta({ examples: ['Ada Lovelace'] }),
    thumbnail_url: z
      .string()
      .nullable()
      .describe(
        'Path, `/v1/frames/…`, or address of a picture of the video; null if there is none.',
      )
      .meta({ examples: [exampleNames.thumbnail] }),
    frame_url: z
      .string()
      .optional()
      .describe('Path of the proof frame, `/v1/frames/…`; absent if there is none.')
      .meta({ examples: [exampleNames.thumbnail] }),
    corrected: z
      .literal(true)
      .optional()
      .describe(
        'Always true: a person changed this moment of the brand or object, or these words; absent from what is as found.',
      )
      .meta({ examples: [true] }),
    by: z
      .literal('meaning')
      .optional()
      .describe(
        'Present if it was found by its meaning, not by its words; it is a stretch of up to half a minute then.',
      )
      .meta({ examples: ['meaning'] }),
    score: z
      .number()
      .min(0)
      .max(1)
      .describe(
        'How well it matches, 0 to 1: above 0.66 every word as given, above 0.33 with other endings, up to 0.09 by its meaning alone.',
      ),
  })
  .meta({ id: 'SearchHit', description: 'A passage that matches a search.' });
export type SearchHit = z.infer<typeof searchHit>;

/** Fields that the answer of a search has in addition to its hits. */
export const searchMeaning = {
  meaning: z
    .boolean()
    .describe(
      'Whether moments that mean what is looked for in other words follow those that have its words, on this page or a later one. False without an embedding model, while it does not answer, and where all of `q` is in quotes or to be left out.',
    ),
  meaning_out: z
    .literal(true)
    .optional()
    .describe('Present if there is an embedding model that does not answer now.')
    .meta({ examples: [true] }),
};
