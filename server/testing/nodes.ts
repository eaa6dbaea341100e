/**
 * The Node versions under which the packages must work: the running one, those of test/older-nodes, and the system's.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const olderNodes = fileURLToPath(new URL('../../test/older-nodes/node_modules/', import.meta.url));
const { platform, arch } = process;

const programOf = (major: number): string =>
  join(olderNodes, `node-${major}-${platform}-${arch}`, 'bin', 'node');

export const withoutOlderNodes: string | undefined = existsSync(programOf(20))
  ? undefined
  : 'the older Nodes are not installed: npm ci --prefix test/older-nodes --ignore-scripts';

/**
 * Paths of Node by version, from version 20 on. The ones installed for tests come first, beginning with the oldest.
 * `REELSIGHT_TEST_NODES` names more paths, separated by commas.
 */
export async function nodesFrom20(): Promise<ReadonlyMap<string, string>> {
  const named = process.env.REELSIGHT_TEST_NODES?.split(',') ?? [];
  const places = [
    programOf(20),
    programOf(22),
    process.execPath,
    '/usr/bin/node',
    '/usr/local/bin/node',
    ...named,
  ];
  const nodes = new Map<string, string>();

  for (const place of places.filter((path) => existsSync(path))) {
    const { stdout } = await run(place, ['--version']);
    const major = Number(/^v(\d+)/.exec(stdout)?.[1]);
    if (major >= 20) nodes.set(stdout.trim(), place);
  }

  return nodes;
}
