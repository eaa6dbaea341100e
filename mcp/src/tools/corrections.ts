/** Tools for people's corrections of results: list, add and undo them. */
import type { Correction, NewCorrection } from '@reelsight/sdk';
import { z } from 'zod';
import { cut, firstOf } from '../bounds.ts';
import { defined, fromVideoOutput, jobIdInput, notice, noticeOutput } from '../fields.ts';
import { reads, tool } from '../tool.ts';

const correctionIdOutput = z.string().describe('Id of the correction, `cor_…`.');
const correctionOutput = z.looseObject({
  correction_id: correctionIdOutput,
  kind: z.string().describe('`dismiss`, `rename`, `merge`, `add` or `confirm`.'),
  target: z.string().describe('`brand` or `object`.'),
  name: z.string().describe('What it is about, as it was given.'),
  new_name: z.string().optional().describe('What it really is; absent if it keeps its name.'),
  at_seconds: z
    .number()
    .optional()
    .describe('The appearance it is about, in seconds; absent if it is about all of them.'),
  created_at: z.string().describe('When it was made.'),
});

const viewOf = ({ appearance, appearance_added: addedSpan, ...correction }: Correction) => {
  const at_seconds = appearance?.timestamp ?? addedSpan?.start;
  return {
    correction_id: correction.correction_id,
    kind: correction.kind,
    target: correction.target,
    name: cut(correction.name, 200),
    created_at: correction.created_at,
    ...(correction.new_name !== undefined && { new_name: cut(correction.new_name, 200) }),
    ...(at_seconds !== undefined && { at_seconds }),
  };
};

const mostListed = { most: 100, bytes: 12_000 };

export const listCorrections = tool({
  name: 'list_corrections',
  title: 'Corrections of a job',
  description:
    'What people corrected in the brands and objects of a job, oldest first. The other tools show results as corrected.',
  input: z.strictObject({ job_id: jobIdInput }),
  output: z.looseObject({
    corrections_total: z.number().describe('How many there are; at most 100 are listed.'),
    notice: noticeOutput,
    from_video: fromVideoOutput({ corrections: z.array(correctionOutput) }),
  }),
  annotations: reads,
  async run({ client, signal }, { job_id }) {
    const allCorrections = await client.jobs.corrections.list(job_id, { signal });
    const corrections = firstOf(allCorrections, mostListed, viewOf);
    return {
      data: { corrections_total: allCorrections.length, notice, from_video: { corrections } },
    };
  },
});

const nameInput = z.string().min(1).max(200);
const seconds = z.number().min(0).max(360_000);
const fraction = z.number().min(0).max(1);

export const correctResult = tool({
  name: 'correct_result',
  title: 'Correct a brand or object',
  description:
    'Says that a brand or object of a completed job is wrong, right or missed, for all who use the account. Do it only if the person asks for it, and repeat to them what you corrected. undo_correction takes it back.',
  input: z.strictObject({
    job_id: jobIdInput,
    kind: z
      .enum(['dismiss', 'rename', 'merge', 'add', 'confirm'])
      .describe(
        'dismiss: it is not there. rename: it is something else. merge: it is the same as another one. add: it was missed. confirm: it is right.',
      ),
    target: z.enum(['brand', 'object']).describe('What `name` is.'),
    name: nameInput.describe('Its name in the results; with add, of what was missed.'),
    new_name: nameInput.optional().describe('What it is; only with rename and merge.'),
    appearance: z
      .strictObject({
        timestamp: seconds,
        source: z.enum(['visual', 'audio']).optional(),
      })
      .optional()
      .describe('Only the appearance with this timestamp; absent: all of them.'),
    appearance_added: z
      .strictObject({
        start: seconds,
        end: seconds,
        source: z.enum(['visual', 'audio']),
        box: z
          .strictObject({ x: fraction, y: fraction, width: fraction, height: fraction })
          .optional(),
      })
      .optional()
      .describe(
        'What was missed, only with add: seconds, and the box of what is seen as fractions of the frame, 0 to 1.',
      ),
    library: z
      .boolean()
      .optional()
      .describe('Later analyses learn from it. Only if the person asks for that.'),
  }),
  output: correctionOutput,
  annotations: {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: false,
  },
  async run({ client, signal }, { job_id, kind, target, name, ...rest }) {
    const correction = { kind, target, name, ...defined(rest) } as NewCorrection;
    return { data: viewOf(await client.jobs.corrections.create(job_id, correction, { signal })) };
  },
});

export const undoCorrection = tool({
  name: 'undo_correction',
  title: 'Undo a correction',
  description:
    'Takes a correction back, and what the brand library learned from it. Do it only if the person asks for it.',
  input: z.strictObject({
    job_id: jobIdInput,
    correction_id: z
      .string()
      .max(64)
      .regex(/^cor_[0-9a-z]+$/, 'must be the id of a correction, cor_…')
      .describe('Id of the correction, `cor_…`; see list_corrections.'),
  }),
  output: z.looseObject({ correction_id: correctionIdOutput }),
  annotations: {
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: false,
    openWorldHint: false,
  },
  async run({ client, signal }, { job_id, correction_id }) {
    await client.jobs.corrections.undo(job_id, correction_id, { signal });
    return { data: { correction_id } };
  },
});
