/**
 * The commands that run programs of the server: `start`, `migrate`, `runner`, `models`, `links`, `doctor`, `backup` and
 * `restore`.
 */
import type { Command } from 'commander';
import { type Does, described, texts } from './command.ts';
import {
  asGiven,
  type GivenOptions,
  type LinksOptions,
  links,
  type ModelsOptions,
  models,
  type RunnerOptions,
  runner,
  runServerProgram,
} from './server-programs.ts';
import type { Environment } from './session.ts';

export function addServerPrograms(root: Command, toAction: Does): void {
  described(
    root.command('start'),
    'serve until Ctrl-C; settings: docs/configuration.md',
    'reelsight start',
  ).action(
    toAction((_options: object, environment: Environment) =>
      runServerProgram('start', [], environment),
    ),
  );

  described(
    root.command('migrate'),
    'bring the database up to date, as a start does, and end',
    'reelsight migrate --check',
  )
    .option(
      '--check',
      'change nothing; print what is to be done, and end with code 4 if that is something',
    )
    .action(
      toAction(({ check }: { readonly check?: boolean }, environment: Environment) =>
        runServerProgram('migrate', check ? ['--check'] : [], environment),
      ),
    );

  described(
    root.command('doctor [link]'),
    'say what is missing on this machine and why links fail',
    'reelsight doctor',
  ).action(
    toAction((link: string | undefined, _options: object, environment: Environment) =>
      runServerProgram('doctor', link === undefined ? [] : [link], environment),
    ),
  );
  addBackups(root, toAction);
  addRunner(root, toAction);
  addModels(root, toAction);
  addLinks(root, toAction);
}

function addBackups(root: Command, toAction: Does): void {
  described(
    root.command('backup <file>'),
    'write everything the service keeps into one file, beside the running service',
    'reelsight backup reelsight.tar.zst',
  )
    .option('--recipient <key>', 'encrypt for this public key of age; may be repeated', texts)
    .option('--passphrase-file <file>', 'encrypt with the passphrase in this file')
    .option('--database-only', 'leave out the files of the storage')
    .option('--overwrite', 'replace a file of this name')
    .option('--json', 'print JSON')
    .action(
      toAction((file: string, options: GivenOptions, environment: Environment) =>
        runServerProgram('backup', asGiven([file], options), environment),
      ),
    );
  described(
    root.command('restore [file]'),
    'bring a backup into the data folder and database of the settings, with the service stopped',
    'reelsight restore --check reelsight.tar.zst',
  )
    .option('--replace', 'replace what is there, which is saved as a backup first')
    .option('--discard', 'replace what is there without saving it')
    .option('--identity <file>', 'private key of age; may be repeated', texts)
    .option('--passphrase-file <file>', 'passphrase of the backup')
    .option('--check', 'read all of the backup and write nothing')
    .option('--cancel', 'forget a restore that was cut off')
    .option('--json', 'print JSON')
    .action(
      toAction((file: string | undefined, options: GivenOptions, environment: Environment) =>
        runServerProgram(
          'restore',
          asGiven(file === undefined ? [] : [file], options),
          environment,
        ),
      ),
    );
}

function addRunner(root: Command, toAction: Does): void {
  described(
    root.command('runner'),
    'do parts of the jobs of a service that runs elsewhere, until Ctrl-C; see docs/runners.md',
    'reelsight runner --url $REELSIGHT_URL --token-file runner-token',
  )
    .option('--url <url>', 'address of the service')
    .option('--token-file <file>', 'file with the token of the runner')
    .action(
      toAction((options: RunnerOptions, environment: Environment) => runner(options, environment)),
    );
}

function addModels(root: Command, toAction: Does): void {
  const group = root.command('models').description('models of the local engines');
  described(group.command('list'), 'list installed and available models', 'reelsight models list')
    .option('--json', 'print JSON')
    .action(
      toAction((options: ModelsOptions, environment: Environment) =>
        models('list')([], options, environment),
      ),
    );

  described(
    group.command('pull [names...]'),
    'download models, by default the set "default"; an interrupted pull resumes',
    'reelsight models pull --set default',
  )
    .option('--set <set>', 'a set of models; docs/models.md lists them')
    .option('--json', 'print JSON')
    .action(toAction(models('pull')));

  described(
    group.command('verify [names...]'),
    'check that the models on disk are complete and unchanged',
    'reelsight models verify',
  )
    .option('--json', 'print JSON')
    .action(toAction(models('verify')));

  described(
    group.command('try <names...>'),
    'run pulled models on the sample video: what they see, how long it takes, how much memory they hold',
    'reelsight models try yolox-tiny',
  )
    .option('--json', 'print JSON')
    .action(toAction(models('try')));
}

function addLinks(root: Command, toAction: Does): void {
  const group = root.command('links').description('the yt-dlp that reads links');
  described(
    group.command('status'),
    'say which yt-dlp is used, where it is from and how old it is',
    'reelsight links status',
  )
    .option('--json', 'print JSON')
    .action(
      toAction((options: LinksOptions, environment: Environment) =>
        links('status')([], options, environment),
      ),
    );

  described(
    group.command('update [version]'),
    'fetch the newest yt-dlp, or the version given, check and try it, and use it from the next link on',
    'reelsight links update',
  )
    .option('--json', 'print JSON')
    .action(
      toAction((version: string | undefined, options: LinksOptions, environment: Environment) =>
        links('update')(version === undefined ? [] : [version], options, environment),
      ),
    );

  described(
    group.command('rollback'),
    'use the yt-dlp from before the last update again',
    'reelsight links rollback',
  )
    .option('--json', 'print JSON')
    .action(
      toAction((options: LinksOptions, environment: Environment) =>
        links('rollback')([], options, environment),
      ),
    );
}
