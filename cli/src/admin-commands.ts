/** The command `admin` with its subcommands, for the operator. */
import { type Command, Option } from 'commander';
import { resetPassword, resetSecondStep, showFirstAccount } from './account.ts';
import { type Does, described, list, operated, wholeNumber } from './command.ts';
import {
  addCredits,
  changeWorkspace,
  createKey,
  createRunner,
  createWorkspace,
  deleteWorkspace,
  listRunners,
  listWorkspaces,
  revokeKey,
  revokeRunner,
  rotateSecret,
  webhookAddress,
} from './operator.ts';

const plans = ['free', 'starter', 'pro', 'scale'];
const plan = () => new Option('--plan <plan>', 'plan of the workspace').choices(plans);

export function addAdmin(root: Command, toAction: Does): void {
  const admin = root.command('admin').description("the operator's commands");
  addWorkspaces(admin, toAction);
  described(
    operated(admin.command('credits <workspace> <amount>')),
    'add credits to a workspace: a grant, purchase or refund',
    'reelsight admin credits $WORKSPACE 500 --type purchase',
  )
    .addOption(
      new Option('--type <type>', 'kind of entry')
        .choices(['grant', 'purchase', 'refund'])
        .default('grant'),
    )
    .option('--description <text>', 'reason')
    .action(toAction(addCredits));
  addKeys(admin, toAction);
  described(
    operated(admin.command('rotate-secret <workspace>')),
    'create a new webhook secret; the old one becomes invalid at once, unless it is kept for some hours',
    'reelsight admin rotate-secret $WORKSPACE',
    'reelsight admin rotate-secret $WORKSPACE --keep-previous 24',
  )
    .option(
      '--keep-previous <hours>',
      'hours for which the old secret also signs, up to 168',
      wholeNumber,
      0,
    )
    .action(toAction(rotateSecret));
  described(
    operated(admin.command('webhook <workspace> [url]')),
    'show the webhook address of a workspace, or set it to the given one',
    'reelsight admin webhook $WORKSPACE',
    'reelsight admin webhook $WORKSPACE "$WEBHOOK_URL" --events job.completed',
    'reelsight admin webhook $WORKSPACE --remove',
  )
    .option('--events <kinds...>', 'kinds of events to send; all of jobs and batches by default')
    .option('--remove', 'remove the address')
    .action(toAction(webhookAddress));
  addRunners(admin, toAction);

  addAccounts(admin, toAction);
}

function addRunners(admin: Command, toAction: Does): void {
  const runners = admin.command('runners').description('machines elsewhere that do parts of jobs');
  described(
    operated(runners.command('list')),
    'list runners: what they serve, what they are doing, when they were last seen',
    'reelsight admin runners list',
  ).action(toAction(listRunners));

  described(
    operated(runners.command('create')),
    'create a runner and print its token, which is shown only once',
    "reelsight admin runners create --name 'GPU at home'",
  )
    .requiredOption('--name <name>', 'name')
    .action(toAction(createRunner));

  described(
    operated(runners.command('revoke <runner-id>')),
    'revoke a runner: its parts are given back and its calls refused at once',
    'reelsight admin runners revoke $RUNNER',
  ).action(toAction(revokeRunner));
}

function addAccounts(admin: Command, toAction: Does): void {
  described(
    operated(admin.command('first-account')),
    'print the link for creating the first account of the console',
    'reelsight admin first-account',
  ).action(toAction(showFirstAccount));

  described(
    operated(admin.command('reset-password <e-mail>')),
    'set a new password for a console account and end its sessions',
    'reelsight admin reset-password ada@example.com',
  ).action(toAction(resetPassword));

  described(
    operated(admin.command('reset-second-step <e-mail>')),
    'turn off the second step of a console account and end its sessions',
    'reelsight admin reset-second-step ada@example.com',
  ).action(toAction(resetSecondStep));
}

function addWorkspaces(admin: Command, toAction: Does): void {
  const workspaces = admin.command('workspaces').description('workspaces of customers');
  described(
    operated(workspaces.command('list')),
    'list all workspaces',
    'reelsight admin workspaces list',
  ).action(toAction(listWorkspaces));

  described(
    operated(workspaces.command('create')),
    'create a workspace and print its API key, which is shown only once',
    'reelsight admin workspaces create --name Acme --email ops@acme.example',
  )
    .requiredOption('--name <name>', 'name')
    .requiredOption('--email <email>', 'e-mail')
    .addOption(plan().default('pro'))
    .option('--credits <number>', 'purchased credits at the start', wholeNumber)
    .option('--test', 'a test workspace: its jobs end at once with fixed results, free of charge')
    .action(toAction(createWorkspace));

  described(
    operated(workspaces.command('update <workspace>')),
    'change the plan, the name, or whether payment is overdue',
    'reelsight admin workspaces update $WORKSPACE --plan scale',
  )
    .addOption(plan())
    .option('--name <name>', 'name')
    .addOption(
      new Option('--past-due <true|false>', 'whether payment is overdue').choices([
        'true',
        'false',
      ]),
    )
    .action(toAction(changeWorkspace));

  described(
    operated(workspaces.command('delete <workspace>')),
    'delete a workspace with everything it owns',
    'reelsight admin workspaces delete $OLD_WORKSPACE --yes',
  )
    .option('--yes', 'confirm')
    .action(toAction(deleteWorkspace));
}

function addKeys(admin: Command, toAction: Does): void {
  const keys = admin.command('keys').description('API keys of workspaces');
  described(
    operated(keys.command('create <workspace>')),
    'create an API key and print it; it is shown only once',
    "reelsight admin keys create $WORKSPACE --name 'Nightly import' --scopes jobs:write,jobs:read",
  )
    .requiredOption('--name <name>', 'name')
    .option('--scopes <list>', 'scopes (default: all)', list)
    .action(toAction(createKey));

  described(
    operated(keys.command('revoke <key-id>')),
    'revoke an API key; the next call with it is refused',
    'reelsight admin keys revoke $KEY',
  ).action(toAction(revokeKey));
}
