/**
 * Valid and invalid calls, generated from the OpenAPI document and made by two workspaces, by strangers and by the
 * operator. No answer may be an internal error, no nonsense may be accepted, a refused call may change nothing, and
 * nobody may see or change data of another workspace.
 */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { openapiDocument, signInBase } from '@reelsight/contract';
import { signUp } from '../console/visitor.ts';
import { ChangedRows } from './changed-rows.ts';
import { misfit } from './json-schema.ts';
import { CallMaker, Choice, type MadeBody, type Operation } from './made-calls.ts';
import type { Answer, Json, Subject } from './subject.ts';
import { openTenant, type Tenant } from './tenants.ts';

/** These calls are made more often than the rest. */
const creations = new Set(['createJob', 'createBatch']);
/**
 * Calls that are not made: a stream never ends, and the others would remove the workspaces, keys or sessions with which
 * the calls are made, now or later.
 */
const leftOut = new Set([
  'adminDeleteWorkspace',
  'deleteOwnWorkspace',
  'streamEvents',
  'signOut',
  'revokeSession',
  'revokeSessions',
  'revokeOtherSessions',
  'changePassword',
]);

/** Who makes a call: a workspace, which may change its own rows; nobody; or the operator, who may change any rows. */
type Identity = Tenant | 'stranger' | 'operator';

interface Sent {
  readonly one: Operation;
  readonly as: Identity;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly made: MadeBody | undefined;
  readonly schema: Json;
}

export class Fuzzer {
  readonly #subject: Subject;
  readonly #document: Json;
  readonly #choice: Choice;
  readonly #maker: CallMaker;
  readonly #tenants: readonly Tenant[];
  readonly #changes: ChangedRows;
  /** A third workspace for the operator's calls, so that they do no harm to the two workspaces. */
  readonly #scrap: Tenant;
  /** The last call, for the report of a failure. */
  last = '';

  static async start(subject: Subject, seed: number): Promise<Fuzzer> {
    await signUp(subject, 'Operator');
    const tenants = [await openTenant(subject, 'alpha'), await openTenant(subject, 'beta')];
    const scrap = await openTenant(subject, 'gamma');
    const changes = await ChangedRows.watch(subject.domain.db);
    return new Fuzzer(subject, { tenants, scrap, changes, seed });
  }

  // biome-ignore lint/style/useConsistentMemberAccessibility: a constructor can't be private in another way
  private constructor(
    subject: Subject,
    given: {
      readonly tenants: readonly Tenant[];
      readonly scrap: Tenant;
      readonly changes: ChangedRows;
      readonly seed: number;
    },
  ) {
    this.#subject = subject;
    this.#tenants = given.tenants;
    this.#scrap = given.scrap;
    this.#changes = given.changes;
    this.#choice = new Choice(given.seed);
    this.#document = openapiDocument('http://service', ['key', 'operator', 'session']);
    this.#maker = new CallMaker(this.#document, this.#choice);
  }

  #operation(): Operation {
    const all = this.#maker.operations.filter(
      ({ operation }) => !leftOut.has(operation.operationId),
    );
    const creating = all.filter(({ operation }) => creations.has(operation.operationId));
    return this.#choice.of(this.#choice.chance(0.3) ? creating : all);
  }

  #identity({ path }: Operation): Identity {
    if (this.#choice.chance(0.1)) return 'stranger';
    const operators = path.startsWith('/admin') && this.#choice.chance(0.6);
    return operators ? 'operator' : this.#choice.of(this.#tenants);
  }

  #properHeaders(as: Identity, { path }: Operation): Record<string, string> {
    if (as === 'stranger') return {};
    if (as === 'operator') return this.#subject.operator.headers;
    return path.startsWith('/console') ? as.sessionHeaders : as.keyHeaders;
  }

  #send(): Sent {
    const one = this.#operation();
    const as = this.#identity(one);
    const ids = as === 'operator' ? this.#scrap.ids : this.#tenants.flatMap((tenant) => tenant.ids);
    const workspace = (
      this.#choice.chance(0.8) && typeof as === 'object' ? as : this.#choice.of(this.#tenants)
    ).id;
    const path = this.#maker.path(one, ids, one.path.startsWith('/console') ? { workspace } : {});
    const schema = one.operation.requestBody?.content['application/json']?.schema;
    const made = schema && one.method !== 'GET' ? this.#maker.body(schema) : undefined;
    const headers = this.#maker.headers(this.#properHeaders(as, one));

    return { one, as, path, headers, made, schema };
  }

  /** Makes one call and checks its answer and effects. Returns the status. */
  async call(): Promise<number> {
    const sent = this.#send();
    const { one, path, headers, made } = sent;
    this.last = `${one.method} ${path} ${JSON.stringify(headers)} ${String(made?.body).slice(0, 3000)}`;

    const answer = await this.#subject.stranger.call(one.method, path, {
      headers,
      ...(made && { body: made.body }),
    });
    checkAnswer(this.#document, sent, answer);
    await this.#checkEffects(sent, answer);
    this.#checkSecrets(sent, answer);

    return answer.status;
  }

  async #checkEffects({ as, one }: Sent, answer: Answer): Promise<void> {
    const changed = await this.#changes.take();
    if (answer.status >= 400) assert.deepEqual(changed, [], `${answer.status} changes nothing`);

    if (typeof as === 'object') {
      const others = [...this.#tenants, this.#scrap].filter((tenant) => tenant !== as);
      const foreign = changed.filter(({ workspace }) => others.some(({ id }) => id === workspace));
      assert.deepEqual(foreign, [], `rows of another workspace changed: ${answer.text}`);
      as.keep(answer);
    }

    // Waits for background work that the call started, so that it does not count as an effect of later calls.
    if (changed.length > 0 && !creations.has(one.operation.operationId)) {
      await this.#endDeliveries();
      await this.#subject.quiet();
      await this.#changes.take();
    }
  }

  /**
   * Ends deliveries that are being repeated, because no address answers and the attempts would go on for more than a
   * minute.
   */
  async #endDeliveries(): Promise<void> {
    const { db } = this.#subject.domain;
    const waiting = "name = 'webhook' and state < 'active'";
    const open = "select 1 from pgboss.job where name = 'webhook' and state <= 'active' limit 1";

    for (;;) {
      await db.query(`delete from pgboss.job where ${waiting}`);
      if ((await db.query(open)).length === 0) return;
      // The embedded database answers without giving the event loop a turn, which the attempts need.
      await sleep(10);
    }
  }

  /** No answer may contain a secret or an id of another workspace, unless the call itself named it. */
  #checkSecrets({ as, path, made }: Sent, { text }: Answer): void {
    if (as === 'operator') return;
    const said = `${path} ${made?.body}`;
    for (const other of this.#tenants.filter((tenant) => tenant !== as)) {
      const found = other.secrets.find((secret) => text.includes(secret) && !said.includes(secret));
      assert.equal(found, undefined, `${other.name}'s ${found} is shown: ${text.slice(0, 500)}`);
    }
  }
}

function checkAnswer(document: Json, { one, path, made, schema }: Sent, answer: Answer): void {
  assert.ok(answer.status < 500, `${answer.status} ${answer.text}`);
  assert.match(answer.headers.get('x-request-id') ?? '', /^req_[0-9a-z]{26}$/);

  // A path that is too long to be read does not reach any operation.
  const isTooLong = answer.status === 431 && path.length > 8000;
  // Answers of the sign-in library are not in the document.
  const described =
    one.operation.responses[String(answer.status)] ?? one.path.startsWith(signInBase);
  assert.ok(
    described || isTooLong || answer.status === 404,
    `status ${answer.status} is described`,
  );
  checkBody(document, one, answer);

  const replayed = answer.headers.get('idempotency-replayed') === 'true';
  if (answer.status < 300 && schema && made?.value !== undefined && !replayed)
    assert.equal(misfit(document, schema, JSON.parse(JSON.stringify(made.value))), null);
}

/**
 * Checks an answer's body against the document. Skips answers of the sign-in library, which have no envelope. Codes
 * that only the console uses are in no public schema.
 */
function checkBody(document: Json, { path, operation }: Operation, answer: Answer): void {
  const described = operation.responses[String(answer.status)]?.content?.['application/json'];
  if (!described || !answer.json?.meta) return;
  assert.equal(answer.json.meta.request_id, answer.headers.get('x-request-id'));
  if (answer.json.error && path.startsWith('/console')) return;
  if (answer.json.error) assert.ok(answer.json.error.code in described.examples, answer.text);
  assert.equal(misfit(document, described.schema, answer.json), null, answer.text);
}

/** Limits high enough that thousands of calls do not reach them. */
export const fuzzSettings = {
  REELSIGHT_SIGN_UP: 'open',
  REELSIGHT_SESSION_CALLS_PER_MINUTE: '1000000',
  REELSIGHT_SESSION_CALLS_BURST: '1000000',
  REELSIGHT_COSTLY_CALLS_PER_MINUTE: '1000000',
  REELSIGHT_COSTLY_CALLS_BURST: '1000000',
  REELSIGHT_WRONG_KEYS_PER_MINUTE: '1000000',
  REELSIGHT_PLANS: JSON.stringify({
    scale: { burst: 10_000_000, max_requests_per_minute: 10_000_000 },
  }),
};
