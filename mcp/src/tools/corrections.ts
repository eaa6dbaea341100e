/** Tools for people's corrections of results: list, add and undo them. */
import type { Correction, NewCorrection } from '@reelsight/sdk';
import { z } from 'zod';
import { cut, firstOf } from '../bounds.ts';
import { defined, fromVideoOutput, jobIdInput, notice, noticeOutput } from '../fields.ts';
import { shownBy } from '../read-job.ts';
import type { CorrectionsView } from '../results-view.ts';
import { reads, tool } from '../tool.ts';

const correctionIdOutput = z.string().describe('Id of the correction, `cor_…`.');
const correctionOutput = z.looseObject({
  correction_id: correctionIdOutput,
  kind: z
    .string()
    .describe(
      '`dismiss`, `rename`, `merge`, `add`, `confirm`, `move`, or `recount` by the service.',
    ),
  target: z.string().describe('`brand`, `object`, `paid_segment` or `possible_brand`.'),
  name: z.string().describe('What it is about; of a paid segment, who paid, if known.'),
  new_name: z.string().optional().describe('What it really is; absent if it keeps its name.'),
  at_seconds: z
    .number()
    .optional()
    .describe('The appearance or segment it is about, in seconds; absent if it is about all.'),
  created_at: z.string().describe('When it was made.'),
});

const viewOf = ({ appearance, segment, ...correction }: Correction) => {
  const added = correction.appearance_added ?? correction.segment_new;
  const at_seconds = appearance?.timestamp ?? segment?.start ?? added?.start;
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

export const correctionsView = {
  name: 'corrections',
  show(allCorrections) {
    const corrections = firstOf(allCorrections, mostListed, viewOf);
    return { corrections_total: allCorrections.length, notice, from_video: { corrections } };
  },
} satisfies CorrectionsView;

export const listCorrections = tool({
  name: 'list_corrections',
  title: 'Corrections',
  description:
    'What people corrected in a job, oldest first. Other tools show results as corrected.',
  input: z.strictObject({ job_id: jobIdInput }),
  output: z.looseObject({
    corrections_total: z.number().describe('How many there are; at most 100 are listed.'),
    notice: noticeOutput,
    from_video: fromVideoOutput({ corrections: z.array(correctionOutput) }),
  }),
  annotations: reads,
  async run({ client, showElsewhere, signal }, { job_id }) {
    if (!showElsewhere) {
      const corrections = await client.jobs.corrections.list(job_id, { signal });
      return { data: correctionsView.show(corrections) };
    }

    const { name: view } = correctionsView;
    const order = { jobId: job_id, reads: 'corrections' as const, view, args: {} };
    const list = shownBy(await showElsewhere(order, signal));
    return { data: list as ReturnType<typeof correctionsView.show> };
  },
});

const nameInput = z.string().min(1).max(200);
const seconds = z.number().min(0).max(360_000);
const fraction = z.number().min(0).max(1);

export const correctResult = tool({
  name: 'correct_result',
  title: 'Correct a result',
  description:
    'Says that a brand, object or paid segment of a completed job is wrong, right or missed, for all users of the account. Only if the person asks; tell them what you corrected.',
  input: z.strictObject({
    job_id: jobIdInput,
    kind: z
      .enum(['dismiss', 'rename', 'merge', 'add', 'confirm', 'move'])
      .describe(
        'dismiss: not there. rename: something else. merge: same as another. add: missed. confirm: right. move: paid segment at other seconds.',
      ),
    target: z
      .enum(['brand', 'object', 'paid_segment', 'possible_brand'])
      .describe('possible_brand: confirm or dismiss.'),
    name: nameInput
      .optional()
      .describe('In the results, or of what was missed. Of a paid segment: who pays.'),
    new_name: nameInput.optional().describe('With rename, merge, possible_brand.'),
    appearance: z
      .strictObject({
        timestamp: seconds,
        source: z.enum(['visual', 'audio']).optional(),
      })
      .optional()
      .describe('Only this appearance; absent: all.'),
    appearance_added: z
      .strictObject({
        start: seconds,
        end: seconds,
        source: z.enum(['visual', 'audio']),
        box: z
          .strictObject({ x: fraction, y: fraction, width: fraction, height: fraction })
          // Its fields stand in the description in fewer bytes.
          .meta({ properties: undefined, required: undefined })
          .optional(),
      })
      .optional()
      .describe(
        'Of a brand or object, with add; box: {x, y, width, height} in fractions of the frame.',
      ),
    segment_start: seconds.optional().describe('Of a paid segment; not with add.'),
    from_seconds: seconds.optional().describe('Of a paid segment, with add and move.'),
    to_seconds: seconds.optional().describe('As from_seconds.'),
    library: z.boolean().optional().describe('Later analyses learn from it; if asked.'),
  }),
  output: correctionOutput,
  annotations: {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: false,
  },
  async run({ client, signal }, { job_id, ...input }) {
    const created = await client.jobs.corrections.create(job_id, bodyOf(input), { signal });
    return { data: viewOf(created) };
  },
});

interface CorrectInput {
  readonly kind: NewCorrection['kind'];
  readonly target: NewCorrection['target'];
  readonly name?: string | undefined;
  readonly segment_start?: number | undefined;
  readonly from_seconds?: number | undefined;
  readonly to_seconds?: number | undefined;
}

/**
 * The request for a correction. The tool has flat fields for paid segments, because nested ones take more of the list
 * of tools that an assistant reads in every conversation.
 */
function bodyOf({ name, segment_start, from_seconds, to_seconds, ...input }: CorrectInput) {
  const isMeant = segment_start !== undefined;
  return {
    ...defined(input),
    ...(name !== undefined && !isMeant && { name }),
    ...(isMeant && { segment: defined({ start: segment_start, brand: name }) }),
    ...((from_seconds !== undefined || to_seconds !== undefined) && {
      segment_new: defined({ start: from_seconds, end: to_seconds }),
    }),
  } as NewCorrection;
}

export const undoCorrection = tool({
  name: 'undo_correction',
  title: 'Undo a correction',
  description: 'Takes a correction back, also from the library. Only if the person asks.',
  input: z.strictObject({
    job_id: jobIdInput,
    correction_id: z
      .string()
      .regex(/^cor_[0-9a-z]{1,60}$/, 'must be the id of a correction, cor_…')
      .describe('`cor_…`; see list_corrections.'),
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
