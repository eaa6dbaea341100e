/** The options of a job as the form stores them, derived from the option table in `@reelsight/contract/job-options`. */
import type { Capability } from '@reelsight/contract';
import { needs } from '@reelsight/contract/capabilities';
import {
  isDefault,
  type JobOption,
  type JobOptions,
  type NamedOption,
  type OptionBody,
  type OptionName,
  type OptionOf,
  type OptionValues,
  optionsOf,
} from '@reelsight/contract/job-options';
import { type NumberRange, rangeText, typedRange } from '@reelsight/contract/number-range';
import { wholeTimeText } from '@reelsight/contract/time-text';
import { typedTime } from '@reelsight/contract/typed-time';
import { typedNumber } from '../format/typed-number.ts';

/** Names of the options that the form offers. */
export type FormName = {
  [Name in OptionName]: JobOptions[Name] extends { form: unknown } ? Name : never;
}[OptionName];

type FormValue<Option extends JobOption, Value> = Option extends {
  kind: 'text' | 'number' | 'time' | 'range';
}
  ? string
  : Readonly<Value>;

/** Texts, numbers and ranges of numbers are stored as typed; empty ones are left out of the request. */
export type FormOptions = {
  readonly [Name in FormName]: FormValue<JobOptions[Name], OptionValues[Name]>;
};

export type FormOption = NamedOption & {
  readonly name: FormName;
  readonly form: NonNullable<JobOption['form']>;
};

export const formOptions = (body?: OptionBody): readonly FormOption[] =>
  optionsOf(body).filter((option): option is FormOption => option.form !== undefined);

/** What the form offers for a request; a batch takes from a preset what it has no fields for. */
export const offeredOptions = (body: OptionBody): readonly FormOption[] =>
  formOptions().filter(
    ({ bodies }) => bodies.includes(body) || (body === 'batch' && bodies.includes('preset')),
  );

/** Names of the fields that can show a message. A checkbox can't, and its value is never wrong. */
export const namedFields = (body?: OptionBody): readonly FormName[] =>
  formOptions(body)
    .filter(({ kind }) => kind !== 'switch')
    .map(({ name }) => name);

/** The form before any option is chosen. */
export const emptyOptions = (): FormOptions => valuesOf(formOptions(), {});

/** The form filled in from the options of a preset, Follow or earlier job; all other fields have their defaults. */
export const optionsBy = (fields: object): FormOptions =>
  valuesOf(formOptions(), fields as Readonly<Record<string, unknown>>);

const valuesOf = (
  options: readonly FormOption[],
  fields: Readonly<Record<string, unknown>>,
): FormOptions =>
  Object.fromEntries(
    options.map((option) => [option.name, formValueOf(option, fields[option.name])]),
  ) as unknown as FormOptions;

function formValueOf(option: JobOption, field: unknown): unknown {
  const value = field ?? option.default;
  if (option.kind === 'range') return value == null ? '' : rangeText(value as NumberRange);
  if (option.kind === 'time') return value == null ? '' : wholeOrExact(value as number);
  if (option.kind === 'text' || option.kind === 'number') return String(value ?? '');
  return value;
}

/** Whole seconds as on a clock, others as a number, so that nothing is lost. */
const wholeOrExact = (seconds: number): string =>
  Number.isInteger(seconds) ? wholeTimeText(seconds) : String(seconds);

/** Kinds of options that are typed into a field. */
const typedKinds: ReadonlySet<JobOption['kind']> = new Set(['text', 'number', 'time', 'range']);

interface Choices extends FormOptions {
  readonly capabilities: readonly Capability[];
}

/** True if the chosen capabilities make use of the option. */
export const isUseful = (
  { capability, need }: JobOption,
  capabilities: readonly Capability[],
): boolean =>
  (capability === undefined || capabilities.includes(capability)) &&
  (need === undefined || needs(need, capabilities));

/** The options that the form offers, as fields of a request. */
export type OptionFields<Body extends OptionBody, Absent = never> = {
  -readonly [Name in FormName & OptionOf<Body>]?: OptionValues[Name] | Absent;
};

/**
 * The options as fields of a request. Options that the chosen capabilities do not use, or that equal the default, are
 * left out to keep the request short.
 */
export function optionFields<Body extends OptionBody>(
  request: Choices,
  body: Body,
): OptionFields<Body> {
  const useful = formOptions(body).filter((option) => isUseful(option, request.capabilities));
  const fields = useful.flatMap((option) => {
    const value = fieldValueOf(option, request[option.name]);
    return isDefault(option, value) ? [] : [[option.name, value]];
  });
  return Object.fromEntries(fields);
}

function fieldValueOf(option: JobOption, value: unknown): unknown {
  if (!typedKinds.has(option.kind)) return value;

  const text = String(value).trim();
  if (text === '') return null;
  // The API refuses text that is no time, with a message of its own.
  if (option.kind === 'time') return typedTime(text) ?? text;
  // The API refuses text that is no range, with a message of its own.
  if (option.kind === 'range') return typedRange(text) ?? text;
  return option.kind === 'number' ? typedNumber(text) : text;
}
