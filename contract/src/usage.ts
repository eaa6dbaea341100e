/** The ledger as the owner of the workspace reads it (interface.md "Account and usage"). */
import { z } from 'zod';
import { cursor, pageLimit } from './paging.ts';
import { isoDate, timestamp } from './text.ts';

export const transactionTypes = ['charge', 'purchase', 'refund', 'grant', 'forfeit'] as const;
export type TransactionType = (typeof transactionTypes)[number];

export const transaction = z
  .looseObject({
    id: z.string().describe('Id of the entry, `txn_…`.'),
    type: z
      .enum(transactionTypes)
      .describe(
        '`charge` of a job, `purchase` or `refund` of credits, `grant` of plan credits, `forfeit` of the unused ones at a reset.',
      ),
    amount: z
      .int()
      .describe('Credits, signed: a charge and a forfeit are negative, everything else positive.'),
    job_id: z.string().optional().describe('The job that was charged; absent on other entries.'),
    description: z
      .string()
      .describe(
        'What the entry is for, in words; states what was written off if a charge was above the balance.',
      ),
    created_at: timestamp.describe('When the entry was created.'),
  })
  .meta({ id: 'Transaction', description: 'One entry of the ledger. Entries never change.' });
export type Transaction = z.infer<typeof transaction>;

const usageSummary = z.looseObject({
  period: z
    .looseObject({
      start: timestamp.describe('First moment of the period.'),
      end: timestamp.describe('Last moment of the period.'),
    })
    .describe('The period that was asked for.'),
  credits_used: z.int().describe('Credits charged in the period, as a positive number.'),
  credits_purchased: z.int().describe('Credits bought in the period.'),
  credits_refunded: z.int().describe('Credits given back in the period.'),
  credits_granted: z.int().describe('Credits granted in the period.'),
  total_jobs: z.int().describe('Number of jobs created in the period.'),
});

export const usage = z
  .looseObject({
    summary: usageSummary.describe(
      'Sums of the whole period, whatever page and `type` are requested.',
    ),
    transactions: z.array(transaction).describe('Entries of the ledger, newest first.'),
  })
  .meta({ id: 'Usage', description: 'The ledger of a period with its sums.' });
export type Usage = z.infer<typeof usage>;

export const usageQuery = z.object({
  start_date: isoDate
    .optional()
    .describe('First moment, ISO 8601. Default: the start of the current month (UTC).'),
  end_date: isoDate.optional().describe('Last moment, ISO 8601. Default: now.'),
  type: z
    .enum(transactionTypes)
    .optional()
    .describe('Only entries of this type.')
    .meta({ examples: ['charge'] }),
  limit: pageLimit.optional().describe('Entries on a page, 1 to 100. Default 50.'),
  cursor: cursor.optional().describe('`next_cursor` of the previous page, unchanged.'),
});
export type UsageQuery = z.infer<typeof usageQuery>;
