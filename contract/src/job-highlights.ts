/** The parts of a job that a list shows: the tags its owner gave it, and a summary of its findings. */
import { z } from 'zod';
import { textOf } from './text.ts';

/** Maximum number of tags per job, and of characters per tag. */
export const tagLimits = { tags: 10, characters: 50 } as const;

export const tag = textOf(tagLimits.characters);
export const tags = z
  .array(tag)
  .max(tagLimits.tags)
  .describe(
    'Your own words for the job, at most 10 of at most 50 characters each; a filter of the list.',
  )
  .meta({ examples: [['spring', 'league']] });

export const jobHighlights = z
  .looseObject({
    brands: z
      .array(
        z.looseObject({
          name: z.string().describe('Name of the brand.'),
          seconds: z.number().describe('How long it is on screen, in seconds.'),
        }),
      )
      .describe('The brands that are seen longest, at most 3, longest first.'),
    brands_said: z
      .array(z.string())
      .optional()
      .describe(
        'Names of brands that are said and never seen, at most 3, those said most often first; absent of jobs that were completed before the service knew it.',
      )
      .meta({ examples: [['Bose']] }),
    brand_count: z.int().describe('Number of brands that were seen or heard.'),
    timeline: z
      .array(z.int())
      .describe(
        'Number of brands on screen in each of at most 60 equal steps of the video; empty if none is seen.',
      ),
  })
  .meta({
    id: 'JobHighlights',
    description: 'What was found, at a glance; of a job that did not ask for brands, all empty.',
  });
export type JobHighlights = z.infer<typeof jobHighlights>;

/** Body of `PATCH /v1/jobs/:id`. */
export const changeJob = z
  .strictObject({
    tags: tags.describe('Replaces the tags of the job; an empty list removes them.'),
  })
  .meta({ id: 'ChangeJob', description: 'What may be changed of a job.' });
export type ChangeJob = z.infer<typeof changeJob>;

/** The tags as the job stores them: without duplicates and surrounding space. */
export const keptTags = (rawTags: readonly string[] | undefined): string[] => [
  ...new Set((rawTags ?? []).map((rawTag) => rawTag.trim())),
];

export const listedFields = {
  tags: tags.describe('Your own words for the job; empty if none were given.'),
  highlights: jobHighlights
    .nullable()
    .describe(
      'What was found, at a glance; null until the job is completed, and shortly after an upgrade.',
    )
    .meta({
      examples: [
        {
          brands: [
            { name: 'Nike', seconds: 12.4 },
            { name: 'Adidas', seconds: 3.05 },
          ],
          brand_count: 2,
          timeline: [0, 1, 2, 1, 0, 0],
        },
      ],
    }),
};
