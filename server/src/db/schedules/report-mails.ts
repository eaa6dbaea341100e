/** Queries over mail about runs of report schedules that is still to be sent. */
import type { Actor, ReportChanges, ReportFormat, ReportSchedule } from '@reelsight/contract';
import type { Queryable } from '../database.ts';
import { mailAddressKeySql } from '../mail/address.ts';

export interface NewReportMails {
  /** Why none of them is sent; null if they are. */
  readonly skipReason: string | null;
  /** Why those for some people are not sent, by the id of the person. */
  readonly skipReasons: ReadonlyMap<string, string>;
  readonly now: Date;
}

/** Adds a mail for everybody who gets mail of the run's schedule, without those who have ended such mail. */
export async function insertReportMails(
  tx: Queryable,
  runId: string,
  { skipReason, skipReasons, now }: NewReportMails,
): Promise<void> {
  await tx.query(
    `insert into report_mails (run_id, user_id, state, reason, next_at, created_at)
     select r.id, p.user_id, case when coalesce($5::text, skipped.reason) is null then 'waiting' else 'skipped' end,
       coalesce($5::text, skipped.reason), $4, $4
     from report_runs r join report_schedule_people p on p.schedule_id = r.schedule_id
       left join unnest($2::text[], $3::text[]) as skipped (user_id, reason) on skipped.user_id = p.user_id
     where r.id = $1 and not exists (
       select 1 from users u join mail_readers e on e.address = ${mailAddressKeySql('u.email')}
       where u.id = p.user_id and e.workspace_id = r.workspace_id and e.kind = 'reports' and e.ended_at is not null)
     on conflict (run_id, user_id) do nothing`,
    [runId, [...skipReasons.keys()], [...skipReasons.values()], now, skipReason],
  );
}

/** A mail, with everything that it says and that decides whether it is sent. */
export interface DueReportMail {
  readonly run_id: string;
  readonly user_id: string;
  readonly failures: number;
  readonly created_at: Date;
  /** Null if the account is gone. */
  readonly email: string | null;
  readonly verified: boolean | null;
  readonly is_member: boolean;
  /** Whether the schedule still names the person. */
  readonly is_recipient: boolean;
  readonly workspace_id: string;
  /** Null if the workspace was deleted. */
  readonly workspace: string | null;
  readonly schedule: string;
  readonly title: string | null;
  readonly deliver: ReportSchedule['deliver'];
  readonly public_link: boolean;
  readonly changed_by: Actor | null;
  /** Whether the person who last changed the schedule has left the workspace, or the key that did is revoked. */
  readonly maker_left: boolean;
  readonly state: 'ready' | 'empty';
  readonly by_hand: boolean;
  readonly period_start: string;
  readonly period_end: string;
  readonly videos: number;
  readonly changes: ReportChanges | null;
  readonly report_id: string | null;
  readonly report: {
    readonly title: string;
    readonly attempt: number;
    readonly formats: readonly ReportFormat[];
    readonly files: Readonly<Partial<Record<ReportFormat, number>>>;
  } | null;
}

/** Claims a mail that is due: no other process takes it before `until`. */
export async function takeDueReportMail(
  db: Queryable,
  { now, until }: { readonly now: Date; readonly until: Date },
): Promise<DueReportMail | undefined> {
  const rows = await db.query<DueReportMail>(
    `with due as (
       select run_id, user_id from report_mails
       where state = 'waiting' and next_at <= $1 and (taken_until is null or taken_until <= $1)
       order by next_at, run_id, user_id limit 1 for update skip locked),
     taken as (
       update report_mails m set taken_until = $2 from due
       where m.run_id = due.run_id and m.user_id = due.user_id
       returning m.run_id, m.user_id, m.failures, m.created_at)
     select taken.*, u.email, u.email_verified as verified,
       exists (select 1 from members m where m.workspace_id = s.workspace_id and m.user_id = u.id) as is_member,
       p.user_id is not null as is_recipient, s.workspace_id, w.name as workspace, s.name as schedule, s.title, s.deliver, s.public_link, s.changed_by,
       coalesce(s.changed_by ->> 'type' = 'user' and not exists (select 1 from members m
           where m.workspace_id = s.workspace_id and m.user_id = s.changed_by ->> 'id')
         or s.changed_by ->> 'type' = 'key' and not exists (select 1 from api_keys k
           where k.id = s.changed_by ->> 'id' and k.revoked_at is null), false) as maker_left,
       r.state, r.by_hand, r.period_start, r.period_end, (r.numbers ->> 'videos')::int as videos, r.changes, r.report_id,
       (select json_build_object('title', title, 'attempt', attempt, 'formats', formats, 'files', files)
        from reports where id = r.report_id and status = 'ready' and expires_at > $1) as report
     from taken join report_runs r on r.id = taken.run_id join report_schedules s on s.id = r.schedule_id
     left join users u on u.id = taken.user_id
     left join report_schedule_people p on p.schedule_id = s.id and p.user_id = u.id
     left join workspaces w on w.id = s.workspace_id and w.deleted_at is null`,
    [now, until],
    'take due report mail',
  );
  return rows[0];
}

type MailKey = Pick<DueReportMail, 'run_id' | 'user_id'>;

/** Ends a mail that was sent, or that is not to be sent. */
export async function endReportMail(
  db: Queryable,
  { run_id, user_id }: MailKey,
  end: {
    readonly state: 'sent' | 'skipped' | 'failed';
    readonly email: string | null;
    readonly reason: string | null;
    readonly attached: readonly string[];
    readonly sentAt: Date | null;
  },
): Promise<void> {
  await db.query(
    `update report_mails set state = $3, email = $4, reason = $5, attached = $6, sent_at = $7, taken_until = null
     where run_id = $1 and user_id = $2 and state = 'waiting'`,
    [run_id, user_id, end.state, end.email, end.reason, end.attached, end.sentAt],
    'end report mail',
  );
}

export async function noteReportMailFailure(
  db: Queryable,
  { run_id, user_id }: MailKey,
  reason: string,
  nextAt: Date,
): Promise<void> {
  await db.query(
    `update report_mails set failures = failures + 1, reason = $3, next_at = $4, taken_until = null
     where run_id = $1 and user_id = $2 and state = 'waiting'`,
    [run_id, user_id, reason, nextAt],
    'note report mail failure',
  );
}

/** Lets a mail wait without an attempt, and says for what. */
export async function postponeReportMail(
  db: Queryable,
  { run_id, user_id }: MailKey,
  reason: string,
  nextAt: Date,
): Promise<void> {
  await db.query(
    `update report_mails set reason = $3, next_at = $4, taken_until = null
     where run_id = $1 and user_id = $2 and state = 'waiting'`,
    [run_id, user_id, reason, nextAt],
    'postpone report mail',
  );
}
