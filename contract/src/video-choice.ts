/** A choice of videos by what is known about them, for trends, campaigns, reports by schedule and alerts. */
import { z } from 'zod';
import { exampleIds } from './calls/example-ids.ts';
import { tag } from './job-highlights.ts';
import { isDay, textOf } from './text.ts';

export const choiceLimits = { tags: 20, follows: 50, channels: 100, platforms: 20 } as const;

const day = z
  .string()
  .refine(isDay, 'must be a date, YYYY-MM-DD')
  .meta({ format: 'date', examples: ['2026-11-02'] });

/** A name of a time zone of the IANA database. */
export const timeZone = z
  .string()
  .max(100)
  .refine(isTimeZone, 'must be a time zone of the IANA database, such as Europe/Berlin')
  .meta({ examples: ['Europe/Berlin'] });

/**
 * Short names such as IST and CST, each of which means several zones. `Intl` takes them where it knows an old rule for
 * them, but they are not of the IANA database, and `Temporal` refuses them.
 */
const ambiguousZone =
  /^(AC|AE|AG|AR|AS|BE|BS|CA|CN|CS|CT|EA|EC|IE|IS|JS|MI|NE|NS|PL|PN|PR|PS|SS|VS)T$/i;

/** Offsets such as `+02:00` are refused, because they know no summer time. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name) || ambiguousZone.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const channel = textOf(300);
const platform = textOf(50);
const followId = textOf(100);

/** Fields of a choice; a video must fit each that is given, and fits a list if it fits one of its entries. */
export const videoChoice = z
  .strictObject({
    tags: z
      .array(tag)
      .min(1)
      .max(choiceLimits.tags)
      .nullish()
      .describe(`Only videos with one of these tags, at most ${choiceLimits.tags}.`)
      .meta({ examples: [['spring']] }),
    follow_ids: z
      .array(followId)
      .min(1)
      .max(choiceLimits.follows)
      .nullish()
      .describe(`Only videos of one of these Follows, at most ${choiceLimits.follows}.`)
      .meta({ examples: [[exampleIds.follow]] }),
    channels: z
      .array(channel)
      .min(1)
      .max(choiceLimits.channels)
      .nullish()
      .describe(
        `Only videos that one of these published, by name regardless of case or by the address of its page, at most ${choiceLimits.channels}.`,
      )
      .meta({ examples: [['Runner’s Weekly']] }),
    platforms: z
      .array(platform)
      .min(1)
      .max(choiceLimits.platforms)
      .nullish()
      .describe(`Only videos of one of these platforms, at most ${choiceLimits.platforms}.`)
      .meta({ examples: [['youtube', 'upload']] }),
    since: day
      .nullish()
      .describe(
        'Only videos of this day or later. The day of a video is when it was published; where that is unknown, when its job was created.',
      ),
    until: day.nullish().describe('Only videos of this day or earlier.'),
  })
  .meta({ id: 'VideoChoice', description: 'Which videos count. All given fields must hold.' });
export type VideoChoice = z.infer<typeof videoChoice>;

const listInQuery = <T extends z.ZodType<string>>(item: T, maxItems: number, example: string) =>
  z
    .union([item, z.array(item).max(maxItems)])
    .transform((values) => [values].flat() as string[])
    .meta({ examples: [example] });

/** The same choice as parameters of a query; lists are given by repeating the parameter. */
export const choiceQuery = {
  tag: listInQuery(tag, choiceLimits.tags, 'spring')
    .optional()
    .describe('Only videos with this tag; repeat it for several, one of which must fit.'),
  follow_id: listInQuery(followId, choiceLimits.follows, exampleIds.follow)
    .optional()
    .describe('Only videos of this Follow; repeat it for several.'),
  channel: listInQuery(channel, choiceLimits.channels, 'Runner’s Weekly')
    .optional()
    .describe(
      'Only videos that this channel published, by name regardless of case or by the address of its page; repeat it for several.',
    ),
  platform: listInQuery(platform, choiceLimits.platforms, 'youtube')
    .optional()
    .describe('Only videos of this platform; repeat it for several.'),
  since: day.optional().describe('First day.'),
  until: day.optional().describe('Last day.'),
};
