/** The content of a mail about a run of a report schedule: where the report is, and what changed since the last one. */

import type { ChangedBrand, ReportChanges, TrendNumbers } from '@reelsight/contract';
import { causeCounts, causeTexts } from '@reelsight/contract/cause-words';
import { htmlText } from '@reelsight/contract/clean-text';
import { counted } from '@reelsight/contract/counted';
import { percentText } from '@reelsight/contract/percent-text';
import { periodText } from '@reelsight/contract/period-text';
import { lengthText } from '@reelsight/contract/time-text';
import type { DueReportMail } from '../db/schedules/report-mails.ts';
import { type Attachment, line, type Mail, subjectIn } from './compose.ts';

/** How the mail brings the report. */
export interface ReportPlace {
  /** Address of the report; null if there is none. */
  readonly link: string | null;
  readonly attachments: readonly Attachment[];
  /** Says why there is a link and no file; null if there is nothing to say. */
  readonly note: string | null;
}

/** With the token of the link that ends such mail. */
export type ReportMail = DueReportMail & { readonly token: string };

/** Brands that are listed, and names in a list of new ones or of those that are gone. */
const brandsAtMost = 10;
/** Causes that are named for numbers that are different now. */
const causesAtMost = 10;

export function composeReportMail(mail: ReportMail, place: ReportPlace, origin: string): Mail {
  const workspace = line(mail.workspace ?? 'your workspace');
  const title = line(mail.title ?? mail.schedule);
  const period = periodText(mail.period_start, mail.period_end);
  const unsubscribe = `${origin}/mail/unsubscribe/${mail.token}`;
  const head = mail.videos === 0 ? `No videos in ${period}` : `${videosOf(mail.videos)}, ${period}`;
  const lines = [head, ...placeLines(mail, place)];
  const changes = mail.changes ? changeLines(mail.changes) : firstLines(mail);
  const reason = `You are receiving this because you are a recipient of the schedule “${line(mail.schedule)}” of ${workspace}.`;

  const text = [
    ...lines,
    ...(place.link ? [place.link] : []),
    '',
    ...changes,
    '',
    reason,
    `Unsubscribe: ${unsubscribe}`,
  ].join('\n');

  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><body>${[
    ...lines.map((words) => `<p>${htmlText(words)}</p>`),
    ...(place.link ? [`<p><a href="${htmlText(place.link)}">Open the report</a></p>`] : []),
    `<p>${changes.map(htmlText).join('<br>\n')}</p>`,
    `<p>${htmlText(reason)} <a href="${htmlText(unsubscribe)}">Unsubscribe</a></p>`,
  ].join('\n')}</body></html>`;

  return {
    subject: subjectIn(workspace, `${title}: ${period}`),
    text,
    html,
    unsubscribe,
    attachments: place.attachments,
  };
}

function placeLines({ videos, report }: DueReportMail, place: ReportPlace): string[] {
  if (videos === 0) return ['There is no report, as no video of the choice is of these days.'];
  if (!report) return ['The report is not kept any more.'];
  const note = place.note === null ? [] : [place.note];
  const names = place.attachments.map(({ filename }) => filename);
  return names.length > 0 ? [`Attached: ${names.join(', ')}`, ...note] : note;
}

const firstLines = ({ videos }: DueReportMail): string[] =>
  videos === 0
    ? []
    : ['This is the first report of the schedule. The next one says what changed since.'];

export function changeLines(changes: ReportChanges): string[] {
  const { start, end } = changes.since.period;
  const present = changes.brands.filter(({ now }) => now !== null);
  const listedBrands = present.slice(0, brandsAtMost);
  const rest = present.length - listedBrands.length + changes.brands_left_out;
  const newBrands = changes.brands.filter(({ before }) => before === null);
  const goneBrands = changes.brands.filter(({ now }) => now === null);

  return [
    `Compared with ${periodText(start, end)}:`,
    ...(changes.choice_changed
      ? [
          'The campaign, the brands or the time zone changed since; the numbers before are of another choice.',
        ]
      : []),
    `Videos: ${changes.videos.now} (before ${changes.videos.before})`,
    ...listedBrands.map(brandLine),
    ...(rest > 0 ? [`${rest} more in the report.`] : []),
    ...(newBrands.length > 0 ? [`New: ${namesOf(newBrands)}`] : []),
    ...(goneBrands.length > 0 ? [`Gone: ${namesOf(goneBrands)}`] : []),
    ...correctedLines(changes),
  ];
}

function correctedLines({ corrected, since }: ReportChanges): string[] {
  if (!corrected) return [];
  const counts = causeCounts(corrected);
  const why = counts === '' ? '' : ` (${counts})`;
  const causes = causeTexts(corrected);
  const listedCauses = causes.slice(0, causesAtMost).map((cause) => `- ${line(cause)}`);
  const causesLeft = causes.length - listedCauses.length;
  const listedBrands = corrected.brands.slice(0, brandsAtMost);
  const rest = corrected.brands.length - listedBrands.length;

  return [
    `Corrected since: the numbers of ${periodText(since.period.start, since.period.end)} are different now${why}.`,
    ...listedCauses,
    ...(causesLeft > 0 ? [`- ${causesLeft} more in the console`] : []),
    ...listedBrands.map(brandLine),
    ...(rest > 0 ? [`${counted(rest, 'more brand')} in the report.`] : []),
  ];
}

function brandLine({ name, before, now }: ChangedBrand): string {
  const value = (text: (numbers: TrendNumbers) => string): string => {
    const was = before ? text(before) : null;
    const is = now ? text(now) : null;
    if (is === null) return `none (before ${was})`;
    return was === null || was === is ? is : `${is} (before ${was})`;
  };
  const numbers = [
    `seen ${value(({ seen_seconds: seconds }) => lengthText(seconds))}`,
    `equivalent ${value(({ equivalent_seconds: seconds }) => lengthText(seconds))}`,
    `share of screen time ${value(({ share_of_voice: share }) => percentText(share))}`,
    `videos ${value(({ videos }) => String(videos))}`,
    `said ${value(({ mentions }) => String(mentions))}`,
  ];
  return `${line(name)}: ${numbers.join(', ')}`;
}

function namesOf(brands: readonly ChangedBrand[]): string {
  const names = brands.slice(0, brandsAtMost).map(({ name }) => line(name));
  const rest = brands.length - names.length;
  return rest > 0 ? `${names.join(', ')} and ${rest} more` : names.join(', ');
}

const videosOf = (count: number): string => counted(count, 'video');
