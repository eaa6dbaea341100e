/** What the installed engines can and cannot do, so that a user can choose what to look for. */
import { z } from 'zod';

export const lackings = [
  'logos',
  'speakers',
  'languages',
  'vision',
  'language_model',
  'objects',
  'meaning',
  'words_for_pictures',
] as const;

/** Query of the call that returns the abilities. */
export const abilitiesQuery = z.object({
  objects: z
    .string()
    .max(1000)
    .optional()
    .describe('Things somebody wants to look for, separated by commas.')
    .meta({ examples: ['cup,sneaker'] }),
  brands: z
    .string()
    .max(6000)
    .optional()
    .describe('Brands somebody wants to look for, separated by commas.')
    .meta({ examples: ['Nike,Globex'] }),
});
export type AbilitiesQuery = z.infer<typeof abilitiesQuery>;

export const abilities = z.looseObject({
  lacking: z
    .array(z.enum(lackings))
    .describe(
      'What is not set up. `logos`: a logo is found only of brands of which there is a picture. `speakers`: voices are not told apart. `languages`: only English speech is written down. `vision`: surfaces are not checked and proof frames get no second look. `language_model`: summaries are sentences of the video and answers its passages. `objects`: only common things can be looked for. `meaning`: no embedding model, so that searches are by words alone. `words_for_pictures`: no model that knows pictures and words, so that words do not find pictures.',
    ),
  unseen_objects: z
    .array(z.string())
    .describe('Of the things that were asked about, those that the engine has no way to see.')
    .meta({ examples: [['sneaker']] }),
  unseen_logos: z
    .array(z.string())
    .describe(
      'Of the brands that were asked about, those whose logo the engine has no picture of: they are found by their names alone.',
    )
    .meta({ examples: [['Globex']] }),
});
export type Abilities = z.infer<typeof abilities>;
