/**
 * The engine hosts of a worker: processes that each do one part at a time. A host is renewed after a number of parts
 * or when it uses too much memory, and replaced when it dies.
 */
import { type ErrorCode, Fault } from '@reelsight/contract';
import type { Usage } from '../../engines/engine.ts';
import type { EngineWork } from '../../engines/engine-work.ts';
import type { PartOrder, PartOutcome } from '../../perception/part.ts';
import { inThisScope } from '../../tracing/scope.ts';
import { StartFailed, WatchedProcess } from '../processes/watched-process.ts';
import { addEngineSpans } from './engine-spans.ts';
import { allocatorSettings, collectorOptions } from './host-memory.ts';
import type { FromHost, ToHost } from './host-messages.ts';

export interface HostOptions {
  /** The program that a host runs; it uses the messages of `host-messages.ts`. */
  readonly script: URL;
  readonly count: number;
  /** Memory above which a host is renewed after its current part; above 1.5 times this, it is ended at once. */
  readonly memoryMb: number;
  /** Number of parts after which a host is renewed. */
  readonly parts: number;
  readonly tmpDir: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Receives what the engines did on a part that ended, whatever its outcome. */
  readonly onWork?: (work: readonly EngineWork[]) => void;
  readonly log: (message: string, fields: Record<string, unknown>) => void;
}

export interface PartResult {
  readonly outcome: PartOutcome;
  readonly usage: Usage;
}

/** Time in which a host must stop an aborted part; after that the host is ended. */
const abortGraceMs = 1000;

interface Host {
  readonly process: WatchedProcess<ToHost, FromHost>;
  readonly ready: Promise<void>;
  /** Number of parts started so far. */
  parts: number;
  /**
   * Whether the host counts as available for parts: from the start while hosts start normally, otherwise only once
   * this host has started.
   */
  usable: boolean;
  /** The host was asked to end, and may not have exited yet. */
  ending: boolean;
}

export class EngineHosts {
  readonly #options: HostOptions;
  readonly #idle: Host[] = [];
  readonly #all = new Set<Host>();
  readonly #closing = new AbortController();
  /** When hosts began to fail to start; null while they start normally. */
  #failingSince: number | null = null;

  constructor(options: HostOptions) {
    this.#options = options;
    for (let index = 0; index < options.count; index++) this.#open();
  }

  /** Number of hosts that can do a part: less than the option `count` while hosts fail to start. */
  get count(): number {
    return [...this.#all].filter(({ usable }) => usable).length;
  }

  /**
   * Number of parts that can be done at once: 1.5 times the option `count`, because extra hosts are opened on demand.
   * While hosts fail to start, it is the number of hosts that can do a part.
   */
  get capacity(): number {
    if (this.#failingSince !== null) return this.count;
    return Math.ceil(this.#options.count * 1.5);
  }

  get pids(): number[] {
    return [...this.#all].flatMap(({ process }) => process.pid ?? []);
  }

  /**
   * Does one part. Callers must run at most `capacity` parts concurrently. Throws the part's Fault, an Error for
   * anything else that went wrong in it, ProcessDied or OverMemory if its host ended, StartFailed if no host could
   * start it, or `signal.reason`. `fresh`: use a host that has done no part yet, so that all its memory is free for
   * this one.
   */
  async run(
    order: PartOrder,
    signal: AbortSignal,
    { fresh = false }: { readonly fresh?: boolean } = {},
  ): Promise<PartResult> {
    signal.throwIfAborted();
    const host = this.#take(fresh);
    let grace: NodeJS.Timeout | undefined;
    const abort = (): void => {
      host.process.tell({ kind: 'abort' });
      grace = setTimeout(() => end(host), abortGraceMs);
    };
    signal.addEventListener('abort', abort, { once: true });

    try {
      await host.ready;
      this.#options.log('part began', { kind: order.kind, pid: host.process.pid });
      host.parts += 1;
      const answer = inThisScope((message: FromHost) => this.#answer(host, message));
      return await host.process.ask({ kind: 'part', order }, answer);
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      clearTimeout(grace);
      signal.removeEventListener('abort', abort);
      this.#giveBack(host);
    }
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('the worker is closing'));
    await Promise.all([...this.#all].map(({ process }) => process.close()));
  }

  #answer(host: Host, message: FromHost): PartResult | undefined {
    if (message.kind === 'log') this.#options.log(message.message, message.fields);

    if (message.kind === 'done' || message.kind === 'failed') {
      this.#options.onWork?.(message.work);
      addEngineSpans(message.work);
    }

    if (message.kind === 'failed') {
      const { code, detail, text } = message;
      if (code === null) throw new Error(detail);
      throw new Fault(code as ErrorCode, detail, { text });
    }

    if (message.kind !== 'done') return undefined;
    const full = message.memory > this.#options.memoryMb * 1024 * 1024;
    if (full || host.parts >= this.#options.parts) end(host);

    return { outcome: message.outcome, usage: message.usage };
  }

  #start(): Host {
    const { script, memoryMb, tmpDir, environment } = this.#options;
    const process = new WatchedProcess<ToHost, FromHost>({
      script,
      memoryLimitMb: memoryMb * 1.5,
      tmpDir,
      environment: { ...environment, ...allocatorSettings },
      nodeOptions: collectorOptions,
    });
    const ready = process.ready(this.#closing.signal);
    const usable = this.#failingSince === null;
    const host: Host = { process, ready, parts: 0, usable, ending: false };
    this.#all.add(host);
    ready.then(
      () => this.#started(host),
      (error: unknown) => this.#notStarted(host, error),
    );

    return host;
  }

  /** Adds an idle host. While hosts fail to start, it counts only once it has started. */
  #open(): void {
    try {
      const host = this.#start();
      if (host.usable) this.#idle.push(host);
    } catch (error) {
      this.#openLater(error);
    }
  }

  #started(host: Host): void {
    if (this.#failingSince !== null) this.#options.log('engine hosts start again', {});
    this.#failingSince = null;
    if (host.usable) return;
    host.usable = true;
    this.#idle.push(host);
  }

  #notStarted(host: Host, error: unknown): void {
    // We ended this host ourselves; the caller that did so opens another.
    if (host.ending) return;
    this.#remove(host);
    if (this.#all.size < this.#options.count) this.#openLater(error);
  }

  /** Opens a host after a wait as long as hosts have been failing so far: at least a second, at most a minute. */
  #openLater(error: unknown): void {
    if (this.#closing.signal.aborted) return;
    if (this.#failingSince === null)
      this.#options.log('engine hosts do not start', { detail: String(error) });

    this.#failingSince ??= Date.now();
    const delayMs = Math.min(Math.max(Date.now() - this.#failingSince, 1000), 60_000);
    setTimeout(() => {
      if (!this.#closing.signal.aborted) this.#open();
    }, delayMs).unref();
  }

  #take(fresh: boolean): Host {
    const unused = fresh ? this.#idle.findIndex(({ parts }) => parts === 0) : -1;
    const [host] = this.#idle.splice(Math.max(unused, 0), 1);
    if (host?.process.alive && (!fresh || host.parts === 0)) return host;

    if (host) {
      end(host);
      this.#remove(host);
      this.#open();
    }

    const idleHost = this.#idle.pop();
    if (idleHost) return idleHost;
    if (this.#all.size >= this.capacity) throw new StartFailed('no engine host has started');

    return this.#start();
  }

  /** A host that has ended is replaced at once, so that the next part finds a running host. */
  #giveBack(host: Host): void {
    const isExtra = this.#all.size > this.#options.count;
    if (isExtra && this.#remove(host)) {
      end(host);
      return;
    }

    if (host.process.alive && !host.ending) this.#idle.push(host);
    // A host that did not start has been removed already, and its replacement is opened later.
    else if (this.#remove(host) && !this.#closing.signal.aborted) this.#open();
  }

  /** Returns false if the host had been removed already. */
  #remove(host: Host): boolean {
    const index = this.#idle.indexOf(host);
    if (index >= 0) this.#idle.splice(index, 1);
    return this.#all.delete(host);
  }
}

function end(host: Host): void {
  host.ending = true;
  host.process.kill();
}
