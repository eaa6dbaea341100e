/** The answers to questions in the results of a job, with their evidence. */
import { z } from 'zod';
import { answerOutcomes } from './answer-outcome.ts';
import { unansweredReasons } from './shaped-query-terms.ts';

const seconds = z.number().min(0);
const fraction = z.number().min(0).max(1);

export const olderThanTranscript = z
  .literal(true)
  .optional()
  .describe(
    'Always true: people corrected words of the transcript since this was made; a job with `from_job` makes it of the corrected words. Absent otherwise, and from what is as found.',
  )
  .meta({ examples: [true] });

export const evidence = z
  .looseObject({
    timestamp: seconds.describe('The moment that shows or says it, in seconds.'),
    timestamp_start: seconds.optional().describe('When the passage begins, in seconds.'),
    timestamp_end: seconds.optional().describe('When the passage ends, in seconds.'),
    source: z
      .enum(['speech', 'visual', 'text', 'metadata'])
      .describe('Said (`speech`), seen (`visual`), read on screen (`text`), or from the metadata.'),
    quote: z
      .string()
      .optional()
      .describe('The words that support it, as they are in the video; absent if there are none.'),
    frame_url: z
      .string()
      .optional()
      .describe('Path of a frame that shows it, `/v1/frames/…`; absent if there is none.'),
  })
  .meta({ id: 'Evidence', description: 'A moment of the video that supports an answer.' });
export type Evidence = z.infer<typeof evidence>;

export const answerOutcome = z
  .enum(answerOutcomes)
  .optional()
  .describe(
    '`answered`; `not_found`: all of the video was looked through, and it does not say; `not_tested`: it may say, but no language model answered the question, or a part of the video could not be read. Absent from results of earlier versions.',
  )
  .meta({ examples: ['answered'] });

const exampleField = {
  path: '',
  value: 'Starter',
  evidence: [{ timestamp: 12.4, source: 'speech', quote: 'most of you take the Starter plan' }],
};

const answerField = z
  .looseObject({
    path: z
      .string()
      .describe(
        'Where the value is in `value`, as a JSON Pointer such as `/offers/0/price`; empty for the whole.',
      )
      .meta({ examples: [exampleField.path] }),
    value: z
      .union([z.string(), z.number(), z.boolean()])
      .describe('The value: a text, true or false, or a number of what was asked for.')
      .meta({ examples: [exampleField.value] }),
    evidence: z
      .array(evidence)
      .describe('The evidence for this value. Each quote was checked.')
      .meta({ examples: [exampleField.evidence] }),
  })
  .meta({ id: 'AnswerField', description: 'One value of an answer with a form.' });

export const queryResult = z
  .looseObject({
    query: z.string().describe('The question, as asked.'),
    answer: z.string().describe('The answer; empty if `answered` is false.'),
    answered: z.boolean().describe('Whether the video holds an answer.'),
    outcome: answerOutcome,
    confidence: fraction.describe('Confidence in the answer, 0 to 1.'),
    evidence: z.array(evidence).describe('The evidence for the answer. Each quote was checked.'),
    value: z
      .unknown()
      .optional()
      .describe(
        'The answer in the form that a shaped query asks for, as JSON: one of its choices, or what fits its schema. Absent if `answered` is false, and from answers without a form.',
      )
      .meta({ examples: ['Starter'] }),
    fields: z
      .array(answerField)
      .optional()
      .describe(
        'Each single value of the answer with its evidence; absent from answers without a form.',
      )
      .meta({ examples: [[exampleField]] }),
    reason: z
      .enum(unansweredReasons)
      .optional()
      .describe(
        'Why a shaped query has no answer; absent where it has one, and where it was not tested whether the video says it. `not_said`: nothing in the video answers it. `does_not_fit`: what was found does not fit the form. `no_evidence`: a value was found that nothing in the video supports. `needs_language_model`: only a language model could answer it in this form, and none did.',
      )
      .meta({ examples: ['does_not_fit'] }),
    older_than_transcript: olderThanTranscript,
  })
  .meta({ id: 'QueryResult', description: 'The answer to one question.' });
export type QueryResult = z.infer<typeof queryResult>;
