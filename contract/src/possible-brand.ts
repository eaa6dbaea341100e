/** On-screen texts that may be brands. A person can look through them after the brands of a result. */
import { z } from 'zod';
import { boundingBox } from './results.ts';

const seconds = z.number().min(0);
const fraction = z.number().min(0).max(1);

/** The meaning of each reason. All reasons depend only on the recognised text and its position. */
const reasonMeanings = {
  registered_mark: '®, ™ or © stands beside it',
  known_name: 'it is a known name (`near`) that was not asked for, or that nothing around proves',
  web_address: 'it is the name in a web address or e-mail address, or a handle such as `@acme`',
  company_form: 'the form of a company follows it, such as Inc or GmbH',
  near_known_name: 'it is a few letters from a known or asked-for name (`near`)',
  end_card: 'it is large and alone in the last seconds',
  stands_alone:
    'it is alone, of at most three words that are not all in a dictionary, and large, on screen for long as a watermark is, or many times in one picture',
} as const;
export type PossibleBrandReason = keyof typeof reasonMeanings;
export const possibleBrandReasons = Object.keys(reasonMeanings) as PossibleBrandReason[];

export const possibleBrandAppearance = z
  .looseObject({
    text: z.string().describe('As it was read here.'),
    timestamp: seconds.describe('The moment in which it is read best, in seconds.'),
    timestamp_start: seconds.describe('When it comes into view, in seconds.'),
    timestamp_end: seconds.describe('When it leaves the view, in seconds.'),
    visible_duration: seconds.describe('How long it is in view, in seconds.'),
    confidence: fraction.describe('Confidence of the reading, 0 to 1.'),
    bounding_box: boundingBox.describe(
      'Where it is at `timestamp`; of a name within a line about its part of the line.',
    ),
  })
  .meta({
    id: 'PossibleBrandAppearance',
    description: 'A stretch of time in which a text that may be a brand is on screen.',
  });

export const possibleBrand = z
  .looseObject({
    text: z.string().describe('The reading that is seen most, or the address or handle.'),
    confidence: fraction.describe('How likely it is a brand, product or company, 0 to 1.'),
    reasons: z.array(z.enum(possibleBrandReasons)).describe(
      `Why it may be one, the strongest first. ${Object.entries(reasonMeanings)
        .map(([reason, meaning]) => `\`${reason}\`: ${meaning}`)
        .join('; ')}.`,
    ),
    near: z
      .string()
      .optional()
      .describe('The known or asked-for name that it is or is nearly; absent if there is none.')
      .meta({ examples: ['Nike'] }),
    total_appearances: z.int().min(0).describe('Number of times it comes into view.'),
    total_visible_duration: seconds.describe('How long it is in view altogether, in seconds.'),
    first_seen: seconds.describe('When it is first seen, in seconds.'),
    last_seen: seconds.describe('When it is last seen, in seconds.'),
    appearances: z
      .array(possibleBrandAppearance)
      .describe('Each time it is seen, in order; the first 20.'),
  })
  .meta({
    id: 'PossibleBrand',
    description: 'A text on screen that is in no brand of the results and may be one.',
  });
export type PossibleBrand = z.infer<typeof possibleBrand>;
