/**
 * The only table of calls: those of the public API, the operator's and the console's. Access checks, routing, OpenAPI
 * and the clients read it; none of them defines paths itself.
 */
import { accountCalls } from './account.ts';
import { alertCalls } from './alerts.ts';
import { audienceCalls } from './audience.ts';
import { auditCalls } from './audit.ts';
import { backupCalls } from './backups.ts';
import { batchCalls } from './batches.ts';
import { brandSlotCalls } from './brand-slots.ts';
import { brandCalls } from './brands.ts';
import { clipCalls } from './clips.ts';
import { correctionCalls } from './corrections.ts';
import { diskCalls } from './disk.ts';
import { eventCalls } from './events.ts';
import { exportCalls } from './exports.ts';
import { exposureCalls } from './exposure.ts';
import { followCalls } from './follows.ts';
import { glossaryCalls } from './glossary.ts';
import { bulkCalls } from './job-bulk.ts';
import { jobCalls } from './jobs.ts';
import { keyCalls } from './keys.ts';
import { memberCalls } from './members.ts';
import { notificationCalls } from './notifications.ts';
import { presetCalls } from './presets.ts';
import { reportScheduleCalls } from './report-schedules.ts';
import { reportCalls } from './reports.ts';
import type { CallRow } from './row.ts';
import { runnerCalls } from './runners.ts';
import { searchCalls } from './search.ts';
import { secondStepCalls } from './second-step.ts';
import { serviceCalls } from './service.ts';
import { shareCalls } from './shares.ts';
import { signInCalls } from './sign-in.ts';
import { transcriptCalls } from './transcripts.ts';
import { trendCalls } from './trends.ts';
import { workspaceCalls } from './workspaces.ts';

export const calls = {
  ...jobCalls,
  ...bulkCalls,
  ...batchCalls,
  ...exportCalls,
  ...reportCalls,
  ...correctionCalls,
  ...transcriptCalls,
  ...clipCalls,
  ...exposureCalls,
  ...trendCalls,
  ...audienceCalls,
  ...alertCalls,
  ...reportScheduleCalls,
  ...eventCalls,
  ...searchCalls,
  ...accountCalls,
  ...workspaceCalls,
  ...keyCalls,
  ...followCalls,
  ...memberCalls,
  ...notificationCalls,
  ...brandCalls,
  ...brandSlotCalls,
  ...glossaryCalls,
  ...presetCalls,
  ...serviceCalls,
  ...diskCalls,
  ...signInCalls,
  ...secondStepCalls,
  ...auditCalls,
  ...backupCalls,
  ...runnerCalls,
  ...shareCalls,
} as const satisfies Record<string, CallRow>;
export type Calls = typeof calls;
export type CallId = keyof Calls;
/** Calls that the sign-in library answers. */
export type SignInCallId = Exclude<keyof typeof signInCalls, 'getSession' | 'getFirstAccount'>;
export const callRows = Object.entries(calls) as [CallId, CallRow][];
