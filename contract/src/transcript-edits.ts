/**
 * What people mend in a transcript: the words of a line, who speaks, and how the speakers are called. The transcript as
 * it was heard is not changed.
 */
import { z } from 'zod';
import { actor } from './audit.ts';
import { exampleIds } from './calls/example-ids.ts';
import { cursor, pageLimit } from './paging.ts';
import type { BrandAppearance } from './results.ts';
import { characterCount, textOf, timestamp } from './text.ts';

export const transcriptLimits = {
  /** Maximum number of characters of a line, over all of its parts. */
  lineCharacters: 5000,
  /** Maximum number of characters of all lines of a job that people wrote and that stand: some 20 hours of speech. */
  jobCharacters: 1_000_000,
  /** Maximum number of parts, each of another speaker, that a line can be divided into. */
  lineParts: 20,
  /** Highest number of a speaker. */
  speakers: 1000,
  speakerCharacters: 60,
  /** How many earlier versions of a line are kept, so that its changes can be undone. */
  earlierVersions: 20,
} as const;

/** Bytes of a body that holds a line of the maximum length, with each character escaped. */
export const editBodyBytes = 65_536;

const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

/** Words of a line; unlike other texts, they may be empty, which leaves the line out. */
const lineText = z
  .string()
  .refine(
    (value) => characterCount(value) <= transcriptLimits.lineCharacters,
    `must have at most ${transcriptLimits.lineCharacters} characters`,
  )
  .refine((value) => value.isWellFormed(), 'must be well-formed Unicode')
  .refine((value) => !controls.test(value), 'must not contain control characters')
  .meta({ maxLength: transcriptLimits.lineCharacters });

const speakerNumber = z.int().min(1).max(transcriptLimits.speakers);
const lineIndex = z.int().min(0);
const revision = z
  .int()
  .min(0)
  .describe(
    'The version that stands; each change of the job has a greater one; 0 for what was heard.',
  );
const seenRevision = z
  .int()
  .min(0)
  .nullish()
  .describe(
    'The `revision`, a version, that you saw; default 0. If another one stands, the answer is 409 and says what stands.',
  )
  .meta({ examples: [7] });

export const transcriptPart = z
  .strictObject({
    text: textOf(transcriptLimits.lineCharacters).describe('What is said in this part.'),
    speaker: speakerNumber
      .nullish()
      .describe('Number of the speaker who says it; absent: as heard.')
      .meta({ examples: [2] }),
  })
  .meta({ id: 'TranscriptPart', description: 'A part of a line that one person says.' });

/** Body of `PUT /v1/jobs/:id/transcript/segments/:segment`. */
export const editSegment = z
  .strictObject({
    text: lineText
      .nullish()
      .describe('What is said; empty: nothing, the line is left out; absent: as heard.')
      .meta({ examples: ['We ride for Santini this year.'] }),
    speaker: speakerNumber
      .nullish()
      .describe('Number of the speaker who says it; absent: as heard.')
      .meta({ examples: [2] }),
    parts: z
      .array(transcriptPart)
      .min(2)
      .max(transcriptLimits.lineParts)
      .nullish()
      .describe('The parts of a line in which several people speak, in order; instead of `text`.')
      .meta({ examples: [[{ text: 'Who do you ride for?' }, { text: 'Santini.', speaker: 2 }]] }),
    revision: seenRevision,
  })
  .refine(({ text, speaker, parts }) => parts == null || (text == null && speaker == null), {
    path: ['parts'],
    message: 'must not be given with text or speaker',
  })
  .refine(
    ({ parts }) =>
      (parts ?? []).reduce((sum, { text }) => sum + characterCount(text), 0) <=
      transcriptLimits.lineCharacters,
    {
      path: ['parts'],
      message: `must have at most ${transcriptLimits.lineCharacters} characters together`,
    },
  )
  .meta({
    id: 'EditSegment',
    description: 'What a line of a transcript really is. Whatever is absent is as it was heard.',
  });
export type EditSegment = z.infer<typeof editSegment>;

export const undoSegmentQuery = z.object({
  revision: z
    .string()
    .regex(/^\d{1,15}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(0))
    .meta({ type: 'integer', minimum: 0, examples: [7] })
    .optional()
    .describe(
      'The `revision`, a version, that is undone; the answer is 409 if another one stands.',
    ),
});
export type UndoSegmentQuery = z.infer<typeof undoSegmentQuery>;

export const transcriptEdit = z
  .looseObject({
    job_id: z.string().describe('Id of the job.'),
    segment: lineIndex.describe('Index of the line in the transcript as heard, counted from 0.'),
    revision,
    stands: z
      .boolean()
      .describe('Whether this is what the line is now, and not an earlier version.'),
    text: z
      .string()
      .optional()
      .describe('What is said; empty if the line is left out; absent: as heard.')
      .meta({ examples: ['We ride for Santini this year.'] }),
    speaker: speakerNumber
      .optional()
      .describe('Number of the speaker who says it; absent: as heard.')
      .meta({ examples: [2] }),
    parts: z
      .array(
        z.looseObject({
          text: z.string().describe('What is said in this part.'),
          speaker: speakerNumber
            .optional()
            .describe('Number of the speaker who says it; absent: as heard.'),
        }),
      )
      .optional()
      .describe('The parts of the line, if several people speak in it.')
      .meta({ examples: [[{ text: 'Who do you ride for?' }, { text: 'Santini.', speaker: 2 }]] }),
    actor: actor.describe('Who changed it.'),
    created_at: timestamp.describe('When it was changed.'),
  })
  .meta({ id: 'TranscriptEdit', description: 'One change of a line of a transcript.' });
export type TranscriptEdit = z.infer<typeof transcriptEdit>;

export const listTranscriptEditsQuery = z.object({
  limit: pageLimit.optional().describe('Edits on a page, 1 to 100. Default 50.'),
  cursor: cursor.optional().describe('`next_cursor` of the previous page, unchanged.'),
  segment: z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(0))
    .meta({ type: 'integer', minimum: 0, examples: [12] })
    .optional()
    .describe('Only edits of this line, counted from 0.'),
});
export type ListTranscriptEditsQuery = z.infer<typeof listTranscriptEditsQuery>;

/** Body of `PUT /v1/jobs/:id/speakers/:speaker`. */
export const setSpeaker = z
  .strictObject({
    name: textOf(transcriptLimits.speakerCharacters)
      .nullish()
      .describe('How the speaker is called; absent: by the number.')
      .meta({ examples: ['Ada Lovelace'] }),
    same_as: speakerNumber
      .nullish()
      .describe('The number of the speaker who is the same person; absent: nobody.')
      .meta({ examples: [1] }),
    revision: seenRevision,
  })
  .refine(({ name, same_as }) => name == null || same_as == null, {
    path: ['name'],
    message: 'must not be given with same_as; name the other speaker',
  })
  .meta({
    id: 'SetSpeaker',
    description:
      'Who a speaker is. Replaces what was said before; an empty object takes it back. A merge keeps the name, so of a merged speaker an empty object takes back the merge alone.',
  });
export type SetSpeaker = z.infer<typeof setSpeaker>;

export const jobSpeaker = z
  .looseObject({
    speaker: speakerNumber.describe('Number of the speaker as heard, or as given to a line.'),
    name: z
      .string()
      .nullable()
      .describe(
        'How the speaker is called; null if nobody said so. Kept while the speaker is merged with another.',
      )
      .meta({ examples: ['Ada Lovelace'] }),
    same_as: speakerNumber
      .nullable()
      .describe('The number of the speaker who is the same person; null if none is.')
      .meta({ examples: [1] }),
    revision,
    actor: actor.describe('Who said so last.'),
    updated_at: timestamp.describe('When it was said last.'),
  })
  .meta({ id: 'JobSpeaker', description: 'What people said of a speaker of a transcript.' });
export type JobSpeaker = z.infer<typeof jobSpeaker>;

export interface LinePart {
  /** Absent: as heard. Only the single part of a line may lack it, or be empty, which leaves the line out. */
  readonly text?: string;
  /** Absent: as heard. */
  readonly speaker?: number;
}

/** What a line is now. */
export interface LineEdit {
  /** Index in the transcript as heard, from 0. */
  readonly line: number;
  readonly revision: number;
  readonly parts: readonly LinePart[];
}

export interface SpeakerFact {
  readonly speaker: number;
  readonly name?: string | null;
  readonly same_as?: number | null;
}

/** All that people mended in the transcript of a job; one among its corrections. */
export interface TranscriptChanges {
  readonly target: 'transcript';
  /** Differs whenever anything else does. */
  readonly correction_id: string;
  readonly lines: readonly LineEdit[];
  readonly speakers: readonly SpeakerFact[];
  /** What follows for the heard brands; absent or null until a worker has looked. */
  readonly heard?: HeardChanges | null;
}

/** Appearances of heard brands that lines no longer say, and those that they say now. */
export interface HeardChanges {
  readonly gone: readonly { readonly name: string; readonly timestamp: number }[];
  readonly added: readonly { readonly name: string; readonly appearance: BrandAppearance }[];
}

export const exampleEdit = {
  job_id: exampleIds.job,
  segment: 12,
  revision: 7,
  stands: true,
  text: 'We ride for Santini this year.',
  actor: { type: 'key' as const, id: exampleIds.key, name: 'reports' },
  created_at: '2026-11-12T10:05:00.000Z',
};
