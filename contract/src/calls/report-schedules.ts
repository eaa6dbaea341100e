/** The calls for reports by schedule. */
import { z } from 'zod';
import { mailLimits } from '../mail-limits.ts';
import { reportLimits } from '../report.ts';
import {
  listScheduleRunsQuery,
  type ReportChanges,
  type ReportSchedule,
  reportSchedule,
  reportScheduleEntry,
  type ScheduleRun,
  scheduleLimits,
  scheduleRun,
  scheduleRunDetails,
} from '../report-schedule.ts';
import { exampleIds } from './example-ids.ts';
import { type CallRow, created, noContent, oneAnswer, type Param, page } from './row.ts';

const id = {
  description: 'Id of the schedule.',
  example: exampleIds.schedule,
} as const satisfies Param;

const runId = {
  description: 'Id of the run.',
  example: exampleIds.scheduleRun,
} as const satisfies Param;

const exampleRun: ScheduleRun = {
  run_id: exampleIds.scheduleRun,
  schedule_id: exampleIds.schedule,
  state: 'ready',
  by_hand: false,
  period: { start: '2026-11-02', end: '2026-11-08' },
  videos: 4,
  report_id: exampleIds.report,
  error: null,
  mails: [
    {
      user_id: 'Jt8m3kQpVx2yZr5a',
      email: 'ada@example.com',
      state: 'sent',
      reason: null,
      attached: ['pdf'],
      sent_at: '2026-11-09T07:00:12.000Z',
    },
  ],
  due_at: '2026-11-09T07:00:00.000Z',
  ended_at: '2026-11-09T07:00:09.000Z',
};

const now = {
  videos: 3,
  appearances: 7,
  seen_seconds: 31.4,
  equivalent_seconds: 12.2,
  share_of_voice: 0.5233,
  mentions: 4,
  videos_paid: 1,
  videos_disclosed: 1,
  paid_seen_seconds: 8.5,
  paid_mentions: 2,
};
const before = { ...now, videos: 2, seen_seconds: 20.1, equivalent_seconds: 8.1 };

const exampleChanges: ReportChanges = {
  since: {
    run_id: 'run_01k9x4k6m8n0p2q5r7s9t1v3wx',
    report_id: exampleIds.report,
    period: { start: '2026-10-26', end: '2026-11-01' },
    counted_at: '2026-11-02T07:00:01.000Z',
  },
  choice_changed: false,
  videos: { before: 3, now: 4 },
  seen_seconds: { before: 41.2, now: 60 },
  equivalent_seconds: { before: 15.3, now: 21.9 },
  mentions: { before: 6, now: 9 },
  brands: [{ name: 'Nike', before, now }],
  brands_left_out: 0,
  corrected: {
    videos: { before: 3, now: 3 },
    videos_added: 0,
    videos_gone: 0,
    corrections: 1,
    brands: [{ name: 'Nike', before, now: { ...before, seen_seconds: 18.6 } }],
  },
};

const fields = {
  name: 'Spring, weekly',
  campaign_id: exampleIds.campaign,
  every: { period: 'week', weekday: 'monday', hour: 8 },
  time_zone: 'Europe/Berlin',
  formats: ['pdf', 'csv'],
  deliver: 'file',
} as const;

const example: ReportSchedule = {
  schedule_id: exampleIds.schedule,
  ...fields,
  formats: [...fields.formats],
  brand_set_id: null,
  title: null,
  has_logo: false,
  recipients: [
    {
      user_id: 'Jt8m3kQpVx2yZr5a',
      name: 'Ada',
      email: 'ada@example.com',
      verified: true,
    },
  ],
  public_link: false,
  mail_available: true,
  enabled: true,
  off_reason: null,
  next_run_at: '2026-11-16T07:00:00.000Z',
  last_run: exampleRun,
  updated_at: '2026-11-05T11:42:00.000Z',
};

const refusals =
  'Needs a plan with `downloadable_reports`. A campaign or brand set that does not exist, a recipient who is no member, and a name that is in use are VALIDATION_FAILED.';

export const reportScheduleCalls = {
  listReportSchedules: {
    method: 'GET',
    tag: 'Reports by schedule',
    summary: 'List the schedules of a workspace.',
    description: 'In the order of their names.',
    key: { scope: 'jobs:read', path: '/v1/report-schedules' },
    answers: oneAnswer(z.array(reportSchedule), [example], 'The schedules.'),
    errors: [],
  },
  createReportSchedule: {
    method: 'POST',
    tag: 'Reports by schedule',
    summary: 'Have a report made each week or each month.',
    description: `At most ${scheduleLimits.schedules} in a workspace. ${refusals} With \`recipients\`, a key also needs the scope \`jobs:read\`, because the mails show results. docs/schedules.md explains what a run does.`,
    audit: 'report_schedule.created',
    key: { scope: 'jobs:write', path: '/v1/report-schedules' },
    body: reportScheduleEntry,
    bodyBytes: reportLimits.bodyBytes,
    example: fields,
    answers: created(reportSchedule, example),
    errors: ['MODE_NOT_ALLOWED', 'VALIDATION_FAILED'],
  },
  getReportSchedule: {
    method: 'GET',
    tag: 'Reports by schedule',
    summary: 'Read a schedule.',
    description: 'With its newest run.',
    key: { scope: 'jobs:read', path: '/v1/report-schedules/:id' },
    params: { id },
    answers: oneAnswer(reportSchedule, example),
    errors: ['NOT_FOUND'],
  },
  changeReportSchedule: {
    method: 'PUT',
    tag: 'Reports by schedule',
    summary: 'Change a schedule.',
    description: `Replaces all fields; only an absent \`logo\` stays. With \`recipients\`, a key also needs the scope \`jobs:read\`. ${refusals}`,
    audit: 'report_schedule.changed',
    key: { scope: 'jobs:write', path: '/v1/report-schedules/:id' },
    params: { id },
    body: reportScheduleEntry,
    bodyBytes: reportLimits.bodyBytes,
    example: fields,
    answers: oneAnswer(reportSchedule, example),
    errors: ['NOT_FOUND', 'MODE_NOT_ALLOWED', 'VALIDATION_FAILED'],
  },
  deleteReportSchedule: {
    method: 'DELETE',
    tag: 'Reports by schedule',
    summary: 'Delete a schedule.',
    description: 'With its runs. The reports that it made stay as long as others.',
    audit: 'report_schedule.deleted',
    key: { scope: 'jobs:write', path: '/v1/report-schedules/:id' },
    params: { id },
    answers: noContent('It is deleted.'),
    errors: ['NOT_FOUND'],
  },
  runReportSchedule: {
    method: 'POST',
    costly: true,
    tag: 'Reports by schedule',
    summary: 'Run a schedule now.',
    description: `Reports the last week or month that is over, and sends the mails. The run of the schedule itself comes nonetheless. While a run by hand is on its way, the answer is that run. A person gets one report by hand, or one example of an alert, of a workspace in ${mailLimits.exampleMinutes} minutes; before that, it is RATE_LIMITED. If the schedule has recipients, a key also needs the scope \`jobs:read\`.`,
    audit: 'report_schedule.run',
    key: { scope: 'jobs:write', path: '/v1/report-schedules/:id/run' },
    params: { id },
    answers: oneAnswer(
      scheduleRun,
      { ...exampleRun, state: 'waiting', by_hand: true, videos: null, report_id: null, mails: [] },
      'It is on its way.',
      202,
    ),
    errors: ['NOT_FOUND', 'MODE_NOT_ALLOWED'],
  },
  listScheduleRuns: {
    method: 'GET',
    tag: 'Reports by schedule',
    summary: 'List the runs of a schedule, newest first.',
    description: 'With what was sent to whom, and why not.',
    key: { scope: 'jobs:read', path: '/v1/report-schedules/:id/runs' },
    params: { id },
    query: listScheduleRunsQuery,
    answers: page(z.array(scheduleRun), [exampleRun], 'Newest first.'),
    errors: ['NOT_FOUND', 'VALIDATION_FAILED'],
  },
  getScheduleRun: {
    method: 'GET',
    tag: 'Reports by schedule',
    summary: 'Read a run of a schedule, with what changed.',
    description: 'The numbers of each brand before and now, and what was corrected since.',
    key: { scope: 'jobs:read', path: '/v1/report-schedules/:id/runs/:run_id' },
    params: { id, run_id: runId },
    answers: oneAnswer(scheduleRunDetails, { ...exampleRun, changes: exampleChanges }),
    errors: ['NOT_FOUND'],
  },
} as const satisfies Record<string, CallRow>;
