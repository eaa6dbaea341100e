/** Words for schedules and their runs. */
import type { Campaign, ReportSchedule, ScheduleEvery, ScheduleRun } from '@reelsight/contract';
import { counted } from '../../format/quantity.ts';
import { formatNames } from './report-calls.ts';

type Weekday = Extract<ScheduleEvery, { period: 'week' }>['weekday'];
const weekdayNames: Readonly<Record<Weekday, string>> = {
  monday: 'Monday',
  tuesday: 'Tuesday',
  wednesday: 'Wednesday',
  thursday: 'Thursday',
  friday: 'Friday',
  saturday: 'Saturday',
  sunday: 'Sunday',
};
export const weekdays = Object.entries(weekdayNames) as [Weekday, string][];

/** `Each Monday at 08:00, Europe/Berlin` */
export function everyText({ every, time_zone: timeZone }: ReportSchedule): string {
  const hour = `${hourText(every.hour)}, ${timeZone}`;
  if (every.period === 'week') return `Each ${weekdayNames[every.weekday]} at ${hour}`;
  if (every.day === 'last') return `On the last day of each month at ${hour}`;
  return `On day ${every.day} of each month at ${hour}`;
}

export const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** `videos of Spring`; the name is left out until the campaigns are read. */
export function videosText(
  { campaign_id: id }: ReportSchedule,
  campaigns: readonly Campaign[] | undefined,
): string {
  if (id === null) return 'all videos';
  const name = campaigns?.find((campaign) => campaign.campaign_id === id)?.name;
  return `videos of ${name ?? 'a campaign'}`;
}

export function mailText({
  recipients,
  deliver,
  formats,
  mail_available: available,
}: ReportSchedule): string {
  if (recipients.length === 0) return 'no mail';
  const names = recipients.map(({ name }) => name).join(', ');
  const what = deliver === 'file' ? attachedNames(formats) : 'a link';
  return available ? `${what} to ${names}` : `${what} to ${names}, once there is a mail server`;
}

/** Only these people themselves can have the mail again. */
export const unsubscribedText = (people: NonNullable<ReportSchedule['unsubscribed']>): string =>
  `Unsubscribed, so without mail until they want it again: ${people.map(({ name }) => name).join(', ')}`;

/** The files that a mail has: JSON, from which the page of a report is drawn, only if there is no other. */
function attachedNames(formats: ReportSchedule['formats']): string {
  const opened = formats.filter((format) => format !== 'json');
  return (opened.length > 0 ? opened : formats).map((format) => formatNames[format]).join(', ');
}

const stateWords: Readonly<Record<ScheduleRun['state'], string>> = {
  waiting: 'waiting',
  making: 'being made',
  ready: 'ready',
  empty: 'no videos',
  failed: 'failed',
};

export function runText({ state, videos, error }: ScheduleRun): string {
  const words = stateWords[state];
  const count = state === 'ready' && videos !== null ? `, ${counted(videos, 'video')}` : '';
  return error ? `${words}: ${error.message}` : words + count;
}

const mailWords: Readonly<Record<ScheduleRun['mails'][number]['state'], string>> = {
  waiting: 'waits',
  sent: 'sent',
  skipped: 'not sent',
  failed: 'not taken',
};

/** `ada@example.com: sent` */
export const sentText = ({ email, state, reason }: ScheduleRun['mails'][number]): string =>
  `${email ?? 'a deleted account'}: ${mailWords[state]}${reason ? ` (${reason})` : ''}`;
