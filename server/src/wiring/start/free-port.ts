/** Finds a free port for a program whose port must be known before it listens. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * The range is below the ports that systems assign to outgoing connections, which could take the port in the meantime.
 */
const lowest = 20_000;
const highest = 32_000;
const triesAtMost = 100;

export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < triesAtMost; attempt += 1) {
    const port = randomInt(lowest, highest);
    const probe = createServer().listen(port, '127.0.0.1');
    const free = await once(probe, 'listening').then(
      () => true,
      () => false,
    );
    if (!free) continue;

    await new Promise((resolve) => probe.close(resolve));
    return port;
  }
  throw new Error(`${triesAtMost} ports from ${lowest} on are all taken.`);
}
