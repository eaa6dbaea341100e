/** The options of a job as fields of schemas (request bodies, jobs and presets), made from `job-options.ts`. */
import { z } from 'zod';
import type { RequestedPart } from './analysed-part.ts';
import { spokenTerm } from './glossary.ts';
import {
  type JobOption,
  type JobOptions,
  jobOptions,
  mayBeNull,
  type NamedOption,
  type NullOf,
  type OptionBody,
  type OptionName,
  type OptionOf,
  type OptionValues,
  optionsOf,
} from './job-options.ts';
import { shapedQuery, shapedQueryAsAsked } from './shaped-query.ts';
import { textOf } from './text.ts';

type Field<Value> = z.ZodType<Value, Value>;
type OptionalField<Value> = z.ZodOptional<Field<Value>>;

type BodyFields<Body extends OptionBody> = {
  [Name in OptionOf<Body>]: OptionalField<OptionValues[Name] | null>;
};

/** The options as optional fields of a request body; null counts as absent. */
export const optionFields = <Body extends OptionBody>(body: Body): BodyFields<Body> =>
  fieldsOf(optionsOf(body), (option) => {
    const field = schemaOf(option).nullish();
    const description = option.descriptions?.[body];
    const described = description === undefined ? field : field.describe(description);

    return announcesDefault(option, body) ? described.meta({ default: option.default }) : described;
  });

/**
 * Whether the schema of a body states the option's default. In a preset or Follow there is none, because an omitted
 * option is left to each job. Lists and texts need none, because they are empty or absent by default.
 */
const announcesDefault = ({ kind }: JobOption, body: OptionBody): boolean =>
  (body === 'job' || body === 'batch') && (kind === 'choice' || kind === 'switch');

type PresetFields = {
  [Name in OptionOf<'preset'>]: OptionalField<OptionValues[Name]>;
};

/** The options of a preset as the API returns it. */
export const presetViewFields = (): PresetFields =>
  fieldsOf(optionsOf('preset'), (option) => schemaOf(option).optional());

/** Names of the options that a job shows. */
export type ViewedName = {
  [Name in OptionName]: JobOptions[Name] extends { view: unknown } ? Name : never;
}[OptionName];

type ViewField<Option extends JobOption, Value> = Option extends { view: { shown: 'given' } }
  ? OptionalField<Value>
  : Field<Value | NullOf<Option>>;

type ViewFields = {
  [Name in ViewedName]: ViewField<JobOptions[Name], OptionValues[Name]>;
};

/** The options as a job shows them. */
export const optionViewFields = (): ViewFields =>
  fieldsOf(
    optionsOf().filter(({ view }) => view !== undefined),
    viewOf,
  );

function viewOf(option: JobOption): z.ZodType {
  const { view } = option;
  if (!view) throw new Error('an option without a view');

  const schema = shownSchemaOf(option);
  const field = view.shown === 'given' ? schema.optional() : orNull(option, schema);
  const described = field.describe(view.description);

  return view.example === undefined ? described : described.meta({ examples: [view.example] });
}

const orNull = (option: JobOption, schema: z.ZodType): z.ZodType =>
  mayBeNull(option) ? schema.nullable() : schema;

function fieldsOf<Fields>(
  options: readonly NamedOption[],
  fieldOf: (option: NamedOption) => z.ZodType,
): Fields {
  return Object.fromEntries(options.map((option) => [option.name, fieldOf(option)])) as Fields;
}

const schemaOf = (option: JobOption): z.ZodType =>
  checkedSchemaOf(option)
    .describe(option.description)
    .meta({ examples: [option.example] });

function checkedSchemaOf(option: JobOption): z.ZodType {
  switch (option.kind) {
    case 'texts': {
      const texts = z.array(option.spoken ? spokenTerm : textOf(option.characters));
      const isCounted = option.atMost !== undefined && option.countError === undefined;
      return isCounted ? texts.max(option.atMost) : texts;
    }
    case 'slugs':
      return z.array(z.string()).max(option.atMost);
    case 'shaped':
      return z.array(shapedQuery).max(option.atMost);
    case 'text':
      return textOf(option.characters);
    case 'range':
      return checkedRange(option);
    default:
      return shownSchemaOf(option);
  }
}

/**
 * Schema of an option's value in an answer. It does not repeat the limits, because the value was checked when it was
 * sent to the service.
 */
function shownSchemaOf(option: JobOption): z.ZodType {
  switch (option.kind) {
    case 'texts':
    case 'slugs':
      return z.array(z.string());
    case 'shaped':
      return z.array(shapedQueryAsAsked);
    case 'text':
      return z.string();
    case 'number': {
      const number = z.int().min(option.min);
      return option.max === undefined ? number : number.max(option.max);
    }
    case 'time':
      return z.number().min(0).max(option.max);
    case 'range':
      return z.union([
        z.int(),
        z.looseObject({
          min: z
            .int()
            .optional()
            .describe(leastText)
            .meta({ examples: [2] }),
          max: z
            .int()
            .optional()
            .describe(mostText)
            .meta({ examples: [4] }),
        }),
      ]);
    case 'choice':
      return z.enum(option.values);
    case 'switch':
      return z.boolean();
  }
}

const leastText = 'The least number of them; absent: 1.';
const mostText = 'The greatest number of them; absent: no limit.';

function checkedRange({ min, max }: { readonly min: number; readonly max: number }): z.ZodType {
  const limited = z.int().min(min).max(max);
  const bounds = z
    .strictObject({
      min: limited.nullish().describe(leastText),
      max: limited.nullish().describe(mostText),
    })
    .refine((range) => range.min != null || range.max != null, 'must have min, max or both')
    .refine(
      (range) => range.min == null || range.max == null || range.min <= range.max,
      'must have a min that is not above its max',
    );

  return z.union([limited, bounds], {
    error: `must be a whole number from ${min} to ${max}, or an object with such a min, max or both`,
  });
}

/** Schema of questions about several videos at once; they have the same form as questions about one video. */
export const questions = schemaOf(jobOptions.queries) as Field<OptionValues['queries']>;

/** False if a request asks for a part of the video that ends before it begins, or has no length. */
export const hasPart = ({ from, to }: RequestedPart): boolean => to == null || to > (from ?? 0);

export const partMissing = { path: ['to'], message: 'must be later than from, and above 0' };
