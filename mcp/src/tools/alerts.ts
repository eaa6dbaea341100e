/** Tools for alerts: list them with what they found, and make one or try it. */
import type { Alert, AlertFinding, NewAlert } from '@reelsight/sdk';
import { z } from 'zod';
import { cut, firstOf } from '../bounds.ts';
import { defined, fromVideoOutput, notice, noticeOutput } from '../fields.ts';
import { Refusal } from '../refusal.ts';
import { reads, tool } from '../tool.ts';

const findingsAtMost = { most: 20, bytes: 12_000 } as const;
const alertsAtMost = { most: 50, bytes: 12_000 } as const;

const findingOf = ({ job_id, title, brand, brands, seconds, moment, frame_url }: AlertFinding) => ({
  job_id,
  title: title === null ? null : cut(title, 200),
  brand: cut(brand, 100),
  brands: brands.slice(0, 10).map((name) => cut(name, 100)),
  seconds,
  moment,
  frame_url,
});

/** Addresses of webhooks are left out: an assistant has no use for them, and some are secrets. */
const viewOf = ({ alert_id, name, condition, enabled, problem, targets, ...alert }: Alert) => ({
  alert_id,
  name,
  condition,
  enabled,
  problem,
  targets: targets.map(({ type, off_reason }) => ({
    type,
    off_reason: off_reason === null ? null : cut(off_reason, 200),
  })),
  matches_last_week: alert.matches_last_week,
});

export const listAlerts = tool({
  name: 'list_alerts',
  title: 'Alerts',
  description: 'Alerts of the account, or what one of them found, newest first.',
  input: z.strictObject({
    alert: z.string().min(1).max(100).optional().describe('Id or name: its matches.'),
  }),
  output: z.looseObject({
    alerts: z.array(z.looseObject({})).optional(),
    notice: noticeOutput,
    from_video: fromVideoOutput({ matches: z.array(z.looseObject({})) }),
  }),
  annotations: reads,
  async run({ client, signal }, { alert: reference }) {
    const alerts = await client.alerts.list({ signal });
    if (reference === undefined) {
      const views = firstOf(alerts, alertsAtMost, viewOf);
      return { data: { alerts: views, notice, from_video: { matches: [] } } };
    }

    const alert = alerts.find(
      ({ alert_id: id, name }) =>
        id === reference || name.toLowerCase() === reference.trim().toLowerCase(),
    );
    if (!alert)
      throw new Refusal(
        'NOT_FOUND',
        'There is no such alert.',
        'Call list_alerts without arguments to see which there are.',
      );

    const limit = findingsAtMost.most;
    const { items } = await client.alerts.matches(alert.alert_id, { limit }, { signal }).page();
    const matches = firstOf(items, findingsAtMost, (match) => ({
      ...findingOf(match),
      found_at: match.found_at,
      sent_at: match.sent_at,
      withdrawn_at: match.withdrawn_at,
    }));
    return { data: { alerts: [viewOf(alert)], notice, from_video: { matches } } };
  },
});

const kinds = ['appears', 'together', 'paid', 'passed'] as const;

export const makeAlert = tool({
  name: 'make_alert',
  title: 'Make an alert',
  description:
    'Tells of brands in videos analysed from now on. First call it with try_only; make it only if the person asks.',
  input: z.strictObject({
    name: z.string().min(1).max(100).describe('Of the alert.'),
    when: z
      .enum(kinds)
      .describe(
        'together: two on screen at once. passed: one of the others has more than the first.',
      ),
    brands: z.array(z.string().min(1).max(200)).min(1).max(50).describe('One suffices.'),
    min_seconds: z.number().min(0).max(86_400).optional().describe('On screen.'),
    mail: z
      .array(z.string().min(3).max(320))
      .max(10)
      .optional()
      .describe('Members. Absent: only listed.'),
    try_only: z.boolean().optional().describe('Stores nothing.'),
  }),
  output: z.looseObject({
    alert_id: z.string().nullable(),
    notice: noticeOutput,
    from_video: fromVideoOutput({ matches: z.array(z.looseObject({})) }),
  }),
  annotations: {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: false,
  },
  async run({ client, signal }, { name, mail = [], try_only: isTrial, ...conditionFields }) {
    const condition = conditionOf(conditionFields);
    if (isTrial) {
      const preview = await client.alerts.preview({ condition }, { signal });
      const matches = firstOf(preview.findings, findingsAtMost, findingOf);
      const { days, matches: count, complete } = preview;
      return {
        data: { alert_id: null, days, count, complete, notice, from_video: { matches } },
      };
    }

    // Text in a video must not be able to have what is found sent to strangers: mail goes to members alone, and other
    // addresses are added by people.
    const targets = mail.map((address) => ({ type: 'mail' as const, address }));
    const alert = await client.alerts.create({ name, condition, targets }, { signal });
    return { data: { ...viewOf(alert), notice, from_video: { matches: [] } } };
  },
});

interface ConditionFields {
  readonly when: (typeof kinds)[number];
  readonly brands: readonly string[];
  readonly min_seconds?: number | undefined;
}

function conditionOf({ when, brands, min_seconds }: ConditionFields): NewAlert['condition'] {
  const [brand = '', ...rivals] = brands;
  if (when === 'passed') return { type: when, brand, rivals };
  if (when === 'paid') return { type: when, brands: [...brands] };
  return { type: when, brands: [...brands], ...defined({ min_seconds }) };
}
