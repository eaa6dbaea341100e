/** Measures how well engines performed on videos whose results people checked. */
import { z } from 'zod';

const fraction = z.number().min(0).max(1).nullable();
const count = z.int().min(0);

/** Maximum number of jobs to compare, the most recently corrected ones, and of other jobs for the same videos. */
export const evaluationLimits = { jobs: 100, videos: 500 } as const;

export const evaluationScore = z
  .looseObject({
    target: z.enum(['brand', 'object']).describe('Brands or objects.'),
    source: z
      .enum(['visual', 'audio', 'logo', 'text', 'model'])
      .describe(
        '`visual`: all that is seen, `audio`: what is heard. Of the brands that are seen, those found by a known `logo`, by the `text` of the name, or by a vision `model`.',
      ),
    engine: z
      .string()
      .describe('Name and version of the engine, as results give it; `unknown` if they do not.'),
    videos: count.describe('Number of analyses of checked videos that this engine took part in.'),
    found: count.describe('Number of appearances that it found.'),
    right: count.describe('Number of those of `found` that are in the corrected results.'),
    precision: fraction.describe('`right` by `found`, 0 to 1; null if nothing was found.'),
    expected: count.describe(
      'Number of appearances in the corrected results that are seen, or heard.',
    ),
    hit: count.describe('Number of those of `expected` that it found.'),
    recall: fraction.describe('`hit` by `expected`, 0 to 1; null if nothing was expected.'),
  })
  .meta({ id: 'EvaluationScore', description: 'How well one engine did with one source.' });
export type EvaluationScore = z.infer<typeof evaluationScore>;

export const evaluation = z
  .looseObject({
    jobs: z
      .array(z.string())
      .describe(
        'Jobs whose results people corrected or confirmed: the truth, newest correction first, at most 100.',
      ),
    analyses: count.describe(
      'Number of analyses that were compared with it: these jobs, and others of the same videos.',
    ),
    scores: z.array(evaluationScore).describe('By target, source and engine.'),
  })
  .meta({ id: 'Evaluation', description: 'Engines scored on what people corrected.' });
export type Evaluation = z.infer<typeof evaluation>;
