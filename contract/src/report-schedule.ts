/** Reports by schedule: a report of each week or month of a campaign, sent to members by mail (docs/schedules.md). */
import { z } from 'zod';
import { exampleIds } from './calls/example-ids.ts';
import { cursor, pageLimit } from './paging.ts';
import { reportFormat, reportFormats, reportLimits } from './report.ts';
import { textOf, timestamp } from './text.ts';
import { trendNumbers } from './trends.ts';
import { timeZone } from './video-choice.ts';

export const scheduleLimits = {
  schedules: 50,
  recipients: 50,
  nameCharacters: 100,
  /** Every month has this day. */
  lastDay: 28,
  /** Brands of a period that are compared with another period: those with the most equivalent seconds. */
  comparedBrands: 1000,
  /** Brands that are listed in what changed. */
  changedBrands: 200,
  /** Causes that are named for numbers that differ from those that were reported. */
  namedCauses: 20,
} as const;

export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;
export type Weekday = (typeof weekdays)[number];

const weekday = z
  .enum(weekdays)
  .describe('Day of the week on which the report of the week before is made.');
const dayOfMonth = z
  .union([z.int().min(1).max(scheduleLimits.lastDay), z.literal('last')])
  .describe(
    `Day of the month on which the report of the month before is made, 1 to ${scheduleLimits.lastDay}, or \`last\`.`,
  )
  .meta({ examples: ['last'] });
const hour = z
  .int()
  .min(0)
  .max(23)
  .describe('Hour of the day in the time zone, 0 to 23. An hour that a day skips is the next one.')
  .meta({ examples: [8] });

/** When a schedule is due. Nothing shorter than a week exists, because each report goes out by mail. */
const scheduleEvery = z
  .discriminatedUnion('period', [
    z.strictObject({
      period: z.literal('week').describe('A report of each week, Monday to Sunday.'),
      weekday,
      hour,
    }),
    z.strictObject({
      period: z
        .literal('month')
        .describe('A report of each month.')
        .meta({ examples: ['month'] }),
      day: dayOfMonth,
      hour,
    }),
  ])
  .meta({
    id: 'ScheduleEvery',
    description: 'When a schedule is due: each week or each month.',
    examples: [{ period: 'week', weekday: 'monday', hour: 8 }],
  });
export type ScheduleEvery = z.infer<typeof scheduleEvery>;

export const deliveries = ['link', 'file'] as const;
const delivery = z.enum(deliveries);

/** Body of `POST /v1/report-schedules` and `PUT /v1/report-schedules/:id`. */
export const reportScheduleEntry = z
  .strictObject({
    name: textOf(scheduleLimits.nameCharacters)
      .describe(
        `Name of the schedule, at most ${scheduleLimits.nameCharacters} characters. No other schedule of the workspace may have it.`,
      )
      .meta({ examples: ['Spring, weekly'] }),
    campaign_id: textOf(100)
      .nullish()
      .describe('The campaign whose videos are reported, `cmp_…`. Null or absent: all videos.'),
    brand_set_id: textOf(100)
      .nullish()
      .describe(
        'The brands that are reported, `set_…`; shares are still of all brands. Null or absent: the brand set of the campaign, or all brands.',
      )
      .meta({ examples: [exampleIds.brandSet] }),
    every: scheduleEvery.describe('When it is due.'),
    time_zone: timeZone
      .nullish()
      .describe(
        'Time zone of the hour and of the days of the period, a name of the IANA database. Default `UTC`.',
      ),
    formats: z
      .array(reportFormat)
      .min(1)
      .max(reportFormats.length)
      .nullish()
      .meta({ default: ['pdf'], examples: [['pdf', 'csv']] })
      .describe('Files to make. Default: `pdf`.'),
    title: textOf(reportLimits.titleCharacters)
      .nullish()
      .describe(
        'Title of the reports, at most 200 characters; the period follows it. Default: the name of the schedule.',
      )
      .meta({ examples: ['Spring campaign'] }),
    logo: z
      .string()
      .max(reportLimits.logoCharacters)
      .nullish()
      .describe(
        'Picture for the cover, as for a report. A change without it keeps the present one; null removes it.',
      )
      .meta({ examples: ['data:image/png;base64,iVBORw0KGgo…'] }),
    recipients: z
      .array(textOf(320))
      .max(scheduleLimits.recipients)
      .nullish()
      .describe(
        `Who gets mail: members of the workspace, by the id or the mail address of the person, at most ${scheduleLimits.recipients}. Default: nobody; the reports are in the list of reports.`,
      )
      .meta({ examples: [['ada@example.com']] }),
    deliver: delivery
      .nullish()
      .meta({ default: 'link' })
      .describe(
        'What the mail has: a `link` to the report, or its files (`file`); a link too where the files are too large for mail. Default `link`.',
      ),
    public_link: z
      .boolean()
      .nullish()
      .meta({ default: false, examples: [true] })
      .describe(
        'Whether the link in a mail opens without an account, as a shared report. Default false: it opens the console.',
      ),
    enabled: z
      .boolean()
      .nullish()
      .meta({ default: true, examples: [false] })
      .describe('Whether it runs by itself. Default true.'),
  })
  .meta({ id: 'ReportScheduleEntry', description: 'A report of each week or month.' });
export type ReportScheduleEntry = z.infer<typeof reportScheduleEntry>;

const day = z.string().meta({ format: 'date', examples: ['2026-11-02'] });
const runPeriod = z
  .looseObject({ start: day.describe('First day.'), end: day.describe('Last day.') })
  .meta({ id: 'SchedulePeriod', description: 'The days that a run is about.' });

export const runStates = ['waiting', 'making', 'ready', 'empty', 'failed'] as const;
export type RunState = (typeof runStates)[number];
const runState = z.enum(runStates).meta({
  id: 'ScheduleRunState',
  description:
    '`waiting`: it is counted soon. `making`: its report is being made. `ready`: its report is there. `empty`: no video is of this period, so there is no report; the mail says so. `failed`: it could not be made; `error` says why.',
});

export const runMailStates = ['waiting', 'sent', 'skipped', 'failed'] as const;
export type RunMailState = (typeof runMailStates)[number];
const runMail = z
  .looseObject({
    user_id: z.string().describe('Id of the person.'),
    email: z.string().nullable().describe('The mail address; null if the account is gone.'),
    state: z
      .enum(runMailStates)
      .describe(
        '`waiting`: it is sent soon, or again. `sent`: the mail server took it. `skipped`: it was not to be sent; `reason` says why. `failed`: the mail server did not take it for days.',
      ),
    reason: z
      .string()
      .nullable()
      .describe('Why it was not sent, or not yet; null if there is nothing to say.')
      .meta({ examples: ['The mail address is not verified.'] }),
    attached: z
      .array(z.string())
      .describe('Formats of the files that were attached; empty if it has a link.'),
    sent_at: timestamp.nullable().describe('When the mail server took it; null before.'),
  })
  .meta({ id: 'ScheduleMail', description: 'What was sent to a person.' });

const runFields = {
  run_id: z.string().describe('Id of the run, `run_…`.'),
  schedule_id: z.string().describe('Its schedule.'),
  state: runState.describe('How far it is.'),
  by_hand: z.boolean().describe('Whether somebody asked for it, apart from the schedule.'),
  period: runPeriod.describe('The days it is about.'),
  videos: z
    .int()
    .min(0)
    .nullable()
    .describe('Number of videos of the period; null until they are counted.'),
  report_id: z
    .string()
    .nullable()
    .describe(
      'Its report, `rep_…`; null if there is none. The report may have been removed since.',
    ),
  error: z
    .looseObject({
      code: z.string().describe('Code of the failure.'),
      message: z.string().describe('What went wrong, or what it waits for.'),
    })
    .meta({ id: 'ScheduleRunError', description: 'Why a run failed or waits.' })
    .nullable()
    .describe('Why it failed or waits; null otherwise.')
    .meta({ examples: [{ code: 'LOW_DISK', message: 'The disk is nearly full.' }] }),
  mails: z.array(runMail).describe('What was sent to whom, and why not.'),
  due_at: timestamp.describe('When it was due.'),
  ended_at: timestamp.nullable().describe('When it was ready, empty or failed; null before.'),
};

const number = z.int().min(0);
const count = z
  .looseObject({
    before: number.describe('Number of them in the run before.'),
    now: number.describe('Number of them in this run.'),
  })
  .meta({ id: 'ChangedCount', description: 'A number, before and now.' });

const length = z.number().min(0);
const seconds = z
  .looseObject({
    before: length.describe('Seconds in the run before.'),
    now: length.describe('Seconds in this run.'),
  })
  .meta({ id: 'ChangedSeconds', description: 'Seconds, before and now.' });

const changedBrand = z
  .looseObject({
    name: z.string().describe('Name of the brand.'),
    own: z
      .literal(true)
      .optional()
      .describe('Set for the own brand of the brand set.')
      .meta({ examples: [true] }),
    before: trendNumbers.nullable().describe('Its numbers before; null if it was not there.'),
    now: trendNumbers.nullable().describe('Its numbers now; null if it is gone.'),
  })
  .meta({ id: 'ChangedBrand', description: 'A brand, before and now.' });
export type ChangedBrand = z.infer<typeof changedBrand>;

const video = {
  job_id: z
    .string()
    .describe('Id of its job.')
    .meta({ examples: [exampleIds.job] }),
  title: z
    .string()
    .nullable()
    .describe('Title of the video; null if unknown.')
    .meta({ examples: ['Launch day'] }),
};

const videoExample = { job_id: exampleIds.job, title: 'Launch day' };
const correctionExample = {
  ...videoExample,
  text: '“Samsung” dismissed',
  corrected_at: '2026-11-12T09:40:00.000Z',
};

const correctionSince = z
  .looseObject({
    ...video,
    text: z
      .string()
      .describe('What somebody corrected, in words.')
      .meta({ examples: ['“Samsung” dismissed'] }),
    corrected_at: timestamp
      .describe('When it was corrected.')
      .meta({ examples: ['2026-11-12T09:40:00.000Z'] }),
  })
  .meta({ id: 'CorrectionSince', description: 'A correction after a video was reported.' });

const videoSince = z
  .looseObject(video)
  .meta({ id: 'VideoSince', description: 'A video of a period that was reported without it.' });

const correctedSince = z
  .looseObject({
    videos: count.describe(
      'Number of videos of the period before: as reported, and as counted now.',
    ),
    videos_added: z
      .int()
      .min(0)
      .describe('Number of videos of that period that were analysed since.'),
    videos_gone: z.int().min(0).describe('Number of videos that were deleted or replaced since.'),
    corrections: z
      .int()
      .min(0)
      .describe('Number of corrections that people made since to videos of that period.'),
    named_corrections: z
      .array(correctionSince)
      .optional()
      .describe(
        `What people corrected since, the newest first, at most ${scheduleLimits.namedCauses}. A transcript is named once, and not among \`corrections\`. Absent in runs of earlier releases.`,
      )
      .meta({ examples: [[correctionExample]] }),
    named_videos: z
      .array(videoSince)
      .optional()
      .describe(
        `Those of \`videos_added\`, at most ${scheduleLimits.namedCauses}. Absent in runs of earlier releases.`,
      )
      .meta({ examples: [[videoExample]] }),
    brands: z
      .array(changedBrand)
      .describe('Brands whose numbers in that period differ now: as reported, and as counted now.'),
  })
  .meta({
    id: 'CorrectedSince',
    description: 'What is different now about the period that was reported before.',
  });

export const reportChanges = z
  .looseObject({
    since: z
      .looseObject({
        run_id: z.string().describe('The run before.'),
        report_id: z.string().nullable().describe('Its report; null if it had none.'),
        period: runPeriod.describe('The days it was about.'),
        counted_at: timestamp.describe('When its numbers were counted.'),
      })
      .meta({ id: 'ChangedSince', description: 'The run that is compared with.' })
      .describe('Which run it is compared with.'),
    choice_changed: z
      .boolean()
      .describe(
        'Whether the campaign, the brands or the time zone changed since; the numbers are not of the same choice then, and `corrected` is null.',
      ),
    videos: count.describe('Number of videos.'),
    seen_seconds: seconds.describe('Seconds on screen of all brands.'),
    equivalent_seconds: seconds.describe('Equivalent seconds of all brands.'),
    mentions: count.describe('Number of times that any brand is said.'),
    brands: z
      .array(changedBrand)
      .describe(
        `Brands before and now, those with the most equivalent seconds first, at most ${scheduleLimits.changedBrands}. New ones have no \`before\`, those that are gone no \`now\`.`,
      ),
    brands_left_out: z.int().min(0).describe('Number of brands that are not listed.'),
    corrected: correctedSince
      .nullable()
      .describe(
        'What is different now about the period before; null if nothing is, or if the choice changed.',
      ),
  })
  .meta({ id: 'ReportChanges', description: 'What changed since the run before.' });
export type ReportChanges = z.infer<typeof reportChanges>;

export const scheduleRun = z
  .looseObject(runFields)
  .meta({ id: 'ScheduleRun', description: 'One run of a schedule.' });
export type ScheduleRun = z.infer<typeof scheduleRun>;

export const scheduleRunDetails = z
  .looseObject({
    ...runFields,
    changes: reportChanges
      .nullable()
      .describe(
        'What changed since the run before; null for the first, or until its videos are counted.',
      ),
  })
  .meta({ id: 'ScheduleRunDetails', description: 'One run of a schedule, with what changed.' });
export type ScheduleRunDetails = z.infer<typeof scheduleRunDetails>;

const recipient = z
  .looseObject({
    user_id: z.string().describe('Id of the person.'),
    name: z.string().describe('Name of the person.'),
    email: z.string().describe('Mail address of the person.'),
    verified: z.boolean().describe('Whether the address is verified; others get no mail.'),
  })
  .meta({ id: 'ScheduleRecipient', description: 'A member who gets mail.' });

export const reportSchedule = z
  .looseObject({
    schedule_id: z.string().describe('Id of the schedule, `sch_…`.'),
    name: z.string().describe('Its name.'),
    campaign_id: z.string().nullable().describe('Its campaign; null for all videos.'),
    brand_set_id: z
      .string()
      .nullable()
      .describe('Its brand set; null if none was chosen.')
      .meta({ examples: [exampleIds.brandSet] }),
    every: scheduleEvery.describe('When it is due.'),
    time_zone: z.string().describe('Time zone of the hour and of the days.'),
    formats: z.array(reportFormat).describe('Files that are made.'),
    title: z
      .string()
      .nullable()
      .describe('Title of the reports; null for the name.')
      .meta({ examples: ['Spring campaign'] }),
    has_logo: z.boolean().describe('Whether the cover has a logo.'),
    recipients: z
      .array(recipient)
      .describe(
        'Members who get mail. Whoever left the workspace, or has unsubscribed, is gone from the list.',
      ),
    unsubscribed: z
      .array(recipient)
      .optional()
      .describe(
        'Members whom the schedule names too, and who have ended mail of reports by schedule of the workspace by the link in it. Only they can have it again. Absent if there are none.',
      )
      .meta({
        examples: [
          [{ user_id: 'Jt8m3kQpVx2yZr5a', name: 'Ada', email: 'ada@example.com', verified: true }],
        ],
      }),
    deliver: delivery.describe('What the mail has.'),
    public_link: z.boolean().describe('Whether links in mail open without an account.'),
    mail_available: z.boolean().describe('Whether the service has a mail server.'),
    enabled: z.boolean().describe('Whether it runs by itself.'),
    off_reason: z
      .string()
      .nullable()
      .describe(
        'Why the service turned it off; null if it did not. `MEMBER_LEFT: …`, `KEY_REVOKED: …` and `ACCOUNT_TAKEN_OVER: …` if its links open without an account and who last changed it has left the workspace, was revoked, or had made the account of somebody else.',
      )
      .meta({ examples: ['Its campaign “Spring” was deleted.'] }),
    next_run_at: timestamp.nullable().describe('When it is due next; null if it is off.'),
    last_run: scheduleRun.nullable().describe('Its newest run; null if there is none.'),
    updated_at: timestamp.describe('When it was last changed.'),
  })
  .meta({ id: 'ReportSchedule', description: 'A report of each week or month.' });
export type ReportSchedule = z.infer<typeof reportSchedule>;

export const listScheduleRunsQuery = z.object({
  limit: pageLimit.optional().describe('Runs on a page, 1 to 100. Default 20.'),
  cursor: cursor.optional().describe('`next_cursor` of the previous page, unchanged.'),
});
export type ListScheduleRunsQuery = z.infer<typeof listScheduleRunsQuery>;
