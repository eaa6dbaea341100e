/** Measures calls of engines: how many, how many failed, how long they took. */
import type { EngineInfo, EngineKind } from './engine.ts';
import type { Engines } from './registry.ts';

export type WatchedRole = keyof Engines;

/** Calls of one engine in one part of a job. */
export interface EngineWork {
  readonly role: WatchedRole;
  readonly kind: EngineKind;
  readonly name: string;
  readonly calls: number;
  readonly failed: number;
  /** Total seconds of the calls; overlapping calls each count in full. */
  readonly seconds: number;
  /** Start of the first call and end of the last, in milliseconds since 1970. */
  readonly startedMs: number;
  readonly endedMs: number;
}

/** Measures the engines of one part. */
export class EngineClock {
  readonly #work = new Map<string, EngineWork>();

  get work(): readonly EngineWork[] {
    return [...this.#work.values()];
  }

  /** Returns the same engines, but measures each call that returns a promise. */
  watch(engines: Engines): Engines {
    const watchEngines = (role: WatchedRole, engine: unknown): unknown =>
      Array.isArray(engine)
        ? engine.map((instance) => this.#watchEngine(role, instance))
        : this.#watchEngine(role, engine);
    const entries = Object.entries(engines).map(([role, open]) => [
      role,
      async (...args: unknown[]) =>
        watchEngines(
          role as WatchedRole,
          await (open as (...openArgs: unknown[]) => unknown)(...args),
        ),
    ]);
    return Object.fromEntries(entries) as Engines;
  }

  #watchEngine(role: WatchedRole, engine: unknown): unknown {
    if (engine === null || typeof engine !== 'object') return engine;

    const { info } = engine as { readonly info?: EngineInfo };
    return new Proxy(engine, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        if (name === 'close') return value.bind(target);
        return (...args: unknown[]) =>
          this.#call({ role, info, signal: signalOf(args) }, () => value.apply(target, args));
      },
    });
  }

  #call(call: Call, run: () => unknown): unknown {
    const startedMs = Date.now();
    const from = performance.now();
    const result = run();
    if (!(result instanceof Promise)) return result;

    const note = (failed: number): void =>
      this.#note(call, { startedMs, failed, ms: performance.now() - from });

    return result.then(
      (value) => {
        note(0);
        return value;
      },
      (error: unknown) => {
        // A call that was aborted because its part is no longer needed does not count as a failure of the engine.
        note(call.signal?.aborted ? 0 : 1);
        throw error;
      },
    );
  }

  #note(
    { role, info }: Call,
    call: { readonly startedMs: number; readonly failed: number; readonly ms: number },
  ): void {
    const { name, kind } = info ?? { name: role, kind: 'local' };
    const key = `${role} ${name}`;
    const previousWork = this.#work.get(key);
    const { calls = 0, failed = 0, seconds = 0 } = previousWork ?? {};

    this.#work.set(key, {
      role,
      kind,
      name,
      calls: calls + 1,
      failed: failed + call.failed,
      seconds: seconds + call.ms / 1000,
      startedMs: Math.min(previousWork?.startedMs ?? call.startedMs, call.startedMs),
      endedMs: Math.max(previousWork?.endedMs ?? 0, call.startedMs + call.ms),
    });
  }
}

interface Call {
  readonly role: WatchedRole;
  readonly info: EngineInfo | undefined;
  readonly signal: AbortSignal | undefined;
}

/** Finds the signal in the context that every call receives. */
const signalOf = (args: readonly unknown[]): AbortSignal | undefined =>
  args
    .map((argument) => (argument as { readonly signal?: unknown } | null | undefined)?.signal)
    .find((signal) => signal instanceof AbortSignal);
