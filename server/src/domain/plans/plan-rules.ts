/** Checks a request against rules of form and rules of the plan, in the order of interface.md "Order of refusals". */
import {
  type Capability,
  Fault,
  type GivenAsk,
  isSurface,
  jobOptions,
  type Plan,
  surfaces,
} from '@reelsight/contract';
import { analysedSeconds, type RequestedPart } from '@reelsight/contract/analysed-part';
import { cutText } from '@reelsight/contract/cut-text';
import type { Caller } from '../submission.ts';
import { minutesAllowed } from './job-caps.ts';

/** Refuses what no plan allows. Throws Fault INVALID_CAPABILITIES, TOO_MANY_BRANDS or INVALID_SURFACE. */
export function checkForm({ capabilities, objects = [], ...input }: GivenAsk): void {
  checkCapabilities(capabilities, { questions: countQuestions(input), objects });

  const { brands = [] } = input;
  if (brands.length > jobOptions.brands.atMost)
    throw new Fault('TOO_MANY_BRANDS', String(brands.length));

  const unknown = input.surfaces?.find((surface) => !isSurface(surface));
  if (unknown === undefined) return;

  throw new Fault('INVALID_SURFACE', unknown.slice(0, 100), {
    text: `surfaces: ${JSON.stringify(cutText(unknown, 60))} is not a known surface. The surfaces are: ${surfaces.join(', ')}.`,
  });
}

/** Refuses what this plan does not allow. Throws Fault MODE_NOT_ALLOWED, PLAN_REQUIRED or TOO_MANY_QUERIES. */
export function checkPlan(
  plan: Plan,
  input: Pick<GivenAsk, 'capabilities' | 'queries' | 'shaped_queries' | 'brands' | 'surfaces'> & {
    readonly webhook_url?: string | undefined;
  },
): void {
  checkWebhooks(plan, input.webhook_url);
  const targeted = input.brands?.length || input.surfaces?.length;
  if (plan.limits.requires_target && input.capabilities.includes('brands') && !targeted)
    throw new Fault('PLAN_REQUIRED', 'untargeted brands');
  checkQueryCount(plan, input);
}

/** Checks that the account can pay. Throws Fault SUBSCRIPTION_PAST_DUE or INSUFFICIENT_CREDITS. */
export function checkAccount(caller: Caller): void {
  if (caller.pastDue) throw new Fault('SUBSCRIPTION_PAST_DUE', caller.workspaceId);
  // A test job costs nothing, so an empty balance does not matter.
  if (caller.balance <= 0 && !caller.isTest)
    throw new Fault('INSUFFICIENT_CREDITS', caller.workspaceId);
}

/** What decides how long a video may be, and how much of it counts. */
interface AnalysedAsk extends RequestedPart {
  readonly capabilities: readonly Capability[];
}

/** Throws Fault VIDEO_TOO_LONG. */
export function checkDuration(plan: Plan, ask: AnalysedAsk, durationSeconds: number): void {
  const minutes = minutesAllowed(plan, ask.capabilities);
  const seconds = analysedSeconds(ask, durationSeconds) ?? durationSeconds;
  if (seconds <= minutes * 60) return;

  const what = seconds < durationSeconds ? 'part from `from` to `to`' : 'video';
  throw new Fault('VIDEO_TOO_LONG', `${seconds} s over ${minutes} min`, {
    text: `The ${what} is ${Math.ceil(seconds / 60)} minutes long; this plan allows ${minutes} minutes for these capabilities.`,
  });
}

/** Throws Fault MODE_NOT_ALLOWED. */
export function checkWebhooks(plan: Plan, webhookUrl: string | undefined): void {
  if (webhookUrl === undefined || plan.limits.webhooks_enabled) return;
  throw new Fault('MODE_NOT_ALLOWED', 'webhook_url', {
    text: 'webhook_url: webhooks need the Starter plan or above.',
  });
}

/**
 * Refuses a part that begins after the end of the video, if its length is known. Throws Fault VALIDATION_FAILED.
 * `durationSeconds` may be the length that a caller states, or a platform, which rounds it.
 */
export function checkPartBegins(
  { from }: RequestedPart,
  { durationSeconds }: { readonly durationSeconds: number | null },
): void {
  if (from == null || durationSeconds === null || from < durationSeconds + 1) return;
  throw new Fault('VALIDATION_FAILED', 'from', {
    text: `from: the video ends at ${durationSeconds} s.`,
  });
}

type Questions = Pick<GivenAsk, 'queries' | 'shaped_queries'>;

/** How many questions about each video a request has, with and without a form of the answer. */
export const countQuestions = ({ queries, shaped_queries: shapedQueries }: Questions): number =>
  (queries?.length ?? 0) + (shapedQueries?.length ?? 0);

/** Throws Fault TOO_MANY_QUERIES. */
export function checkQueryCount(plan: Plan, input: Questions): void {
  const limit = plan.limits.max_queries_per_job;
  const count = countQuestions(input);
  if (count <= limit) return;

  const fields = input.shaped_queries?.length ? 'queries and shaped_queries' : 'queries';
  throw new Fault('TOO_MANY_QUERIES', `${count} over ${limit}`, {
    text: `${fields}: at most ${limit} are allowed on this plan.`,
  });
}

/** Throws Fault INVALID_CAPABILITIES. */
export function checkCapabilities(
  capabilities: readonly Capability[],
  input: { readonly questions: number; readonly objects: readonly string[] },
): void {
  if (capabilities.includes('custom_query') && input.questions === 0) {
    throw new Fault('INVALID_CAPABILITIES', 'no queries', {
      text: 'capabilities: custom_query needs at least one entry in queries or shaped_queries.',
    });
  }
  if (capabilities.includes('objects') && input.objects.length === 0) {
    throw new Fault('INVALID_CAPABILITIES', 'no objects', {
      text: 'capabilities: objects needs at least one name in objects.',
    });
  }
}

/** Does the same as `checkDuration`, but only if the duration is known. */
export function checkKnownDuration(
  plan: Plan,
  ask: AnalysedAsk,
  video: { readonly durationSeconds: number | null },
): void {
  if (video.durationSeconds !== null) checkDuration(plan, ask, video.durationSeconds);
}
