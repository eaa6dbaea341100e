/** The command line as data: every command with its arguments and options, and the function that runs it. */
import { nearest } from '@reelsight/contract/nearest';
import { Command } from 'commander';
import { addAdmin } from './admin-commands.ts';
import { addAlerts } from './alert-commands.ts';
import { analyze } from './analyze.ts';
import { asking } from './ask-options.ts';
import { addAudience } from './audience-commands.ts';
import { addBrands } from './brand-commands.ts';
import { addClip, addClips } from './clip-commands.ts';
import { connected, type Does, described, doer, hide, keyed, texts } from './command.ts';
import { complete, completionScript, shells } from './completion.ts';
import { addCorrections } from './correction-commands.ts';
import { addDisk } from './disk-commands.ts';
import { exitCodeHelp, UsageError } from './exit-code.ts';
import { addExposure } from './exposure-command.ts';
import { addGlossary } from './glossary-commands.ts';
import { addBatch, addJobs, addSearch } from './job-commands.ts';
import { addPresets } from './preset-commands.ts';
import { addReports } from './report-commands.ts';
import { addSchedules } from './schedule-commands.ts';
import { addServerPrograms } from './server-commands.ts';
import type { ConnectOptions, Environment } from './session.ts';
import { addShares } from './share-commands.ts';
import { addTranscripts } from './transcript-commands.ts';
import { addTrends } from './trend-commands.ts';
import { version } from './version.ts';
import { addWebhooks } from './webhook-commands.ts';
import { addProfile, addWorkspaceCommands } from './workspace-commands.ts';

const environmentHelp = `
Environment (flags override it):
  REELSIGHT_URL          address of the service (default http://localhost:PORT, 8080)
  REELSIGHT_API_KEY      API key for it; default: that of a service on this machine, from its data folder
  REELSIGHT_PROFILE      the profile to use instead of the current one
  REELSIGHT_ADMIN_TOKEN  operator's token, for admin
  REELSIGHT_DATA_DIR     data folder of a service on this machine
  REELSIGHT_DEBUG        1: print the stack of a fault of this command
${exitCodeHelp}`;

const assistantHelp = `${environmentHelp}
For assistants:
  REELSIGHT_MCP_MAX_CREDITS  credits that all jobs of one run may cost (default 1000)
`;

/** Creates all commands. `setCode` receives the exit code of the command that ran. */
export function createProgram(environment: Environment, setCode: (code: number) => void): Command {
  const root = new Command('reelsight')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => environment.stdout.write(text),
      writeErr: (text) => environment.stderr.write(text),
      getOutHelpWidth: () => environment.stdout.columns || 80,
      getErrHelpWidth: () => environment.stderr.columns || 80,
    })
    .helpCommand(false)
    .helpOption('-h, --help', 'print help');
  described(
    root,
    'Video analysis: turns a video into structured results.',
    "reelsight analyze talk.mp4 --query 'What does it cost?' --out talk.srt",
    'reelsight analyze talk.mp4 --estimate',
  ).addHelpText('after', environmentHelp);

  const toAction = doer(environment, setCode);
  const groups = [
    addAnalyze,
    addJobs,
    addBatch,
    addSearch,
    addClip,
    addClips,
    addExposure,
    addTrends,
    addAudience,
    addShares,
    addCorrections,
    addTranscripts,
    addBrands,
    addGlossary,
    addPresets,
    addAlerts,
    addSchedules,
    addReports,
    addWebhooks,
    addWorkspaceCommands,
    addProfile,
    addServerPrograms,
    addAdmin,
    addDisk,
    addMcp,
    addShellCommands,
  ];
  for (const add of groups) add(root, toAction);
  everywhere(root);

  return root;
}

/** Adds the help and version options to every command. */
function everywhere(command: Command): void {
  command.version(version, '-V, --version', 'print the version');
  command.helpOption('-h, --help', 'print help');
  for (const subcommand of command.commands) everywhere(subcommand);
}

function addAnalyze(root: Command, toAction: Does): void {
  const command = connected(root.command('analyze [file-or-url]'));
  command.option(
    '--preset <preset>',
    'a preset by its name or id; other options replace its fields',
  );
  described(
    asking(command, 'job'),
    'analyse a video and print what was found; starts a service if none answers',
    'reelsight analyze talk.mp4',
    "reelsight analyze talk.mp4 --query 'What does it cost?' --out talk.srt",
    "reelsight analyze talk.mp4 -c objects -o 'stop sign' --fps 1 --json",
    'reelsight analyze talk.mp4 -c brands -b Starbucks --max-credits 500 --no-wait',
    "reelsight analyze talk.mp4 --preset 'Transcript only'",
    'reelsight analyze talk.mp4 --estimate',
    "reelsight analyze --from-job $JOB --query 'Who speaks?'",
  )
    .option('--external-id <text>', 'your own id, stored with the job')
    .option('--tag <tag>', 'your own word for the job (repeatable)', texts)
    .option('--published <date>', 'when the video was published, ISO 8601; trends count it then')
    .option('--estimate', 'print what it would cost, without uploading or creating anything')
    .option('--webhook-url <address>', 'gets the events of the job: HTTPS and a public name')
    .option('--no-wait', 'print the job id and exit at once')
    .option('--out <file>', 'write the transcript: .srt, .vtt or .txt')
    .option('--quiet', 'no progress')
    .addHelpText('after', environmentHelp)
    .action(toAction(analyze));
}

function addMcp(root: Command, toAction: Does): void {
  described(
    keyed(root.command('mcp')),
    'tools for an assistant (Model Context Protocol) over standard input and output',
    'reelsight mcp',
  )
    .addHelpText('after', assistantHelp)
    .action(
      toAction(async (options: ConnectOptions, environment: Environment) => {
        const { serveMcp } = await import('./mcp.ts');
        return serveMcp(options, environment);
      }),
    );
}

function addShellCommands(root: Command, toAction: Does): void {
  described(
    root.command('completion <shell>'),
    `print the completion script for a shell: ${shells.join(', ')}`,
    'source <(reelsight completion bash)',
    'reelsight completion zsh > _reelsight',
    'reelsight completion fish > reelsight.fish',
  ).action(
    toAction(async (shell: string, _options: object, { stdout }: Environment) => {
      stdout.write(completionScript(shell));
      return 0;
    }),
  );

  hide(root.command('__complete [words...]', { hidden: true }))
    .allowUnknownOption()
    .action(
      toAction((words: string[], _options: object, environment: Environment) =>
        complete(root, words, environment),
      ),
    );

  described(
    root.command('help [command...]'),
    'print the help of a command',
    'reelsight help analyze',
    'reelsight help jobs list',
  ).action(
    toAction(async (words: string[], _options: object, _environment: Environment) => {
      commandAt(root, words).outputHelp();
      return 0;
    }),
  );
}

/** Finds the command that the words name. Throws UsageError for a word that is not a command. */
function commandAt(root: Command, words: readonly string[]): Command {
  let current = root;

  for (const word of words) {
    const names = current.commands.map((command) => command.name());
    const next = current.commands.find((command) => command.name() === word);
    const close = nearest(word, names);

    if (!next) {
      throw new UsageError(
        `error: unknown command '${words.join(' ')}'${close ? `\n(Did you mean ${close}?)` : ''}`,
      );
    }

    current = next;
  }

  return current;
}
