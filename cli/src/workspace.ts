/** Commands about the whole workspace: `reelsight upload`, `account`, `usage`, `keys list` and `keys show`. */
import type { Transaction, UsageFilter } from '@reelsight/sdk';
import { openLocalFile, uploadFile } from './local-file.ts';
import { localTime, print, type ReadOptions } from './output.ts';
import { apiKeyOf, type Environment, openSession, progressOf } from './session.ts';
import { csv, plural, table } from './words.ts';

export async function upload(
  path: string,
  options: ReadOptions,
  environment: Environment,
): Promise<number> {
  const file = await openLocalFile(path);
  const { client } = await openSession(environment, options);
  const progress = progressOf(environment, options);
  const key = await uploadFile(file, client, environment.signal, progress);
  progress.end();
  const json = { upload_key: key, upload_filename: file.name };
  return print(environment, options, { json, text: [key] });
}

export async function showAccount(options: ReadOptions, environment: Environment): Promise<number> {
  const { client } = await openSession(environment, options);
  const account = await client.account({ signal: environment.signal });
  const { credits, limits } = account;
  const rows = Object.entries(limits).map(([name, value]) => [
    name.replaceAll('_', ' '),
    typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value),
  ]);

  return print(environment, options, {
    json: account,
    text: [
      `${account.name} <${account.email}>, ${account.plan} plan, ${account.tenant_id}`,
      `${plural(credits.balance, 'credit')} (${credits.plan_credits} of the plan, ${credits.purchased_credits} purchased), ${credits.used_this_period} used this month`,
      '',
      ...table(['Limit', 'Value'], rows),
    ],
  });
}

export interface UsageOptions extends ReadOptions {
  readonly from?: string;
  readonly to?: string;
  readonly csv?: boolean;
}

const columns = ['id', 'created_at', 'type', 'amount', 'job_id', 'description'] as const;

/** Prints the totals and the newest entries, or as CSV every entry of the period. */
export async function showUsage(options: UsageOptions, environment: Environment): Promise<number> {
  const { client } = await openSession(environment, options);
  const filter: UsageFilter = {
    ...(options.from && { start_date: options.from }),
    ...(options.to && { end_date: options.to }),
  };
  const { signal, stdout } = environment;

  if (options.csv) {
    stdout.write(csv(columns));
    for await (const transaction of client.transactions({ ...filter, limit: 100 }, { signal })) {
      stdout.write(csv(columns.map((name) => transaction[name])));
    }
    return 0;
  }

  const usage = await client.usage(filter, { signal });
  const { period, credits_used: creditsUsed, total_jobs: jobs } = usage.summary;
  const rows = usage.transactions.map(entryRow);

  return print(environment, options, {
    json: usage,
    text: [
      `${localTime(period.start)} to ${localTime(period.end)}: ${plural(creditsUsed, 'credit')} used by ${plural(jobs, 'job')}`,
      ...(rows.length ? table(['When', 'Type', 'Credits', 'Job', 'What'], rows) : []),
    ],
  });
}

const entryRow = (transaction: Transaction): string[] => [
  localTime(transaction.created_at),
  transaction.type,
  String(transaction.amount),
  transaction.job_id ?? '',
  transaction.description,
];

/** Lists the workspace's keys without their secrets. */
export async function listKeys(options: ReadOptions, environment: Environment): Promise<number> {
  const { client } = await openSession(environment, options);
  const { body } = await client.call('listKeys', { signal: environment.signal });
  const { data } = body;
  const rows = data.map((key) => [
    key.key_id,
    key.name,
    key.scopes.join(', '),
    localTime(key.created_at),
    key.last_used_at === null ? 'never' : localTime(key.last_used_at),
    key.revoked_at === null ? '' : localTime(key.revoked_at),
  ]);
  const head = ['Key', 'Name', 'Scopes', 'Created', 'Last used', 'Revoked'];

  return print(environment, options, {
    json: data,
    text: rows.length ? table(head, rows) : ['No keys.'],
  });
}

/** Prints the key itself, so that other programs can use it: `$(reelsight keys show)`. */
export async function showKey(options: ReadOptions, environment: Environment): Promise<number> {
  const apiKey = await apiKeyOf(environment, options);
  return print(environment, options, { json: { api_key: apiKey }, text: [apiKey] });
}
