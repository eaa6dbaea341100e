/** What is typed into the form of a schedule, and the entry that the API takes. */
import type { ReportFormat, ReportSchedule, ReportScheduleEntry } from '@reelsight/contract';
import type { Logo } from '../../format/report-logo.ts';
import { ownTimeZone } from '../../format/time-zone.ts';
import type { weekdays } from './schedule-words.ts';

export type Weekday = (typeof weekdays)[number][0];

export interface ScheduleDraft {
  readonly name: string;
  readonly period: 'week' | 'month';
  readonly weekday: Weekday;
  readonly day: string;
  readonly hour: string;
  readonly timeZone: string;
  readonly campaign: string;
  readonly brandSet: string;
  readonly title: string;
  readonly formats: readonly ReportFormat[];
  readonly recipients: readonly string[];
  readonly deliver: 'link' | 'file';
  readonly publicLink: boolean;
  readonly enabled: boolean;
}

export const emptyDraft = (): ScheduleDraft => ({
  name: '',
  period: 'week',
  weekday: 'monday',
  day: '1',
  hour: '8',
  timeZone: ownTimeZone(),
  campaign: '',
  brandSet: '',
  title: '',
  // The page of a report shows what the JSON file has.
  formats: ['pdf', 'json'],
  recipients: [],
  deliver: 'link',
  publicLink: false,
  enabled: true,
});

/** A schedule that the service turned off is on again once it is saved. */
export function draftOf(schedule: ReportSchedule): ScheduleDraft {
  const { every, name, formats: chosenFormats, recipients, deliver } = schedule;
  // Saving a schedule takes nobody off it who has unsubscribed.
  const people = [...recipients, ...(schedule.unsubscribed ?? [])];
  return {
    ...emptyDraft(),
    name,
    deliver,
    enabled: schedule.enabled || schedule.off_reason !== null,
    formats: chosenFormats,
    period: every.period,
    hour: String(every.hour),
    ...(every.period === 'week' ? { weekday: every.weekday } : { day: String(every.day) }),
    timeZone: schedule.time_zone,
    campaign: schedule.campaign_id ?? '',
    brandSet: schedule.brand_set_id ?? '',
    title: schedule.title ?? '',
    recipients: people.map(({ user_id: id }) => id),
    publicLink: schedule.public_link,
  };
}

/** `logo`: undefined to keep the present one. */
export function entryOf(draft: ScheduleDraft, logo: Logo | null | undefined): ReportScheduleEntry {
  const { name, period, weekday, day, timeZone, campaign, brandSet, deliver, enabled } = draft;
  const hour = Number(draft.hour);
  const month = { period: 'month', day: day === 'last' ? day : Number(day), hour } as const;
  return {
    name,
    every: period === 'week' ? { period, weekday, hour } : month,
    time_zone: timeZone,
    formats: [...draft.formats],
    recipients: [...draft.recipients],
    deliver,
    public_link: draft.publicLink,
    enabled,
    ...(campaign && { campaign_id: campaign }),
    ...(brandSet && { brand_set_id: brandSet }),
    ...(draft.title.trim() && { title: draft.title }),
    ...(logo !== undefined && { logo: logo?.url ?? null }),
  };
}
