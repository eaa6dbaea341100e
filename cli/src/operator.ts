/** `reelsight admin …`: commands that call the operator's API. */
import type { AddCredits, CreateKey, PlanName, SetWorkspaceWebhook } from '@reelsight/sdk';
import { exitCode, UsageError } from './exit-code.ts';
import { type ConnectOptions, type Environment, openAdmin } from './session.ts';
import { table } from './words.ts';

export interface OperatorOptions extends ConnectOptions {
  readonly json?: boolean;
}

/** Prints JSON, because values that are shown only once (keys, secrets) must be easy to keep and hard to misread. */
function print(environment: Environment, value: unknown): number {
  environment.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
  return exitCode.done;
}

export async function listWorkspaces(
  options: OperatorOptions,
  environment: Environment,
): Promise<number> {
  const admin = await openAdmin(environment, options);
  const workspaces = await admin.workspaces.list({ signal: environment.signal });
  if (options.json) return print(environment, workspaces);

  const rows = workspaces.map((workspace) => [
    workspace.tenant_id,
    workspace.name,
    workspace.email,
    workspace.plan + (workspace.past_due ? ' (past due)' : ''),
    String(workspace.balance),
  ]);
  const head = ['Workspace', 'Name', 'E-mail', 'Plan', 'Credits'];
  environment.stdout.write(
    `${workspaces.length ? table(head, rows).join('\n') : 'No workspaces.'}\n`,
  );

  return exitCode.done;
}

export interface NewWorkspaceOptions extends OperatorOptions {
  readonly name: string;
  readonly email: string;
  readonly plan: string;
  readonly credits?: number;
  readonly test?: boolean;
}

export async function createWorkspace(
  options: NewWorkspaceOptions,
  environment: Environment,
): Promise<number> {
  const admin = await openAdmin(environment, options);
  const { name, email, credits, test } = options;
  const workspace = {
    name,
    email,
    plan: options.plan as PlanName,
    ...(credits !== undefined && { credits }),
    ...(test && { test }),
  };

  return print(
    environment,
    await admin.workspaces.create(workspace, { signal: environment.signal }),
  );
}

export interface ChangeOptions extends OperatorOptions {
  readonly plan?: string;
  readonly name?: string;
  readonly pastDue?: string;
}

export async function changeWorkspace(
  id: string,
  options: ChangeOptions,
  environment: Environment,
): Promise<number> {
  const { plan, name, pastDue } = options;
  if (!plan && !name && !pastDue) throw new UsageError('Give --plan, --name or --past-due.');

  const admin = await openAdmin(environment, options);
  const change = {
    ...(plan && { plan: plan as PlanName }),
    ...(name && { name }),
    ...(pastDue && { past_due: pastDue === 'true' }),
  };

  return print(
    environment,
    await admin.workspaces.change(id, change, { signal: environment.signal }),
  );
}

export async function deleteWorkspace(
  id: string,
  options: OperatorOptions & { readonly yes?: boolean },
  environment: Environment,
): Promise<number> {
  if (!options.yes) {
    throw new UsageError(`This deletes all jobs, files and keys of ${id}. Add --yes to confirm.`);
  }
  const admin = await openAdmin(environment, options);
  await admin.workspaces.delete(id, { signal: environment.signal });
  environment.stdout.write(`${id} deleted\n`);
  return exitCode.done;
}

export interface CreditOptions extends OperatorOptions {
  readonly type: string;
  readonly description?: string;
}

export async function addCredits(
  id: string,
  amount: string,
  options: CreditOptions,
  environment: Environment,
): Promise<number> {
  if (!/^\d+$/.test(amount)) throw new UsageError(`${amount} is not a number of credits.`);

  const admin = await openAdmin(environment, options);
  const entry: AddCredits = {
    type: options.type as AddCredits['type'],
    amount: Number(amount),
    ...(options.description && { description: options.description }),
  };

  return print(
    environment,
    await admin.workspaces.addCredits(id, entry, { signal: environment.signal }),
  );
}

export interface KeyOptions extends OperatorOptions {
  readonly name: string;
  readonly scopes?: readonly string[];
}

const allScopes = ['jobs:write', 'jobs:read', 'account:read'];

export async function createKey(
  id: string,
  options: KeyOptions,
  environment: Environment,
): Promise<number> {
  const admin = await openAdmin(environment, options);
  const key = {
    name: options.name,
    scopes: [...(options.scopes ?? allScopes)] as CreateKey['scopes'],
  };
  return print(environment, await admin.keys.create(id, key, { signal: environment.signal }));
}

export async function revokeKey(
  keyId: string,
  options: OperatorOptions,
  environment: Environment,
): Promise<number> {
  const admin = await openAdmin(environment, options);
  await admin.keys.revoke(keyId, { signal: environment.signal });
  environment.stdout.write(`${keyId} revoked\n`);
  return exitCode.done;
}

export async function createRunner(
  options: OperatorOptions & { readonly name: string },
  environment: Environment,
): Promise<number> {
  const admin = await openAdmin(environment, options);
  const { signal } = environment;
  return print(environment, await admin.runners.create({ name: options.name }, { signal }));
}

export async function listRunners(
  options: OperatorOptions,
  environment: Environment,
): Promise<number> {
  const admin = await openAdmin(environment, options);
  const runners = await admin.runners.list({ signal: environment.signal });
  if (options.json) return print(environment, runners);

  const rows = runners.map((runner) => [
    runner.runner_id,
    runner.name,
    runner.status,
    runner.serves.join(','),
    `${runner.parts_running}/${runner.hosts}`,
    String(runner.parts_done),
    runner.version ?? '',
    runner.last_seen_at ?? 'never',
  ]);
  const head = ['Runner', 'Name', 'Status', 'Serves', 'Parts', 'Done', 'Version', 'Last seen'];
  environment.stdout.write(`${runners.length ? table(head, rows).join('\n') : 'No runners.'}\n`);

  return exitCode.done;
}

export async function revokeRunner(
  runnerId: string,
  options: OperatorOptions,
  environment: Environment,
): Promise<number> {
  const admin = await openAdmin(environment, options);
  await admin.runners.revoke(runnerId, { signal: environment.signal });
  environment.stdout.write(`${runnerId} revoked\n`);
  return exitCode.done;
}

export async function rotateSecret(
  id: string,
  options: OperatorOptions & { readonly keepPrevious?: number },
  environment: Environment,
): Promise<number> {
  const admin = await openAdmin(environment, options);
  return print(
    environment,
    await admin.workspaces.rotateSecret(id, options.keepPrevious ?? 0, {
      signal: environment.signal,
    }),
  );
}

export interface WebhookOptions extends OperatorOptions {
  readonly events?: readonly string[];
  readonly remove?: boolean;
}

/** Shows the webhook address of a workspace, sets it, or removes it. Throws UsageError. */
export async function webhookAddress(
  id: string,
  url: string | undefined,
  options: WebhookOptions,
  environment: Environment,
): Promise<number> {
  const { events, remove: removes = false } = options;
  if (removes && url !== undefined) throw new UsageError('Give an address or --remove, not both.');
  if (events && url === undefined) throw new UsageError('--events needs an address.');

  const { workspaces } = await openAdmin(environment, options);
  const { signal } = environment;

  if (removes) {
    await workspaces.removeWebhook(id, { signal });
    environment.stdout.write('webhook address removed\n');
    return exitCode.done;
  }

  if (url === undefined) return print(environment, await workspaces.webhook(id, { signal }));

  // The service knows the kinds, and names them where one is unknown.
  const body = { url, ...(events && { events: [...events] }) } as SetWorkspaceWebhook;
  return print(environment, await workspaces.setWebhook(id, body, { signal }));
}
