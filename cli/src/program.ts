/** The command line as data: which commands there are, what they take, and who does them. */

import { Command, InvalidArgumentError } from 'commander';
import { resetPassword, resetSecondStep, showFirstAccount } from './account.ts';
import { analyze } from './analyze.ts';
import { exitCodeHelp } from './exit-code.ts';
import { canStart } from './local-service.ts';
import {
  addCredits,
  changeWorkspace,
  createKey,
  createWorkspace,
  deleteWorkspace,
  listWorkspaces,
  revokeKey,
  rotateSecret,
} from './operator.ts';
import {
  cancelBatch,
  cancelJob,
  createBatch,
  deleteJob,
  getBatch,
  getJob,
  listJobs,
  showAccount,
  showUsage,
  upload,
} from './resources.ts';
import type { ConnectOptions, Environment } from './session.ts';

const environmentHelp = `
Environment (flags win):
  REELSIGHT_URL          address of the service (default http://localhost:PORT, 8080)
  REELSIGHT_API_KEY      API key; without it, that of a service on this machine is found by its data folder
  REELSIGHT_ADMIN_TOKEN  operator's token, for admin
  REELSIGHT_DATA_DIR     data folder of a service on this machine
${exitCodeHelp}`;

/** Commands that are not the API's; the launcher hands them to the server. */
const serverHelp = `
In a checkout also:
  start                                   serve until Ctrl-C
  models list | pull | verify             models of the local engines
  doctor [link]                           what is missing here, and why links fail
`;

/** Comma-separated or repeated. */
const list = (value: string, before: readonly string[] = []): string[] => [
  ...before,
  ...value
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean),
];
/** Repeated; commas belong to the text. */
const texts = (value: string, before: readonly string[] = []): string[] => [...before, value];

function wholeNumber(value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(value);
}

/** Options of every command that calls the API with a key. */
const connected = (command: Command): Command =>
  command
    .option('--url <url>', 'address of the service')
    .option('--api-key <key>', 'API key')
    .option('--json', 'print JSON');
/** Options of every command of the operator. */
const operated = (command: Command): Command =>
  command
    .option('--url <url>', 'address of the service')
    .option('--admin-token <token>', "operator's token")
    .option('--json', 'print JSON');

/** Makes a command's action of its work; commander's own arguments end with the command itself. */
const actions =
  (environment: Environment, setCode: (code: number) => void) =>
  <Args extends unknown[]>(work: (...args: [...Args, Environment]) => Promise<number>) =>
  async (...args: [...Args, Command]): Promise<void> =>
    setCode(await work(...(args.slice(0, -1) as Args), environment));
type Does = ReturnType<typeof actions>;

/** `setCode` receives the exit code of the command that ran. */
export function createProgram(environment: Environment, setCode: (code: number) => void): Command {
  const root = new Command('reelsight')
    .description('Video analysis: a video goes in, structured results come out.')
    .addHelpText('after', `${canStart() ? serverHelp : ''}${environmentHelp}`)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => environment.stdout.write(text),
      writeErr: (text) => environment.stderr.write(text),
    });
  const does = actions(environment, setCode);
  addAnalyze(root, does);
  addJobs(root, does);
  addBatch(root, does);
  addWorkspaceCommands(root, does);
  addAdmin(root, does);
  addMcp(root, does);
  return root;
}

function addAnalyze(root: Command, does: Does): void {
  connected(root.command('analyze <file-or-url>'))
    .description('analyse a video and print what was found; starts a service if none answers')
    .option('-c, --capabilities <list>', 'transcription, summary, brands, metadata, …', list)
    .option('-q, --query <question>', 'a question about the video (repeatable)', texts)
    .option('-b, --brand <name>', 'a brand to look for (repeatable)', texts)
    .option('-o, --object <name>', 'a thing to look for (repeatable)', texts)
    .option('--surface <slug>', 'a surface to look on (repeatable)', list)
    .option('--language <code>', 'language spoken, a hint')
    .option('--fps <number>', 'frames looked at a second, 1 to 4', wholeNumber)
    .option('--no-proof', 'no proof frames, no storyboard')
    .option('--max-credits <number>', 'fail if the estimate is higher', wholeNumber)
    .option('--external-id <text>', 'an id of yours, kept with the job')
    .option('--from-job <id>', 'reuse media and transcript of an earlier job')
    .option('--estimate', 'print what it would cost, create nothing')
    .option('--no-wait', 'print the job id at once')
    .option('--out <file>', 'write the transcript: .srt, .vtt or .txt')
    .option('--quiet', 'no progress')
    .addHelpText('after', environmentHelp)
    .action(does(analyze));
}

function addJobs(root: Command, does: Does): void {
  const jobs = root.command('jobs').description('list, read, cancel, delete jobs');
  connected(jobs.command('list'))
    .option('--status <status>', 'only jobs in this state')
    .option('--limit <number>', 'at most this many', wholeNumber, 20)
    .action(does(listJobs));
  connected(jobs.command('get <job>')).action(does(getJob));
  connected(jobs.command('cancel <job>')).action(does(cancelJob));
  connected(jobs.command('delete <job>')).action(does(deleteJob));
}

function addBatch(root: Command, does: Does): void {
  const batch = root.command('batch').description('create, read, cancel batches');
  connected(batch.command('create <file-or-url...>'))
    .option('-c, --capabilities <list>', 'what to do with each video', list)
    .option('-q, --query <question>', 'a question about each video (repeatable)', texts)
    .option('-o, --object <name>', 'a thing to look for (repeatable)', texts)
    .option('--aggregate-query <question>', 'a question about all of them (repeatable)', texts)
    .option('--max-credits <number>', 'refuse if the estimate is higher', wholeNumber)
    .option('--quiet', 'no progress')
    .action(does(createBatch));
  connected(batch.command('get <batch>')).action(does(getBatch));
  connected(batch.command('cancel <batch>')).action(does(cancelBatch));
}

/** What is of the whole workspace: its files, its credits, its ledger. */
function addWorkspaceCommands(root: Command, does: Does): void {
  connected(root.command('upload <file>'))
    .description('upload a file and print its upload key')
    .option('--quiet', 'no progress')
    .action(does(upload));
  connected(root.command('account'))
    .description('the workspace, its credits and limits')
    .action(does(showAccount));
  connected(root.command('usage'))
    .description('the ledger of a period')
    .option('--from <date>', 'first day or moment, ISO 8601')
    .option('--to <date>', 'last moment, ISO 8601')
    .action(does(showUsage));
}

function addMcp(root: Command, does: Does): void {
  root
    .command('mcp')
    .description('tools for an assistant (Model Context Protocol) over standard input and output')
    .option('--url <url>', 'address of the service')
    .option('--api-key <key>', 'API key')
    .addHelpText(
      'after',
      `${environmentHelp}
For assistants:
  REELSIGHT_MCP_MAX_CREDITS  credits its jobs may cost in all, until it ends (default 1000)
`,
    )
    .action(
      does(async (options: ConnectOptions, environment: Environment) => {
        const { serveMcp } = await import('./mcp.ts');
        return serveMcp(options, environment);
      }),
    );
}

function addAdmin(root: Command, does: Does): void {
  const admin = root.command('admin').description("the operator's side");
  addWorkspaces(admin, does);
  operated(admin.command('credits <workspace> <amount>'))
    .description('grant, sell or refund credits')
    .option('--type <type>', 'grant, purchase or refund', 'grant')
    .option('--description <text>', 'reason')
    .action(does(addCredits));
  addKeys(admin, does);
  operated(admin.command('rotate-secret <workspace>'))
    .description('make a new webhook secret; the old one is void at once')
    .action(does(rotateSecret));
  operated(admin.command('first-account'))
    .description('print the link by which the first account of the console is made')
    .action(does(showFirstAccount));
  operated(admin.command('reset-password <e-mail>'))
    .description('make a new password for an account of the console and end its sessions')
    .action(does(resetPassword));
  operated(admin.command('reset-second-step <e-mail>'))
    .description('turn off the second step of an account of the console and end its sessions')
    .action(does(resetSecondStep));
}

function addWorkspaces(admin: Command, does: Does): void {
  const workspaces = admin.command('workspaces').description('workspaces');
  operated(workspaces.command('list')).action(does(listWorkspaces));
  operated(workspaces.command('create'))
    .requiredOption('--name <name>', 'name')
    .requiredOption('--email <email>', 'e-mail')
    .option('--plan <plan>', 'free, starter, pro or scale', 'pro')
    .option('--credits <number>', 'purchased credits to start with', wholeNumber)
    .action(does(createWorkspace));
  operated(workspaces.command('update <workspace>'))
    .option('--plan <plan>', 'free, starter, pro or scale')
    .option('--name <name>', 'name')
    .option('--past-due <true|false>', 'payment overdue')
    .action(does(changeWorkspace));
  operated(workspaces.command('delete <workspace>'))
    .option('--yes', 'delete all that it owns')
    .action(does(deleteWorkspace));
}

function addKeys(admin: Command, does: Does): void {
  const keys = admin.command('keys').description('API keys');
  operated(keys.command('create <workspace>'))
    .requiredOption('--name <name>', 'name')
    .option('--scopes <list>', 'scopes (default: all)', list)
    .action(does(createKey));
  operated(keys.command('revoke <key-id>')).action(does(revokeKey));
}
