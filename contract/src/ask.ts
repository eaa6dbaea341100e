/**
 * The analysis that a caller asked for, normalised once after validation. It is stored with the job, sent to the job's
 * processes, and shown again to the caller.
 */
import type { Capability } from './capabilities.ts';
import type { Job } from './job.ts';
import {
  isDefault,
  type JobOption,
  type JobOptions,
  type NullOf,
  type OptionName,
  type OptionValues,
  optionsOf,
} from './job-options.ts';
import type { ViewedName } from './option-fields.ts';
import type { Limits } from './plans.ts';

/**
 * For an option with a fixed list of values, every stored value is from that list, because the request was validated.
 */
type StoredValue<Name extends OptionName> = JobOptions[Name] extends {
  kind: 'slugs';
  values: readonly (infer Slug)[];
}
  ? readonly Slug[]
  : Readonly<OptionValues[Name]> | NullOf<JobOptions[Name]>;

type LaterName = {
  [Name in OptionName]: JobOptions[Name] extends { addedLater: true } ? Name : never;
}[OptionName];

type StoredOptions = {
  readonly [Name in Exclude<OptionName, LaterName>]: StoredValue<Name>;
} & {
  readonly [Name in LaterName]?: StoredValue<Name>;
};

/**
 * Every option has a value: the caller's, or the default. Jobs stored by earlier versions lack the options that were
 * added later.
 */
export interface Ask extends StoredOptions {
  /** Without repeats. */
  readonly capabilities: readonly Capability[];
  /**
   * The revision of the workspace's glossary that the job uses, which is written when the job is stored; absent if the
   * workspace had none then, or if the job leaves it out.
   */
  readonly glossary_revision?: number;
  /** Present for a job of a test workspace; written when the job is stored. */
  readonly test?: true;
}

/** The options as a caller may give them in a request. */
export type GivenOptions = {
  readonly [Name in OptionName]?: Readonly<OptionValues[Name]> | undefined;
};

/** The fields that a caller may give, in a validated request body or in the rule of a Follow. */
export interface GivenAsk extends GivenOptions {
  readonly capabilities: readonly Capability[];
}

type PlanLimits = Pick<Limits, 'max_fps'>;

export function askOf(request: GivenAsk, limits: PlanLimits): Ask {
  const options = optionsOf().map((option) => [
    option.name,
    valueWithin(option, request[option.name] ?? option.default, limits),
  ]);
  return { ...Object.fromEntries(options), capabilities: [...new Set(request.capabilities)] };
}

/** Adapts a stored ask for use in another job, whose plan may allow less. */
export function askWithin(ask: Ask, limits: PlanLimits): Ask {
  const options = optionsOf().flatMap((option) =>
    option.name in ask ? [[option.name, valueWithin(option, ask[option.name], limits)]] : [],
  );
  return { ...ask, ...Object.fromEntries(options) };
}

function valueWithin(option: JobOption, value: unknown, limits: PlanLimits): unknown {
  if (option.kind !== 'number' || option.planLimit === undefined) return value;
  const limit = limits[option.planLimit];

  return typeof value === 'number' ? Math.min(value, limit) : limit;
}

/** The options as the job's view shows them. An option that an earlier version did not store gets its default. */
export function viewedOptions(ask: Ask): Pick<Job, ViewedName> {
  const options = optionsOf().flatMap((option) => {
    const value = ask[option.name] ?? option.default;
    const isShown = option.view?.shown === 'always' || (option.view && !isDefault(option, value));

    return isShown ? [[option.name, value]] : [];
  });
  return Object.fromEntries(options) as Pick<Job, ViewedName>;
}
