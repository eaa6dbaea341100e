/**
 * The client side of a benchmark, in a separate process: sends requests over keep-alive connections and reports the
 * outcome.
 */
import { fork } from 'node:child_process';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';

export interface LoadCall {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
}

export interface Load {
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The calls, which are sent in rotation. */
  readonly calls: readonly LoadCall[];
  readonly seconds: number;
  /** Number of concurrent calls, if no rate is given. */
  readonly connections: number;
  /** Calls begun per second, no matter how long the answers take. */
  readonly perSecond?: number;
}

export interface LoadResult {
  readonly statuses: Readonly<Record<string, number>>;
  readonly perSecond: number;
  /** Time until the answer, counted from when the call was due. */
  readonly p50Ms: number;
  readonly p99Ms: number;
}

const callLimitMs = 10_000;

export function applyLoad(load: Load): Promise<LoadResult> {
  const child = fork(fileURLToPath(import.meta.url), [], { env: { ...process.env, LOAD: '1' } });
  return new Promise((resolve, reject) => {
    child.once('message', (result) => resolve(result as LoadResult));
    child.once('exit', () => reject(new Error('the load ended without a result')));
    child.send(load);
  });
}

function send(load: Load, agent: Agent, index: number): Promise<number> {
  const { method, path, body } = load.calls[index % load.calls.length] as LoadCall;
  return new Promise((resolve, reject) => {
    const call = request(
      load.baseUrl + path,
      {
        method,
        agent,
        headers: {
          ...load.headers,
          ...(body && {
            'Content-Type': 'application/json',
            'Content-Length': Buffer.byteLength(body),
          }),
        },
        timeout: callLimitMs,
      },
      (answer) => {
        answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
      },
    );
    call.once('timeout', () => call.destroy(new Error('no answer'))).once('error', reject);
    call.end(body);
  });
}

async function run(load: Load): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: load.connections });
  const statuses: Record<string, number> = {};
  const lagsMs: number[] = [];
  const startedMs = performance.now();
  const endsMs = startedMs + load.seconds * 1000;
  let count = 0;
  const one = async (dueMs: number): Promise<void> => {
    const status = await send(load, agent, count++).catch(() => 0);
    statuses[status] = (statuses[status] ?? 0) + 1;
    lagsMs.push(performance.now() - dueMs);
  };
  const closed = async (): Promise<void> => {
    while (performance.now() < endsMs) await one(performance.now());
  };

  if (load.perSecond === undefined) {
    await Promise.all(Array.from({ length: load.connections }, closed));
  } else {
    const under: Promise<void>[] = [];
    for (let due = startedMs; due < endsMs; due += 1000 / load.perSecond) {
      const waitMs = due - performance.now();
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
      under.push(one(due));
    }

    await Promise.all(under);
  }

  const tookMs = performance.now() - startedMs;
  agent.destroy();
  lagsMs.sort((a, b) => a - b);

  const at = (part: number): number => lagsMs[Math.floor((lagsMs.length - 1) * part)] ?? 0;
  return { statuses, perSecond: (lagsMs.length * 1000) / tookMs, p50Ms: at(0.5), p99Ms: at(0.99) };
}

if (process.env.LOAD && process.send) {
  process.once('message', async (load) => {
    process.send?.(await run(load as Load), () => process.disconnect());
  });
}
