/** `docs/cli.md`: every command of the command line with its options and examples, read from the program itself. */
import { type Command, commandsOf, examplesOf } from '../cli/src/command.ts';
import { exitCodeHelp } from '../cli/src/exit-code.ts';
import { createProgram } from '../cli/src/program.ts';
import { markdownTable } from './markdown-table.ts';

type Option = Command['options'][number];

/** `jobs list` */
export function pathOf(command: Command): string {
  const names: string[] = [];
  for (let one: Command | null = command; one?.parent; one = one.parent) names.unshift(one.name());
  return names.join(' ');
}

/** The program as data: nothing of it is run. */
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

/** Those that do something, in the order of the help. */
export function workingCommands(command: Command): readonly Command[] {
  const below = commandsOf(command);
  return below.length > 0 ? below.flatMap(workingCommands) : [command];
}

/** Without those that every command has. */
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

function section(command: Command): string {
  const usage = command.registeredArguments
    .map((one) => {
      const name = `${one.name()}${one.variadic ? '...' : ''}`;
      return one.required ? ` <${name}>` : ` [${name}]`;
    })
    .join('');
  const rows = ownOptions(command).map(optionRow);
  const about = command.description();
  return `
### reelsight ${pathOf(command)}

${about[0]?.toUpperCase()}${about.slice(1)}.

\`reelsight ${pathOf(command)}${usage}\`

\`\`\`sh
${examplesOf(command).join('\n')}
\`\`\`
${rows.length ? `\n${markdownTable(['Option', 'Meaning'], rows)}` : ''}`;
}

export function cliPage(): string {
  const sections = workingCommands(describedProgram()).map(section);
  return `# The command line

In a checkout, every command begins with \`npx reelsight\`; installed from its package with \`npm install -g\`, it is \`reelsight\`. Every command takes \`-h, --help\` and \`-V, --version\`; \`reelsight help COMMAND\` prints the same help.

Results go to standard output, everything else to standard error. In the examples, \`$JOB\`, \`$BATCH\`, \`$WORKSPACE\` and \`$KEY\` stand for ids that earlier commands printed.

The service and the key are chosen in this order: a flag wins over the environment (\`REELSIGHT_URL\`, \`REELSIGHT_API_KEY\`, \`REELSIGHT_ADMIN_TOKEN\`), which wins over a profile (\`--profile\`, then \`REELSIGHT_PROFILE\`, then the one chosen with \`profile use\`), which wins over the service on this machine. The key of a profile is sent only to the address of that profile, and the token in the data folder only to this machine. Profiles are stored in \`~/.config/reelsight/config.json\` (\`XDG_CONFIG_HOME\`), which only its owner can read.

Ctrl-C stops waiting: the job continues, and the command says how to return to it and how to end it. A second Ctrl-C ends the command at once.

## Exit codes

${markdownTable(
  ['Code', 'Meaning'],
  [...exitCodeHelp.matchAll(/^ {2}(\d+) +(.+)$/gm)].map(([, code = '', text = '']) => [code, text]),
)}
## Commands
${sections.join('')}`;
}
