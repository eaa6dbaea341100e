/** The envelopes every answer comes in. */
import { z } from 'zod';
import { errorCodes } from './errors.ts';

export const meta = z.looseObject({ request_id: z.string() }).meta({ id: 'Meta' });

export const pagination = z
  .looseObject({ has_more: z.boolean(), next_cursor: z.string().nullable() })
  .meta({ id: 'Pagination' });

export function dataEnvelope<T extends z.ZodType>(data: T) {
  return z.looseObject({ data, meta });
}

export function pageEnvelope<T extends z.ZodType>(data: T) {
  return z.looseObject({ data, pagination, meta });
}

export const errorEnvelope = z
  .looseObject({
    error: z.looseObject({
      code: z.enum(errorCodes as [string, ...string[]]).meta({ id: 'ErrorCode' }),
      message: z.string(),
    }),
    meta,
  })
  .meta({ id: 'Error' });
