import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { collectorOptions } from './host-memory.ts';

const megabytes = 2000;
const atOnce = 4;
/** So many pictures of a megabyte are in use, which is long enough for V8 not to take them for short-lived. */
const inUse = 160;

/** Makes pictures of a megabyte, and prints how often the whole heap was searched and the most memory, in megabytes. */
const script = `
import { constants, PerformanceObserver } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { withCollections } from ${JSON.stringify(new URL('host-memory.ts', import.meta.url).href)};

let collections = 0;
new PerformanceObserver((list) => {
  collections += list.getEntries().filter(({ detail }) => detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR).length;
}).observe({ entryTypes: ['gc'] });

const pictures = [];
let most = 0;
const work = async () => {
  for (let made = 0; made < ${megabytes}; made += ${atOnce}) {
    for (let one = 0; one < ${atOnce}; one += 1)
      pictures[(made + one) % ${inUse}] = new Uint8Array(2 ** 20);
    most = Math.max(most, process.memoryUsage().arrayBuffers);
    await sleep(5);
  }
};
await (process.argv[1] === 'host' ? withCollections(work) : work());
await sleep(50);
console.log(JSON.stringify({ collections, most: most / 2 ** 20 }));
`;

async function collected(options: readonly string[], what: string) {
  const all = [...options, '--input-type=module', '-e', script, '--', what];
  const { stdout } = await promisify(execFile)(process.execPath, all);
  return JSON.parse(stdout) as { collections: number; most: number };
}

test('a host collects garbage half as often as V8 would, and lets hardly more of it gather', async () => {
  const [host, usual] = await Promise.all([
    collected(collectorOptions, 'host'),
    collected(collectorOptions.slice(0, 3), 'usual'),
  ]);
  assert.ok(host.collections >= 8, `${host.collections} collections for ${megabytes} MB`);
  assert.ok(host.collections < 0.7 * usual.collections, JSON.stringify({ host, usual }));
  assert.ok(host.most < inUse + 300, `${host.most} MB`);
});

test('without the options a host says how to start it', async () => {
  await assert.rejects(collected([], 'host'), /start this process with .*--expose-gc/);
});
