/** The glossary of a workspace: names and jargon that people say in its videos, and how they sound. */
import { z } from 'zod';
import { characterCount, textOf, timestamp } from './text.ts';

/** Limits of a glossary; `bytes` counts terms and how they sound together, in UTF-8. */
export const glossaryLimits = {
  terms: 1_000,
  leastCharacters: 2,
  characters: 80,
  sounds: 5,
  bytes: 65_536,
  bodyBytes: 262_144,
} as const;

/** A spoken name or word on one line, with at least two letters or digits. */
export const spokenTerm = textOf(glossaryLimits.characters)
  .refine((value) => !/[\t\n\r\u2028\u2029]/.test(value), 'must be on one line')
  .refine(
    (value) =>
      characterCount(value.replace(/[^\p{L}\p{N}]/gu, '')) >= glossaryLimits.leastCharacters,
    `must have at least ${glossaryLimits.leastCharacters} letters or digits`,
  )
  .meta({ minLength: glossaryLimits.leastCharacters, maxLength: glossaryLimits.characters });

export const glossaryTerm = z
  .strictObject({
    term: spokenTerm
      .describe('The name or word as it is written, 2 to 80 characters.')
      .meta({ examples: ['Kubernetes'] }),
    sounds_like: z
      .array(spokenTerm)
      .max(glossaryLimits.sounds)
      .optional()
      .describe(
        'How it is said or usually misheard, as ordinary words, at most 5. Wherever exactly these words are heard, the term is written in their place. Absent: as it is written.',
      )
      .meta({ examples: [['cooper netties']] }),
  })
  .meta({ id: 'GlossaryTerm', description: 'A name or word that people say.' });
export type GlossaryTerm = z.infer<typeof glossaryTerm>;

const revision = z.int().min(0);

export const putGlossary = z
  .strictObject({
    terms: z
      .array(glossaryTerm)
      .max(glossaryLimits.terms)
      .describe(
        'All terms of the glossary, at most 1,000 with 65,536 bytes together; the most important ones first, because some recognisers take only the first, and of hundreds that sound alike only the first are listened for.',
      ),
    revision: revision
      .nullish()
      .describe(
        'Number of the revision that is replaced: another one is GLOSSARY_CHANGED. Absent: whichever stands.',
      ),
  })
  .meta({ id: 'PutGlossary', description: 'The terms that replace those of the glossary.' });
export type PutGlossary = z.infer<typeof putGlossary>;

export const glossary = z
  .looseObject({
    terms: z.array(glossaryTerm).describe('The terms, in the order in which they were given.'),
    revision: revision.describe(
      'Number of the revision, raised by each change; 0 before the first.',
    ),
    updated_at: timestamp
      .nullable()
      .describe('When it last changed; null before the first change.')
      .meta({ examples: ['2026-11-05T11:42:00.000Z'] }),
  })
  .meta({ id: 'Glossary', description: 'Names and jargon that people say in the videos.' });
export type Glossary = z.infer<typeof glossary>;
