/** A workspace's own brands: names, aliases, exclusions, pictures of logos. */
import { z } from 'zod';
import { actor } from './audit.ts';
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

/** Maximum number of earlier videos in which a brand is looked for; the newest are. */
export const mostRecounted = 10_000;

const videos = z.int().min(0);

export const brandRecount = z
  .looseObject({
    state: z
      .enum(['counting', 'counted', 'undoing'])
      .describe(
        '`counting`: earlier videos are read. `counted`: all were. `undoing`: what it added is taken back, then there is no recount any more.',
      ),
    videos: videos.describe('Number of videos to read.'),
    videos_read: videos.describe('Number of these that are read.'),
    videos_changed: videos.describe('Number of these in which the brand now counts.'),
    videos_skipped: videos.describe(
      'Number of these that were left out, because it took too long to look for the brand in their texts.',
    ),
    appearances_added: z.int().min(0).describe('Number of appearances added altogether.'),
    actor: actor.describe('Who asked for it.'),
    created_at: timestamp.describe('When it was asked for.'),
    ended_at: timestamp
      .nullable()
      .describe('When the last video was read; null until then.')
      .meta({ examples: ['2026-11-12T10:06:10.000Z'] }),
  })
  .meta({
    id: 'BrandRecount',
    description: 'A look for a brand of the library in the texts of earlier results.',
  });
export type BrandRecount = z.infer<typeof brandRecount>;

export const brandRecountState = z
  .looseObject({
    brand_id: z.string().describe('Id of the brand, `brand_…`.'),
    videos: videos.describe(
      'Number of videos in which a name of the brand was read or said before the entry last changed, and in which it does not count yet; at most 10,000.',
    ),
    recount: brandRecount
      .nullable()
      .describe('The last recount; null if there was none, or if it was undone.'),
  })
  .meta({
    id: 'BrandRecountState',
    description: 'What a recount of a brand would read, and how the last one went.',
  });
export type BrandRecountState = z.infer<typeof brandRecountState>;
