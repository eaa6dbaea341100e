/** Disclosures: where a video says of itself that it is paid for, and what that amounts to for each brand. */
import { z } from 'zod';

const seconds = z.number().min(0);

export const disclosureSigns = [
  'said',
  'on_screen',
  'chapter',
  'title',
  'description',
  'hashtag',
  'platform',
] as const;
export type DisclosureSign = (typeof disclosureSigns)[number];

const sign = z
  .enum(disclosureSigns)
  .describe(
    'How it is disclosed. `said`: in speech. `on_screen`: in text on screen. `chapter`: in the title of a chapter. `title`, `description`: by the author. `hashtag`: a hashtag in the title or description. `platform`: the platform shows its own label.',
  );

const shape = {
  sign,
  timestamp: seconds.describe(
    'When it is said or shown, in seconds; 0 for `title`, `description`, `hashtag` and `platform`.',
  ),
  duration_seconds: seconds
    .optional()
    .describe('How long it is said or shown, in seconds; only with `said` and `on_screen`.')
    .meta({ examples: [2.4] }),
  quote: z
    .string()
    .optional()
    .describe('The words that disclose it, at most 300 characters; absent with `platform`.')
    .meta({ examples: ['This video is sponsored by Nike.'] }),
  language: z
    .string()
    .optional()
    .describe('Code of the language of these words, such as `en`; absent if unknown.')
    .meta({ examples: ['en'] }),
  confidence: z.number().min(0).max(1).describe('How likely it is a disclosure, 0 to 1.'),
};

export const disclosure = z
  .looseObject({
    ...shape,
    brand: z
      .string()
      .optional()
      .describe(
        'Who pays, if the words themselves name it: the name of a brand of the results, else as written.',
      )
      .meta({ examples: ['Nike'] }),
  })
  .meta({
    id: 'Disclosure',
    description: 'A place where the video discloses that it is paid for.',
  });
export type Disclosure = z.infer<typeof disclosure>;

export const disclosureOrders = ['before', 'with', 'after', 'outside'] as const;

export const brandDisclosureSign = z
  .looseObject({
    ...shape,
    names_brand: z
      .boolean()
      .describe(
        'Whether it is about this brand: its words name it, or name nobody and belong to a paid segment of the brand. False if it may be about another one.',
      ),
    order: z
      .enum(disclosureOrders)
      .describe(
        'When it comes. `before`, `with` (in the same sentence, or on screen at that time) or `after` the first time that the brand is seen or said. `outside`: not in the video itself, but in its title, description, hashtags or in a label of the platform.',
      ),
  })
  .meta({
    id: 'BrandDisclosureSign',
    description: 'A disclosure that is, or may be, about a brand.',
  });
export type BrandDisclosureSign = z.infer<typeof brandDisclosureSign>;

export const brandDisclosure = z
  .looseObject({
    paid: z
      .enum(['paid', 'not_known'])
      .describe(
        '`paid`: a disclosure or a paid segment names the brand. `not_known`: none does, which does not say that nobody paid.',
      ),
    disclosed: z
      .boolean()
      .describe(
        'Whether a disclosure about the brand was found (`names_brand`). False means that none was found, not that there is none.',
      ),
    paid_seconds: seconds.describe('Length of the paid segments of the brand, in seconds.'),
    signs: z
      .array(brandDisclosureSign)
      .describe(
        'The disclosures that are about the brand, and those that may be, in order of time; at most 20.',
      ),
  })
  .meta({
    id: 'BrandDisclosure',
    description: 'Whether the video says that a brand paid for it, where, and how.',
  });
export type BrandDisclosure = z.infer<typeof brandDisclosure>;
