/** The ledger as its owner reads it (interface.md "Usage"). */
import { z } from 'zod';
import { cursor, pageLimit } from './job.ts';
import { isoDate, timestamp } from './text.ts';

export const transactionTypes = ['charge', 'purchase', 'refund', 'grant', 'forfeit'] as const;
export type TransactionType = (typeof transactionTypes)[number];

export const transaction = z
  .looseObject({
    id: z.string(),
    type: z.enum(transactionTypes),
    amount: z.int(),
    job_id: z.string().optional(),
    description: z.string(),
    created_at: timestamp,
  })
  .meta({ id: 'Transaction' });
export type Transaction = z.infer<typeof transaction>;

export const usage = z
  .looseObject({
    summary: z.looseObject({
      period: z.looseObject({ start: timestamp, end: timestamp }),
      credits_used: z.int(),
      credits_purchased: z.int(),
      credits_refunded: z.int(),
      credits_granted: z.int(),
      total_jobs: z.int(),
    }),
    transactions: z.array(transaction),
  })
  .meta({ id: 'Usage' });
export type Usage = z.infer<typeof usage>;

export const usageQuery = z.object({
  start_date: isoDate.optional(),
  end_date: isoDate.optional(),
  type: z.enum(transactionTypes).optional(),
  limit: pageLimit.optional(),
  cursor: cursor.optional(),
});
