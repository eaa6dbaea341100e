/**
 * Runs report schedules. A run is a row: `waiting` until its task has counted the period and asked for a report,
 * `making` until the report has ended. Each step changes the row in the transaction of what the step does, and a check
 * every few seconds takes up what a process that died has left.
 */
import { randomUUID } from 'node:crypto';
import { Fault, mailLimits, reportLimits, type ScheduleRun } from '@reelsight/contract';
import { cutText } from '@reelsight/contract/cut-text';
import { periodText } from '@reelsight/contract/period-text';
import { reportFolder } from '../../artifacts/stored-paths.ts';
import type { Queryable } from '../../db/database.ts';
import { mailAddressKey } from '../../db/mail/address.ts';
import { forgetExample } from '../../db/mail/examples.ts';
import { insertReportMails } from '../../db/schedules/report-mails.ts';
import {
  beginRun,
  type EarlierRun,
  findEarlierRun,
  findRun,
  insertRun,
  lockRunsWithoutTask,
  type MadeRun,
  openRunByHand,
  type RunRow,
  runsWithEndedReport,
  setCounted,
  setRunAgain,
  setRunFailed,
  setRunReady,
  setRunTask,
  setWaiting,
  trimRuns,
} from '../../db/schedules/runs.ts';
import {
  findScheduleLogo,
  findScheduleToRun,
  lockDueSchedules,
  type Recipient,
  recipientsOf,
  type ScheduleRow,
  setNextRun,
  turnOffSchedules,
} from '../../db/schedules/schedules.ts';
import { hasTrendGap } from '../../db/trends/trend-gaps.ts';
import { ownerGroup } from '../../db/workspaces/members.ts';
import { lockWorkspace } from '../../db/workspaces/workspaces.ts';
import { foldedLibrary } from '../brands/folded-library.ts';
import type { Domain } from '../domain.ts';
import { mustNoteExamples, noteExamples } from '../mail-bounds.ts';
import { inLockedWorkspace } from '../named.ts';
import {
  addReportIn,
  type Chosen,
  checkReportPlan,
  checkReportRoom,
  reportLogoName,
} from '../reports.ts';
import { causesSince } from './causes.ts';
import { changesSince } from './changes.ts';
import {
  type CountedPeriod,
  choiceOfSchedule,
  countPeriod,
  type RunChoice,
  reportedBrands,
} from './count.ts';
import { mustFindSchedule, runViews, type SchedulePlace } from './schedules.ts';
import { lastDueAt, nextDueAt, periodBefore } from './times.ts';

/** Data of a `scheduled_report` task. */
export interface ScheduledReportTask {
  readonly runId: string;
}

/** Where the picture of a cover is put; keys are those of the storage. */
export interface RunFiles {
  readonly put: (key: string, bytes: Uint8Array, contentType: string) => Promise<void>;
  readonly delete: (key: string) => Promise<void>;
}

/** Schedules that one transaction starts. */
const startedAtOnce = 100;
/** A run whose task was lost, or that waits for room, is tried again after this time, which doubles up to the longest. */
const pauseMs = { least: 60_000, most: 3_600_000 } as const;
/** With the pauses, about two days. */
const mostTries = 48;
/** Runs that are kept of a schedule, and periods whose numbers are kept to compare with. */
const keptRuns = { runs: 100, periods: 8 } as const;

/**
 * Creates the runs of all schedules that are due, each with its task. Safe to call in every process, because the next
 * run time advances in the transaction that creates the run. After a stop, only the last period is made up for.
 */
export async function startDueSchedules(domain: Domain): Promise<void> {
  let started: number;
  do {
    started = await domain.db.transaction(async (tx) => {
      const now = domain.now();
      const schedules = await lockDueSchedules(tx, now, startedAtOnce);
      for (const schedule of schedules) await startDue(domain, tx, schedule, now);
      return schedules.length;
    });
  } while (started === startedAtOnce);
}

async function startDue(
  domain: Domain,
  tx: Queryable,
  schedule: ScheduleRow,
  now: Date,
): Promise<void> {
  const { id, workspace_id: workspaceId } = schedule;
  const times = timesOf(schedule, now);
  if (!times) {
    // It would be due for ever, and end the transaction of the others each time.
    await turnOffSchedules(tx, workspaceId, { by: 'id', id, reason: noTimes });
    return;
  }

  await addRun(domain, tx, schedule, { dueAt: times.dueAt, byHand: false });
  await setNextRun(tx, id, times.nextDueAt);
}

const noTimes = 'When it is due cannot be computed in its time zone. Choose another one.';

/** Undefined if the time zone is not known, for example because another release stored it. */
function timesOf({ every, time_zone: timeZone }: ScheduleRow, now: Date) {
  try {
    return { dueAt: lastDueAt(every, timeZone, now), nextDueAt: nextDueAt(every, timeZone, now) };
  } catch {
    return undefined;
  }
}

/** Returns the id of the run; undefined if the schedule has a run of the period already. */
async function addRun(
  domain: Domain,
  tx: Queryable,
  { id, workspace_id: workspaceId, every, time_zone: timeZone }: ScheduleRow,
  { dueAt, byHand }: { readonly dueAt: Date; readonly byHand: boolean },
): Promise<string | undefined> {
  const period = periodBefore(every, timeZone, dueAt);
  const taskId = randomUUID();
  const run = {
    id: domain.newId('run'),
    workspace_id: workspaceId,
    schedule_id: id,
    by_hand: byHand,
    period_start: period.start,
    period_end: period.end,
    due_at: dueAt,
    task_id: taskId,
    now: domain.now(),
  };
  if (!(await insertRun(tx, run))) return undefined;

  await trimRuns(tx, id, keptRuns);
  await enqueue(domain, tx, { id: run.id, workspace_id: workspaceId, taskId });
  return run.id;
}

async function enqueue(
  domain: Domain,
  tx: Queryable,
  run: { readonly id: string; readonly workspace_id: string; readonly taskId: string },
): Promise<void> {
  const task: ScheduledReportTask = { runId: run.id };
  const group = { id: await ownerGroup(tx, run.workspace_id) };
  await domain.queue.enqueue(tx, 'scheduled_report', task, { id: run.taskId, group });
}

/**
 * Asks for a run of the last period that is over; while one by hand is on its way, returns that one. Throws Fault
 * NOT_FOUND, MODE_NOT_ALLOWED, or RATE_LIMITED if too many reports of the workspace are to be made, or if a recipient had a report by
 * hand or an example of an alert shortly before.
 */
export async function runNow(
  domain: Domain,
  { workspaceId, plan }: SchedulePlace,
  scheduleId: string,
): Promise<ScheduleRun> {
  return inLockedWorkspace(domain, workspaceId, async (tx) => {
    const schedule = await mustFindSchedule(tx, workspaceId, scheduleId);
    checkReportPlan(plan);
    await checkReportRoom(tx, workspaceId);
    const runId =
      (await openRunByHand(tx, schedule.id)) ?? (await addRunByHand(domain, tx, schedule));
    const { id, name } = schedule;
    await domain.audit.note(tx, { workspaceId, target: { id, name } });

    const run = await findRun(tx, schedule.id, runId as string);
    const [view] = await runViews(tx, run ? [run] : []);
    return view as ScheduleRun;
  });
}

async function addRunByHand(
  domain: Domain,
  tx: Queryable,
  schedule: ScheduleRow,
): Promise<string | undefined> {
  const runId = await addRun(domain, tx, schedule, { dueAt: domain.now(), byHand: true });
  if (runId === undefined || !domain.settings.sendsMail) return runId;

  const addresses = addressesOf(await recipientsOf(tx, [schedule.id]));
  const { workspace_id: workspaceId } = schedule;
  await mustNoteExamples(domain, tx, { workspaceId, addresses, sourceId: runId });
  return runId;
}

/** Takes up what was left: waiting runs without a task, and runs whose report has ended. */
export async function continueRuns(domain: Domain): Promise<void> {
  await domain.db.transaction(async (tx) => {
    for (const run of await lockRunsWithoutTask(tx, domain.now())) {
      const taskId = randomUUID();
      await setRunTask(tx, run.id, taskId);
      await enqueue(domain, tx, { ...run, taskId });
    }
  });
  await endRuns(domain, null);
}

/**
 * Ends the runs whose report has ended; with `reportId`, only that of this report. If one can't be ended, ends the
 * others nevertheless; then throws.
 */
export async function endRuns(domain: Domain, reportId: string | null): Promise<void> {
  const errors: unknown[] = [];
  for (const run of await runsWithEndedReport(domain.db, reportId)) {
    const end = run.report_status === 'ready' ? endRun : tryAgain;
    await end(domain, run).catch((error: unknown) => errors.push(error));
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} runs failed`);
}

async function endRun(domain: Domain, run: RunRow): Promise<void> {
  await domain.db.transaction(async (tx) => {
    if (await setRunReady(tx, run.id, domain.now())) await addMails(domain, tx, run);
  });
}

/** Mail is recorded in the transaction in which the run ends, so none is lost. */
async function addMails(domain: Domain, tx: Queryable, run: RunRow): Promise<void> {
  const { sendsMail } = domain.settings;
  await insertReportMails(tx, run.id, {
    skipReason: sendsMail ? null : 'The service has no mail server.',
    skipReasons: sendsMail && run.by_hand ? await skipReasonsOf(domain, tx, run) : new Map(),
    now: domain.now(),
  });
}

const hadExample = `Not sent, as an example of an alert or another report by hand was mailed to this person less than ${mailLimits.exampleMinutes} minutes before. The report is in the list of reports.`;

/** Why people get no mail of a run by hand, by their id: who became a recipient since it was asked for is not noted yet. */
async function skipReasonsOf(
  domain: Domain,
  tx: Queryable,
  { id, workspace_id: workspaceId, schedule_id: scheduleId }: RunRow,
): Promise<ReadonlyMap<string, string>> {
  const recipients = await recipientsOf(tx, [scheduleId]);
  const addresses = addressesOf(recipients);
  const refusals = await noteExamples(domain, tx, { workspaceId, addresses, sourceId: id });
  return new Map(
    recipients
      .filter(({ email }) => refusals.has(mailAddressKey(email)))
      .map(({ user_id: userId }) => [userId, hadExample]),
  );
}

/** Addresses that mail would go to. */
const addressesOf = (recipients: readonly Recipient[]): string[] =>
  recipients.filter((person) => person.verified && !person.unsubscribed).map(({ email }) => email);

/**
 * What a later try may change: room on the disk, a worker that lives, videos that were deleted meanwhile, or earlier
 * videos that are counted by then.
 */
const passing: readonly string[] = [
  'LOW_DISK',
  'STORAGE_FULL',
  'SERVICE_UNAVAILABLE',
  'RATE_LIMITED',
  'WORKER_STALLED',
  'INTERNAL_ERROR',
  'JOB_NOT_FOUND',
];

async function tryAgain(domain: Domain, run: MadeRun): Promise<void> {
  // A report that somebody deleted while it was made is not wanted.
  const code = run.report_error_code ?? 'NOT_FOUND';
  const message = run.report_error_message ?? 'The report was deleted before it was ready.';
  const now = domain.now();
  const mayTry = passing.includes(code) && run.tries < mostTries;
  if (!mayTry) return fail(domain, run, { code, message });
  await setRunAgain(domain.db, run.id, { code, message, nextTryAt: nextTry(run, now) });
}

const nextTry = ({ tries }: Pick<RunRow, 'tries'>, now: Date): Date =>
  new Date(now.getTime() + Math.min(pauseMs.most, pauseMs.least * 2 ** Math.max(0, tries - 1)));

/** Counts a run and asks for its report; of a period without videos it ends at once. */
export async function runSchedule(
  domain: Domain,
  files: RunFiles,
  { runId }: ScheduledReportTask,
): Promise<void> {
  const now = domain.now();
  const run = await beginRun(domain.db, runId, now, new Date(now.getTime() + pauseMs.least));
  if (!run) return;

  try {
    await work(domain, files, run);
  } catch (error) {
    await refuse(domain, run, error);
  }
}

/** Keeps the run for a later try, or fails it. */
async function refuse(domain: Domain, run: RunRow, error: unknown): Promise<void> {
  const isFault = error instanceof Fault;
  const code = isFault ? error.code : 'INTERNAL_ERROR';
  const message = isFault ? error.message : 'The run could not be counted.';
  const now = domain.now();

  if (passing.includes(code) && run.tries < mostTries) {
    await setWaiting(domain.db, run.id, { code, message, nextTryAt: nextTry(run, now) });
    // The log shows what it was.
    if (!isFault) throw error;
    return;
  }
  await fail(domain, run, { code, message });
}

/** A run that fails sends no mail, so another may be asked for. */
async function fail(
  domain: Domain,
  { id }: RunRow,
  { code, message }: { readonly code: string; readonly message: string },
): Promise<void> {
  await setRunFailed(domain.db, id, { code, message, now: domain.now() });
  await forgetExample(domain.db, id);
}

async function work(domain: Domain, files: RunFiles, run: RunRow): Promise<void> {
  const schedule = await findScheduleToRun(domain.db, run.schedule_id);
  if (!schedule) throw new Fault('NOT_FOUND', run.schedule_id);

  const choice = await orTurnOff(domain, schedule, async () => {
    checkReportPlan(domain.plans[schedule.plan as keyof Domain['plans']]);
    return choiceOfSchedule(domain, schedule);
  });
  if (await hasTrendGap(domain.db, choice.workspaceId))
    throw new Fault('SERVICE_UNAVAILABLE', run.id, { text: notCounted });

  const period = { start: run.period_start, end: run.period_end };
  const counted = await countPeriod(domain, choice, period, reportLimits.jobs);
  const changes = await compare(domain, choice, run, counted);
  const stored = { ...counted, id: run.id, choice: choice.text, changes };

  if (counted.numbers.videos === 0) {
    await domain.db.transaction(async (tx) => {
      const end = { ...stored, state: 'empty', reportId: null, now: domain.now() } as const;
      if (await setCounted(tx, end)) await addMails(domain, tx, run);
    });
    return;
  }

  await domain.ports.checkDisk();
  await askForReport(domain, files, { schedule, run, choice, counted, changes });
}

const notCounted =
  'After an update or a restore of the service, earlier videos are still being counted. The run waits for them.';

/** Runs `check`; if that says that the schedule can never run as it is, turns it off. */
async function orTurnOff<T>(
  domain: Domain,
  schedule: ScheduleRow,
  check: () => Promise<T>,
): Promise<T> {
  const { id, workspace_id: workspaceId } = schedule;
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const reason = reasonOf(schedule, error);
    await turnOffSchedules(domain.db, workspaceId, { by: 'id', id, reason });
    throw new Fault(error.code, error.detail, { text: reason });
  }
}

/** In words for people, who know names and no ids: what was deleted was named when it was, if the schedule was on. */
function reasonOf({ off_reason: offReason }: ScheduleRow, { code, message }: Fault): string {
  if (code !== 'NOT_FOUND') return message;
  return offReason ?? 'The campaign or the brand set that it reports was deleted.';
}

async function compare(
  domain: Domain,
  choice: RunChoice,
  run: RunRow,
  { numbers }: CountedPeriod,
): Promise<ReturnType<typeof changesSince> | null> {
  const earlier = await findEarlierRun(domain.db, run);
  if (!earlier) return null;

  const library = await foldedLibrary(domain, domain.db, choice.workspaceId);
  const choiceChanged = earlier.choice !== choice.text;
  return changesSince({
    earlier,
    now: numbers,
    choiceChanged,
    names: library.counted,
    recounted: choiceChanged ? null : await recount(domain, choice, earlier),
  });
}

/** Counts the period of an earlier run again: what differs was corrected, added or deleted since. */
async function recount(domain: Domain, choice: RunChoice, earlier: EarlierRun) {
  const period = { start: earlier.period_start, end: earlier.period_end };
  const counted = await countPeriod(domain, choice, period, reportLimits.jobs);
  const { jobIds } = counted;
  return { ...counted, ...(await causesSince(domain.db, choice.workspaceId, earlier, jobIds)) };
}

interface Counted {
  readonly schedule: ScheduleRow;
  readonly run: RunRow;
  readonly choice: RunChoice;
  readonly counted: CountedPeriod;
  readonly changes: ReturnType<typeof changesSince> | null;
}

async function askForReport(
  domain: Domain,
  files: RunFiles,
  { schedule, run, choice, counted, changes }: Counted,
): Promise<void> {
  const { workspace_id: workspaceId, origin, formats } = schedule;
  const reportId = domain.newId('rep');
  const picture = await findScheduleLogo(domain.db, schedule.id);
  const logoKey = `${reportFolder(workspaceId, reportId)}/${reportLogoName}`;
  if (picture) await files.put(logoKey, picture.png, 'image/png');

  const brands = await reportedBrands(domain, choice);
  const body = {
    title: titleOf(schedule, run),
    formats: [...formats],
    ...(brands && { brands: [...brands] }),
  };
  const logo = picture ? { width: picture.width, height: picture.height } : null;
  const chosen: Chosen = {
    jobIds: counted.jobIds,
    title: body.title,
    total: counted.numbers.videos,
    leftOut: leftOut(counted),
  };

  let isAsked = false;
  try {
    await domain.db.transaction(async (tx) => {
      // Locked first, as by everything else that changes both.
      await lockWorkspace(tx, workspaceId);
      const making = { ...counted, id: run.id, state: 'making', reportId, changes } as const;
      const now = domain.now();
      if (!(await setCounted(tx, { ...making, choice: choice.text, now }))) return;
      await addReportIn(
        domain,
        tx,
        workspaceId,
        { id: reportId, body, origin, logo, changes },
        chosen,
      );
      isAsked = true;
    });
  } finally {
    if (picture && !isAsked) await files.delete(logoKey);
  }
}

/** The period follows the title, so that the reports of a schedule can be told apart. */
const titleOf = (
  { title, name }: ScheduleRow,
  { period_start: start, period_end: end }: RunRow,
): string => `${cutText(title ?? name, titleRoom)}, ${periodText(start, end)}`;

/** The longest period leaves this room. */
const titleRoom = reportLimits.titleCharacters - ', 30 November 2026 to 6 December 2026'.length;

function leftOut({ numbers, jobIds }: CountedPeriod): string[] {
  const rest = numbers.videos - jobIds.length;
  if (rest <= 0) return [];
  const videos = rest === 1 ? '1 video' : `${rest} videos`;
  return [`${videos} of the period left out: those with the fewest equivalent seconds.`];
}
