/** Which room may import which: the import lines in the sources are checked against the table in ARCHITECTURE.md. */
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { readRooms, roomOf } from '../scripts/rooms.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

const rooms = readRooms();

/** The only packages that a room may import; a room that is not listed may import any. */
const packagesOf: Readonly<Record<string, readonly string[]>> = { contract: ['zod'] };

interface Import {
  readonly from: string;
  /** The imported module as it is written. */
  readonly target: string;
  /** Path from the root, if a file of the project is imported. */
  readonly file?: string;
  readonly typeOnly: boolean;
}

const importLine =
  /^[ \t]*(?:import|export)\s+(type\s+)?(?:[\w*{][^'"`;]*?\sfrom\s*)?['"]([^'"\n]+)['"]|\bimport\(\s*['"]([^'"\n]+)['"]\s*\)/gm;

function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(importLine)].map((match) => {
    const target = match[2] ?? match[3] ?? '';
    const found = fileOf(file, target);
    return { from: file, target, ...(found && { file: found }), typeOnly: match[1] !== undefined };
  });
}

function fileOf(from: string, target: string): string | undefined {
  if (target === '@reelsight/contract') return 'contract/src/index.ts';
  if (target.startsWith('@reelsight/sdk')) return 'sdk/src/index.ts';
  if (target.startsWith('@reelsight/mcp')) return 'mcp/src/index.ts';
  if (!target.startsWith('.')) return undefined;
  const path = resolve(root, dirname(from), target);
  assert.ok(existsSync(path), `${from} imports ${target}, which is not there`);
  return relative(root, path).split(sep).join('/');
}

const files = globSync('{contract,server,sdk,cli,mcp,console}/src/**/*.{ts,tsx}', { cwd: root })
  .map((file) => file.split(sep).join('/'))
  .filter((file) => !/\.(test|gen|d)\.tsx?$|\/test-[\w-]+\.ts$/.test(file))
  .sort();
const imports = files.flatMap(importsOf);

/** For each room, the rooms that it imports at run time or for types only. */
function importsByRoom(): Map<string, { runtime: Set<string>; types: Set<string> }> {
  const found = new Map<string, { runtime: Set<string>; types: Set<string> }>();

  for (const one of imports) {
    const from = roomOf(one.from);
    const to = one.file && roomOf(one.file);
    if (from === undefined || to === undefined || from === to) continue;

    const room = found.get(from) ?? { runtime: new Set(), types: new Set() };
    (one.typeOnly ? room.types : room.runtime).add(to);
    found.set(from, room);
  }

  return found;
}

test('every file belongs to a room of the table', () => {
  assert.ok(files.length > 50, `only ${files.length} files were found`);
  const strangers = files.filter((file) => !rooms.has(roomOf(file) ?? ''));
  assert.deepEqual(strangers, []);
});

test('every room of the table is there, and imports rooms of the table', () => {
  assert.deepEqual(
    [...rooms.keys()].filter((room) => !files.some((file) => roomOf(file) === room)),
    [],
  );

  const named = [...rooms.values()].flatMap(({ imports: all, types }) => [...all, ...types]);
  assert.deepEqual(
    named.filter((room) => !rooms.has(room)),
    [],
  );
});

test('rooms import only the rooms they may', () => {
  const wrong = imports.filter((one) => {
    if (one.file === undefined) return false;
    const from = roomOf(one.from) ?? '';
    const to = roomOf(one.file) ?? '';
    if (from === to) return false;
    const room = rooms.get(from);
    return !(room?.imports.includes(to) || (one.typeOnly && room?.types.includes(to)));
  });
  assert.deepEqual(
    wrong.map((one) => `${one.from} → ${one.target}`),
    [],
  );
});

test('rooms may import no more than they do', () => {
  const found = importsByRoom();
  const unused = [...rooms].flatMap(([name, { imports: all, types }]) => {
    const { runtime, types: erased } = found.get(name) ?? { runtime: new Set(), types: new Set() };
    return [
      ...all.filter((room) => !runtime.has(room)).map((room) => `${name} → ${room}`),
      ...types.filter((room) => !erased.has(room)).map((room) => `${name} → types of ${room}`),
    ];
  });
  assert.deepEqual(unused, []);
});

test('rooms that run anywhere keep to their packages', () => {
  const wrong = imports.filter((one) => {
    const allowed = packagesOf[roomOf(one.from) ?? ''];
    return allowed && one.file === undefined && !allowed.includes(one.target);
  });
  const browser = imports.filter(
    (one) =>
      one.target.startsWith('node:') &&
      (one.from.startsWith('console/') || one.from.startsWith('sdk/')),
  );
  assert.deepEqual(
    [...wrong, ...browser].map((one) => `${one.from} → ${one.target}`),
    [],
  );
});

test('pages carry no schemas: of the contract they import types, and data that stands alone', () => {
  const wrong = imports.filter(
    (one) =>
      roomOf(one.from) === 'console' && one.target === '@reelsight/contract' && !one.typeOnly,
  );
  assert.deepEqual(
    wrong.map((one) => one.from),
    [],
  );
});

test('only wiring/settings/config.ts reads the environment of the service', () => {
  const wrong = files.filter(
    (file) =>
      file.startsWith('server/') &&
      file !== 'server/src/wiring/settings/config.ts' &&
      // These set a variable for Node or a library, and must be loaded before it.
      file !== 'server/src/wiring/start/file-threads.ts' &&
      file !== 'server/src/engines/no-telemetry.ts' &&
      /\bprocess\.env\b/.test(readFileSync(join(root, file), 'utf8')),
  );
  assert.deepEqual(wrong, []);
});

/** Files that are loaded at run time from `start`; imports of types disappear. */
function reachedFrom(start: string): Set<string> {
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const one of imports) {
      if (one.from === file && one.file && !one.typeOnly) visit(one.file);
    }
  };
  visit(start);

  return seen;
}

test('what a worker starts for ingestion and engines never reaches the database', () => {
  for (const program of ['ingestion/ingestion-process', 'hosts/host']) {
    const reached = [...reachedFrom(`server/src/jobs/${program}.ts`)];
    assert.ok(reached.length > 1, `jobs/${program}.ts imports nothing`);
    const wrong = reached.filter((file) => ['db', 'queue', 'domain'].includes(roomOf(file) ?? ''));
    assert.deepEqual(wrong, [], program);
  }
});

test('modules of the contract with an export of their own reach no package', () => {
  const { exports } = JSON.parse(readFileSync(join(root, 'contract/package.json'), 'utf8'));
  const alone = Object.entries<string>(exports).filter(([name]) => name !== '.');
  assert.ok(alone.length > 5, `only ${alone.length} are exported`);

  const wrong = alone.flatMap(([, path]) => {
    const start = `contract/${path.replace('./', '')}`;
    assert.ok(files.includes(start), start);
    const reached = reachedFrom(start);
    return imports.filter((one) => reached.has(one.from) && !one.file && !one.typeOnly);
  });
  assert.deepEqual(
    wrong.map((one) => `${one.from} → ${one.target}`),
    [],
  );
});

test('there are no cycles', () => {
  const done = new Set<string>();
  const path: string[] = [];
  const cycles: string[] = [];
  const visit = (file: string): void => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' → '));
    if (done.has(file) || path.includes(file)) return;
    path.push(file);
    for (const one of imports) if (one.from === file && one.file) visit(one.file);
    path.pop();
    done.add(file);
  };

  for (const file of files) visit(file);
  assert.deepEqual(cycles, []);
});

test('every place that ARCHITECTURE.md names for a decision exists, with what it names there', () => {
  const page = readFileSync(new URL('../ARCHITECTURE.md', import.meta.url), 'utf8');
  const section = /^## Where it is decided$([\s\S]*?)^## /m.exec(page)?.[1] ?? '';
  const rows = section
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1);
  assert.ok(rows.length > 15, `${rows.length} rows`);

  for (const row of rows) {
    const words = [...row.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);
    const paths = words.filter((word) => word.includes('/'));
    const files = paths.map((path) =>
      join(root, path.startsWith('contract/') ? path : `server/src/${path}`),
    );
    for (const file of files) assert.ok(existsSync(file), file);

    const code = files
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(file, 'utf8'));
    for (const name of words.filter((word) => !word.includes('/')))
      assert.ok(
        code.some((text) => text.includes(name)),
        `${name} is in none of ${paths}`,
      );
  }
});
