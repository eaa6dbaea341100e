/** The account, and the scopes of its keys (interface.md "Account and usage", "Authentication"). */
import { z } from 'zod';
import { limits, planName } from './plans.ts';
import { testMark } from './testing-mode.ts';
import { timestamp } from './text.ts';

export const scopes = ['jobs:write', 'jobs:read', 'account:read'] as const;
export type Scope = (typeof scopes)[number];
export const scope = z.enum(scopes).meta({
  id: 'Scope',
  description:
    'What a key may do: `jobs:write` creates, cancels and deletes jobs, batches, uploads, brands and Follows, and sends webhooks again; `jobs:read` reads jobs, batches, frames, brands, Follows and webhook deliveries; both together create links and alerts, and schedules that mail reports, as these show results; `account:read` reads account, usage and the list of keys.',
});

export const credits = z
  .looseObject({
    balance: z
      .int()
      .describe('Credits that can be spent: `plan_credits` plus `purchased_credits`.'),
    plan_credits: z
      .int()
      .describe(
        "What is left of the plan's allowance, in credits. Spent first; forfeited at reset.",
      ),
    purchased_credits: z
      .int()
      .describe('What is left of purchases and refunds, in credits. Resets do not touch them.'),
    monthly_allowance: z
      .int()
      .describe('Credits the plan grants at each reset; 0 if it grants none on a schedule.'),
    resets_at: timestamp
      .nullable()
      .describe('When the plan credits are next reset; null on a plan without scheduled resets.'),
    used_this_period: z
      .int()
      .describe(
        'Credits charged since the first of the current calendar month (UTC), which need not be the billing period of `resets_at`.',
      ),
  })
  .meta({ id: 'Credits', description: 'The credits of a workspace. One credit is 0.01 USD.' });

export const account = z
  .looseObject({
    tenant_id: z.string().describe('Id of the workspace, `ws_…`.'),
    name: z.string().describe('Name of the workspace.'),
    email: z.string().describe('E-mail address of the account.'),
    plan: planName.describe('The plan the workspace is on.'),
    credits: credits.describe('What can be spent, and when it is reset.'),
    limits: limits.describe('Limits of the plan.'),
    webhook_secret: z
      .string()
      .nullable()
      .describe(
        'Secret that signs webhooks, `whsec_…`; null when the caller may not see it (a member of the workspace who is not an owner).',
      ),
    previous_webhook_secret_ends_at: timestamp
      .optional()
      .describe(
        'While the webhook secret is being rotated: the time until which the previous one signs too. Otherwise absent.',
      )
      .meta({ examples: ['2026-11-13T09:00:00.000Z'] }),
    test: testMark(
      'Always true: it is a test workspace, whose jobs end at once with fixed results and cost nothing. Absent from others.',
    ),
    created_at: timestamp.describe('When the workspace was created.'),
  })
  .meta({ id: 'Account', description: 'A workspace, as its own keys see it.' });
export type Account = z.infer<typeof account>;
