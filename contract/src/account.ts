/** The account and its keys' scopes (interface.md "Account", "Authentication"). */
import { z } from 'zod';
import { limits, planName } from './plans.ts';
import { timestamp } from './text.ts';

export const scopes = ['jobs:write', 'jobs:read', 'account:read'] as const;
export type Scope = (typeof scopes)[number];
export const scope = z.enum(scopes).meta({ id: 'Scope' });

export const credits = z
  .looseObject({
    balance: z.int(),
    plan_credits: z.int(),
    purchased_credits: z.int(),
    monthly_allowance: z.int(),
    resets_at: timestamp.nullable(),
    used_this_period: z.int(),
  })
  .meta({ id: 'Credits' });

export const account = z
  .looseObject({
    tenant_id: z.string(),
    name: z.string(),
    email: z.string(),
    plan: planName,
    credits,
    limits,
    webhook_secret: z.string().nullable(),
    created_at: timestamp,
  })
  .meta({ id: 'Account' });
export type Account = z.infer<typeof account>;
