/** The calls for alerts. */
import { z } from 'zod';
import {
  type Alert,
  alert,
  alertEntry,
  alertLimits,
  alertMatch,
  alertMatchesQuery,
  alertPreview,
  alertPreviewEntry,
  alertTest,
} from '../alert.ts';
import { mailLimits } from '../mail-limits.ts';
import { exampleFinding } from './example-finding.ts';
import { exampleIds } from './example-ids.ts';
import { type CallRow, created, noContent, oneAnswer, type Param, page } from './row.ts';

const alertId = {
  description: 'Id of the alert.',
  example: exampleIds.alert,
} as const satisfies Param;

const sentence = { condition: { type: 'paid' as const, brands: ['Nike'] } };
const entry = {
  name: 'Nike in a paid segment',
  ...sentence,
  targets: [{ type: 'slack' as const, address: 'https://hooks.slack.com/services/T000/B000/XXXX' }],
  quiet_hours: { start: '22:00', end: '07:00' },
  time_zone: 'Europe/Berlin',
};
const example: Alert = {
  alert_id: exampleIds.alert,
  name: entry.name,
  ...sentence,
  campaign_id: null,
  videos: null,
  time_zone: 'Europe/Berlin',
  targets: [
    {
      target_id: exampleIds.target,
      type: 'slack',
      address: 'https://hooks.slack.com/…XXXX',
      off_reason: null,
    },
  ],
  quiet_hours: entry.quiet_hours,
  digest_above: 10,
  enabled: true,
  problem: null,
  matches_last_week: 3,
  last_match_at: '2026-11-05T11:42:00.000Z',
  updated_at: '2026-11-02T09:00:00.000Z',
};
const delivery = {
  type: 'slack' as const,
  address: 'https://hooks.slack.com/…XXXX',
  status: 'delivered' as const,
  attempts: 1,
  error: null,
  next_attempt_at: null,
  delivered_at: '2026-11-05T11:42:02.000Z',
};

const refusals =
  'A name that an alert has already, a brand set, campaign or Follow that does not exist, an address that may not be sent to, and a mail address that is not that of a member, confirmed, are VALIDATION_FAILED; a webhook on a plan without webhooks is MODE_NOT_ALLOWED.';

export const alertCalls = {
  listAlerts: {
    method: 'GET',
    tag: 'Alerts',
    summary: 'List the alerts of the workspace.',
    description: `In the order of their names, at most ${alertLimits.alerts}.`,
    key: { scope: 'jobs:read', path: '/v1/alerts' },
    answers: oneAnswer(z.array(alert), [example]),
    errors: [],
  },
  getAlert: {
    method: 'GET',
    tag: 'Alerts',
    summary: 'Read an alert.',
    description: 'What it looks for, where it is sent, and whether something is wrong with it.',
    key: { scope: 'jobs:read', path: '/v1/alerts/:id' },
    params: { id: alertId },
    answers: oneAnswer(alert, example),
    errors: ['NOT_FOUND'],
  },
  createAlert: {
    method: 'POST',
    tag: 'Alerts',
    summary: 'Be told of new videos.',
    description: `Jobs that end from now on are looked at, with what corrections say, within a minute; each video is told once, however often it is analysed. A workspace has at most ${alertLimits.alerts} alerts. ${refusals} A key also needs the scope \`jobs:read\`, because what an alert sends shows results. docs/alerts.md shows what is sent.`,
    audit: 'alert.created',
    key: { scope: 'jobs:write', alsoReads: true, path: '/v1/alerts' },
    body: alertEntry,
    example: entry,
    answers: created(alert, example),
    errors: ['VALIDATION_FAILED', 'MODE_NOT_ALLOWED'],
  },
  changeAlert: {
    method: 'PUT',
    tag: 'Alerts',
    summary: 'Replace an alert.',
    description: `Replaces all of it; what it found stays. Targets that were off are on again. If what it looks for changes, only jobs that end from then on count. A key also needs the scope \`jobs:read\`. ${refusals}`,
    audit: 'alert.changed',
    key: { scope: 'jobs:write', alsoReads: true, path: '/v1/alerts/:id' },
    params: { id: alertId },
    body: alertEntry,
    example: entry,
    answers: oneAnswer(alert, example),
    errors: ['NOT_FOUND', 'VALIDATION_FAILED', 'MODE_NOT_ALLOWED'],
  },
  deleteAlert: {
    method: 'DELETE',
    tag: 'Alerts',
    summary: 'Delete an alert.',
    description: 'With what it found; what is on its way is not sent any more.',
    audit: 'alert.deleted',
    key: { scope: 'jobs:write', path: '/v1/alerts/:id' },
    params: { id: alertId },
    answers: noContent('Deleted.'),
    errors: ['NOT_FOUND'],
  },
  listAlertMatches: {
    method: 'GET',
    tag: 'Alerts',
    summary: 'List what an alert found.',
    description:
      'The newest first, with the proof, and when and where it was sent. Videos whose jobs were deleted are not listed.',
    key: { scope: 'jobs:read', path: '/v1/alerts/:id/matches' },
    params: { id: alertId },
    query: alertMatchesQuery,
    answers: page(
      z.array(alertMatch),
      [
        {
          match_id: exampleIds.match,
          ...exampleFinding,
          found_at: '2026-11-05T11:42:00.000Z',
          sends_at: null,
          sent_at: '2026-11-05T11:42:02.000Z',
          withdrawn_at: null,
          deliveries: [delivery],
        },
      ],
      'A page of matches.',
    ),
    errors: ['NOT_FOUND', 'VALIDATION_FAILED'],
  },
  testAlert: {
    method: 'POST',
    tag: 'Alerts',
    summary: 'Send an example to the targets of an alert.',
    description: `Says that it is an example. Goes at once, also in quiet hours, to targets that are not off. A person gets one example by mail, or one report by hand, of a workspace in ${mailLimits.exampleMinutes} minutes; before that, it is RATE_LIMITED and goes to no target. A key also needs the scope \`jobs:read\`.`,
    unaudited: 'It changes nothing.',
    key: { scope: 'jobs:write', alsoReads: true, path: '/v1/alerts/:id/test' },
    params: { id: alertId },
    costly: true,
    answers: oneAnswer(
      alertTest,
      {
        deliveries: [
          {
            ...delivery,
            status: 'pending',
            attempts: 0,
            next_attempt_at: '2026-11-05T11:42:00.000Z',
            delivered_at: null,
          },
        ],
      },
      'On its way.',
      202,
    ),
    errors: ['NOT_FOUND'],
  },
  previewAlert: {
    method: 'POST',
    tag: 'Alerts',
    summary: 'See what an alert would have found.',
    description: `Looks at the videos of the last ${alertLimits.previewDays} days, and stores and sends nothing. A brand set, campaign or Follow that does not exist is VALIDATION_FAILED.`,
    unaudited: 'It changes nothing.',
    key: { scope: 'jobs:read', path: '/v1/alerts/preview' },
    body: alertPreviewEntry,
    example: sentence,
    repeatable: true,
    answers: oneAnswer(alertPreview, {
      days: alertLimits.previewDays,
      matches: 1,
      complete: true,
      findings: [exampleFinding],
    }),
    errors: ['VALIDATION_FAILED'],
  },
} as const satisfies Record<string, CallRow>;
