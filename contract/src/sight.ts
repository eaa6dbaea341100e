/** Search for moments that look like a picture or another moment, or that show what words say. */
import { z } from 'zod';
import { exampleIds, exampleNames } from './calls/example-ids.ts';
import { cursor } from './paging.ts';
import { searchLimits } from './search.ts';
import { isoDate, textOf } from './text.ts';

export const sightLimits = {
  /** Maximum number of characters of a picture in base64, enough for one of 2 MB. */
  pictureCharacters: 2_900_000,
  bodyBytes: 3_000_000,
  /** Maximum number of characters of words. */
  wordsCharacters: 200,
  /** Maximum number of results on a page. */
  pageSize: 100,
} as const;

const seconds = z.number().min(0);
const name = textOf(searchLimits.nameCharacters);

/** A moment of a video that was analysed. */
const moment = z
  .strictObject({
    job_id: textOf(100)
      .describe('The job, `job_…`; completed.')
      .meta({ examples: [exampleIds.job] }),
    timestamp: seconds
      .max(1_000_000)
      .describe('Its time in the video, in seconds.')
      .meta({ examples: [12.4] }),
  })
  .meta({ id: 'SightMoment', description: 'A moment of a video of the workspace.' });

/** Body of `POST /v1/search/sight`. */
export const sightQuery = z
  .strictObject({
    picture: z
      .string()
      .max(sightLimits.pictureCharacters)
      .nullish()
      .describe(
        'What to look for: a PNG, JPEG or WebP picture as a data URL or plain base64, at most 2 MB (2,097,152 bytes) and 25 million pixels, half as many if it is interlaced or progressive, or has 16 bits a channel; each side at least 16 pixels.',
      )
      .meta({ examples: ['data:image/jpeg;base64,/9j/4AAQSkZJRgABAQ…'] }),
    moment: moment.nullish().describe('What to look for, in place of a picture.'),
    words: textOf(sightLimits.wordsCharacters)
      .nullish()
      .describe(
        'What moments should show, in place of a picture: 1 to 200 characters, in English unless the model knows other languages. Only where the service has a model that knows pictures and words; VALIDATION_FAILED elsewhere.',
      )
      .meta({ examples: ['a red car in the snow'] }),
    job_id: textOf(100)
      .nullish()
      .describe('Only moments of this job.')
      .meta({ examples: [exampleIds.job] }),
    batch_id: textOf(100)
      .nullish()
      .describe('Only moments of jobs of this batch.')
      .meta({ examples: [exampleIds.batch] }),
    since: isoDate
      .nullish()
      .describe('Only jobs created at this moment or later, ISO 8601.')
      .meta({ examples: ['2026-01-01'] }),
    until: isoDate
      .nullish()
      .describe('Only jobs created before this moment, ISO 8601.')
      .meta({ examples: ['2026-12-31'] }),
    brand: name
      .nullish()
      .describe(
        'Only moments at which this brand is seen or said, regardless of case, accents and punctuation; corrections count.',
      )
      .meta({ examples: ['Nike'] }),
    object: name
      .nullish()
      .describe(
        'Only moments at which this object is seen, regardless of case, accents and punctuation; corrections count.',
      )
      .meta({ examples: ['dog'] }),
    limit: z
      .int()
      .min(1)
      .max(sightLimits.pageSize)
      .nullish()
      .describe('Results on a page, 1 to 100. Default 20.')
      .meta({ examples: [20] }),
    cursor: cursor
      .nullish()
      .describe(
        '`next_cursor` of the previous page, unchanged, with the same picture, moment or words and the same filters.',
      ),
  })
  .refine(
    ({ picture, moment: likeMoment, words }) =>
      [picture, likeMoment, words].filter((sought) => sought != null).length === 1,
    { path: ['picture'], message: 'give exactly one of picture, moment and words' },
  )
  .meta({ id: 'SightQuery', description: 'What moments must look like, and where to look.' });
export type SightQuery = z.infer<typeof sightQuery>;

export const sightHit = z
  .looseObject({
    job_id: z.string().describe('The job, `job_…`.'),
    title: z.string().nullable().describe('Title of the video; null if unknown.'),
    start: seconds.describe(
      'When the stretch begins that looks like it, in seconds: a shot, or up to about 20 seconds of a longer one.',
    ),
    end: seconds.describe('When the stretch ends, in seconds.'),
    timestamp: seconds.describe('When the picture is shown that was compared, in seconds.'),
    likeness: z
      .number()
      .min(0)
      .max(1)
      .describe(
        'How much alike the two pictures are, 0.5 to 1: above 0.8 mostly the same thing or place, cut or changed; below, the same kind of thing or scene. Of words and a picture 0 to 1, mostly below 0.4: it only orders the results of one search, because every model has its own scale.',
      ),
    thumbnail_url: z
      .string()
      .nullable()
      .describe(
        'Path, `/v1/frames/…`, or address of a picture of the video; null if there is none.',
      )
      .meta({ examples: [exampleNames.thumbnail] }),
  })
  .meta({
    id: 'SightHit',
    description: 'A stretch of a video that looks like what was searched for, or shows it.',
  });
export type SightHit = z.infer<typeof sightHit>;

/** Fields that the answer of a search by sight has in addition to its hits. */
export const sightCounts = {
  compared: z
    .int()
    .min(0)
    .describe(
      'Number of stretches of videos that were compared, before the filters for batch, brand and object; 0 if nothing is known of what the videos look like.',
    )
    .meta({ examples: [5210] }),
  jobs_without_sight: z
    .int()
    .min(0)
    .describe(
      'Number of completed jobs among the newest 1,000 of the workspace that can not be found by sight: they looked at no pictures, or were analysed before there was search by sight.',
    )
    .meta({ examples: [0] }),
  jobs_without_words: z
    .int()
    .min(0)
    .optional()
    .describe(
      'Only in searches with `words`: number of completed jobs among the newest 1,000 of the workspace that can not be found by words. They are those of `jobs_without_sight`, and those that were analysed without the model that the service has now.',
    )
    .meta({ examples: [3] }),
};
