/** The commands `webhooks`. */
import { type Command, Option } from 'commander';
import { connected, type Does, described, list, paged } from './command.ts';
import { listen } from './webhook-listen.ts';
import { listDeliveries, replayDelivery, sendTestEvent } from './webhooks.ts';

export function addWebhooks(root: Command, toAction: Does): void {
  const webhooks = root
    .command('webhooks')
    .description('forward events to this machine; list, replay and test deliveries');
  described(
    connected(webhooks.command('listen')),
    'forward events to an address on this machine until Ctrl-C, with the body and headers of webhooks',
    'reelsight webhooks listen --forward-to http://localhost:3000/hook',
    'reelsight webhooks listen --forward-to http://localhost:3000/hook --events job.completed,job.failed',
  )
    .requiredOption('--forward-to <address>', 'where each event is posted to')
    .option('--events <list>', 'only events of these kinds', list)
    .option('--all', 'every kind of the log, and jobs of batches; else what webhooks carry')
    .option('--secret <secret>', "sign with this; default the workspace's secret")
    .option('--allow-remote', 'the address may be outside this machine and private networks')
    .action(toAction(listen));

  described(
    connected(webhooks.command('test')),
    'have the service send a webhook.test event to an address',
    'reelsight webhooks test --to "$WEBHOOK_URL"',
  )
    .requiredOption('--to <address>', 'where the event is sent: HTTPS and a public name')
    .action(toAction(sendTestEvent));
  addDeliveries(webhooks, toAction);
}

function addDeliveries(webhooks: Command, toAction: Does): void {
  const deliveries = webhooks.command('deliveries').description('deliveries of the last 30 days');
  described(
    paged(deliveries.command('list')),
    'list deliveries with their last answer, newest first',
    'reelsight webhooks deliveries list',
    'reelsight webhooks deliveries list --status exhausted --event job.completed --all --json',
  )
    .addOption(
      new Option('--status <status>', 'only deliveries in this state').choices([
        'pending',
        'delivered',
        'exhausted',
      ]),
    )
    .option('--event <kind>', 'only events of this kind')
    .option('--job <id>', 'only events of this job')
    .action(toAction(listDeliveries));

  described(
    connected(deliveries.command('replay <delivery>')),
    'send an event once more, with the same id and body',
    'reelsight webhooks deliveries replay $DELIVERY',
  ).action(toAction(replayDelivery));
}
