/** The commands that run programs of the server: `start`, `migrate`, `runner`, `models`, `links`, `doctor`. */
import type { Command } from 'commander';
import { type Does, described } from './command.ts';
import {
  type LinksOptions,
  links,
  type ModelsOptions,
  models,
  type RunnerOptions,
  runner,
  runServerProgram,
} from './server-programs.ts';
import type { Environment } from './session.ts';

export function addServerPrograms(root: Command, does: Does): void {
  described(
    root.command('start'),
    'serve until Ctrl-C; settings: docs/configuration.md',
    'reelsight start',
  ).action(
    does((_options: object, environment: Environment) =>
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
      does(({ check }: { readonly check?: boolean }, environment: Environment) =>
        runServerProgram('migrate', check ? ['--check'] : [], environment),
      ),
    );
  described(
    root.command('doctor [link]'),
    'say what is missing on this machine and why links fail',
    'reelsight doctor',
  ).action(
    does((link: string | undefined, _options: object, environment: Environment) =>
      runServerProgram('doctor', link === undefined ? [] : [link], environment),
    ),
  );
  addRunner(root, does);
  addModels(root, does);
  addLinks(root, does);
}

function addRunner(root: Command, does: Does): void {
  described(
    root.command('runner'),
    'do parts of the jobs of a service that runs elsewhere, until Ctrl-C; see docs/runners.md',
    'reelsight runner --url $REELSIGHT_URL --token-file runner-token',
  )
    .option('--url <url>', 'address of the service')
    .option('--token-file <file>', 'file with the token of the runner')
    .action(
      does((options: RunnerOptions, environment: Environment) => runner(options, environment)),
    );
}

function addModels(root: Command, does: Does): void {
  const group = root.command('models').description('models of the local engines');
  described(group.command('list'), 'list installed and available models', 'reelsight models list')
    .option('--json', 'print JSON')
    .action(
      does((options: ModelsOptions, environment: Environment) =>
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
    .action(does(models('pull')));
  described(
    group.command('verify [names...]'),
    'check that the models on disk are complete and unchanged',
    'reelsight models verify',
  )
    .option('--json', 'print JSON')
    .action(does(models('verify')));
}

function addLinks(root: Command, does: Does): void {
  const group = root.command('links').description('the yt-dlp that reads links (in a checkout)');
  described(
    group.command('status'),
    'say which yt-dlp is used, where it is from and how old it is',
    'reelsight links status',
  )
    .option('--json', 'print JSON')
    .action(
      does((options: LinksOptions, environment: Environment) =>
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
      does((version: string | undefined, options: LinksOptions, environment: Environment) =>
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
      does((options: LinksOptions, environment: Environment) =>
        links('rollback')([], options, environment),
      ),
    );
}
