/** Alerts: what a workspace wants to be told about new videos, and where. */
import { z } from 'zod';
import { exampleIds } from './calls/example-ids.ts';
import { mailLimits } from './mail-limits.ts';
import { cursor, pageLimit } from './paging.ts';
import { isTimeOfDay, textOf, timestamp } from './text.ts';
import { timeZone, videoChoice } from './video-choice.ts';

export const alertLimits = {
  alerts: 50,
  brands: 50,
  brandCharacters: 200,
  targets: 10,
  digestAbove: 100,
  /** Longest stretch that a brand must be on screen for, in seconds. */
  seconds: 86_400,
  /** Days that a preview looks back, and how many videos with the brands it reads. */
  previewDays: 30,
  previewVideos: 500,
  previewExamples: 10,
} as const;

/** How many matches of an hour are sent one by one, if nothing else is said. */
export const usualDigestAbove = 10;

const brandName = textOf(alertLimits.brandCharacters);
const brands = z
  .array(brandName)
  .min(1)
  .max(alertLimits.brands)
  .nullish()
  .describe(
    `The brands, at most ${alertLimits.brands}, regardless of case, accents and punctuation; one of them suffices. Other names of a brand in the library count as the brand. Give these or \`brand_set_id\`.`,
  )
  .meta({ examples: [['Nike']] });
const brandSetId = textOf(100)
  .nullish()
  .describe('All brands of this set, `set_…`, its own brand too. Give this or `brands`.')
  .meta({ examples: [exampleIds.brandSet] });

const minSeconds = z
  .number()
  .min(0)
  .max(alertLimits.seconds)
  .nullish()
  .describe(
    'Only if it is on screen for at least so many seconds of the video, added up. What is only said does not count then. Default 0.',
  )
  .meta({ examples: [5] });

export const alertSources = ['seen', 'said', 'either'] as const;
export type AlertSource = (typeof alertSources)[number];

const appears = z
  .strictObject({
    type: z
      .literal('appears')
      .describe('A brand appears in a video.')
      .meta({ examples: ['appears'] }),
    brands,
    brand_set_id: brandSetId,
    min_seconds: minSeconds,
    source: z
      .enum(alertSources)
      .nullish()
      .describe('Whether it must be seen or said. Default `either`.')
      .meta({ examples: ['seen'] }),
  })
  .meta({ id: 'AlertAppears', description: 'A brand appears in a video.' });

const together = z
  .strictObject({
    type: z
      .literal('together')
      .describe('Two brands are on screen at the same time.')
      .meta({ examples: ['together'] }),
    brands: z
      .array(brandName)
      .length(2)
      .describe('The two brands.')
      .meta({ examples: [['Nike', 'Adidas']] }),
    min_seconds: z
      .number()
      .min(0)
      .max(alertLimits.seconds)
      .nullish()
      .describe('Only if they are for at least so many seconds of the video, added up. Default 0.')
      .meta({ examples: [3] }),
  })
  .meta({ id: 'AlertTogether', description: 'Two brands are on screen at the same time.' });

const paid = z
  .strictObject({
    type: z
      .literal('paid')
      .describe('A brand has a paid segment, or pays by the words of a video.'),
    brands,
    brand_set_id: brandSetId,
  })
  .meta({
    id: 'AlertPaid',
    description: 'A brand has a paid segment, or pays by the words of a video.',
  });

export const alertMeasures = ['seen_seconds', 'equivalent_seconds'] as const;
export type AlertMeasure = (typeof alertMeasures)[number];
export const alertPeriods = ['week', 'month'] as const;
export type AlertPeriod = (typeof alertPeriods)[number];

const passed = z
  .strictObject({
    type: z
      .literal('passed')
      .describe('A rival passes a brand: it was behind in the running week or month, and is ahead.')
      .meta({ examples: ['passed'] }),
    brand: brandName.describe('The brand.').meta({ examples: ['Nike'] }),
    rivals: z
      .array(brandName)
      .min(1)
      .max(alertLimits.brands)
      .describe(`The rivals, at most ${alertLimits.brands}; one that passes suffices.`)
      .meta({ examples: [['Adidas', 'Puma']] }),
    by: z
      .enum(alertMeasures)
      .nullish()
      .describe('What is compared. Default `equivalent_seconds`.')
      .meta({ examples: ['seen_seconds'] }),
    period: z
      .enum(alertPeriods)
      .nullish()
      .describe('Over which stretch it is added up; weeks begin on Monday. Default `week`.')
      .meta({ examples: ['month'] }),
  })
  .meta({ id: 'AlertPassed', description: 'A rival passes a brand.' });

export const alertCondition = z
  .discriminatedUnion('type', [appears, together, paid, passed])
  .meta({ id: 'AlertCondition', description: 'What must be so; `type` names its kind.' });
export type AlertCondition = z.infer<typeof alertCondition>;
export type AlertConditionOf<Type extends AlertCondition['type']> = Extract<
  AlertCondition,
  { type: Type }
>;

export const alertTargetTypes = ['mail', 'webhook', 'slack', 'teams'] as const;
export type AlertTargetType = (typeof alertTargetTypes)[number];

const alertTargetEntry = z
  .strictObject({
    type: z
      .enum(alertTargetTypes)
      .describe(
        '`mail`: to a member. `webhook`: signed like other webhooks. `slack` and `teams`: to an incoming webhook of these, in their form.',
      ),
    address: textOf(2048)
      .nullish()
      .describe(
        'For `mail` the confirmed address of a member of the workspace, else an HTTPS address with a public name. May be absent if `target_id` is given.',
      )
      .meta({ examples: ['https://hooks.slack.com/services/T000/B000/XXXX'] }),
    target_id: textOf(100)
      .nullish()
      .describe(
        'Keeps a target of the alert with its address, which is not shown in full for `slack` and `teams`. Only in a PUT.',
      )
      .meta({ examples: [exampleIds.target] }),
  })
  .meta({ id: 'AlertTargetEntry', description: 'Where an alert is sent.' });
export type AlertTargetEntry = z.infer<typeof alertTargetEntry>;

const timeOfDay = z
  .string()
  .refine(isTimeOfDay, 'must be a time of the day, HH:MM')
  .meta({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', examples: ['22:00'] });

const quietHours = z
  .strictObject({
    start: timeOfDay.describe('When they begin, HH:MM.'),
    end: timeOfDay.describe('When they end, HH:MM; on the next day if it is before `start`.'),
  })
  .meta({ id: 'AlertQuietHours', description: 'Hours of each day in which nothing is sent.' });

const scope = {
  condition: alertCondition.describe('What must be so for a video to be found.'),
  campaign_id: textOf(100)
    .nullish()
    .describe('Only videos of this campaign, `cmp_…`. Null or absent: any.')
    .meta({ examples: [exampleIds.campaign] }),
  videos: videoChoice
    .nullish()
    .describe('Only these videos, instead of a campaign. Null or absent: any.')
    .meta({ examples: [{ tags: ['spring'] }] }),
  time_zone: timeZone
    .nullish()
    .describe('Time zone of quiet hours, days, weeks and months. Default `UTC`.'),
};

/** Body of `POST /v1/alerts` and `PUT /v1/alerts/:id`. */
export const alertEntry = z
  .strictObject({
    name: textOf(100)
      .describe('Name of the alert, at most 100 characters.')
      .meta({ examples: ['Nike in a paid segment'] }),
    ...scope,
    targets: z
      .array(alertTargetEntry)
      .max(alertLimits.targets)
      .describe(
        `Where it is sent, at most ${alertLimits.targets} targets. Without any, matches are only listed.`,
      ),
    quiet_hours: quietHours
      .nullish()
      .describe(
        'What is found in these hours is sent together at their end. Null or absent: none.',
      ),
    digest_above: z
      .int()
      .min(1)
      .max(alertLimits.digestAbove)
      .nullish()
      .describe(
        `Number of matches of an hour that are sent one by one, 1 to ${alertLimits.digestAbove}; more come together, at the latest an hour after the first. Default ${usualDigestAbove}.`,
      )
      .meta({ examples: [10] }),
    enabled: z
      .boolean()
      .nullish()
      .describe('False: nothing is looked for. Default true.')
      .meta({ examples: [true] }),
  })
  .meta({ id: 'AlertEntry', description: 'What to tell of new videos, and where.' });
export type AlertEntry = z.infer<typeof alertEntry>;

/** Body of `POST /v1/alerts/preview`. */
export const alertPreviewEntry = z
  .strictObject(scope)
  .meta({ id: 'AlertPreviewEntry', description: 'What to look for in recent videos.' });
export type AlertPreviewEntry = z.infer<typeof alertPreviewEntry>;

const alertTarget = z
  .looseObject({
    target_id: z.string().describe('Id of the target, `tgt_…`.'),
    type: z.enum(alertTargetTypes).describe('What kind of target it is.'),
    address: z
      .string()
      .describe('Its address; of `slack` and `teams` only the host and the last four characters.'),
    off_reason: z
      .string()
      .nullable()
      .describe(
        'Why nothing is sent there any more, such as an answer 410; null while it is. `MEMBER_LEFT: …`, `KEY_REVOKED: …` and `ACCOUNT_TAKEN_OVER: …` if who added it or last turned it on has left the workspace, was revoked, or had made the account of somebody else. Saving the alert turns it on again, and makes it the caller’s. `UNSUBSCRIBED: …` if the person has ended mail of alerts of the workspace by the link in it; only the person can have it again, whatever others save.',
      )
      .meta({ examples: ['The endpoint answered 410 (gone).'] }),
  })
  .meta({ id: 'AlertTarget', description: 'Where an alert is sent.' });

export const alert = z
  .looseObject({
    alert_id: z.string().describe('Id of the alert, `alr_…`.'),
    name: z.string().describe('Its name.'),
    condition: alertCondition.describe('What must be so for a video to be found.'),
    campaign_id: z
      .string()
      .nullable()
      .describe('Only videos of this campaign; null: any.')
      .meta({ examples: [exampleIds.campaign] }),
    videos: videoChoice
      .nullable()
      .describe('Only these videos; null: any.')
      .meta({ examples: [{ tags: ['spring'] }] }),
    time_zone: z.string().describe('Time zone of quiet hours, days, weeks and months.'),
    targets: z.array(alertTarget).describe('Where it is sent.'),
    quiet_hours: quietHours.nullable().describe('Hours in which nothing is sent; null: none.'),
    digest_above: z.int().describe('Number of matches of an hour that are sent one by one.'),
    enabled: z.boolean().describe('Whether it looks for anything.'),
    problem: z
      .string()
      .nullable()
      .describe(
        'Why it finds nothing, such as a campaign or brand set that was deleted; null if nothing is wrong.',
      )
      .meta({ examples: ['Its campaign was deleted.'] }),
    matches_last_week: z.int().min(0).describe('How many videos it found in the last 7 days.'),
    last_match_at: timestamp.nullable().describe('When it last found one; null if never.'),
    updated_at: timestamp.describe('When it last changed.'),
  })
  .meta({ id: 'Alert', description: 'What to tell of new videos, and where.' });
export type Alert = z.infer<typeof alert>;

/** What an alert says about one video. */
const finding = {
  job_id: z.string().describe('Id of the job.'),
  title: z
    .string()
    .nullable()
    .describe('Title of the video, or the name of its file; null if unknown.'),
  brand: z
    .string()
    .describe('The brand it is about: the one with most seconds, or the rival that passes.'),
  brands: z.array(z.string()).describe('All brands of the alert that it is about.'),
  seconds: z
    .number()
    .min(0)
    .describe(
      'Seconds on screen: of the brand, of both at once, or in its paid segments. For a rival that passes, its sum in the week or month. 0 if the brand is only said.',
    ),
  moment: z
    .number()
    .min(0)
    .nullable()
    .describe('Second of the video to look at; null if there is none.'),
  frame_url: z
    .string()
    .nullable()
    .describe('Address of a picture that proves it; null if there is none.'),
};
export const alertFinding = z
  .looseObject(finding)
  .meta({ id: 'AlertFinding', description: 'What an alert finds in a video.' });
export type AlertFinding = z.infer<typeof alertFinding>;

const alertDelivery = z
  .looseObject({
    type: z.enum(alertTargetTypes).describe('What kind of target it is.'),
    address: z.string().describe('Its address, without secrets.'),
    status: z
      .enum(['pending', 'delivered', 'failed'])
      .describe('`pending`: it is tried, or tried again. `failed`: it is not tried again.'),
    attempts: z.int().min(0).describe('Number of attempts so far.'),
    error: z
      .string()
      .nullable()
      .describe(
        `Why the last attempt failed, or what it waits for; null if there is nothing to say. To a person go at most ${mailLimits.alertsPerHour} mails of alerts of a workspace in an hour; what comes after that goes together in one mail at its end.`,
      )
      .meta({ examples: ['The endpoint answered 500.'] }),
    next_attempt_at: timestamp.nullable().describe('When it is tried next; null if it is not.'),
    delivered_at: timestamp.nullable().describe('When it was accepted; null if it was not.'),
  })
  .meta({ id: 'AlertDelivery', description: 'A message of an alert on its way to a target.' });

export const alertMatch = z
  .looseObject({
    match_id: z.string().describe('Id of the match, `mat_…`.'),
    ...finding,
    found_at: timestamp.describe('When it was found.'),
    sends_at: timestamp
      .nullable()
      .describe('When it is to be sent, if it waits for quiet hours or a digest; else null.')
      .meta({ examples: ['2026-11-06T07:00:00.000Z'] }),
    sent_at: timestamp.nullable().describe('When the first target accepted it; null before.'),
    withdrawn_at: timestamp
      .nullable()
      .describe('When a correction of the results made it wrong; null if it is right.')
      .meta({ examples: ['2026-11-06T09:30:00.000Z'] }),
    deliveries: z
      .array(alertDelivery)
      .describe('Where it was sent, or is being sent. Kept as long as deliveries of webhooks are.'),
  })
  .meta({ id: 'AlertMatch', description: 'A video that an alert found.' });
export type AlertMatch = z.infer<typeof alertMatch>;

export const alertPreview = z
  .looseObject({
    days: z.int().describe('Number of days that were looked at.'),
    matches: z.int().min(0).describe('Number of videos that would have been found.'),
    complete: z
      .boolean()
      .describe(
        `Whether all videos were read; false if more than ${alertLimits.previewVideos} have the brands, of which the newest were read, or if earlier videos are not counted yet after an update or a restore.`,
      ),
    findings: z
      .array(alertFinding)
      .describe(`The newest of them, at most ${alertLimits.previewExamples}.`),
  })
  .meta({ id: 'AlertPreview', description: 'What an alert would have found.' });
export type AlertPreview = z.infer<typeof alertPreview>;

export const alertTest = z
  .looseObject({
    deliveries: z
      .array(alertDelivery)
      .describe('The example on its way to each target; it is sent within seconds.'),
  })
  .meta({ id: 'AlertTest', description: 'An example that is being sent.' });
export type AlertTest = z.infer<typeof alertTest>;

/** Query of `GET /v1/alerts/:id/matches`. */
export const alertMatchesQuery = z.object({
  limit: pageLimit.optional().describe('Matches on a page, 1 to 100. Default 20.'),
  cursor: cursor.optional().describe('`next_cursor` of the previous page, unchanged.'),
});
export type AlertMatchesQuery = z.infer<typeof alertMatchesQuery>;
