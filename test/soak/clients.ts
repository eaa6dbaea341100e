/** Customers in the soak test: each intent becomes a job or a batch, however often it has to be requested. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AdminClient,
  ApiError,
  type Client,
  createClient,
  type Job,
  type NewJob,
} from '../../sdk/src/index.ts';
import { Choice } from '../interface/made-calls.ts';
import { comparable, type Recipe } from './inputs.ts';
import type { ReceiverKind, Receivers } from './receivers.ts';

export interface Tenant {
  readonly id: string;
  readonly client: Client;
  readonly receiver: ReceiverKind;
  /** Starts with too few credits, so that the workspace's jobs are held. */
  readonly poor: boolean;
}

export interface Intent {
  readonly id: string;
  readonly tenant: Tenant;
  readonly recipe: Recipe;
  readonly kind: 'job' | 'cancelled job' | 'deleted job' | 'batch';
  /** Empty until the service has confirmed that it accepted the intent. */
  jobIds: string[];
  batchId: string | null;
  acceptedAt: number;
  /** When the client saw that it had ended. */
  endedAt: number;
  outcome: string;
}

export interface ClientsOptions {
  readonly seed: number;
  readonly tenants: readonly Tenant[];
  readonly recipes: readonly Recipe[];
  readonly receivers: Receivers;
  /** Outcome of each recipe in an undisturbed run. */
  readonly reference: ReadonlyMap<string, string>;
  /** Number of intents in progress at the same time. */
  readonly atOnce: number;
  readonly violate: (promise: string, what: string) => void;
}

const betweenTriesMs = 1000;

export async function openTenant(
  admin: AdminClient,
  baseUrl: string,
  wanted: Pick<Tenant, 'receiver' | 'poor'>,
): Promise<Tenant> {
  const { tenant_id: id, api_key: apiKey } = await admin.workspaces.create({
    name: wanted.receiver,
    email: `${wanted.receiver}@example.com`,
    plan: wanted.poor ? 'scale' : 'pro',
    credits: wanted.poor ? 1 : 1_000_000,
  });
  const client = createClient({ baseUrl, apiKey, timeoutMs: 20_000, maxRetryWaitMs: 5000 });
  return { ...wanted, id, client };
}

export class Clients {
  readonly intents: Intent[] = [];
  /** Number of unsuccessful answers, by code. */
  readonly refusals: Record<string, number> = {};
  readonly #options: ClientsOptions;
  readonly #slots = new Set<Promise<void>>();
  #open = true;

  constructor(options: ClientsOptions) {
    this.#options = options;
  }

  /** Keeps `atOnce` intents in progress until `close`. */
  async run(): Promise<void> {
    while (this.#open) {
      if (this.#slots.size >= this.#options.atOnce) {
        await Promise.race(this.#slots);
        continue;
      }

      const intent = this.#next();
      const slot = this.#follow(intent)
        .catch((error: unknown) =>
          this.#options.violate('clients see no fault', `${intent.id}: ${String(error)}`),
        )
        .finally(() => this.#slots.delete(slot));
      this.#slots.add(slot);
      await sleep(50);
    }
  }

  /** Begins no further intents. */
  close(): void {
    this.#open = false;
  }

  /** Resolves when everything that was begun has ended, or after the time limit. */
  async settled(limitMs: number): Promise<void> {
    const all = Promise.all(this.#slots);
    await Promise.race([all, sleep(limitMs, undefined, { ref: false })]);
  }

  get underWay(): readonly Intent[] {
    return this.intents.filter((intent) => intent.acceptedAt > 0 && intent.endedAt === 0);
  }

  #next(): Intent {
    const { seed, tenants, recipes } = this.#options;
    const number = this.intents.length;
    const choice = new Choice(seed + 7919 * (number + 1));
    const kinds = ['cancelled job', 'deleted job', 'batch', 'job', 'job', 'job', 'job'] as const;
    const kind = choice.of(kinds);
    // A batch uses the frame rate of its plan.
    const some = kind === 'batch' ? recipes.filter(({ ask }) => ask.fps === undefined) : recipes;
    const weighted = some.flatMap((one) => Array<Recipe>(one.weight).fill(one));
    const intent: Intent = {
      id: `intent-${number}`,
      tenant: choice.of(tenants),
      recipe: choice.of(weighted),
      kind,
      jobIds: [],
      batchId: null,
      acceptedAt: 0,
      endedAt: 0,
      outcome: 'not accepted',
    };
    this.intents.push(intent);

    return intent;
  }

  async #follow(intent: Intent): Promise<void> {
    if (intent.kind === 'batch') await this.#batch(intent);
    else await this.#job(intent);
  }

  async #job(intent: Intent): Promise<void> {
    const { tenant, recipe, kind, id } = intent;
    const upload_key = await this.#again(() => tenant.client.uploads.put(recipe.video));
    const ask: NewJob = {
      upload_key,
      upload_filename: 'clip.mp4',
      external_id: id,
      ...recipe.ask,
      webhook_url: this.#hook(tenant),
    };
    const create = () => tenant.client.jobs.create(ask, { idempotencyKey: id });
    const { job_id } = await this.#again(create);
    intent.jobIds = [job_id];
    intent.acceptedAt = Date.now();

    if (kind === 'cancelled job') {
      await sleep(new Choice(intent.acceptedAt).below(4000));
      await this.#again(() => this.#cancel(tenant.client, job_id));
    }

    const job = await tenant.client.jobs.wait(job_id, { stopWhenHeld: false });
    this.#end(intent, [job]);
    if (kind === 'deleted job') await this.#again(() => this.#delete(tenant.client, job_id));
  }

  async #batch(intent: Intent): Promise<void> {
    const { tenant, recipe, id } = intent;
    const uploads: { key: string; filename: string; external_id: string }[] = [];
    for (let index = 0; index < 3; index += 1) {
      const key = await this.#again(() => tenant.client.uploads.put(recipe.video));
      uploads.push({ key, filename: 'clip.mp4', external_id: `${id}-${index}` });
    }

    const batch = { ...recipe.ask, uploads, webhook_url: this.#hook(tenant) };
    const create = () => tenant.client.batches.create(batch, { idempotencyKey: id });
    const { batch_id } = await this.#again(create);
    intent.batchId = batch_id;
    intent.acceptedAt = Date.now();

    let jobs: readonly { job_id: string }[] = [];
    for (let status = ''; !['completed', 'failed', 'cancelled'].includes(status); ) {
      const seen = await this.#again(() => tenant.client.batches.wait(batch_id));
      ({ status, jobs } = seen);
      if (status === 'paused') await sleep(betweenTriesMs);
    }

    intent.jobIds = jobs.map(({ job_id }) => job_id);
    const read = jobs.map(({ job_id }) => this.#again(() => tenant.client.jobs.get(job_id)));
    this.#end(intent, await Promise.all(read));
  }

  #end(intent: Intent, jobs: readonly Job[]): void {
    intent.endedAt = Date.now();
    intent.outcome = [...new Set(jobs.map(({ status }) => status))].join(' and ');
    const wanted = this.#options.reference.get(intent.recipe.name);

    for (const job of jobs) {
      if (job.status === 'cancelled' && intent.kind === 'cancelled job') continue;
      if (comparable(job) === wanted) continue;

      const { code, message } = job.error ?? {};
      const how = `${job.status} ${code ?? ''} ${message ?? ''}`;
      this.#options.violate(
        'results equal those of an undisturbed run',
        `${job.job_id} (${intent.recipe.name}): ${how} ${difference(comparable(job), wanted ?? '')}`,
      );
    }
  }

  /** Repeats a call until it works, except after errors of the client, which would never work. */
  async #again<T>(call: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await call();
      } catch (error) {
        const api = error instanceof ApiError ? error : null;
        const name = api ? `${api.status} ${api.code}` : (error as Error).name;
        this.refusals[name] = (this.refusals[name] ?? 0) + 1;
        if (api && [404, 409, 422].includes(api.status ?? 0)) throw error;
        await sleep(betweenTriesMs);
      }
    }
  }

  /** It does not matter if the job has already ended. */
  async #cancel(client: Client, id: string): Promise<void> {
    await client.jobs.cancel(id).catch((error: unknown) => {
      if (!(error instanceof ApiError && error.code === 'JOB_NOT_CANCELLABLE')) throw error;
    });
  }

  async #delete(client: Client, id: string): Promise<void> {
    await client.jobs.delete(id).catch((error: unknown) => {
      if (!(error instanceof ApiError && error.code === 'JOB_NOT_FOUND')) throw error;
    });
  }

  #hook(tenant: Tenant): string {
    return this.#options.receivers.of[tenant.receiver].url;
  }
}

/** Describes where two texts begin to differ. */
function difference(found: string, wanted: string): string {
  let at = 0;
  while (at < found.length && found[at] === wanted[at]) at += 1;
  const piece = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 60), at + 120));
  return `at ${at}: ${piece(found)} instead of ${piece(wanted)}`;
}
