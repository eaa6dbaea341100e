/**
 * The parts of the service that an operator manages, some of which workspace members see in the same form: workspaces,
 * credits, keys, deliveries (interface.md "Operator").
 */
import { z } from 'zod';
import { scope } from './account.ts';
import { exampleIds } from './calls/example-ids.ts';
import { listedEventKinds } from './event.ts';
import { cursor, pageLimit } from './paging.ts';
import { planName } from './plans.ts';
import { testMark } from './testing-mode.ts';
import { textOf, timestamp } from './text.ts';
import { transaction } from './usage.ts';

const name = textOf(200);
const email = textOf(254).regex(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address');
/** The limit keeps a balance well below the largest integer that a number can hold exactly. */
const creditAmount = z.int().max(1_000_000_000);
const workspaceId = z.string().describe('Id of the workspace, `ws_…`.');
const apiKey = z
  .string()
  .describe('The key, `rs_live_…`; `rs_test_…` in a test workspace. It is shown only this once.');
const webhookSecret = z.string().describe('Secret that signs its webhooks, `whsec_…`.');

/** Asks for a test workspace on creation. */
export const isTestWorkspace = z.boolean().meta({
  default: false,
  description:
    'Whether it is a test workspace: its jobs analyse nothing, end at once with fixed results and cost nothing. Cannot be changed later. Default false.',
  examples: [true],
});

export const createWorkspace = z
  .strictObject({
    name: name.describe('Name of the workspace, at most 200 characters.'),
    email: email.describe('E-mail address of the account, at most 254 characters.'),
    plan: planName.describe('The plan with which it begins; its credits are granted at once.'),
    credits: creditAmount
      .min(0)
      .nullish()
      .describe(
        "Purchased credits to begin with, in addition to the plan's own; 0 or more. Absent: none.",
      ),
    test: isTestWorkspace.nullish(),
  })
  .meta({ id: 'CreateWorkspace', description: 'A new workspace.' });
export type CreateWorkspace = z.infer<typeof createWorkspace>;

export const workspaceCreated = z
  .looseObject({ tenant_id: workspaceId, api_key: apiKey, webhook_secret: webhookSecret })
  .meta({ id: 'WorkspaceCreated', description: 'A new workspace with its first key.' });

export const changeWorkspace = z
  .strictObject({
    plan: planName
      .nullish()
      .describe('Another plan: its limits apply at once, its credits from the next reset.'),
    past_due: z
      .boolean()
      .nullish()
      .describe('Whether payment is overdue; if so, no new jobs and batches are accepted.')
      .meta({ examples: [true] }),
    name: name
      .nullish()
      .describe('Another name, at most 200 characters.')
      .meta({ examples: ['Acme Media Research'] }),
  })
  .meta({ id: 'ChangeWorkspace', description: 'What to change; omitted fields are unchanged.' });
export type ChangeWorkspace = z.infer<typeof changeWorkspace>;

export const workspaceView = z
  .looseObject({
    tenant_id: workspaceId,
    name: z.string().describe('Name of the workspace.'),
    email: z.string().describe('E-mail address of the account.'),
    plan: planName.describe('Its plan.'),
    past_due: z.boolean().describe('Whether payment is overdue.'),
    balance: z.int().describe('Credits that can be spent now.'),
    test: testMark('Always true: it is a test workspace. Absent from others.'),
    created_at: z.string().describe('When it was created, ISO 8601.'),
  })
  .meta({ id: 'Workspace', description: 'A workspace, as the operator sees it.' });

export const addCredits = z
  .strictObject({
    type: z
      .enum(['grant', 'purchase', 'refund'])
      .describe('`grant` adds plan credits; `purchase` and `refund` add purchased ones.'),
    amount: creditAmount.min(1).describe('Credits to add, at least 1.'),
    description: textOf(500)
      .nullish()
      .describe('The reason, at most 500 characters; shown in the ledger.'),
  })
  .meta({ id: 'AddCredits', description: 'Credits to add.' });
export type AddCredits = z.infer<typeof addCredits>;

export const creditsAdded = z
  .looseObject({
    transaction: transaction.describe('The entry of the ledger.'),
    balance: z.int().describe('Credits that can be spent now.'),
  })
  .meta({ id: 'CreditsAdded', description: 'Credits as they were added.' });

export const createKey = z
  .strictObject({
    name: name.describe('What the key is for, at most 200 characters.'),
    scopes: z.array(scope).min(1).describe('What it may do, at least one.'),
  })
  .meta({ id: 'CreateKey', description: 'A new key.' });
export type CreateKey = z.infer<typeof createKey>;

export const keyCreated = z
  .looseObject({
    key_id: z.string().describe('Id of the key, `key_…`; revokes it.'),
    api_key: apiKey,
  })
  .meta({ id: 'KeyCreated', description: 'A new key.' });

/** Maximum number of hours for which a previous secret may continue to sign alongside the new one. */
const keptHoursAtMost = 168;

export const rotateSecret = z
  .strictObject({
    keep_previous_hours: z
      .int()
      .min(0)
      .max(keptHoursAtMost)
      .nullish()
      .describe(
        'Hours for which `webhook-signature` also carries a signature by the previous secret, 0 to 168. Default 0: the previous secret becomes invalid at once.',
      ),
  })
  .meta({ id: 'RotateWebhookSecret', description: 'How the webhook secret is rotated.' });
export type RotateSecret = z.infer<typeof rotateSecret>;

export const secretRotated = z
  .looseObject({
    webhook_secret: webhookSecret,
    previous_webhook_secret_ends_at: timestamp
      .optional()
      .describe(
        'The time until which the previous secret signs too; absent if it is already invalid.',
      ),
  })
  .meta({ id: 'WebhookSecret', description: 'The new secret.' });

const deliveryAttempt = z.looseObject({
  attempt: z.int().describe('Which attempt it was, counted from 1.'),
  at: z.string().describe('When it began, ISO 8601.'),
  duration_ms: z.int().describe('How long it took, in milliseconds.'),
  status: z.int().nullable().describe('HTTP status of the answer; null if none came.'),
  error: z
    .string()
    .nullable()
    .describe('What went wrong; null after a success.')
    .meta({ examples: ['no answer within 5 s'] }),
  response: z
    .string()
    .nullable()
    .describe('The first 1,024 bytes of the answer; null if none came.'),
});

const deliveryStatus = z.enum(['pending', 'delivered', 'exhausted']);

export const listDeliveriesQuery = z.object({
  event: z
    .enum(listedEventKinds)
    .optional()
    .describe('Only events of this kind.')
    .meta({ examples: ['job.completed'] }),
  status: deliveryStatus
    .optional()
    .describe('Only deliveries in this state.')
    .meta({ examples: ['exhausted'] }),
  job_id: textOf(100)
    .optional()
    .describe('Only events of this job, `job_…`.')
    .meta({ examples: [exampleIds.job] }),
  limit: pageLimit.optional().describe('Deliveries on a page, 1 to 100. Default 20.'),
  cursor: cursor.optional().describe('`next_cursor` of the previous page, unchanged.'),
});
export type ListDeliveriesQuery = z.infer<typeof listDeliveriesQuery>;

export const delivery = z
  .looseObject({
    delivery_id: z.string().describe('Id of the delivery; replays it.'),
    event_id: z.string().describe('Id of the event, `evt_…`.'),
    event: z.string().describe('What happened, such as `job.completed`.'),
    url: z.string().describe('Address it is sent to.'),
    job_id: z.string().nullable().describe('The job it is about, `job_…`; null if there is none.'),
    batch_id: z
      .string()
      .nullable()
      .describe('The batch it is about, or to which its job belongs; null if there is none.')
      .meta({ examples: [exampleIds.batch] }),
    status: deliveryStatus.describe(
      '`pending`: attempts follow. `delivered`: answered with 2xx. `exhausted`: every attempt failed.',
    ),
    next_attempt_at: timestamp
      .nullable()
      .describe('When the next attempt is due; null if none follows.'),
    attempts: z.array(deliveryAttempt).describe('The last 40 attempts, in order.'),
    created_at: z.string().describe('When the event happened, ISO 8601.'),
  })
  .meta({ id: 'Delivery', description: 'A webhook event on its way, with its attempts.' });
