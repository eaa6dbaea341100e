/** A workspace's own brands: names, aliases, exclusions, pictures of logos. */
import { z } from 'zod';
import { exampleIds } from './calls/example-ids.ts';
import { textOf, timestamp } from './text.ts';

/** Maximum size of a logo file in bytes. */
export const logoBytes = 2 * 1024 * 1024;
export const logoContentTypes = ['image/png', 'image/jpeg', 'image/webp'] as const;

/** Limits of an entry: characters in a name or word, and words in each list. */
export const brandEntryLimits = { characters: 100, words: 50 } as const;

const brandWords = z.array(textOf(brandEntryLimits.characters)).max(brandEntryLimits.words);
/** A brand of the workspace's library. `exclude: true` removes the name from every analysis. */
export const brandEntry = z.strictObject({
  name: textOf(brandEntryLimits.characters).describe('Name of the brand, at most 100 characters.'),
  aliases: brandWords.optional().describe('Other names of it, at most 50. Absent: none.'),
  support: brandWords
    .optional()
    .describe('Words that, beside an everyday name, show that the brand is meant; at most 50.'),
  unless: brandWords
    .optional()
    .describe('Words that, beside the name, show that something else is meant; at most 50.'),
  exclude: z.boolean().optional().describe('Leaves the name out of every analysis. Default false.'),
});
export type BrandEntry = z.infer<typeof brandEntry>;

export const brandLogo = z.looseObject({
  logo_id: z.string().describe('Id of the picture, `logo_…`.'),
  width: z.int().describe('Width in pixels.'),
  height: z.int().describe('Height in pixels.'),
  path: z.string().describe('Path of the picture, `/v1/brands/…`, which takes the same key.'),
  plain: z
    .literal(true)
    .optional()
    .describe(
      'Only in the answer to its upload: the picture shows a plain shape, such as a disc or a bar, or nothing at all. It is kept but not compared, because such a shape is in every video.',
    )
    .meta({ examples: [true] }),
});

/** Query of the call for the picture that a logo was compared with. */
export const logoReferenceQuery = z.object({
  name: z
    .string()
    .min(1)
    .max(200)
    .describe('Name of the brand, as in results.')
    .meta({ examples: ['Nike'] }),
});
export type LogoReferenceQuery = z.infer<typeof logoReferenceQuery>;

export const libraryBrand = z.looseObject({
  brand_id: z.string().describe('Id of the brand, `brand_…`.'),
  name: z.string().describe('Its name.'),
  aliases: z.array(z.string()).describe('Other names of it.'),
  support: z.array(z.string()).describe('Words that show that the brand is meant.'),
  unless: z.array(z.string()).describe('Words that show that something else is meant.'),
  exclude: z.boolean().describe('Whether it is left out of every analysis.'),
  logos: z
    .array(brandLogo)
    .describe('Pictures of its logos, at most 10.')
    .meta({
      examples: [
        [
          {
            logo_id: exampleIds.logo,
            width: 512,
            height: 240,
            path: `workspaces/${exampleIds.workspace}/brands/${exampleIds.brand}/logos/${exampleIds.logo}`,
          },
        ],
      ],
    }),
  updated_at: timestamp.describe('When the entry last changed.'),
});
export type LibraryBrand = z.infer<typeof libraryBrand>;
