/** Slots of brand names. The slot of a name determines its colour in a workspace. */
import { z } from 'zod';

export const brandSlotLimits = {
  /** Maximum number of names per call. */
  names: 500,
  /** Maximum number of characters in a name. */
  nameLength: 1000,
  bodyBytes: 524_288,
} as const;

export const brandSlot = z
  .int()
  .min(0)
  .describe(
    'Number of the colour. Names that differ only in case, accents or punctuation share it.',
  )
  .meta({ examples: [7] });

export const askBrandSlots = z
  .strictObject({
    names: z
      .array(z.string().max(brandSlotLimits.nameLength))
      .min(1)
      .max(brandSlotLimits.names)
      .describe('Names of brands, 1 to 500.')
      .meta({ examples: [['Nike', 'Adidas']] }),
  })
  .meta({ id: 'AskBrandSlots', description: 'Names whose colours are asked for.' });
export type AskBrandSlots = z.infer<typeof askBrandSlots>;

export const brandSlots = z
  .looseObject({
    slots: z
      .array(brandSlot)
      .describe('Number of the colour of each name, in the order of the names.'),
  })
  .meta({ id: 'BrandSlots', description: 'Colours of brand names in a workspace.' });
export type BrandSlots = z.infer<typeof brandSlots>;
