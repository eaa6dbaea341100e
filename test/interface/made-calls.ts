/** Generates calls from the OpenAPI document, valid or with errors at any depth. */
import { exportFormats } from '@reelsight/contract';
import { type Json, videoUrl } from './subject.ts';

/** A generator of numbers in [0, 1) from a seed: the same calls in every run (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export class Choice {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = randomFrom(seed);
  }

  below(count: number): number {
    return Math.floor(this.#random() * count);
  }

  of<T>(values: readonly T[]): T {
    return values[this.below(values.length)] as T;
  }

  chance(of: number): boolean {
    return this.#random() < of;
  }
}

export const hostileTexts = [
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

export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly operation: Json;
}

export const wellFormed = (text: string): string => text.toWellFormed();

/** The body of a generated call; `value` is the JSON value that `body` encodes, undefined if it is not valid JSON. */
export interface MadeBody {
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly value: unknown;
}

/** Prefixes of ids that differ from the preceding part of the path. */
const startOf: Readonly<Record<string, string>> = {
  workspaces: 'ws_',
  deliveries: 'evt_',
  runners: 'rnr_',
};

export class CallMaker {
  readonly #choice: Choice;
  readonly #document: Json;
  readonly operations: readonly Operation[];

  constructor(document: Json, choice: Choice) {
    this.#choice = choice;
    this.#document = document;
    this.operations = Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
      Object.entries<Json>(methods).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        operation,
      })),
    );
  }

  #hostile(): unknown {
    return this.#choice.chance(0.5)
      ? this.#choice.of(hostileTexts)
      : this.#choice.of(hostileValues);
  }

  /** A value that fits the schema, except that with probability `wrong` any part of it is replaced by a wrong one. */
  #value(schema: Json, wrong: number): unknown {
    const choice = this.#choice;
    if (choice.chance(wrong)) return this.#hostile();
    if (schema.$ref) return this.#value(this.#resolved(schema), wrong);

    const options = schema.anyOf ?? schema.oneOf;
    if (options) return this.#value(choice.of(options), wrong);
    if (schema.enum) return choice.of(schema.enum);

    const type = [schema.type].flat()[0];
    if (type === 'object') return this.#object(schema, wrong);
    if (type === 'array')
      return Array.from({ length: choice.below(3) }, () => this.#value(schema.items ?? {}, wrong));
    if (type === 'boolean') return choice.chance(0.5);
    if (type === 'integer' || type === 'number') return choice.of([1, 2, 3, 60, 1000]);
    if (type === 'null') return null;

    return choice.of(['en', videoUrl, 'Nike', 'a@example.com', 'podium', 'dog']);
  }

  #resolved(schema: Json): Json {
    return schema.$ref ? this.#document.components.schemas[schema.$ref.split('/').at(-1)] : schema;
  }

  #object(schema: Json, wrong: number): Json {
    const choice = this.#choice;
    const made: Json = {};

    for (const [name, one] of Object.entries<Json>(schema.properties ?? {})) {
      const needed = schema.required?.includes(name);
      if (needed ? !choice.chance(wrong) : choice.chance(0.3)) made[name] = this.#value(one, wrong);
    }

    if (choice.chance(wrong)) made[choice.of(hostileTexts)] = this.#hostile();
    // A valid link lets more calls pass the first check.
    if (schema.properties?.url && !choice.chance(wrong)) Object.assign(made, { url: videoUrl });

    return made;
  }

  /**
   * A body, sometimes with text that JSON.stringify would never write: duplicate keys, cut ends, deep nesting, invalid
   * bytes.
   */
  body(schema: Json): MadeBody {
    const choice = this.#choice;
    const value = this.#value(schema, choice.of([0, 0.05, 0.3]));
    const text = JSON.stringify(value) ?? '';
    if (choice.chance(0.8)) return { body: text, value };

    const odd: (() => string | Uint8Array<ArrayBuffer>)[] = [
      () => text.replace(/}$/, ',"url":1,"url":"x","capabilities":[]}'),
      () => text.replace(/^{/, '{"__proto__":{"dry_run":true},'),
      () => text.replace(/^{/, '{"constructor":{"prototype":{"x":1}},'),
      () => text.slice(0, choice.below(text.length)),
      () => '['.repeat(5000) + ']'.repeat(5000),
      () => `${'{"a":'.repeat(1700)}1${'}'.repeat(1700)}`,
      () => `\ufeff${text}`,
      () => text.replaceAll('"', "'"),
      () => new Uint8Array(Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0xfe])])),
      () => new Uint8Array(Array.from({ length: 200 }, () => choice.below(256))),
      () => text + ' '.repeat(11_000),
    ];

    return { body: choice.of(odd)(), value: undefined };
  }

  /**
   * Fills the parameters of a path with those of `ids` that have the right first three letters, and sometimes with ids
   * that do not exist. `fixed` gives some parameters a fixed value.
   */
  path(
    { path, operation }: Operation,
    ids: readonly string[],
    fixed: Readonly<Record<string, string>> = {},
  ): string {
    const choice = this.#choice;
    const absent = [
      'job_0',
      'batch_0',
      'ws_0',
      'evt_0',
      'fol_0',
      'x',
      ...hostileTexts.slice(0, 18),
    ];
    const filled = path.replace(/(\w+)\/\{(\w+)\}/g, (_all, kind: string, name: string) => {
      const start = startOf[kind] ?? kind.slice(0, 3);
      const fitting = ids.filter((id) => id.startsWith(start));
      const pool = choice.chance(0.5) && fitting.length > 0 ? fitting : absent;
      if (name === 'format' && choice.chance(0.8)) return `${kind}/${choice.of(exportFormats)}`;

      const id =
        name in fixed && choice.chance(0.9)
          ? (fixed[name] as string)
          : encodeURIComponent(wellFormed(choice.of(pool)));

      return `${kind}/${id}`;
    });
    const query = new URLSearchParams();

    for (const parameter of operation.parameters ?? []) {
      if (parameter.in !== 'query' || choice.chance(0.6)) continue;
      const value = choice.chance(0.6) ? choice.of(hostileTexts) : this.#value(parameter.schema, 0);
      query.append(parameter.name, wellFormed(String(value)));
      if (choice.chance(0.05)) query.append(parameter.name, 'again');
    }

    const text = query.toString();
    return text ? `${filled}?${text}` : filled;
  }

  /** The proper headers, with some of them sometimes replaced by strange ones. */
  headers(proper: Readonly<Record<string, string>>): Record<string, string> {
    const choice = this.#choice;
    const odd = () => choice.of(['', 'x', 'é', '~'.repeat(300), "' or 1=1", 'a\tb', '{}']);
    return {
      ...proper,
      ...(choice.chance(0.05) && { 'X-Api-Key': odd(), Authorization: `Bearer ${odd()}` }),
      ...(choice.chance(0.15) && { 'Idempotency-Key': choice.chance(0.5) ? odd() : 'key' }),
      ...(choice.chance(0.05) && { 'Content-Type': choice.of(['text/plain', 'x', 'a/b; c']) }),
      ...(choice.chance(0.05) && { Accept: odd(), 'X-Request-Id': odd(), Cookie: odd() }),
    };
  }
}
