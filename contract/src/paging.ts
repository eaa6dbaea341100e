/** Parameters for reading lists: the number of entries per page, and the position at which to continue. */
import { z } from 'zod';
import { exampleNames } from './calls/example-ids.ts';

/** The parameter `limit` of a list: digits only, 1 to 100. */
export const pageLimit = z
  .string()
  .regex(/^\d{1,9}$/, 'must be an integer from 1 to 100')
  .transform(Number)
  .pipe(z.int().min(1).max(100))
  .meta({ type: 'integer', minimum: 1, maximum: 100, examples: [50] });

export const cursor = z
  .string()
  .min(1)
  .max(500)
  .meta({ examples: [exampleNames.cursor] });
