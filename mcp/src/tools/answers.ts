/** The tool that returns the answers to a job's questions, with the moments that support them. */
import type { QueryResult } from '@reelsight/sdk';
import { z } from 'zod';
import { cursorInput, cut, nextCursor, pageOf } from '../bounds.ts';
import { frameOutput, fromVideoOutput, jobIdInput, notice, noticeOutput } from '../fields.ts';
import { resultOf, showResults } from '../read-job.ts';
import type { ResultsView } from '../results-view.ts';
import { reads, tool } from '../tool.ts';

/** Maximum number of moments shown for one answer. */
const mostEvidence = 8;

interface Wanted {
  readonly cursor?: string | undefined;
}

export const answersView = {
  name: 'answers',
  show(job, { cursor }: Wanted) {
    const answers = resultOf(job, job.results.query_results, 'custom_query');
    const { items, next_cursor } = pageOf(answers, { cursor, most: 20 }, viewOf);
    return { total: answers.length, next_cursor, notice, from_video: { answers: items } };
  },
} satisfies ResultsView<Wanted>;

export const queryAnswers = tool({
  name: 'query_answers',
  title: 'Answers',
  description:
    'Answers to the questions (`queries`) of a completed job, with the moments they rest on. For more questions: ask_again.',
  input: z.strictObject({ job_id: jobIdInput, cursor: cursorInput }),
  output: z.looseObject({
    job_id: z.string(),
    total: z.number().describe('Questions on all pages.'),
    next_cursor: nextCursor,
    notice: noticeOutput,
    from_video: fromVideoOutput({
      answers: z.array(
        z.looseObject({
          query: z.string().describe('The question, as asked.'),
          answered: z.boolean().describe('Whether the video holds an answer.'),
          outcome: z.string().optional().describe('answered, not_found or not_tested.'),
          answer: z.string().describe('Empty if it holds none.'),
          confidence: z.number().describe('0 to 1.'),
          evidence: z.array(
            z.looseObject({
              timestamp: z.number().describe('Seconds.'),
              source: z.string().describe('speech, visual, text (on screen) or metadata.'),
              quote: z.string().optional().describe('Words as they stand in the video.'),
              frame_url: frameOutput,
            }),
          ),
        }),
      ),
    }),
  }),
  annotations: reads,
  async run(context, { job_id, cursor }) {
    const page = await showResults(context, answersView, job_id, { cursor });
    return { data: { job_id, ...page } };
  },
});

/** Longest value that is shown whole, in characters of its JSON; the answer in words is shown in any case. */
const mostValueCharacters = 4000;

function viewOf(result: QueryResult) {
  const { query, answered, outcome, answer, confidence, evidence, value, reason } = result;
  const hasValue = value !== undefined && JSON.stringify(value).length <= mostValueCharacters;

  return {
    query: cut(query, 500),
    answered,
    answer: cut(answer, 2500),
    confidence,
    ...(hasValue && { value }),
    ...(reason !== undefined && { reason }),
    ...(outcome !== undefined && { outcome }),
    evidence: evidence.slice(0, mostEvidence).map(({ timestamp, source, quote, frame_url }) => ({
      timestamp,
      source,
      ...(quote !== undefined && { quote: cut(quote, 400) }),
      ...(frame_url !== undefined && { frame_url }),
    })),
  };
}
