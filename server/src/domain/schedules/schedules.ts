/** Report schedules of a workspace (docs/schedules.md). */
import {
  Fault,
  invalidInput,
  type Plan,
  type ReportSchedule,
  type ReportScheduleEntry,
  reportFormats,
  type ScheduleRun,
  type ScheduleRunDetails,
  scheduleLimits,
} from '@reelsight/contract';
import type { Queryable } from '../../db/database.ts';
import { isId } from '../../db/id.ts';
import { mailAddressKey } from '../../db/mail/address.ts';
import type { Owned } from '../../db/owned.ts';
import {
  findRun,
  findRunChanges,
  mailsOfRuns,
  newestRuns,
  type RunMailRow,
  type RunPage,
  type RunRow,
  runPage,
} from '../../db/schedules/runs.ts';
import {
  countSchedules,
  findScheduleRow,
  insertSchedule,
  listScheduleRows,
  membersAmong,
  type Recipient,
  recipientsOf,
  removeSchedule,
  type ScheduleFields,
  type ScheduleMember,
  type SchedulePicture,
  type ScheduleRow,
  scheduleNamed,
  setRecipients,
  updateSchedule,
} from '../../db/schedules/schedules.ts';
import { findBrandSetRow } from '../../db/trends/brand-sets.ts';
import { findCampaignRow } from '../../db/trends/campaigns.ts';
import type { Domain } from '../domain.ts';
import { newMailToken } from '../mail-bounds.ts';
import { checkUnique, mustLockWorkspace, nameKeyOf } from '../named.ts';
import { checkReportPlan } from '../reports.ts';
import type { PersonalAccess } from '../workspaces/access.ts';
import { holdMaker } from '../workspaces/maker.ts';
import { nextDueAt } from './times.ts';

/** The caller's workspace, and where links of its reports lead. */
export interface SchedulePlace {
  readonly workspaceId: string;
  readonly plan: Plan;
  readonly origin: string;
  /** The caller's session; null if a key makes the call. */
  readonly access: PersonalAccess | null;
}

export interface NewSchedule {
  readonly entry: ReportScheduleEntry;
  /** Undefined to keep the present picture. */
  readonly logo: SchedulePicture | null | undefined;
}

/** In the order of their names. */
export async function listSchedules(
  domain: Domain,
  workspaceId: string,
): Promise<ReportSchedule[]> {
  return viewsOf(domain, domain.db, await listScheduleRows(domain.db, workspaceId));
}

/** Throws Fault NOT_FOUND. */
export async function readSchedule(
  domain: Domain,
  workspaceId: string,
  id: string,
): Promise<ReportSchedule> {
  return viewOf(domain, domain.db, await mustFindSchedule(domain.db, workspaceId, id));
}

/**
 * Throws Fault MODE_NOT_ALLOWED, or VALIDATION_FAILED if the name is in use, if the campaign, brand set or a recipient
 * does not exist, or if there are too many schedules.
 */
export async function addSchedule(
  domain: Domain,
  place: SchedulePlace,
  schedule: NewSchedule,
): Promise<ReportSchedule> {
  const { workspaceId } = place;
  checkReportPlan(place.plan);
  const fields = fieldsOf(domain, place, domain.newId('sch'), schedule);

  return domain.db.transaction(async (tx) => {
    await holdMaker(domain, tx, workspaceId, place.access);
    await mustLockWorkspace(tx, workspaceId);
    await check(tx, fields);
    if ((await countSchedules(tx, workspaceId)) >= scheduleLimits.schedules)
      throw invalidInput(
        `A workspace has at most ${scheduleLimits.schedules} schedules. Delete one first.`,
      );

    await insertSchedule(tx, fields);
    return finished(domain, tx, fields, schedule.entry);
  });
}

/** Throws Fault NOT_FOUND, and the faults of `addSchedule`. */
export async function replaceSchedule(
  domain: Domain,
  place: SchedulePlace,
  id: string,
  schedule: NewSchedule,
): Promise<ReportSchedule> {
  const { workspaceId } = place;
  checkReportPlan(place.plan);
  const fields = fieldsOf(domain, place, id, schedule);

  return domain.db.transaction(async (tx) => {
    await holdMaker(domain, tx, workspaceId, place.access);
    await mustLockWorkspace(tx, workspaceId);
    await mustFindSchedule(tx, workspaceId, id);
    await check(tx, fields);
    await updateSchedule(tx, fields);
    return finished(domain, tx, fields, schedule.entry);
  });
}

/** Throws Fault NOT_FOUND. */
export async function dropSchedule(domain: Domain, workspaceId: string, id: string): Promise<void> {
  await domain.db.transaction(async (tx) => {
    const name = await removeSchedule(tx, workspaceId, id);
    if (name === undefined) throw noSchedule(id);
    await domain.audit.note(tx, { workspaceId, target: { id, name } });
  });
}

/** Throws Fault NOT_FOUND. */
export async function mustFindSchedule(
  db: Queryable,
  workspaceId: string,
  id: string,
): Promise<Owned<ScheduleRow>> {
  const row = isId(id) ? await findScheduleRow(db, workspaceId, id) : undefined;
  if (!row) throw noSchedule(id);
  return row;
}

const noSchedule = (id: string): Fault =>
  new Fault('NOT_FOUND', id, { text: `There is no schedule ${id}.` });

async function check(tx: Queryable, fields: ScheduleFields): Promise<void> {
  const { id, workspace_id: workspaceId, campaign_id: campaignId, brand_set_id: setId } = fields;
  checkUnique('schedule', id, await scheduleNamed(tx, workspaceId, fields.nameKey));

  if (
    campaignId !== null &&
    !(isId(campaignId) && (await findCampaignRow(tx, workspaceId, campaignId)))
  )
    throw invalidInput(`campaign_id: there is no campaign ${campaignId} in this workspace.`);

  if (setId !== null && !(isId(setId) && (await findBrandSetRow(tx, workspaceId, setId))))
    throw invalidInput(`brand_set_id: there is no brand set ${setId} in this workspace.`);
}

async function finished(
  domain: Domain,
  tx: Queryable,
  { id, workspace_id: workspaceId, name }: ScheduleFields,
  { recipients }: ReportScheduleEntry,
): Promise<ReportSchedule> {
  const members = await membersOf(tx, workspaceId, recipients ?? []);
  // A process of the last release sends the tokens in its mails.
  const people = members.map(({ user_id: userId }) => ({ userId, token: newMailToken() }));
  await setRecipients(tx, id, people);
  await domain.audit.note(tx, { workspaceId, target: { id, name } });
  return viewOf(domain, tx, await mustFindSchedule(tx, workspaceId, id));
}

/** Throws Fault VALIDATION_FAILED for a person who is no member. */
async function membersOf(
  tx: Queryable,
  workspaceId: string,
  people: readonly string[],
): Promise<ScheduleMember[]> {
  const members = await membersAmong(tx, workspaceId, people);
  const memberNames = new Set(
    members.flatMap(({ user_id: id, email }) => [id, mailAddressKey(email)]),
  );
  const stranger = people.find(
    (person) => !memberNames.has(person) && !memberNames.has(mailAddressKey(person)),
  );
  if (stranger !== undefined)
    throw invalidInput(
      `recipients: ${stranger} is no member of this workspace. Invite the person first.`,
    );
  return members;
}

function fieldsOf(
  domain: Domain,
  { workspaceId, origin }: SchedulePlace,
  id: string,
  { entry, logo }: NewSchedule,
): ScheduleFields {
  const now = domain.now();
  const name = entry.name.trim();
  const timeZone = entry.time_zone ?? 'UTC';
  const enabled = entry.enabled ?? true;
  const formats = entry.formats ?? ['pdf'];

  return {
    id,
    workspace_id: workspaceId,
    name,
    nameKey: nameKeyOf(name),
    campaign_id: entry.campaign_id ?? null,
    brand_set_id: entry.brand_set_id ?? null,
    every: entry.every,
    time_zone: timeZone,
    formats: reportFormats.filter((format) => formats.includes(format)),
    title: entry.title?.trim() ?? null,
    logo,
    deliver: entry.deliver ?? 'link',
    public_link: entry.public_link ?? false,
    enabled,
    next_run_at: enabled ? nextDueAt(entry.every, timeZone, now) : null,
    origin,
    changed_by: domain.audit.actor,
    now,
  };
}

/** Runs of a schedule, newest first. Throws Fault NOT_FOUND. */
export async function listRuns(
  domain: Domain,
  schedule: Owned<ScheduleRow>,
  page: Omit<RunPage, 'scheduleId'>,
): Promise<{ readonly rows: readonly RunRow[]; readonly views: readonly ScheduleRun[] }> {
  const rows = await runPage(domain.db, { ...page, scheduleId: schedule.id });
  return { rows, views: await runViews(domain.db, rows) };
}

/** Throws Fault NOT_FOUND. */
export async function readRun(
  domain: Domain,
  schedule: Owned<ScheduleRow>,
  id: string,
): Promise<ScheduleRunDetails> {
  const run = isId(id) ? await findRun(domain.db, schedule.id, id) : undefined;
  if (!run) throw new Fault('NOT_FOUND', id, { text: `There is no run ${id} of this schedule.` });
  const [view] = await runViews(domain.db, [run]);
  return { ...(view as ScheduleRun), changes: await findRunChanges(domain.db, run.id) };
}

export async function runViews(db: Queryable, runs: readonly RunRow[]): Promise<ScheduleRun[]> {
  const mails = await mailsOfRuns(
    db,
    runs.map(({ id }) => id),
  );
  const byRun = Map.groupBy(mails, ({ run_id: id }) => id);
  return runs.map((run) => runView(run, byRun.get(run.id) ?? []));
}

const runView = (run: RunRow, mails: readonly RunMailRow[]): ScheduleRun => ({
  run_id: run.id,
  schedule_id: run.schedule_id,
  state: run.state,
  by_hand: run.by_hand,
  period: { start: run.period_start, end: run.period_end },
  videos: run.videos,
  report_id: run.report_id,
  error:
    run.error_code === null ? null : { code: run.error_code, message: run.error_message ?? '' },
  mails: mails.map((mail) => ({
    user_id: mail.user_id,
    email: mail.email,
    state: mail.state,
    reason: mail.reason,
    attached: [...mail.attached],
    sent_at: mail.sent_at?.toISOString() ?? null,
  })),
  due_at: run.due_at.toISOString(),
  ended_at: run.ended_at?.toISOString() ?? null,
});

async function viewOf(
  domain: Domain,
  db: Queryable,
  row: Owned<ScheduleRow>,
): Promise<ReportSchedule> {
  const [view] = await viewsOf(domain, db, [row]);
  return view as ReportSchedule;
}

async function viewsOf(
  domain: Domain,
  db: Queryable,
  rows: readonly Owned<ScheduleRow>[],
): Promise<ReportSchedule[]> {
  const ids = rows.map(({ id }) => id);
  const recipients = Map.groupBy(await recipientsOf(db, ids), ({ schedule_id: id }) => id);
  const runs = await runViews(db, await newestRuns(db, ids));
  const lastRuns = new Map(runs.map((run) => [run.schedule_id, run]));

  return rows.map((row) => ({
    schedule_id: row.id,
    name: row.name,
    campaign_id: row.campaign_id,
    brand_set_id: row.brand_set_id,
    every: row.every,
    time_zone: row.time_zone,
    formats: [...row.formats],
    title: row.title,
    has_logo: row.logo_width !== null,
    ...recipientViews(recipients.get(row.id) ?? []),
    deliver: row.deliver,
    public_link: row.public_link,
    mail_available: domain.settings.sendsMail,
    enabled: row.enabled,
    off_reason: row.off_reason,
    next_run_at: row.next_run_at?.toISOString() ?? null,
    last_run: lastRuns.get(row.id) ?? null,
    updated_at: row.updated_at.toISOString(),
  }));
}

function recipientViews(
  people: readonly Recipient[],
): Pick<ReportSchedule, 'recipients' | 'unsubscribed'> {
  const [unsubscribed = [], recipients = []] = [true, false].map((isEnded) =>
    people.filter((person) => person.unsubscribed === isEnded).map(recipientView),
  );
  return { recipients, ...(unsubscribed.length > 0 && { unsubscribed }) };
}

const recipientView = ({ user_id, name, email, verified }: Recipient) => ({
  user_id,
  name,
  email,
  verified,
});
