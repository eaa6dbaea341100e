/** `docs/cli.md`: every command of the command line with its options and examples, read from the program itself. */

import { type Command, commandsOf, examplesOf } from '../cli/src/command.ts';
import { exitCodeHelp } from '../cli/src/exit-code.ts';
import { createProgram } from '../cli/src/program.ts';
import { version } from '../cli/src/version.ts';
import { markdownTable } from './markdown-table.ts';

type Option = Command['options'][number];

/** The full name of a command, such as `jobs list`. */
export function pathOf(command: Command): string {
  const names: string[] = [];
  for (let current: Command | null = command; current?.parent; current = current.parent)
    names.unshift(current.name());
  return names.join(' ');
}

/** The command-line program as data; building it runs none of its commands. */
export function describedProgram(): Command {
  const stream = { isTTY: false, columns: 80, write: () => true, writeRaw: () => true };
  const environment = {
    env: {},
    stdin: process.stdin,
    stdout: stream,
    stderr: stream,
    signal: new AbortController().signal,
    endOnHangUp: () => undefined,
    handOver: () => undefined,
  };
  return createProgram(environment, () => undefined);
}

/** Commands that do something themselves instead of grouping others, in the order of the help. */
export function workingCommands(command: Command): readonly Command[] {
  const below = commandsOf(command);
  return below.length > 0 ? below.flatMap(workingCommands) : [command];
}

/** A command's options, except those that every command has. */
export const ownOptions = (command: Command): readonly Option[] =>
  command.options.filter(({ long }) => long !== '--version');

function optionRow(option: Option): string[] {
  const { flags, description, argChoices, defaultValue, mandatory } = option;
  const notes = [
    description,
    ...(argChoices ? [`one of ${argChoices.join(', ')}`] : []),
    ...(typeof defaultValue === 'string' || typeof defaultValue === 'number'
      ? [`default ${defaultValue}`]
      : []),
    ...(mandatory ? ['required'] : []),
  ];
  return [`\`${flags}\``, notes.join('; ')];
}

/** Options for the connection and the output, which most commands have, so the page describes them only once. */
const sharedFlags: ReadonlySet<string> = new Set([
  '--profile <name>',
  '--url <url>',
  '--api-key <key>',
  '--admin-token <token>',
  '--json',
]);

const isShared = ({ flags }: Option): boolean => sharedFlags.has(flags);

/** The table of shared options. Throws if a flag described as shared is an option of no command. */
function sharedOptions(commands: readonly Command[]): string {
  const options = commands.flatMap((command) => command.options);
  const rows = [...sharedFlags].map((flags) => {
    const option = options.find((candidate) => candidate.flags === flags);
    if (!option) throw new Error(`no command has ${flags}`);
    return optionRow(option);
  });
  return markdownTable(['Option', 'Meaning'], rows);
}

function section(command: Command): string {
  const usage = command.registeredArguments
    .map((registeredArgument) => {
      const name = `${registeredArgument.name()}${registeredArgument.variadic ? '...' : ''}`;
      return registeredArgument.required ? ` <${name}>` : ` [${name}]`;
    })
    .join('');
  const options = ownOptions(command);
  const rows = options.filter((option) => !isShared(option)).map(optionRow);
  const shared = options.filter(isShared).map(({ flags }) => `\`${flags.split(' ')[0]}\``);
  const about = command.description();

  return `
### reelsight ${pathOf(command)}

${about[0]?.toUpperCase()}${about.slice(1)}.

\`reelsight ${pathOf(command)}${usage}\`

\`\`\`sh
${examplesOf(command).join('\n')}
\`\`\`
${rows.length ? `\n${markdownTable(['Option', 'Meaning'], rows)}` : ''}${
  shared.length ? `\n[Also](#shared-options) ${shared.join(', ')}.\n` : ''
}`;
}

export function cliPage(): string {
  const commands = workingCommands(describedProgram());
  const sections = commands.map(section);
  return `# The command line

*For people who work in a terminal.*

In a checkout, every command begins with \`npx reelsight\`. Installed from its package, which works with Node 20 or newer and without the rest of the checkout, it is \`reelsight\`: run \`npm pack --workspace cli --pack-destination /tmp\` in the checkout, then \`npm install --global /tmp/reelsight-${version}.tgz\`. Every command takes \`-h, --help\` and \`-V, --version\`; \`reelsight help COMMAND\` prints the same help.

Results go to standard output, everything else to standard error. In the examples, \`$JOB\`, \`$BATCH\`, \`$WORKSPACE\` and \`$KEY\` stand for ids that earlier commands printed.

The address of the service is the first of these that is given: \`--url\`, the profile of \`--profile\`, \`REELSIGHT_URL\`, the profile of \`REELSIGHT_PROFILE\`, the profile chosen with \`profile use\`, the service on this machine. The address decides which key (and, for \`admin\`, which operator's token) is sent there:

- \`--api-key\` and \`--admin-token\` always count.
- \`REELSIGHT_API_KEY\` and \`REELSIGHT_ADMIN_TOKEN\` are sent only to the service in \`REELSIGHT_URL\`. If that is not set, they are sent to the address of \`--url\` or to the service on this machine, but not where \`--profile\` or \`REELSIGHT_PROFILE\` names a profile, or where a profile gives the address.
- The key and token of a profile are sent only to the address of that profile. They win over those of the environment if \`--profile\` names it.
- Those in the data folder are sent only to this machine, and not where a profile gives the address.

A command without a key for its address sends nothing and says what to do. \`reelsight mcp\` follows the same rules. Profiles are stored in \`~/.config/reelsight/config.json\` (\`XDG_CONFIG_HOME\`), which only its owner can read.

Ctrl-C stops waiting: the job continues, and the command says how to return to it and how to end it. A second Ctrl-C ends the command at once.

## Exit codes

${markdownTable(
  ['Code', 'Meaning'],
  [...exitCodeHelp.matchAll(/^ {2}(\d+) +(.+)$/gm)].map(([, code = '', text = '']) => [code, text]),
)}
## Shared options

Commands that call the service take these; each command below names which.

${sharedOptions(commands)}
## Commands
${sections.join('')}`;
}
