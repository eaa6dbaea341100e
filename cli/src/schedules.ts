/** `reelsight schedules …`: reports of each week or month. */
import { periodText } from '@reelsight/contract/period-text';
import type {
  Client,
  NewSchedule,
  ReportFormat,
  ReportSchedule,
  ScheduleEvery,
  ScheduleRun,
} from '@reelsight/sdk';
import { RefusedError, UsageError } from './exit-code.ts';
import { findNamed } from './named.ts';
import { localTime, type PageOptions, pageSize, print, type ReadOptions, take } from './output.ts';
import { pictureOf, reportFormats } from './reports.ts';
import { type Environment, openSession } from './session.ts';
import { table } from './words.ts';

type Weekday = Extract<ScheduleEvery, { period: 'week' }>['weekday'];
/** A record rather than a list, so that the compiler reports a missing day. */
const weekdayNames: Readonly<Record<Weekday, true>> = {
  monday: true,
  tuesday: true,
  wednesday: true,
  thursday: true,
  friday: true,
  saturday: true,
  sunday: true,
};
export const weekdays = Object.keys(weekdayNames);

export async function listSchedules(
  options: ReadOptions,
  environment: Environment,
): Promise<number> {
  const { client } = await openSession(environment, options);
  const schedules = await client.schedules.list({ signal: environment.signal });
  const rows = schedules.map((schedule) => [
    schedule.schedule_id,
    schedule.name,
    everyText(schedule),
    recipientsText(schedule),
    stateOf(schedule),
  ]);
  return print(environment, options, {
    json: schedules,
    text: rows.length
      ? table(['Schedule', 'Name', 'When', 'Mail to', 'Next'], rows)
      : ['No schedules.'],
  });
}

const recipientsText = ({ recipients, unsubscribed = [] }: ReportSchedule): string =>
  [
    ...recipients.map(({ email }) => email),
    ...unsubscribed.map(({ email }) => `${email} (unsubscribed)`),
  ].join(', ') || 'nobody';

function everyText({ every, time_zone: zone }: ReportSchedule): string {
  const at = `${String(every.hour).padStart(2, '0')}:00 ${zone}`;
  if (every.period === 'week') return `each ${every.weekday}, ${at}`;
  return every.day === 'last' ? `last day of the month, ${at}` : `day ${every.day}, ${at}`;
}

function stateOf({ next_run_at: next, off_reason: reason }: ReportSchedule): string {
  if (next !== null) return localTime(next);
  return reason === null ? 'off' : `off: ${reason}`;
}

export interface SaveOptions extends ReadOptions {
  readonly weekday?: string;
  readonly day?: string;
  readonly hour: number;
  readonly timeZone?: string;
  readonly campaign?: string;
  readonly brandSet?: string;
  readonly format: readonly string[];
  readonly title?: string;
  readonly logo?: string;
  readonly to?: readonly string[];
  readonly attach?: boolean;
  readonly publicLink?: boolean;
  readonly off?: boolean;
}

/** Creates the schedule, or replaces an existing schedule of this name. */
export async function saveSchedule(
  name: string,
  options: SaveOptions,
  environment: Environment,
): Promise<number> {
  const schedule = await scheduleOf(name, options);
  const { client } = await openSession(environment, options);
  const { signal } = environment;
  const existing = await findSchedule(client, name, signal);
  const saved = existing
    ? await client.schedules.replace(existing.schedule_id, schedule, { signal })
    : await client.schedules.create(schedule, { signal });

  return print(environment, options, {
    json: saved,
    text: [`${saved.schedule_id} ${saved.name}: ${everyText(saved)}. Next: ${stateOf(saved)}.`],
  });
}

async function scheduleOf(name: string, options: SaveOptions): Promise<NewSchedule> {
  const { timeZone, campaign, brandSet, title, logo, to: recipients } = options;
  return {
    name,
    every: everyOf(options),
    formats: options.format.map(formatOf),
    ...(timeZone && { time_zone: timeZone }),
    ...(campaign && { campaign_id: campaign }),
    ...(brandSet && { brand_set_id: brandSet }),
    ...(title && { title }),
    ...(logo && { logo: await pictureOf(logo) }),
    ...(recipients?.length && { recipients: [...recipients] }),
    deliver: options.attach ? 'file' : 'link',
    public_link: options.publicLink ?? false,
    enabled: !options.off,
  };
}

function everyOf({ weekday, day, hour }: SaveOptions): ScheduleEvery {
  if ((weekday === undefined) === (day === undefined))
    throw new UsageError('Give --weekday for each week, or --day for each month.');
  if (weekday !== undefined) return { period: 'week', weekday: weekday as Weekday, hour };
  if (day === 'last') return { period: 'month', day, hour };
  if (!/^\d{1,2}$/.test(day ?? '') || Number(day) < 1 || Number(day) > 28)
    throw new UsageError('--day: it must be a whole number from 1 to 28, or `last`.');
  return { period: 'month', day: Number(day), hour };
}

function formatOf(name: string): ReportFormat {
  if (!reportFormats.includes(name))
    throw new UsageError(`--format: ${name} is none of ${reportFormats.join(', ')}`);
  return name as ReportFormat;
}

export async function runSchedule(
  reference: string,
  options: ReadOptions,
  environment: Environment,
): Promise<number> {
  const { client } = await openSession(environment, options);
  const { signal } = environment;
  const { schedule_id: id } = await mustFind(client, reference, signal);
  const run = await client.schedules.run(id, { signal });
  const { start, end } = run.period;
  return print(environment, options, {
    json: run,
    text: [`${run.run_id}: ${periodText(start, end)} is being reported`],
  });
}

export async function listRuns(
  reference: string,
  options: PageOptions,
  environment: Environment,
): Promise<number> {
  const { client } = await openSession(environment, options);
  const { signal } = environment;
  const { schedule_id: id } = await mustFind(client, reference, signal);
  const filter = { limit: pageSize(options) };
  const runs = await take(client.schedules.runs(id, filter, { signal }), options);
  const rows = runs.map((run) => [
    periodText(run.period.start, run.period.end),
    run.error ? `${run.state}: ${run.error.message}` : run.state,
    run.videos === null ? '' : String(run.videos),
    run.report_id ?? '',
    mailText(run),
  ]);

  return print(environment, options, {
    json: runs,
    text: rows.length
      ? table(['Period', 'State', 'Videos', 'Report', 'Mail'], rows)
      : ['No runs yet.'],
  });
}

/** `2 sent, 1 waiting` */
function mailText({ mails }: ScheduleRun): string {
  const states = [...new Set(mails.map(({ state }) => state))];
  const countOf = (state: string): number => mails.filter((mail) => mail.state === state).length;
  return states.map((state) => `${countOf(state)} ${state}`).join(', ');
}

export async function deleteSchedule(
  reference: string,
  options: ReadOptions,
  environment: Environment,
): Promise<number> {
  const { client } = await openSession(environment, options);
  const { signal } = environment;
  const { schedule_id: id, name } = await mustFind(client, reference, signal);
  await client.schedules.delete(id, { signal });
  return print(environment, options, { json: null, text: [`${name} deleted`] });
}

async function mustFind(
  client: Client,
  reference: string,
  signal: AbortSignal,
): Promise<ReportSchedule> {
  const schedule = await findSchedule(client, reference, signal);
  if (!schedule) throw new RefusedError(`NOT_FOUND: there is no schedule ${reference}.`);
  return schedule;
}

/** Finds a schedule by id or name. */
async function findSchedule(
  client: Client,
  reference: string,
  signal: AbortSignal,
): Promise<ReportSchedule | undefined> {
  const schedules = await client.schedules.list({ signal });
  return findNamed(schedules, ({ schedule_id: id }) => id, reference);
}
