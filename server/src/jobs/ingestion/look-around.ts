/** Finds out what this process can access by trying to access it, to reveal an isolation that does not work. */
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LookAt, Seen } from './ingestion-messages.ts';

const limitMs = 1000;

export async function lookAround(places: LookAt): Promise<Seen> {
  // Stores the compiled code now, because the processes started later cannot write the compile cache.
  flushCompileCache();
  const beside = fileURLToPath(new URL(`./.written-${process.pid}`, import.meta.url));
  return {
    source: succeeds(() => readFileSync(places.source)),
    out: succeeds(() => writeFileSync(join(places.out, 'trial'), '')),
    files: succeeds(() => readFileSync(places.secret)),
    network: await connects(places.port),
    processes: seesProcesses(),
    code: succeeds(() => {
      writeFileSync(beside, '');
      rmSync(beside);
    }),
  };
}

function succeeds(attempt: () => void): boolean {
  try {
    attempt();
    return true;
  } catch {
    return false;
  }
}

async function connects(port: number): Promise<boolean> {
  const socket = connect({ port, host: '127.0.0.1' });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(limitMs) });
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/**
 * Two visible processes may be the sandbox and this process itself, so more than two show that others are visible. No
 * process is visible if the sandbox has no /proc or an unreadable one.
 */
function seesProcesses(): boolean {
  let processes = 0;
  succeeds(() => {
    processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name)).length;
  });
  return processes > 2;
}
