/** `reelsight alerts …` */
import type { Alert, AlertFinding, Client, NewAlert } from '@reelsight/sdk';
import { RefusedError, UsageError } from './exit-code.ts';
import { findNamed } from './named.ts';
import { localTime, type PageOptions, pageSize, print, type ReadOptions, take } from './output.ts';
import { type Environment, openSession } from './session.ts';
import { plural, table, timeText } from './words.ts';

type Condition = NewAlert['condition'];
type Target = NewAlert['targets'][number];

export const alertKinds = ['appears', 'together', 'paid', 'passed'] as const;
export const sources = ['seen', 'said', 'either'] as const;
export const measures = ['seen_seconds', 'equivalent_seconds'] as const;
export const periods = ['week', 'month'] as const;

export interface AddOptions extends ReadOptions {
  readonly when: (typeof alertKinds)[number];
  readonly brand: readonly string[];
  readonly brandSet?: string;
  readonly rival: readonly string[];
  readonly minSeconds?: number;
  readonly source?: (typeof sources)[number];
  readonly by?: (typeof measures)[number];
  readonly period?: (typeof periods)[number];
  readonly campaign?: string;
  readonly mail: readonly string[];
  readonly webhook: readonly string[];
  readonly slack: readonly string[];
  readonly teams: readonly string[];
  readonly quietHours?: string;
  readonly timeZone?: string;
  readonly digestAbove?: number;
  readonly dryRun?: boolean;
}

export async function listAlerts(options: ReadOptions, environment: Environment): Promise<number> {
  const { client } = await openSession(environment, options);
  const alerts = await client.alerts.list({ signal: environment.signal });
  const rows = alerts.map((alert) => [
    alert.alert_id,
    alert.name,
    alert.condition.type,
    stateOf(alert),
    String(alert.matches_last_week),
    alert.targets.map(({ type }) => type).join(', '),
  ]);
  const head = ['Alert', 'Name', 'When', 'State', 'Last week', 'Targets'];
  return print(environment, options, {
    json: alerts,
    text: rows.length > 0 ? table(head, rows) : ['No alerts.'],
  });
}

function stateOf({ enabled, problem, targets }: Alert): string {
  if (!enabled) return 'off';
  if (problem !== null) return problem;
  const off = targets.find(({ off_reason: reason }) => reason !== null);
  return off ? `${off.type} is off: ${off.off_reason}` : 'on';
}

export async function addAlert(
  name: string,
  options: AddOptions,
  environment: Environment,
): Promise<number> {
  const scope = {
    condition: conditionOf(options),
    ...(options.campaign && { campaign_id: options.campaign }),
    ...(options.timeZone && { time_zone: options.timeZone }),
  };
  const quiet = quietHoursOf(options);
  const { client } = await openSession(environment, options);
  const { signal } = environment;

  if (options.dryRun) {
    const preview = await client.alerts.preview(scope, { signal });
    return print(environment, options, {
      json: preview,
      text: [
        `${plural(preview.matches, 'video')} of the last ${preview.days} days${preview.complete ? '' : ', of the newest ones alone'}`,
        ...(preview.matches > 0 ? table(findingHead, preview.findings.map(findingRow)) : []),
      ],
    });
  }

  const alert = await client.alerts.create(
    {
      name,
      ...scope,
      targets: targetsOf(options),
      ...(quiet && { quiet_hours: quiet }),
      ...(options.digestAbove !== undefined && { digest_above: options.digestAbove }),
    },
    { signal },
  );
  const state = stateOf(alert);
  return print(environment, options, {
    json: alert,
    text: [`${alert.alert_id} ${alert.name}`, ...(state === 'on' ? [] : [state])],
  });
}

function conditionOf(options: AddOptions): Condition {
  const { when, brand: brands, rival: rivals, brandSet, minSeconds, source, by, period } = options;
  const seconds = minSeconds === undefined ? {} : { min_seconds: minSeconds };
  const chosen = brandSet === undefined ? { brands: [...brands] } : { brand_set_id: brandSet };
  if (brands.length === 0 && brandSet === undefined)
    throw new UsageError('Name --brand or --brand-set.');

  if (when === 'paid') return { type: when, ...chosen };
  if (when === 'together') return { type: when, brands: [...brands], ...seconds };
  if (when === 'appears') return { type: when, ...chosen, ...seconds, ...(source && { source }) };

  const [brand] = brands;
  if (brand === undefined || brands.length > 1 || rivals.length === 0)
    throw new UsageError('Name one --brand and at least one --rival.');
  return { type: when, brand, rivals: [...rivals], ...(by && { by }), ...(period && { period }) };
}

const targetsOf = ({ mail, webhook, slack, teams }: AddOptions): Target[] =>
  Object.entries({ mail, webhook, slack, teams }).flatMap(([type, addresses]) =>
    addresses.map((address) => ({ type: type as Target['type'], address })),
  );

function quietHoursOf({ quietHours }: AddOptions): NewAlert['quiet_hours'] | undefined {
  if (quietHours === undefined) return undefined;
  const [, start, end] = /^(\d\d:\d\d)-(\d\d:\d\d)$/.exec(quietHours) ?? [];
  if (start === undefined || end === undefined)
    throw new UsageError('--quiet-hours must be two times, such as 22:00-07:00.');
  return { start, end };
}

export async function listMatches(
  reference: string,
  options: PageOptions,
  environment: Environment,
): Promise<number> {
  const { client } = await openSession(environment, options);
  const { signal } = environment;
  const { alert_id: id } = await mustFindAlert(client, reference, signal);
  const pages = client.alerts.matches(id, { limit: pageSize(options) }, { signal });
  const matches = await take(pages, options);
  const rows = matches.map((match) => [
    localTime(match.found_at),
    ...findingRow(match),
    match.withdrawn_at ? 'withdrawn' : match.sent_at ? 'sent' : 'not sent',
  ]);
  return print(environment, options, {
    json: matches,
    text: rows.length > 0 ? table(['Found', ...findingHead, 'State'], rows) : ['No matches.'],
  });
}

const findingHead = ['Job', 'Title', 'Brand', 'Seconds', 'Moment'];

const findingRow = (finding: AlertFinding): string[] => [
  finding.job_id,
  finding.title ?? '',
  finding.brand,
  String(finding.seconds),
  finding.moment === null ? '' : timeText(finding.moment),
];

export async function testAlert(
  reference: string,
  options: ReadOptions,
  environment: Environment,
): Promise<number> {
  const { client } = await openSession(environment, options);
  const { signal } = environment;
  const { alert_id: id } = await mustFindAlert(client, reference, signal);
  const sent = await client.alerts.test(id, { signal });
  return print(environment, options, {
    json: sent,
    text: [`An example is being sent to ${plural(sent.deliveries.length, 'target')}.`],
  });
}

export async function deleteAlert(
  reference: string,
  options: ReadOptions,
  environment: Environment,
): Promise<number> {
  const { client } = await openSession(environment, options);
  const { signal } = environment;
  const alert = await mustFindAlert(client, reference, signal);
  await client.alerts.delete(alert.alert_id, { signal });
  return print(environment, options, { json: null, text: [`${alert.name} deleted`] });
}

/** Finds an alert by id or name. Throws RefusedError. */
async function mustFindAlert(
  client: Client,
  reference: string,
  signal: AbortSignal,
): Promise<Alert> {
  const alerts = await client.alerts.list({ signal });
  const alert = findNamed(alerts, ({ alert_id: id }) => id, reference);
  if (!alert) throw new RefusedError(`NOT_FOUND: there is no alert ${reference}.`);
  return alert;
}
