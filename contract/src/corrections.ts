/**
 * People's corrections of a job's results: names, missed appearances, paid segments, and confirmations. The stored
 * results themselves are not changed.
 */
import { z } from 'zod';
import { actor } from './audit.ts';
import { exampleIds } from './calls/example-ids.ts';
import { cursor, pageLimit } from './paging.ts';
import { type BoundingBox, boundingBox } from './results.ts';
import { textOf, timestamp } from './text.ts';

export const correctionLimits = {
  /** Maximum number of corrections per job. */
  job: 1000,
  nameCharacters: 200,
  /**
   * How far a box may extend beyond the edge of the frame, as a fraction of the frame, because clients round
   * coordinates.
   */
  boxSlack: 0.001,
} as const;

export const correctionKinds = ['dismiss', 'rename', 'merge', 'add', 'confirm', 'move'] as const;
export type CorrectionKind = (typeof correctionKinds)[number];
const kindMeanings =
  '`dismiss`: it is not there. `rename`: it is something else. `merge`: it is the same as another one of the results. `add`: it was missed. `confirm`: it is right. `move`: it is there, but from and to other seconds; only paid segments.';
export const correctionKind = z.enum(correctionKinds).meta({
  id: 'CorrectionKind',
  description: kindMeanings,
});

/** A recount is made by the service, so nobody can send it as a correction. */
export const storedCorrectionKind = z.enum([...correctionKinds, 'recount']).meta({
  id: 'StoredCorrectionKind',
  description: `${kindMeanings} \`recount\`: the brand library got its name later, and the service found it in the texts of the results.`,
});

const exampleBox = { x: 0.41, y: 0.32, width: 0.12, height: 0.07 };
const seconds = z.number().min(0).max(360_000);
const name = textOf(correctionLimits.nameCharacters);
const source = z.enum(['visual', 'audio']);

export const correctedAppearance = z
  .strictObject({
    timestamp: seconds.describe('Its `timestamp`, in seconds.'),
    timestamp_start: seconds
      .nullish()
      .describe(
        'Its `timestamp_start`, in seconds; needed only if several have the same `timestamp`.',
      )
      .meta({ examples: [3] }),
    source: source
      .nullish()
      .describe('Its `source`; needed only if one is seen and one is heard at this `timestamp`.')
      .meta({ examples: ['visual'] }),
  })
  .meta({
    id: 'CorrectedAppearance',
    description: 'Which appearance of the brand or object is meant, by its times in the results.',
  });
export type CorrectedAppearance = z.infer<typeof correctedAppearance>;

const isInside = ({ x, y, width, height }: BoundingBox): boolean =>
  Math.max(x + width, y + height) <= 1 + correctionLimits.boxSlack && width > 0 && height > 0;

export const addedAppearance = z
  .strictObject({
    start: seconds.describe('When it comes into view, or begins to be heard, in seconds.'),
    end: seconds.describe('When it ends, in seconds: after `start`, and not after the video.'),
    timestamp: seconds
      .nullish()
      .describe('The moment whose picture the box is drawn on, in seconds. Default `start`.')
      .meta({ examples: [12.4] }),
    box: boundingBox
      .nullish()
      .describe('Where it is on the frame, as fractions; needed if it is seen.')
      .meta({ examples: [exampleBox] }),
    source: source.describe('`visual`: seen. `audio`: heard; only brands are.'),
  })
  .refine(({ start, end }) => start < end, {
    path: ['end'],
    message: 'must be after start',
  })
  .refine(
    ({ start, end, timestamp: second }) => second == null || (second >= start && second <= end),
    {
      path: ['timestamp'],
      message: 'must be from start to end',
    },
  )
  .refine(({ box }) => box == null || isInside(box), {
    path: ['box'],
    message: 'must be a box inside the frame: x + width and y + height at most 1',
  })
  .refine(({ source: by, box }) => by === 'audio' || box != null, {
    path: ['box'],
    message: 'must be given for what is seen',
  })
  .refine(({ source: by, box }) => by === 'visual' || box == null, {
    path: ['box'],
    message: 'must not be given for what is heard',
  })
  .meta({ id: 'AddedAppearance', description: 'An appearance that was missed.' });
export type AddedAppearance = z.infer<typeof addedAppearance>;

/** Maximum number of appearances that one correction adds. */
export const mostAppearancesAdded = 100;

export const storedAppearance = z
  .looseObject({
    start: seconds.describe('When it comes into view, or begins to be heard, in seconds.'),
    end: seconds.describe('When it ends, in seconds.'),
    timestamp: seconds
      .optional()
      .describe('The moment whose picture the box is drawn on, in seconds; absent if heard.')
      .meta({ examples: [12.4] }),
    box: boundingBox
      .optional()
      .describe('Where it is on the frame, as fractions; absent if it is heard.')
      .meta({ examples: [exampleBox] }),
    source: source.describe('`visual`: read on screen. `audio`: heard.'),
    confidence: z
      .number()
      .min(0)
      .max(1)
      .describe('Confidence of the reading, 0 to 1; 1 if a person confirmed it.'),
  })
  .meta({
    id: 'StoredAppearance',
    description: 'An appearance taken from the texts or the speech of the results.',
  });
export type StoredAppearance = z.infer<typeof storedAppearance>;

export const correctedSegment = z
  .strictObject({
    start: seconds.describe('Its `start` as it is shown, or as it was found, in seconds.'),
    brand: name
      .nullish()
      .describe('Its `brand`; needed only if several have the same `start`.')
      .meta({ examples: ['Sony'] }),
  })
  .meta({
    id: 'CorrectedSegment',
    description: 'Which paid segment is meant, by its times in the results.',
  });
export type CorrectedSegment = z.infer<typeof correctedSegment>;

export const newSegment = z
  .strictObject({
    start: seconds.describe('When it begins, in seconds.'),
    end: seconds.describe('When it ends, in seconds: after `start`, and not after the video.'),
  })
  .refine(({ start, end }) => start < end, {
    path: ['end'],
    message: 'must be after start',
  })
  .meta({ id: 'NewSegment', description: 'From where to where a paid segment goes.' });
export type NewSegment = z.infer<typeof newSegment>;

const target = z
  .enum(['brand', 'object', 'paid_segment', 'possible_brand'])
  .describe(
    'What it is about: one of the `brands`, of the `objects`, of the `paid_segments`, or of the `possible_brands`.',
  );

/** What can be said about a paid segment. `merge` is missing, because segments have no names to be merged. */
const segmentKinds: readonly CorrectionKind[] = ['dismiss', 'rename', 'add', 'confirm', 'move'];

/** What can be said about a possible brand: it is one, or it is none. */
const possibleKinds: readonly CorrectionKind[] = ['confirm', 'dismiss'];

const needsNewName = (kind: CorrectionKind): boolean => kind === 'rename' || kind === 'merge';

/** Body of `POST /v1/jobs/:id/corrections`. */
export const createCorrection = z
  .strictObject({
    kind: correctionKind.describe('What is wrong, or right.'),
    target,
    name: name
      .nullish()
      .describe(
        'Name of the brand or object as it is shown, or as it was found, regardless of case, accents and punctuation; with `add`, the name of what was missed; of a possible brand, its `text`. Must be given for these. For a paid segment only with `add`: who pays, absent if unknown.',
      )
      .meta({ examples: ['Nike'] }),
    appearance: correctedAppearance
      .nullish()
      .describe('Only this appearance; absent: all of them. Not with `add`.')
      .meta({ examples: [{ timestamp: 4 }] }),
    new_name: name
      .nullish()
      .describe(
        'What it really is: any name with `rename`, one that the results have with `merge`; who really pays for a paid segment. Only with these two, and with `confirm` of a possible brand: how the brand is called, default `name`.',
      )
      .meta({ examples: ['Sony'] }),
    appearance_added: addedAppearance
      .nullish()
      .describe('What was missed; only with `add`.')
      .meta({ examples: [{ start: 12, end: 14.5, box: exampleBox, source: 'visual' }] }),
    segment: correctedSegment
      .nullish()
      .describe('Which paid segment is meant; only for one, and not with `add`.')
      .meta({ examples: [{ start: 30 }] }),
    segment_new: newSegment
      .nullish()
      .describe('Where the paid segment really is; only for one, with `add` and `move`.')
      .meta({ examples: [{ start: 28, end: 61.5 }] }),
    library: z
      .boolean()
      .nullish()
      .meta({ default: false, examples: [true] })
      .describe(
        'Whether the brand library learns from it: `rename` and `merge` of a whole brand make `name` an alias of `new_name`, `dismiss` of a whole brand excludes `name` from later analyses, with `add` of a brand that is seen, what is inside the box becomes a picture of its logo, and of a possible brand `confirm` adds it and `dismiss` excludes it. Undone with the correction. Default false.',
      ),
  })
  .refine(
    ({ target: of, kind, new_name: newName }) =>
      (of === 'possible_brand' && kind === 'confirm') || needsNewName(kind) === (newName != null),
    {
      path: ['new_name'],
      message: 'must be given with rename and merge, and only with them',
    },
  )
  .refine(({ target: of, kind }) => of !== 'possible_brand' || possibleKinds.includes(kind), {
    path: ['kind'],
    message: 'must be confirm or dismiss for a possible brand',
  })
  .refine(({ target: of, kind }) => of !== 'paid_segment' || segmentKinds.includes(kind), {
    path: ['kind'],
    message: 'must be dismiss, rename, add, confirm or move for a paid segment',
  })
  .refine(({ target: of, kind }) => of === 'paid_segment' || kind !== 'move', {
    path: ['kind'],
    message: 'move is only for paid segments',
  })
  .refine(({ target: of, name: thingName }) => of === 'paid_segment' || thingName != null, {
    path: ['name'],
    message: 'must be given',
  })
  .refine(
    ({ target: of, kind, name: payer }) => of !== 'paid_segment' || kind === 'add' || payer == null,
    {
      path: ['name'],
      message: 'must not be given for a paid segment, except with add; segment says which is meant',
    },
  )
  .refine(
    ({ target: of, kind, segment }) =>
      (of === 'paid_segment' && kind !== 'add') === (segment != null),
    {
      path: ['segment'],
      message: 'must be given for a paid segment except with add, and only then',
    },
  )
  .refine(
    ({ target: of, kind, segment_new: span }) =>
      (of === 'paid_segment' && (kind === 'add' || kind === 'move')) === (span != null),
    {
      path: ['segment_new'],
      message: 'must be given to add or move a paid segment, and only then',
    },
  )
  .refine(
    ({ target: of, kind, appearance_added: addition }) =>
      (of !== 'paid_segment' && kind === 'add') === (addition != null),
    {
      path: ['appearance_added'],
      message: 'must be given to add a brand or object, and only then',
    },
  )
  .refine(({ kind, appearance }) => kind !== 'add' || appearance == null, {
    path: ['appearance'],
    message: 'must not be given with add',
  })
  .refine(({ target: of, appearance }) => of !== 'paid_segment' || appearance == null, {
    path: ['appearance'],
    message: 'must not be given for a paid segment',
  })
  .refine(({ target: of, appearance }) => of !== 'possible_brand' || appearance == null, {
    path: ['appearance'],
    message: 'must not be given for a possible brand',
  })
  .refine(
    ({ target: of, appearance_added: addition }) => of !== 'object' || addition?.source !== 'audio',
    { path: ['appearance_added'], message: 'objects are seen, not heard' },
  )
  .refine(
    ({ library, target: of, kind, appearance, appearance_added: addition }) =>
      library !== true ||
      of === 'possible_brand' ||
      (of === 'brand' && appearance == null && kind !== 'confirm' && addition?.source !== 'audio'),
    {
      path: ['library'],
      message:
        'is only for rename, merge and dismiss of a whole brand, for add of one that is seen, and for possible brands',
    },
  )
  .meta({ id: 'CreateCorrection', description: 'What a person says about one thing found.' });
export type CreateCorrection = z.infer<typeof createCorrection>;

export const logoRefusals = [
  'no_picture',
  'too_small',
  'unreadable',
  'library_full',
  'unavailable',
] as const;
export type LogoRefusal = (typeof logoRefusals)[number];

/** Query of `GET /v1/jobs/:id/corrections`. */
export const listCorrectionsQuery = z.object({
  limit: pageLimit
    .optional()
    .describe(
      `Maximum number of corrections of the page. Default: all that follow, of which there are ${correctionLimits.job} at most.`,
    ),
  cursor: cursor.optional().describe('`next_cursor` of the previous page, unchanged.'),
});
export type ListCorrectionsQuery = z.infer<typeof listCorrectionsQuery>;

export const correction = z
  .looseObject({
    correction_id: z.string().describe('Id of the correction, `cor_…`.'),
    job_id: z.string().describe('Id of the job.'),
    kind: storedCorrectionKind.describe('What is wrong, or right.'),
    target,
    name: z
      .string()
      .describe(
        'What it is about, as it was given. For a paid segment: who paid when it was made, empty if unknown.',
      ),
    appearance: correctedAppearance
      .optional()
      .describe('The appearance it is about; absent if it is about all of them.')
      .meta({ examples: [{ timestamp: 4 }] }),
    new_name: z
      .string()
      .optional()
      .describe('What it really is; absent if it keeps its name.')
      .meta({ examples: ['Sony'] }),
    appearance_added: addedAppearance
      .optional()
      .describe('What was missed; absent if nothing was added.')
      .meta({ examples: [{ start: 12, end: 14.5, box: exampleBox, source: 'visual' }] }),
    appearances_added: z
      .array(storedAppearance)
      .max(mostAppearancesAdded)
      .optional()
      .describe(
        'What a `recount`, or `confirm` of a possible brand, adds to the brand, in order of time, at most 100; absent otherwise.',
      )
      .meta({
        examples: [
          [
            {
              start: 12,
              end: 14.5,
              timestamp: 12.4,
              box: exampleBox,
              source: 'visual',
              confidence: 0.96,
            },
          ],
        ],
      }),
    recount_of: z
      .string()
      .optional()
      .describe('The entry of the library that was recounted, `brand_…`; only with `recount`.')
      .meta({ examples: [exampleIds.brand] }),
    segment: correctedSegment
      .optional()
      .describe('The paid segment it is about; absent if it is about none, or adds one.')
      .meta({ examples: [{ start: 30 }] }),
    segment_new: newSegment
      .optional()
      .describe('Where the paid segment really is; absent unless it was added or moved.')
      .meta({ examples: [{ start: 28, end: 61.5 }] }),
    library: z
      .looseObject({
        brand_id: z.string().describe('The entry that was changed, `brand_…`.'),
        change: z
          .enum(['alias', 'exclude', 'logo', 'name'])
          .describe(
            '`alias`: it got `name` as an alias. `exclude`: it is excluded. `logo`: it got a picture of its logo. `name`: it was added with this name.',
          ),
        logo_id: z
          .string()
          .optional()
          .describe('The picture, `logo_…`; only with `logo`.')
          .meta({ examples: [exampleIds.logo] }),
      })
      .optional()
      .describe('What the brand library learned; absent if nothing.')
      .meta({ examples: [{ brand_id: exampleIds.brand, change: 'alias' }] }),
    library_refused: z
      .enum(logoRefusals)
      .optional()
      .describe(
        'Why the box became no picture of a logo; absent if it did, or if none was asked for. `no_picture`: no picture of that time is kept. `too_small`: a side has less than 16 pixels, or one has more than 32 times the other. `unreadable`: the picture is broken. `library_full`: the library or the brand has the most allowed. `unavailable`: too many pictures wait, or the storage takes none now.',
      )
      .meta({ examples: ['no_picture'] }),
    actor: actor.describe('Who made it; of a `recount`, who asked for it.'),
    created_at: timestamp.describe('When it was made.'),
  })
  .meta({ id: 'Correction', description: 'One correction of the results of a job.' });
export type Correction = z.infer<typeof correction>;
