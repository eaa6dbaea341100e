/**
 * Finds the mistakes in the options of `reelsight analyze` and `batch create` that can be found before anything is
 * sent.
 */
import {
  isDefault,
  type JobOption,
  type JobOptions,
  type OptionName,
  type OptionValues,
  optionsOf,
} from '@reelsight/contract/job-options';
import { languageTag } from '@reelsight/contract/language-code';
import { nearest } from '@reelsight/contract/nearest';
import { boundsOf, type NumberRange, rangeText } from '@reelsight/contract/number-range';
import type { Capability } from '@reelsight/sdk';
import { UsageError } from './exit-code.ts';
import type { ConnectOptions } from './session.ts';

type CamelCase<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

/** The values of a job's options, keyed by the names that commander gives to their flags. */
type FlagValues = {
  readonly [Name in OptionName as CamelCase<JobOptions[Name]['flag']['name']>]?: Readonly<
    OptionValues[Name]
  >;
};

export interface AskOptions extends ConnectOptions, FlagValues {
  readonly preset?: string;
  readonly capabilities?: readonly string[];
  readonly externalId?: string;
  /** When the video was published, ISO 8601. */
  readonly published?: string;
  readonly tag?: readonly string[];
}

/** The parsed value that was given for an option's flag. */
export function flagValue(options: AskOptions, { flag }: JobOption): unknown {
  const attribute = flag.name.replace(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase());
  return options[attribute as keyof AskOptions];
}

/**
 * The record type makes the compiler report a missing capability, and a test compares the list with the API
 * description.
 */
const capabilityFlags: Readonly<Record<Capability, true>> = {
  transcription: true,
  summary: true,
  brands: true,
  objects: true,
  custom_query: true,
  metadata: true,
};
export const capabilityNames = Object.keys(capabilityFlags) as readonly Capability[];

/**
 * Accepts any well-formed language code, even one that this command does not know; any other text has to be the name of
 * a language.
 */
function isLanguage(hint: string): boolean {
  const isCode = /^(?=.{2,10}$)[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(hint);
  return isCode || hint.toLowerCase() === 'auto' || languageTag(hint) !== null;
}

/** Throws UsageError. */
export function checkAsk(options: AskOptions): void {
  const { capabilities = [] } = options;
  if (options.preset?.trim() === '') throw new UsageError('--preset is empty.');

  for (const name of capabilities) checkCapability(name);
  for (const option of optionsOf()) checkTexts(option, options);
  for (const option of optionsOf()) checkCount(option, options);
  for (const option of optionsOf()) checkNumber(option, options);
  for (const option of optionsOf()) checkRange(option, options);
  checkOwnWords(options);

  const { language } = options;
  if (language !== undefined && !isLanguage(language))
    throw new UsageError(`--language ${language}: must be a code such as en or pt-BR.`);
  checkPairs(options);
}

function checkCapability(name: string): void {
  if (Object.hasOwn(capabilityFlags, name)) return;
  const close = nearest(name, capabilityNames);
  throw new UsageError(
    `--capabilities ${name}: no such capability.${close ? ` Did you mean ${close}?` : ''} The capabilities are ${capabilityNames.join(', ')}.`,
  );
}

function checkTexts(option: JobOption, options: AskOptions): void {
  if (option.kind !== 'texts') return;
  for (const text of entriesOf(option, options))
    checkText(option.flag.name, text, option.characters);
}

function checkCount(option: JobOption, options: AskOptions): void {
  if (option.kind !== 'texts' && option.kind !== 'slugs' && option.kind !== 'shaped') return;
  if (option.atMost !== undefined && entriesOf(option, options).length > option.atMost)
    throw tooMany(option.flag.name, option.atMost);
}

/** The values given for a repeatable flag. */
const entriesOf = (option: JobOption, options: AskOptions): readonly string[] =>
  (flagValue(options, option) as readonly string[] | undefined) ?? [];

/**
 * The command checks a number option itself only if it has at most this many allowed values, so that the message can
 * list them; the service checks the others.
 */
const namedValues = 10;

function checkNumber(option: JobOption, options: AskOptions): void {
  if (option.kind !== 'number' || option.max === undefined) return;

  const { min, max, flag } = option;
  const number = flagValue(options, option) as number | undefined;
  if (number === undefined || max - min >= namedValues || (number >= min && number <= max)) return;

  const values = Array.from({ length: max - min + 1 }, (_, index) => min + index);
  const words = `${values.slice(0, -1).join(', ')} or ${max}`;
  throw new UsageError(`--${flag.name} ${number}: must be ${words}.`);
}

function checkRange(option: JobOption, options: AskOptions): void {
  if (option.kind !== 'range') return;
  const range = flagValue(options, option) as NumberRange | undefined;
  const bounds = boundsOf(range);
  if (range === undefined || !bounds) return;

  const { min, max, flag } = option;
  const highest = bounds.max ?? bounds.min;
  const where = `--${flag.name} ${rangeText(range)}`;
  if (bounds.min < min || highest > max)
    throw new UsageError(`${where}: must be within ${min} to ${max}.`);
  if (bounds.min > highest) throw new UsageError(`${where}: the first number is the lower one.`);
}

const tagsAtMost = 10;

/** Checks the tags and the external id, which are the caller's own and not options of the analysis. */
function checkOwnWords({ tag = [], externalId }: AskOptions): void {
  for (const text of tag) checkText('tag', text, 50);
  if (tag.length > tagsAtMost) throw tooMany('tag', tagsAtMost);
  if (externalId !== undefined) checkText('external-id', externalId, 200);
}

const tooMany = (flag: string, maximum: number): UsageError =>
  new UsageError(`--${flag} can be given at most ${maximum} times.`);

function checkText(flag: string, text: string, maximum: number): void {
  if (text.trim() === '') throw new UsageError(`--${flag} is empty.`);
  const { length } = [...text];
  if (length > maximum)
    throw new UsageError(`--${flag} has ${length} characters; ${maximum} are allowed.`);
}

/**
 * Checks that options and capabilities fit together: questions need custom_query, things to find need objects, and so
 * on.
 */
function checkPairs(options: AskOptions): void {
  const { capabilities = [], query = [], shapedQuery = [], object = [] } = options;
  const hasCapability = (name: Capability) => capabilities.includes(name);
  if (hasCapability('custom_query') && query.length === 0 && shapedQuery.length === 0)
    throw new UsageError('--capabilities custom_query needs a --query or a --shaped-query.');
  if (hasCapability('objects') && object.length === 0)
    throw new UsageError('--capabilities objects needs an --object.');
  if (capabilities.length === 0) return;

  for (const option of optionsOf()) {
    const { capability } = option;
    if (capability === undefined || hasCapability(capability)) continue;
    if (!isDefault(option, flagValue(options, option)))
      throw new UsageError(`${flagsOf(capability)} needs ${capability} among --capabilities.`);
  }
}

const flagsOf = (capability: Capability): string =>
  optionsOf()
    .filter((option) => option.capability === capability)
    .map(({ flag }) => `--${flag.name}`)
    .join(' or ');
