/**
 * Sends the mails of runs of report schedules. A mail ends only once the mail server has taken it, so none is lost; if a
 * process dies in between, the mail is sent again with the same Message-ID. A mail server that is away is tried again for
 * days.
 */
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { ReportFormat } from '@reelsight/contract';
import { mailLimits } from '@reelsight/contract/mail-limits';
import { sizeText } from '@reelsight/contract/size-text';
import { uncountMail } from '../db/mail/readers.ts';
import {
  type DueReportMail,
  endReportMail,
  noteReportMailFailure,
  postponeReportMail,
  takeDueReportMail,
} from '../db/schedules/report-mails.ts';
import { noAudit } from '../domain/audit.ts';
import type { Domain } from '../domain/domain.ts';
import { countMail, mailLinkFor, readerAt } from '../domain/mail-bounds.ts';
import { reportAttemptFolder, reportContentTypes, reportFileName } from '../domain/reports.ts';
import { endShare, shareReport } from '../domain/shares.ts';
import { fileStem } from '../exports/file-name.ts';
import type { Storage } from '../storage/storage.ts';
import { keyOfText } from '../storage/storage-key.ts';
import type { Attachment } from './compose.ts';
import { composeReportMail, type ReportPlace } from './report-mail.ts';
import { failureText, type MailServer, messageId } from './transport.ts';

export interface ReportOutboxOptions {
  readonly domain: Domain;
  readonly storage: Pick<Storage, 'get'>;
  readonly server: MailServer;
  /** Public origin of the service. */
  readonly origin: () => string;
  /** Largest size of the files of one mail together. */
  readonly fileBytes: number;
  readonly onFailure: (error: unknown, failures: number) => void;
}

/** How long a mail is reserved for one process; must be longer than sending its files may take. */
const takenMs = 600_000;
/** Delay after a failure; it doubles with each further failure, up to the maximum. */
const leastDelayMs = 60_000;
const mostDelayMs = 6 * 3_600_000;
/** How long a mail is tried again: over a long weekend. */
const triedMs = 4 * 86_400_000;
/** A link ends with its report, if that ends before. */
const linkDays = 90;

/** Sends all mail that is due; resolves with the number of mails sent. */
export async function sendDueReportMail(
  options: ReportOutboxOptions,
  signal: AbortSignal,
): Promise<number> {
  const { domain } = options;
  for (let sent = 0; ; ) {
    if (signal.aborted) return sent;

    const now = domain.now();
    const until = new Date(now.getTime() + takenMs);
    const mail = await takeDueReportMail(domain.db, { now, until });
    if (!mail) return sent;
    if (await send(options, mail)) sent += 1;
  }
}

async function send(options: ReportOutboxOptions, mail: DueReportMail): Promise<boolean> {
  const { domain, server, origin } = options;
  const reason = skipReason(mail);
  if (reason !== null || mail.email === null) {
    await end(domain, mail, { state: 'skipped', reason });
    return false;
  }

  const reader = readerAt(mail.workspace_id, 'reports', mail.email);
  const { token, ended_at: endedAt } = await mailLinkFor(domain.db, reader);
  if (endedAt) {
    await end(domain, mail, { state: 'skipped', reason: 'The person has unsubscribed.' });
    return false;
  }

  const fullUntil = await countMail(domain, reader);
  if (fullUntil) {
    await postpone(domain, mail, fullUntil);
    return false;
  }

  let shareId: string | null = null;
  let place: ReportPlace;
  try {
    // A link may be refused too, such as beyond the most links of a report.
    ({ place, shareId } = await placeOf(options, mail));
    const content = composeReportMail({ ...mail, token }, place, origin());
    await server.send(content, mail.email, messageIdOf(mail, origin()));
  } catch (error) {
    await uncountMail(domain.db, reader);
    if (shareId !== null) await endShare(silent(domain), mail.workspace_id, shareId);
    await noteFailure(options, mail, error);
    return false;
  }

  const attached = place.attachments.map(({ format }) => format);
  await end(domain, mail, { state: 'sent', reason: place.note, attached });
  return true;
}

const hourIsFull = `${mailLimits.reportsPerHour} mails of schedules of this workspace went to this person within an hour.`;

async function postpone(domain: Domain, mail: DueReportMail, until: Date): Promise<void> {
  if (isTooOld(domain, mail)) await end(domain, mail, { state: 'failed', reason: hourIsFull });
  else await postponeReportMail(domain.db, mail, hourIsFull, until);
}

const isTooOld = ({ now }: Domain, { created_at: createdAt }: DueReportMail): boolean =>
  now().getTime() - createdAt.getTime() >= triedMs;

/** Why the mail is not to be sent, as things are now; null if it is. */
function skipReason(mail: DueReportMail): string | null {
  if (mail.email === null) return 'The account was deleted.';
  if (mail.workspace === null) return 'The workspace was deleted.';
  if (!mail.is_member) return 'The person is no member of the workspace any more.';
  if (!mail.is_recipient) return 'The person is no recipient any more.';
  return mail.verified ? null : 'The mail address is not verified.';
}

const end = (
  domain: Domain,
  mail: DueReportMail,
  {
    state,
    reason,
    attached = [],
  }: {
    readonly state: 'sent' | 'skipped' | 'failed';
    readonly reason: string | null;
    readonly attached?: readonly ReportFormat[];
  },
): Promise<void> =>
  endReportMail(domain.db, mail, {
    state,
    reason,
    attached,
    email: mail.email,
    sentAt: state === 'sent' ? domain.now() : null,
  });

async function noteFailure(
  { domain, onFailure }: ReportOutboxOptions,
  mail: DueReportMail,
  error: unknown,
): Promise<void> {
  const now = domain.now();
  const reason = failureText(error);
  onFailure(error, mail.failures + 1);

  if (isTooOld(domain, mail)) {
    await end(domain, mail, { state: 'failed', reason });
    return;
  }
  const delay = Math.min(mostDelayMs, leastDelayMs * 2 ** mail.failures);
  await noteReportMailFailure(domain.db, mail, reason, new Date(now.getTime() + delay));
}

interface ChosenPlace {
  readonly place: ReportPlace;
  /** The link that was made for this mail; null without one. */
  readonly shareId: string | null;
}

async function placeOf(options: ReportOutboxOptions, mail: DueReportMail): Promise<ChosenPlace> {
  const { report, deliver } = mail;
  if (!report) return { place: { link: null, attachments: [], note: null }, shareId: null };
  if (deliver === 'link') return linkOf(options, mail, null);

  const formats = attachedFormats(report.formats);
  const bytes = formats.reduce((sum, format) => sum + (report.files[format] ?? 0), 0);
  const { fileBytes } = options;
  if (bytes > fileBytes) {
    const note = `The files have ${sizeText(bytes)}, more than the ${sizeText(fileBytes)} that a mail may have: here is a link.`;
    return linkOf(options, mail, note);
  }

  const attachments = await attachmentsOf(options, mail, formats);
  if (attachments.length > 0)
    return { place: { link: null, attachments, note: null }, shareId: null };
  return linkOf(options, mail, 'The files could not be read: here is a link.');
}

/**
 * The files that people open. The console draws the page of a report from the JSON file, so most schedules make one, but
 * a mail has it only where the schedule makes no other file.
 */
function attachedFormats(formats: readonly ReportFormat[]): readonly ReportFormat[] {
  const opened = formats.filter((format) => format !== 'json');
  return opened.length > 0 ? opened : formats;
}

/** These files of the report; empty if one of them is gone. */
async function attachmentsOf(
  { storage }: ReportOutboxOptions,
  { report, report_id: id, workspace_id }: DueReportMail,
  formats: readonly ReportFormat[],
): Promise<Attachment[]> {
  if (!report || id === null) return [];
  const folder = reportAttemptFolder({ id, workspace_id, attempt: report.attempt });
  const attachments: Attachment[] = [];

  for (const format of formats) {
    const object = await storage.get(keyOfText(`${folder}/${reportFileName(format)}`));
    if (!object) return [];
    attachments.push({
      format,
      filename: `${fileStem(report.title, id)}.${format}`,
      contentType: reportContentTypes[format],
      content: await buffer(object.stream),
    });
  }

  return attachments;
}

/** A link that opens without an account if the schedule says so, otherwise one to the console. */
async function linkOf(
  { domain, origin }: ReportOutboxOptions,
  mail: DueReportMail,
  note: string | null,
): Promise<ChosenPlace> {
  const { report_id: id, workspace_id: workspaceId } = mail;
  const ofConsole = `${origin()}/reports/${encodeURIComponent(id ?? '')}`;
  const place = { link: ofConsole, attachments: [], note };
  // A link ends when its maker leaves the workspace, so it would open nothing.
  if (!mail.public_link || mail.maker_left || id === null) return { place, shareId: null };

  // Each mail has a link of its own, because only the hash of a link is stored.
  const share = await shareReport(
    { ...domain, audit: { ...noAudit, actor: mail.changed_by } },
    { workspaceId, id, origin: origin(), access: null },
    { expires_in_days: linkDays },
  );
  return { place: { ...place, link: share.url }, shareId: share.share_id };
}

const silent = (domain: Domain): Domain => ({ ...domain, audit: noAudit });

function messageIdOf({ run_id, user_id }: DueReportMail, origin: string): string {
  const hash = createHash('sha256').update(`${run_id} ${user_id}`).digest('hex').slice(0, 32);
  return messageId(hash, origin);
}
