/** The commands for a workspace (`upload`, `account`, `usage`, `keys`), and the command `profile`. */
import type { Command } from 'commander';
import { connected, type Does, described, isoTime } from './command.ts';
import { addProfile as add, listProfiles, removeProfile, useProfile } from './profile.ts';
import { listKeys, showAccount, showKey, showUsage, upload } from './workspace.ts';

/** Commands about the whole workspace: its files, its credits, its ledger. */
export function addWorkspaceCommands(root: Command, toAction: Does): void {
  described(
    connected(root.command('upload <file>')),
    'upload a file and print its upload key',
    'reelsight upload talk.mp4',
  )
    .option('--quiet', 'no progress')
    .action(toAction(upload));

  described(
    connected(root.command('account')),
    'print the workspace, its credits and limits',
    'reelsight account',
  ).action(toAction(showAccount));

  described(
    connected(root.command('usage')),
    'print the ledger of a period',
    'reelsight usage --from 2026-01-01',
    'reelsight usage --csv > usage.csv',
  )
    .option('--from <date>', 'first day or moment, ISO 8601', isoTime)
    .option('--to <date>', 'last moment, ISO 8601', isoTime)
    .option('--csv', 'every entry of the period as CSV')
    .action(toAction(showUsage));

  const keys = root.command('keys').description('API keys of the workspace');
  described(
    connected(keys.command('list')),
    'list the API keys of the workspace; the keys themselves are not shown',
    'reelsight keys list',
  ).action(toAction(listKeys));

  described(
    connected(keys.command('show')),
    'print the API key that the commands send; beside the data folder of a service on this machine and without a key of your own, that of its workspace `local`, made at need',
    'export REELSIGHT_API_KEY=$(reelsight keys show)',
  ).action(toAction(showKey));
}

export function addProfile(root: Command, toAction: Does): void {
  const profile = root
    .command('profile')
    .description('save addresses and keys of services under names');
  described(
    profile.command('add <name>'),
    'add or replace a profile; without --api-key the key is asked for, or read from standard input',
    'printf %s "$REELSIGHT_API_KEY" | reelsight profile add acme --url "$REELSIGHT_URL"',
  )
    .requiredOption('--url <url>', 'address of the service')
    .option('--api-key <key>', 'API key; an option is seen by other users of the machine')
    .option('--admin-token <token>', "operator's token")
    .action(toAction(add));

  described(
    profile.command('use <name>'),
    'use a profile by default',
    'reelsight profile use acme',
  ).action(toAction(useProfile));

  described(
    profile.command('list'),
    'list the profiles; keys are not shown',
    'reelsight profile list',
  )
    .option('--json', 'print JSON')
    .action(toAction(listProfiles));

  described(
    profile.command('remove <name>'),
    'remove a profile and its key',
    'reelsight profile remove acme',
  ).action(toAction(removeProfile));
}
