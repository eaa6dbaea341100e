/** Brand sets: a brand and its rivals under a name, which trends, reports by schedule and alerts can be asked for. */
import { z } from 'zod';
import { textOf, timestamp } from './text.ts';

export const brandSetLimits = { sets: 200, brands: 50, brandCharacters: 200 } as const;

const brandName = textOf(brandSetLimits.brandCharacters);

const fields = {
  name: textOf(100)
    .describe('Name of the set, at most 100 characters.')
    .meta({ examples: ['Sports drinks'] }),
  own: brandName
    .nullish()
    .describe(
      'Your own brand, at most 200 characters; the others are its rivals. Null or absent: none.',
    )
    .meta({ examples: ['Gatorade'] }),
  brands: z
    .array(brandName)
    .max(brandSetLimits.brands)
    .describe(
      `The rivals, or with no brand of your own all brands of the set; at most ${brandSetLimits.brands} of at most 200 characters each. Names that differ only in case, accents or punctuation are one brand and are kept once.`,
    )
    .meta({ examples: [['Powerade', 'Lucozade']] }),
};

/** Body of `POST /v1/brand-sets` and `PUT /v1/brand-sets/:id`. */
export const brandSetEntry = z
  .strictObject(fields)
  .meta({ id: 'BrandSetEntry', description: 'A brand and its rivals, under a name.' });
export type BrandSetEntry = z.infer<typeof brandSetEntry>;

export const brandSet = z
  .looseObject({
    brand_set_id: z.string().describe('Id of the set, `set_…`.'),
    name: z.string().describe('Its name.'),
    own: z.string().nullable().describe('Your own brand; null if none.'),
    brands: z.array(z.string()).describe('The rivals, in the order in which they were given.'),
    updated_at: timestamp.describe('When it last changed.'),
  })
  .meta({ id: 'BrandSet', description: 'A brand and its rivals, under a name.' });
export type BrandSet = z.infer<typeof brandSet>;
