/** `reelsight webhooks deliveries …` and `webhooks test`. */
import type { AskedOf, Client, Delivery } from '@reelsight/sdk';
import { localTime, type PageOptions, pageSize, print, type ReadOptions, take } from './output.ts';
import { type Environment, openSession } from './session.ts';
import { table } from './words.ts';

export interface DeliveryOptions extends PageOptions {
  readonly status?: string;
  readonly event?: string;
  readonly job?: string;
}

type Query = NonNullable<AskedOf<'listDeliveries'>['query']>;

export async function listDeliveries(
  options: DeliveryOptions,
  environment: Environment,
): Promise<number> {
  const { client } = await openSession(environment, options);
  const { status, event, job } = options;
  const query = {
    limit: pageSize(options),
    ...(status && { status }),
    ...(event && { event }),
    ...(job && { job_id: job }),
  } as Query;
  const deliveries = await take(deliveriesOf(client, query, environment.signal), options);
  const rows = deliveries.map((delivery) => [
    delivery.delivery_id,
    delivery.event,
    delivery.status,
    localTime(delivery.created_at),
    String(delivery.attempts.length),
    lastAnswer(delivery),
    delivery.url,
  ]);
  const head = ['Delivery', 'Event', 'Status', 'Created', 'Attempts', 'Answer', 'Address'];

  return print(environment, options, {
    json: deliveries,
    text: rows.length ? table(head, rows) : ['No deliveries.'],
  });
}

/** Yields the deliveries of all pages, newest first. */
async function* deliveriesOf(
  client: Client,
  query: Query,
  signal: AbortSignal,
): AsyncGenerator<Delivery> {
  let cursor: string | null | undefined;
  do {
    const pageQuery: Query = { ...query, ...(cursor && { cursor }) };
    const { body } = await client.call('listDeliveries', { query: pageQuery, signal });
    yield* body.data;
    cursor = body.pagination.has_more ? body.pagination.next_cursor : null;
  } while (cursor);
}

function lastAnswer({ attempts }: Delivery): string {
  const last = attempts.at(-1);
  return last ? (last.error ?? String(last.status)) : '';
}

const sent = (describeDelivery: Delivery): string =>
  `${describeDelivery.delivery_id} ${describeDelivery.event} to ${describeDelivery.url}: queued`;

export async function replayDelivery(
  id: string,
  options: ReadOptions,
  environment: Environment,
): Promise<number> {
  const { client } = await openSession(environment, options);
  const { signal } = environment;
  const { body } = await client.call('replayDelivery', { params: { id }, signal });
  return print(environment, options, { json: body.data, text: [sent(body.data)] });
}

export interface TestOptions extends ReadOptions {
  readonly to: string;
}

/** The target address is given with `--to`, because `--url` is the address of the service. */
export async function sendTestEvent(
  options: TestOptions,
  environment: Environment,
): Promise<number> {
  const { client } = await openSession(environment, options);
  const { signal } = environment;
  const { body } = await client.call('sendTestEvent', { body: { url: options.to }, signal });
  return print(environment, options, { json: body.data, text: [sent(body.data)] });
}
