/**
 * Exposure: the totals of a brand's appearances in seconds, share, size, position and equivalent seconds
 * (docs/exposure.md).
 */
import { z } from 'zod';
import { audienceViews, videoAudience } from './audience.ts';
import {
  exposureLimits,
  exposurePositions,
  exposureWeights,
  moneyLimits,
} from './exposure-terms.ts';
import { namesInQuery } from './names-in-query.ts';
import { boundingBox } from './results.ts';
import { surfaces } from './surfaces.ts';
import { textOf } from './text.ts';

const weightMeanings = {
  full_size:
    'Part of the picture, as a fraction from 0.0001 to 1, from which a larger box counts no more. Default 0.06.',
  edge_loss: 'What a box in a corner loses, 0 to 1. Default 0.4.',
  clutter: 'How much other brands in view at the same time take away, 0 to 2. Default 0.5.',
} as const;

interface Range {
  readonly least: number;
  readonly most: number;
}

/** Schema of a number given as text in a query. */
export function queryNumber({ least: min, most: max }: Range, example: number, isWhole = false) {
  const message = `must be a number from ${min} to ${max}`;
  return z
    .string()
    .regex(
      isWhole ? /^\d{1,15}$/ : /^\d{1,15}(\.\d{1,9})?$/,
      isWhole ? message.replace('a', 'a whole') : message,
    )
    .transform(Number)
    .pipe(z.number().min(min).max(max))
    .meta({
      type: isWhole ? 'integer' : 'number',
      minimum: min,
      maximum: max,
      examples: [example],
    });
}

const bodyNumber = ({ least: min, most: max }: Range, isWhole = false) =>
  (isWhole ? z.int() : z.number()).min(min).max(max);

const ranges = { min_confidence: { least: 0, most: 1 }, ...moneyLimits } as const;

const meanings = {
  brands:
    'Only these brands, regardless of case, accents and punctuation, at most 50; absent: all. Shares, `solus_seconds` and clutter still count the others.',
  min_confidence:
    'Leaves out detections and appearances below this confidence, 0 to 1. Default 0: none.',
  cpm_usd: `Price of a thousand views of a 30-second spot, in US dollars, 0 to ${moneyLimits.cpm_usd.most}. Absent: with \`audience\`, the prices of the workspace.`,
  audience: `Number of viewers of each of the videos, 0 to ${moneyLimits.audience.most}, or \`views\`: of each video the audience that was set for it, else the views that its platform gave last.`,
} as const;

const brandName = textOf(exposureLimits.brandCharacters);

const brandsInQuery = namesInQuery({
  names: exposureLimits.brands,
  characters: exposureLimits.brandCharacters,
});

/** Query of `GET /v1/jobs/:id/exposure` and `GET /v1/batch/:id/exposure`. */
export const exposureQuery = z.object({
  brands: brandsInQuery
    .optional()
    .describe(
      `${meanings.brands} Repeat it, or separate several with commas; each has at most 200 characters, and a name with a comma of its own counts as two.`,
    ),
  min_confidence: queryNumber(ranges.min_confidence, 0.5)
    .optional()
    .describe(meanings.min_confidence),
  cpm_usd: queryNumber(ranges.cpm_usd, 25).optional().describe(meanings.cpm_usd),
  audience: z
    .union([queryNumber(ranges.audience, 120_000, true), z.literal(audienceViews)])
    .meta({ examples: [120_000, audienceViews] })
    .optional()
    .describe(meanings.audience),
  full_size: queryNumber(exposureWeights.full_size, 0.06)
    .optional()
    .describe(weightMeanings.full_size),
  edge_loss: queryNumber(exposureWeights.edge_loss, 0.4)
    .optional()
    .describe(weightMeanings.edge_loss),
  clutter: queryNumber(exposureWeights.clutter, 0.5).optional().describe(weightMeanings.clutter),
});
export type ExposureQuery = z.infer<typeof exposureQuery>;

/** Body of `POST /v1/exposure`. */
export const exposureAsk = z
  .strictObject({
    job_ids: z
      .array(z.string().max(100))
      .min(1)
      .max(exposureLimits.jobs)
      .describe(
        'Ids of completed jobs with `brands`, 1 to 2000; one that is named twice counts once.',
      ),
    brands: z
      .array(brandName)
      .min(1)
      .max(exposureLimits.brands)
      .nullish()
      .describe(meanings.brands)
      .meta({ examples: [['Nike']] }),
    min_confidence: bodyNumber(ranges.min_confidence)
      .nullish()
      .describe(meanings.min_confidence)
      .meta({ examples: [0.5] }),
    cpm_usd: bodyNumber(ranges.cpm_usd).nullish().describe(meanings.cpm_usd),
    audience: z
      .union([bodyNumber(ranges.audience, true), z.literal(audienceViews)])
      .nullish()
      .describe(meanings.audience),
    full_size: bodyNumber(exposureWeights.full_size)
      .nullish()
      .describe(weightMeanings.full_size)
      .meta({ examples: [0.06] }),
    edge_loss: bodyNumber(exposureWeights.edge_loss)
      .nullish()
      .describe(weightMeanings.edge_loss)
      .meta({ examples: [0.4] }),
    clutter: bodyNumber(exposureWeights.clutter)
      .nullish()
      .describe(weightMeanings.clutter)
      .meta({ examples: [0.5] }),
  })
  .meta({ id: 'ExposureAsk', description: 'Which jobs, which brands, and with which weights.' });
export type ExposureAsk = z.infer<typeof exposureAsk>;

const seconds = z.number().min(0);
const fraction = z.number().min(0).max(1);

/**
 * Seconds per position. All nine positions are always present, but the schema calls them optional, because OpenAPI
 * tools disagree on how to describe a record with required keys.
 */
const position = z.partialRecord(z.enum(exposurePositions), seconds).meta({
  id: 'ExposurePosition',
  description: 'Seconds with the centre of the box in each of nine equal fields of the picture.',
  examples: [Object.fromEntries(exposurePositions.map((name) => [name, name === 'top' ? 3.5 : 0]))],
});

const legible = z
  .looseObject({
    phone: seconds.describe('Seconds on a picture of 360 lines of pixels.'),
    laptop: seconds.describe('Seconds on a picture of 720 lines of pixels.'),
    tv: seconds.describe('Seconds on a picture of 1080 lines of pixels.'),
  })
  .meta({
    id: 'LegibleSeconds',
    description: 'Seconds in which the letters are at least 12 pixels high on a device.',
  });

const best = z
  .looseObject({
    job_id: z.string().describe('Job of the video.'),
    timestamp: seconds.describe('Time of the moment, in seconds.'),
    frame_url: z
      .string()
      .nullable()
      .describe('Path of its proof frame, `/v1/frames/…`; null if there is none.'),
    bounding_box: boundingBox.describe('Where the brand is on it.'),
  })
  .meta({ id: 'BestMoment', description: 'The moment in which a brand counts most.' });

const surfaceExposure = z
  .looseObject({
    surface: z.enum(surfaces).describe('The surface.'),
    seen_seconds: seconds.describe('Seconds in view on this surface.'),
    equivalent_seconds: seconds.describe('Equivalent seconds on this surface.'),
  })
  .meta({ id: 'SurfaceExposure', description: 'A brand on one kind of surface.' });

const paidExposure = z
  .looseObject({
    videos_paid: z
      .int()
      .min(0)
      .describe('Number of videos in which a disclosure or a paid segment names the brand.'),
    videos_disclosed: z
      .int()
      .min(0)
      .describe('Number of videos in which a disclosure that names the brand was found.'),
    videos_not_known: z
      .int()
      .min(0)
      .describe(
        'Number of videos in which neither names the brand; nobody may have paid, or it was not said.',
      ),
    seen_seconds_paid: seconds.describe(
      'Seconds of `seen_seconds` that are in paid segments of the brand.',
    ),
    said_times_paid: z
      .int()
      .min(0)
      .describe('Number of times it is said in paid segments of the brand.'),
  })
  .meta({
    id: 'PaidExposure',
    description:
      'In how many videos a brand is, by what they say, paid for, and how much of it is in paid segments.',
  });

export const exposureBrand = z
  .looseObject({
    name: z.string().describe('Name of the brand.'),
    videos: z.int().min(0).describe('Number of videos in which it is seen or said.'),
    appearances: z.int().min(0).describe('Number of times it is seen; `said` counts the others.'),
    seen_seconds: seconds.describe(
      'Seconds in which at least one box of it is on screen; appearances at the same time count once.',
    ),
    share_of_video: fraction.describe('`seen_seconds` by `seconds_total`, as a fraction.'),
    share_of_voice: fraction.describe("`seen_seconds` by the sum of all brands', as a fraction."),
    solus_seconds: seconds.describe('Seconds in which it is seen and no other brand is.'),
    mean_size: fraction.describe(
      'Area of its box, as a fraction of that of the picture, averaged over the seconds in which it is seen.',
    ),
    max_size: fraction.describe(
      'Largest area of a box of it, as a fraction of that of the picture.',
    ),
    position: position.describe('Where its box is, in seconds of each field.'),
    clarity: fraction.describe(
      'How clearly it stands out, 0 to 1, averaged over the seconds in which it is seen; where that was not measured it counts as 1.',
    ),
    clarity_known: fraction.describe(
      'Of how much of `seen_seconds` the clarity was measured, as a fraction.',
    ),
    legible_seconds: legible.describe('For how many seconds it can be read on which device.'),
    said: z
      .looseObject({
        times: z.int().min(0).describe('Number of times it is said.'),
        seconds_overlapping_seen: seconds.describe(
          'Seconds of saying its name while it is in view.',
        ),
      })
      .meta({ id: 'SaidExposure', description: 'A brand in speech.' })
      .describe('How it is said.'),
    longest_seconds: seconds.describe('Longest time in view without a break, in seconds.'),
    first_seen: seconds
      .nullable()
      .describe(
        'When it is first seen, in seconds, in the first of the videos that shows it; null if it is only said.',
      ),
    equivalent_seconds: seconds.describe(
      'Seconds weighed by size, position, clarity and clutter, as `formula` says.',
    ),
    media_value_usd: z
      .number()
      .nullable()
      .describe(
        'What that is worth, as a number of US dollars; null unless `audience` is given and a price is known.',
      ),
    videos_not_valued: z
      .int()
      .min(0)
      .optional()
      .describe(
        'With an audience or a price of each video: number of `videos` that add nothing to `media_value_usd`, as no audience or no price is known of them. Otherwise absent.',
      )
      .meta({ examples: [0] }),
    surfaces: z
      .array(surfaceExposure)
      .describe('By surface, where that is known; surfaces in view at the same time each count.'),
    best: best.nullable().describe('The moment in which it counts most; null if it is only said.'),
    disclosure: paidExposure
      .optional()
      .describe(
        'What is paid for, by the words of the videos. Absent if none of their results tells, as on older ones.',
      )
      .meta({
        examples: [
          {
            videos_paid: 1,
            videos_disclosed: 1,
            videos_not_known: 0,
            seen_seconds_paid: 4.2,
            said_times_paid: 2,
          },
        ],
      }),
    corrected: z
      .literal(true)
      .optional()
      .describe(
        'Always true: a person changed it or an appearance of it in one of the videos; absent if nobody did.',
      )
      .meta({ examples: [true] }),
  })
  .meta({ id: 'ExposureBrand', description: 'What the appearances of one brand come to.' });
export type ExposureBrand = z.infer<typeof exposureBrand>;

const leftOutReasons = ['not_completed', 'no_brands'] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

export const exposure = z
  .looseObject({
    formula: z
      .looseObject({
        version: z.int().describe('Version of the formula.'),
        text: z
          .string()
          .describe('The formula with the numbers in use, a line for each part of it.'),
        weights: z
          .looseObject({
            full_size: z.number().describe(weightMeanings.full_size),
            edge_loss: z.number().describe(weightMeanings.edge_loss),
            clutter: z.number().describe(weightMeanings.clutter),
          })
          .meta({ id: 'ExposureWeights', description: 'Weights of the formula.' })
          .describe('The weights in use.'),
      })
      .meta({ id: 'ExposureFormula', description: 'How equivalent seconds are computed.' })
      .describe('How `equivalent_seconds` and `media_value_usd` were computed.'),
    videos: z
      .array(
        z
          .looseObject({
            job_id: z.string().describe('Id of the job.'),
            title: z.string().nullable().describe('Title of the video; null if unknown.'),
            duration_seconds: seconds.describe(
              'Length of the video in seconds; of a job with `from` or `to` that of the analysed part.',
            ),
            audience: videoAudience
              .nullable()
              .optional()
              .describe(
                'With an audience or a price of each video: which counted; null if no audience is known. Otherwise absent.',
              )
              .meta({
                examples: [
                  {
                    views: 96_530,
                    read_at: '2026-11-13T18:12:40.000Z',
                    cpm_usd: 25,
                    platform: 'youtube',
                    source: 'platform',
                  },
                ],
              }),
          })
          .meta({ id: 'ExposureVideo', description: 'A video that counts.' }),
      )
      .describe('The videos that count.'),
    left_out: z
      .array(
        z
          .looseObject({
            job_id: z.string().describe('Id of the job.'),
            reason: z
              .enum(leftOutReasons)
              .describe(
                '`not_completed`: there are no results. `no_brands`: the results hold no brands, as nobody asked for them or they could not be analysed.',
              ),
          })
          .meta({ id: 'LeftOutVideo', description: 'A job of a batch that does not count.' }),
      )
      .describe('Jobs of a batch that do not count, and why; else empty.'),
    seconds_total: seconds.describe('Length of all the videos together, in seconds.'),
    videos_not_valued: z
      .int()
      .min(0)
      .optional()
      .describe(
        'With an audience or a price of each video: number of videos of which no audience or no price is known. They count in everything but media values. Otherwise absent.',
      )
      .meta({ examples: [0] }),
    brands: z.array(exposureBrand).describe('Those with the most equivalent seconds first.'),
  })
  .meta({ id: 'Exposure', description: 'What brands get out of one or more videos.' });
export type Exposure = z.infer<typeof exposure>;
