/** Command-line flags for the options of a job, made from the option table in `@reelsight/contract/job-options`. */
import {
  type NamedOption,
  type OptionBody,
  type OptionOf,
  type OptionValues,
  optionsOf,
} from '@reelsight/contract/job-options';
import { typedTime } from '@reelsight/contract/typed-time';
import type { Capability } from '@reelsight/sdk';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type AskOptions, capabilityNames, flagValue } from './analyze-options.ts';
import { list, numberRange, texts, wholeNumber } from './command.ts';

/** Adds the flags that say what to find: the capabilities, and each option that the request body may contain. */
export const asking = (command: Command, body: OptionBody): Command =>
  addFlags(command.option('-c, --capabilities <list>', capabilityNames.join(', '), list), body);

/** Adds a flag for each option that the request body may contain. */
export function addFlags(command: Command, body: OptionBody): Command {
  for (const option of optionsOf(body)) command.addOption(flagOf(option, body));
  return command;
}

function flagOf(option: NamedOption, body: OptionBody): Option {
  const { name, short, value, help, helps } = option.flag;
  const isOnByDefault = option.kind === 'switch' && option.default;
  const flags = [
    ...(short === undefined ? [] : [`-${short}`]),
    isOnByDefault ? `--no-${name}` : `--${name}`,
  ];
  const argument = value === undefined ? '' : ` <${value}>`;
  const flag = new Option(`${flags.join(', ')}${argument}`, helps?.[body] ?? help);

  switch (option.kind) {
    case 'texts':
      return flag.argParser(texts);
    case 'slugs':
      return flag.argParser(list);
    case 'shaped':
      return flag.argParser(jsonObjects);
    case 'number':
      return flag.argParser(wholeNumber);
    case 'time':
      return flag.argParser(videoTime);
    case 'range':
      return flag.argParser(numberRange);
    case 'choice':
      return flag.choices(option.values);
    default:
      return flag;
  }
}

function videoTime(value: string): number {
  const seconds = typedTime(value);
  if (seconds === null)
    throw new InvalidArgumentError('It must be a time in seconds, or such as 1:30 or 1:02:03.5.');
  return seconds;
}

/** Collects the values of a repeatable option, each a JSON object. The service checks what is in them. */
function jsonObjects(value: string, previous: readonly object[] = []): object[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(value);
  } catch {
    throw new InvalidArgumentError('It must be a JSON object in quotes.');
  }

  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new InvalidArgumentError('It must be a JSON object in quotes.');
  return [...previous, parsed];
}

type AskFields<Body extends OptionBody> = {
  -readonly [Name in OptionOf<Body>]?: OptionValues[Name];
} & { capabilities?: Capability[] };

/** The given capabilities and options, as fields of a request body. */
export function askedBy<Body extends OptionBody>(options: AskOptions, body: Body): AskFields<Body> {
  const { capabilities } = options;
  const fields = optionsOf(body).flatMap((option) => {
    const value = flagValue(options, option);
    return isGiven(option, value) ? [[option.name, value]] : [];
  });

  return {
    ...(capabilities?.length && { capabilities }),
    ...Object.fromEntries(fields),
  };
}

/**
 * Whether the user gave the option. A choice or number counts even if it equals the default, because a preset may hold
 * another value; a switch counts only if it differs from its default.
 */
function isGiven(option: NamedOption, value: unknown): boolean {
  if (value === undefined || value === '') return false;
  if (Array.isArray(value)) return value.length > 0;
  return option.kind !== 'switch' || value !== option.default;
}
