/** Rules of the plan over a request, in the order of refusals of decisions.md 8. */
import { type Capability, Fault, type Plan } from '@reelsight/contract';

const audioOnly: readonly Capability[] = ['transcription', 'metadata', 'summary'];

/** Every capability works on sound or metadata alone (decisions.md 3). */
export function isAudioOnly(capabilities: readonly Capability[]): boolean {
  return capabilities.every((one) => audioOnly.includes(one));
}

/** Throws Fault VIDEO_TOO_LONG. */
export function checkDuration(
  plan: Plan,
  capabilities: readonly Capability[],
  durationSeconds: number,
): void {
  const minutes = isAudioOnly(capabilities)
    ? plan.limits.max_audio_duration_minutes
    : plan.limits.max_video_duration_minutes;
  if (durationSeconds <= minutes * 60) return;
  throw new Fault('VIDEO_TOO_LONG', `${durationSeconds} s over ${minutes} min`, {
    text: `The video is ${Math.ceil(durationSeconds / 60)} minutes long; this plan allows ${minutes} minutes for these capabilities.`,
  });
}

/** Throws Fault MODE_NOT_ALLOWED. */
export function checkWebhooks(plan: Plan, webhookUrl: string | undefined): void {
  if (webhookUrl === undefined || plan.limits.webhooks_enabled) return;
  throw new Fault('MODE_NOT_ALLOWED', 'webhook_url', {
    text: 'webhook_url: webhooks need the Starter plan or above.',
  });
}

/** Throws Fault TOO_MANY_QUERIES. */
export function checkQueryCount(plan: Plan, queries: readonly string[]): void {
  const limit = plan.limits.max_queries_per_job;
  if (queries.length <= limit) return;
  throw new Fault('TOO_MANY_QUERIES', `${queries.length} over ${limit}`, {
    text: `queries: at most ${limit} are allowed on this plan.`,
  });
}

/** Throws Fault INVALID_CAPABILITIES. */
export function checkCapabilities(
  capabilities: readonly Capability[],
  given: { queries: readonly string[]; objects: readonly string[] },
): void {
  if (capabilities.includes('custom_query') && given.queries.length === 0) {
    throw new Fault('INVALID_CAPABILITIES', 'no queries', {
      text: 'capabilities: custom_query needs at least one entry in queries.',
    });
  }
  if (capabilities.includes('objects') && given.objects.length === 0) {
    throw new Fault('INVALID_CAPABILITIES', 'no objects', {
      text: 'capabilities: objects needs at least one name in objects.',
    });
  }
}

/** As `checkDuration`, where the duration is known. */
export function checkKnownDuration(
  plan: Plan,
  capabilities: readonly Capability[],
  video: { readonly durationSeconds: number | null },
): void {
  if (video.durationSeconds !== null) checkDuration(plan, capabilities, video.durationSeconds);
}
