/** The envelopes around the data of all answers. */
import { z } from 'zod';
import { exampleNames } from './calls/example-ids.ts';
import { errorCodes } from './errors.ts';

export const meta = z
  .looseObject({
    request_id: z
      .string()
      .describe(
        'Id of the request, `req_…`, also in the header `X-Request-Id`. Quote it to support.',
      ),
  })
  .meta({ id: 'Meta', description: 'About the request itself.' });

export const pagination = z
  .looseObject({
    has_more: z.boolean().describe('Whether another page follows.'),
    next_cursor: z
      .string()
      .nullable()
      .describe('Pass it as `cursor` to read the next page; null on the last one.')
      .meta({ examples: [exampleNames.cursor] }),
  })
  .meta({ id: 'Pagination', description: 'Where a list continues.' });

const metaField = meta.describe('Which request this answers.');

export function dataEnvelope<T extends z.ZodType>(data: T) {
  return z.looseObject({ data: data.describe('What was asked for.') as T, meta: metaField });
}

export function pageEnvelope<T extends z.ZodType>(data: T) {
  return z.looseObject({
    data: data.describe('This page.') as T,
    pagination: pagination.describe('Where the next page begins.'),
    meta: metaField,
  });
}

export const errorEnvelope = z
  .looseObject({
    error: z
      .looseObject({
        code: z
          .enum(errorCodes as [string, ...string[]])
          .meta({ id: 'ErrorCode', description: 'Every code of the interface.' })
          .describe('What went wrong, for programs. Later versions may add codes.'),
        message: z
          .string()
          .describe('What went wrong, for people; names the field that caused it, if any.'),
      })
      .describe('Why the call was refused.'),
    meta: metaField,
  })
  .meta({ id: 'Error', description: 'The body of every refusal.' });
