/** Calls made from the OpenAPI document and made wrong: no answer may be a fault, and no nonsense may be accepted. */
import assert from 'node:assert/strict';
import { misfit } from './json-schema.ts';
import { type Answer, type Json, type Owner, type Subject, videoUrl } from './subject.ts';

/** A generator of numbers in [0, 1) from a seed: the same calls in every run (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const hostileTexts = [
  '',
  ' ',
  'x'.repeat(5000),
  '😀'.repeat(300),
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfff',
  '\u202e\u2066',
  '\ufeff',
  '\n\r\t',
  "'; drop table jobs; --",
  '../../../etc/passwd',
  '%00%2e%2e',
  '__proto__',
  '{{7*7}}',
  'null',
  '0000-01-01',
  '+275760-09-13T00:00:00.000Z',
  '9'.repeat(400),
  'ﷺ'.repeat(100),
  'e\u0301'.repeat(50),
  'http://[::1]:99999/',
  'https://youtu.be/dQw4w9WgXcQ\u0000',
  'job_0',
  'any',
];
const hostileValues: unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  1e308,
  -1e308,
  5e-324,
  [],
  [[]],
  [null],
  {},
  { a: { b: { c: 1 } } },
  ['summary', 'summary'],
];

/** Called more often than the rest. */
const creations = new Set(['createJob', 'createBatch']);

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly operation: Json;
}

export class Fuzzer {
  readonly #random: () => number;
  readonly #document: Json;
  readonly #operations: Operation[] = [];
  /** Jobs and batches that were created. */
  readonly #made: string[] = [];
  readonly #subject: Subject;
  readonly #owner: Owner;
  /** What was sent last, for the report of a failure. */
  last = '';

  static async start(subject: Subject, seed: number): Promise<Fuzzer> {
    const document = (await subject.stranger.get('/openapi.json')).json;
    return new Fuzzer(subject, await subject.owner('scale', 1_000_000), document, seed);
  }

  // biome-ignore lint/style/useConsistentMemberAccessibility: a constructor can't be private in another way
  private constructor(subject: Subject, owner: Owner, document: Json, seed: number) {
    this.#subject = subject;
    this.#owner = owner;
    this.#document = document;
    this.#random = randomFrom(seed);
    for (const [path, methods] of Object.entries<Json>(document.paths))
      for (const [method, operation] of Object.entries<Json>(methods))
        this.#operations.push({ method: method.toUpperCase(), path, operation });
  }

  #pick<T>(values: readonly T[]): T {
    return values[Math.floor(this.#random() * values.length)] as T;
  }

  #chance(of: number): boolean {
    return this.#random() < of;
  }

  #hostile(): unknown {
    return this.#chance(0.5) ? this.#pick(hostileTexts) : this.#pick(hostileValues);
  }

  /** A value of the schema, now and then a wrong one at any depth. */
  #value(schema: Json, wrong: number): unknown {
    if (this.#chance(wrong)) return this.#hostile();
    if (schema.$ref) return this.#value(this.#resolved(schema), wrong);
    const options = schema.anyOf ?? schema.oneOf;
    if (options) return this.#value(this.#pick(options), wrong);
    if (schema.enum) return this.#pick(schema.enum);
    const type = [schema.type].flat()[0];
    if (type === 'object') return this.#object(schema, wrong);
    if (type === 'array') {
      const count = Math.floor(this.#random() * 3);
      return Array.from({ length: count }, () => this.#value(schema.items ?? {}, wrong));
    }
    if (type === 'boolean') return this.#chance(0.5);
    if (type === 'integer' || type === 'number') return this.#pick([1, 2, 3, 60, 1000]);
    if (type === 'null') return null;
    return this.#pick(['en', videoUrl, 'Nike', 'a@example.com', 'podium', 'dog']);
  }

  #resolved(schema: Json): Json {
    return schema.$ref ? this.#document.components.schemas[schema.$ref.split('/').at(-1)] : schema;
  }

  #object(schema: Json, wrong: number): Json {
    const made: Json = {};
    for (const [name, one] of Object.entries<Json>(schema.properties ?? {})) {
      const needed = schema.required?.includes(name);
      if (needed ? !this.#chance(wrong) : this.#chance(0.3)) made[name] = this.#value(one, wrong);
    }
    if (this.#chance(wrong)) made[this.#pick(hostileTexts)] = this.#hostile();
    // A link that is there makes more calls get past the first check.
    if (schema.properties?.url && !this.#chance(wrong)) Object.assign(made, { url: videoUrl });
    return made;
  }

  /** Text that JSON.stringify would not write: duplicate keys, broken ends, depth, wrong bytes. */
  #body(schema: Json): { body: string | Uint8Array<ArrayBuffer>; value: unknown } {
    const value = this.#value(schema, this.#pick([0, 0.05, 0.3]));
    const text = JSON.stringify(value) ?? '';
    const unknown = undefined;
    if (this.#chance(0.8)) return { body: text, value };
    const odd: (() => string | Uint8Array<ArrayBuffer>)[] = [
      () => text.replace(/}$/, ',"url":1,"url":"x","capabilities":[]}'),
      () => text.replace(/^{/, '{"__proto__":{"dry_run":true},'),
      () => text.replace(/^{/, '{"constructor":{"prototype":{"x":1}},'),
      () => text.slice(0, Math.floor(this.#random() * text.length)),
      () => '['.repeat(5000) + ']'.repeat(5000),
      () => `${'{"a":'.repeat(1700)}1${'}'.repeat(1700)}`,
      () => `\ufeff${text}`,
      () => text.replaceAll('"', "'"),
      () => new Uint8Array(Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0xfe])])),
      () => new Uint8Array(Array.from({ length: 200 }, () => Math.floor(this.#random() * 256))),
      () => text + ' '.repeat(11_000),
    ];
    return { body: this.#pick(odd)(), value: unknown };
  }

  #path({ path, operation }: Operation): string {
    const absent = [
      'job_0',
      'batch_0',
      'ws_0',
      'evt_0',
      'fol_0',
      'x',
      ...hostileTexts.slice(0, 18),
    ];
    const ids = this.#made.length > 0 && this.#chance(0.5) ? this.#made : absent;
    const filled = path.replace(/\{\w+\}/g, () => encodeURIComponent(wellFormed(this.#pick(ids))));
    const query = new URLSearchParams();
    for (const one of operation.parameters ?? []) {
      if (one.in !== 'query' || this.#chance(0.6)) continue;
      const value = this.#chance(0.6) ? this.#pick(hostileTexts) : this.#value(one.schema, 0);
      query.append(one.name, wellFormed(String(value)));
      if (this.#chance(0.05)) query.append(one.name, 'again');
    }
    const text = query.toString();
    return text ? `${filled}?${text}` : filled;
  }

  #headers(path: string): Record<string, string> {
    const headers: Record<string, string> = path.startsWith('/admin')
      ? this.#subject.operator.headers
      : this.#owner.headers;
    const odd = () => this.#pick(['', 'x', 'é', '~'.repeat(300), "' or 1=1", 'a\tb', '{}']);
    return {
      ...headers,
      ...(this.#chance(0.05) && { 'X-Api-Key': odd(), Authorization: `Bearer ${odd()}` }),
      ...(this.#chance(0.15) && { 'Idempotency-Key': this.#chance(0.5) ? odd() : 'key' }),
      ...(this.#chance(0.05) && { 'Content-Type': this.#pick(['text/plain', 'x', 'a/b; c']) }),
      ...(this.#chance(0.05) && { Accept: odd(), 'X-Request-Id': odd(), Cookie: odd() }),
    };
  }

  /** Makes one call and checks its answer. */
  async call(): Promise<number> {
    const creating = this.#operations.filter(({ operation }) =>
      creations.has(operation.operationId),
    );
    const one = this.#pick(this.#chance(0.4) ? creating : this.#operations);
    const path = this.#path(one);
    const content = one.operation.requestBody?.content['application/json'];
    const made = content ? this.#body(content.schema) : { body: undefined, value: undefined };
    const headers = this.#headers(path);
    this.last = `${one.method} ${path} ${JSON.stringify(headers)} ${String(made.body).slice(0, 3000)}`;
    const answer = await this.#owner.call(one.method, path, {
      headers,
      ...(made.body !== undefined && one.method !== 'GET' && { body: made.body }),
    });
    this.#check(one, answer, made.value, content?.schema);
    const id = answer.status === 202 && (answer.json.data.job_id ?? answer.json.data.batch_id);
    if (id) this.#made.push(id);
    return answer.status;
  }

  #check(one: Operation, answer: Answer, sent: unknown, schema: Json): void {
    assert.ok(answer.status < 500, `${answer.status} ${answer.text}`);
    assert.match(answer.headers.get('x-request-id') ?? '', /^req_[0-9a-z]{26}$/);
    const described = one.operation.responses[String(answer.status)];
    assert.ok(described ?? answer.status === 404, `status ${answer.status} is described`);
    const answerSchema = described?.content?.['application/json']?.schema;
    if (answerSchema) {
      assert.equal(misfit(this.#document, answerSchema, answer.json), null, answer.text);
      assert.equal(answer.json.meta.request_id, answer.headers.get('x-request-id'));
    }
    const replayed = answer.headers.get('idempotency-replayed') === 'true';
    if (answer.status < 300 && schema && sent !== undefined && !replayed)
      assert.equal(misfit(this.#document, schema, JSON.parse(JSON.stringify(sent))), null);
  }
}

const wellFormed = (text: string): string => text.toWellFormed();

/** Limits that a test of thousands of calls does not meet. */
export const fuzzPlans = JSON.stringify({
  scale: { burst: 10_000_000, max_requests_per_minute: 10_000_000 },
});
