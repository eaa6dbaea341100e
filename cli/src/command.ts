/** The parts that all command definitions share: options, examples, and the code that runs a command. */
import { type NumberRange, typedRange } from '@reelsight/contract/number-range';
import { type Command, InvalidArgumentError } from 'commander';
import type { Environment } from './session.ts';

export type { Command } from 'commander';

/** Comma-separated or repeated. */
export const list = (value: string, previous: readonly string[] = []): string[] => [
  ...previous,
  ...value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
];
/** Collects the values of a repeatable option. A comma does not separate values: it is part of the text. */
export const texts = (value: string, previous: readonly string[] = []): string[] => [
  ...previous,
  value,
];

export function wholeNumber(value: string): number {
  if (!/^\d{1,9}$/.test(value)) {
    throw new InvalidArgumentError('It must be a whole number, 0 or more.');
  }
  return Number(value);
}

export function positiveNumber(value: string): number {
  if (!/^\d{1,9}$/.test(value) || Number(value) === 0) {
    throw new InvalidArgumentError('It must be a whole number, 1 or more.');
  }
  return Number(value);
}

export function numberRange(value: string): NumberRange {
  const range = typedRange(value);
  if (range === null)
    throw new InvalidArgumentError('It must be a number, or bounds such as 2-4, 2- or -4.');
  return range;
}

const isoDate =
  /^(\d{4})-(\d{2})-(\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/** Checks that the value is a date or time that the API accepts, and returns it unchanged. */
export function isoTime(value: string): string {
  const [, year, month, day] = isoDate.exec(value)?.map(Number) ?? [];
  const daysInMonth = new Date(Date.UTC(year ?? 0, month ?? 0, 0)).getUTCDate();
  if (!year || !month || month > 12 || !day || day > daysInMonth) {
    throw new InvalidArgumentError(
      'It must be a date or a time in ISO 8601, such as 2026-01-31 or 2026-01-31T09:00:00Z.',
    );
  }

  return value;
}

/** Adds the options of every command that calls the API with a key. */
export const keyed = (command: Command): Command =>
  command
    .option('--profile <name>', 'a service and key saved with `reelsight profile add`')
    .option('--url <url>', 'address of the service')
    .option('--api-key <key>', 'API key');
/** Adds the options of a command that calls the API with a key and can print its output as JSON. */
export const connected = (command: Command): Command =>
  keyed(command).option('--json', 'print JSON');
/** Adds the options of every command that prints a list. */
export const paged = (command: Command): Command =>
  connected(command)
    .option('--limit <number>', 'at most this many', positiveNumber, 20)
    .option('--all', 'every one there is');
/** Adds the options of every command for the operator. */
export const operated = (command: Command): Command =>
  command
    .option('--profile <name>', 'a service and token saved with `reelsight profile add`')
    .option('--url <url>', 'address of the service')
    .option('--admin-token <token>', "operator's token")
    .option('--json', 'print JSON');

/**
 * Wraps the function that does a command's work as a commander action. Commander passes the command itself as the last
 * argument, which is dropped.
 */
const actions =
  (environment: Environment, setCode: (code: number) => void) =>
  <Args extends unknown[]>(work: (...args: [...Args, Environment]) => Promise<number>) =>
  async (...args: [...Args, Command]): Promise<void> =>
    setCode(await work(...(args.slice(0, -1) as Args), environment));
export type Does = ReturnType<typeof actions>;
export const doer: (environment: Environment, setCode: (code: number) => void) => Does = actions;

const examples = new WeakMap<Command, readonly string[]>();

/** Gives a command its description, and examples that run as written. */
export function described(
  command: Command,
  description: string,
  ...lines: readonly string[]
): Command {
  examples.set(command, lines);
  const renderExamples = () =>
    examplesOf(command).map(
      (line) => `  ${line}
`,
    );
  return command.description(description).addHelpText(
    'after',
    () => `
Examples:
${renderExamples().join('')}`,
  );
}

export const examplesOf = (command: Command): readonly string[] => examples.get(command) ?? [];

const hidden = new WeakSet<Command>();

/** Hides a command that is meant for shells, not for people. */
export function hide(command: Command): Command {
  hidden.add(command);
  return command;
}

/** The subcommands of a command, without hidden ones. */
export const commandsOf = (command: Command): readonly Command[] =>
  command.commands.filter((command) => !hidden.has(command));
