/** The commands that run programs of the server: `start`, `runner`, `models`, `doctor`. */
import type { Command } from 'commander';
import { type Does, described } from './command.ts';
import {
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
    'serve until Ctrl-C (in a checkout); settings: docs/configuration.md',
    'reelsight start',
  ).action(
    does((_options: object, environment: Environment) =>
      runServerProgram('start', [], environment),
    ),
  );
  described(
    root.command('runner'),
    'do parts of the jobs of a service that runs elsewhere, until Ctrl-C (in a checkout); see docs/runners.md',
    'reelsight runner --url $REELSIGHT_URL --token-file runner-token',
  )
    .option('--url <url>', 'address of the service')
    .option('--token-file <file>', 'file with the token of the runner')
    .action(
      does((options: RunnerOptions, environment: Environment) => runner(options, environment)),
    );
  described(
    root.command('doctor [link]'),
    'say what is missing on this machine and why links fail (in a checkout)',
    'reelsight doctor',
  ).action(
    does((link: string | undefined, _options: object, environment: Environment) =>
      runServerProgram('doctor', link === undefined ? [] : [link], environment),
    ),
  );
  addModels(root, does);
}

function addModels(root: Command, does: Does): void {
  const group = root.command('models').description('models of the local engines (in a checkout)');
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
