/** The operator's interface (decisions.md 9). */
import { z } from 'zod';
import { scope } from './account.ts';
import {
  capabilityList,
  maxCredits,
  objectNames,
  queries,
  requestLimits,
  webhookUrl,
} from './job.ts';
import { planName } from './plans.ts';
import { isoDate, textOf, timestamp } from './text.ts';
import { transaction } from './usage.ts';

const name = textOf(200);
const email = textOf(254).regex(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address');
/** Bound that keeps a balance well inside exact integers. */
const creditAmount = z.int().max(1_000_000_000);

export const createWorkspace = z
  .strictObject({ name, email, plan: planName, credits: creditAmount.min(0).nullish() })
  .meta({ id: 'CreateWorkspace' });
export type CreateWorkspace = z.infer<typeof createWorkspace>;

export const workspaceCreated = z
  .looseObject({ tenant_id: z.string(), api_key: z.string(), webhook_secret: z.string() })
  .meta({ id: 'WorkspaceCreated' });

export const changeWorkspace = z
  .strictObject({ plan: planName.nullish(), past_due: z.boolean().nullish(), name: name.nullish() })
  .meta({ id: 'ChangeWorkspace' });
export type ChangeWorkspace = z.infer<typeof changeWorkspace>;

export const workspaceView = z
  .looseObject({
    tenant_id: z.string(),
    name: z.string(),
    email: z.string(),
    plan: planName,
    past_due: z.boolean(),
    balance: z.int(),
    created_at: z.string(),
  })
  .meta({ id: 'Workspace' });

export const addCredits = z
  .strictObject({
    type: z.enum(['grant', 'purchase', 'refund']),
    amount: creditAmount.min(1),
    description: textOf(500).nullish(),
  })
  .meta({ id: 'AddCredits' });
export type AddCredits = z.infer<typeof addCredits>;

export const creditsAdded = z
  .looseObject({ transaction, balance: z.int() })
  .meta({ id: 'CreditsAdded' });

export const createKey = z
  .strictObject({ name, scopes: z.array(scope).min(1) })
  .meta({ id: 'CreateKey' });
export type CreateKey = z.infer<typeof createKey>;

export const keyCreated = z
  .looseObject({ key_id: z.string(), api_key: z.string() })
  .meta({ id: 'KeyCreated' });

export const secretRotated = z
  .looseObject({ webhook_secret: z.string() })
  .meta({ id: 'WebhookSecret' });

export const delivery = z
  .looseObject({
    delivery_id: z.string(),
    event_id: z.string(),
    event: z.string(),
    url: z.string(),
    status: z.enum(['pending', 'delivered', 'exhausted']),
    attempts: z.array(
      z.looseObject({
        attempt: z.int(),
        at: z.string(),
        duration_ms: z.int(),
        status: z.int().nullable(),
        error: z.string().nullable(),
        response: z.string().nullable(),
      }),
    ),
    created_at: z.string(),
  })
  .meta({ id: 'Delivery' });

const words = z.array(textOf(100)).max(20);

/** Which new videos are taken; all that is given must hold. */
export const followFilters = z
  .strictObject({
    min_duration_seconds: z.number().min(0).max(1e6).nullish(),
    title_includes: words.nullish().meta({ description: 'Any of these, in upper or lower case.' }),
    title_excludes: words.nullish().meta({ description: 'None of these.' }),
    newer_than: isoDate.nullish(),
  })
  .meta({ id: 'FollowFilters' });

/** What a Follow does with each new video: as in the body of `POST /v1/jobs`. */
const followedJob = {
  queries: queries.nullish(),
  brands: z.array(textOf(requestLimits.brandCharacters)).nullish(),
  surfaces: z.array(z.string()).max(requestLimits.surfaces).nullish(),
  objects: objectNames.nullish(),
  language: textOf(requestLimits.languageCharacters).nullish(),
  fps: z.int().min(1).max(4).nullish(),
  return_proof: z.boolean().nullish(),
  max_credits: maxCredits.nullish().meta({ description: 'Of one job.' }),
  webhook_url: webhookUrl.nullish(),
  filters: followFilters.nullish(),
  monthly_credits: maxCredits
    .nullish()
    .meta({ description: 'Spending cap of a calendar month (UTC); new videos wait above it.' }),
};
const everyMinutes = z
  .int()
  .min(5)
  .max(43_200)
  .meta({ description: 'How often to look, in minutes.' });
const backfill = z
  .int()
  .min(0)
  .max(100)
  .meta({ description: 'How many of the newest videos there already are analysed as well.' });

export const createFollow = z
  .strictObject({
    name,
    source: z
      .string()
      .meta({ description: 'Link of a channel, creator, playlist, search or feed.' }),
    capabilities: capabilityList,
    every_minutes: everyMinutes.nullish().meta({ default: 60 }),
    backfill: backfill.nullish().meta({ default: 0 }),
    ...followedJob,
  })
  .meta({ id: 'CreateFollow' });
export type CreateFollow = z.infer<typeof createFollow>;

/** What is absent stays; `null` takes away. What is watched can't be changed: that is another Follow. */
export const changeFollow = z
  .strictObject({
    name: name.optional(),
    status: z.enum(['active', 'paused']).optional(),
    capabilities: capabilityList.optional(),
    every_minutes: everyMinutes.optional(),
    ...followedJob,
  })
  .meta({ id: 'ChangeFollow' });
export type ChangeFollow = z.infer<typeof changeFollow>;

export const runFollow = z
  .strictObject({ backfill: backfill.nullish().meta({ default: 0 }) })
  .meta({ id: 'RunFollow' });
export type RunFollow = z.infer<typeof runFollow>;

export const follow = z
  .looseObject({
    follow_id: z.string(),
    tenant_id: z.string(),
    name: z.string(),
    status: z.enum(['active', 'paused']),
    paused_reason: z.string().nullable().meta({ description: 'Why it paused itself.' }),
    note: z.string().nullable().meta({ description: 'What the last run could not do.' }),
    platform: z.string(),
    kind: z.enum(['channel', 'playlist', 'search', 'feed']),
    source: z.string(),
    rule: createFollow
      .pick({ capabilities: true, every_minutes: true })
      .extend(followedJob)
      .meta({ id: 'FollowRule' }),
    credits_this_month: z
      .int()
      .meta({ description: 'Charged this month, and estimated for jobs still open.' }),
    failures: z.int().meta({ description: 'Runs in a row that the platform refused.' }),
    last_run_at: timestamp.nullable(),
    next_run_at: timestamp.nullable(),
    created_at: timestamp,
  })
  .meta({ id: 'Follow' });
export type Follow = z.infer<typeof follow>;

export const followVideo = z
  .looseObject({
    video_id: z.string(),
    url: z.string().nullable(),
    job_id: z.string().nullable(),
    skipped: z.string().nullable().meta({ description: 'Why no job was made.' }),
    seen_at: timestamp,
  })
  .meta({ id: 'FollowVideo' });
export type FollowVideo = z.infer<typeof followVideo>;
