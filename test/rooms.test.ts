/** Who may import whom: the import lines of the source held against the table of ARCHITECTURE.md. */
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Room → rooms it may import; `contract` is open to all but the sdk. `main` is the files directly in server/src. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  db: [],
  storage: [],
  media: [],
  // The extractive engine answers with the same pure text functions that the analysis uses.
  engines: ['analysis'],
  analysis: [],
  queue: ['db'],
  // Which names of a brand library are the same is told as the analysis tells it.
  domain: ['db', 'queue', 'analysis'],
  network: [],
  sources: ['storage', 'network'],
  // The parent reads rows as http does; `pipeline/child` and what it imports never reach db, see below.
  pipeline: ['domain', 'db', 'queue', 'engines', 'media', 'sources', 'storage', 'analysis'],
  webhooks: ['db', 'queue', 'domain', 'network'],
  // Sign-in to the console.
  accounts: ['db', 'domain'],
  http: ['accounts', 'domain', 'db', 'storage'],
  config: [],
  main: [
    'accounts',
    'analysis',
    'config',
    'db',
    'domain',
    'engines',
    'http',
    'media',
    'pipeline',
    'queue',
    'sources',
    'storage',
    'webhooks',
  ],
  sdk: [],
  console: ['sdk'],
};

/** Rooms whose types alone may be imported besides. */
const mayImportTypes: Readonly<Record<string, readonly string[]>> = {
  analysis: ['engines', 'media'],
};

/** Packages a room is bound to; a room that is not listed is free. */
const packagesOf: Readonly<Record<string, readonly string[]>> = { contract: ['zod'] };

interface Import {
  readonly from: string;
  /** As written. */
  readonly target: string;
  /** Path from the root, for a file of ours. */
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
  if (!target.startsWith('.')) return undefined;
  const path = resolve(root, dirname(from), target);
  assert.ok(existsSync(path), `${from} imports ${target}, which is not there`);
  return relative(root, path).split(sep).join('/');
}

function roomOf(file: string): string | undefined {
  const [top, src, third, more] = file.split('/');
  if (top !== 'server') return top !== undefined && top in mayImport ? top : undefined;
  if (src !== 'src' || third === undefined) return undefined;
  if (more === undefined) return third === 'config.ts' ? 'config' : 'main';
  return third;
}

const files = globSync('{contract,server,sdk,console}/src/**/*.{ts,tsx}', { cwd: root })
  .map((file) => file.split(sep).join('/'))
  .filter((file) => !/\.(test|gen|d)\.tsx?$|\/test-[\w-]+\.ts$/.test(file))
  .filter((file) => !file.includes('/fixtures/'))
  .sort();
const imports = files.flatMap(importsOf);

function mayCross(one: Import, from: string, to: string): boolean {
  if (from === to || mayImport[from]?.includes(to)) return true;
  if (to === 'contract') return from !== 'sdk';
  return one.typeOnly && (mayImportTypes[from]?.includes(to) ?? false);
}

test('every file belongs to a room of the table', () => {
  assert.ok(files.length > 50, `only ${files.length} files were found`);
  const strangers = files.filter((file) => !((roomOf(file) ?? '') in mayImport));
  assert.deepEqual(strangers, []);
});

test('rooms import only the rooms they may', () => {
  const wrong = imports.filter((one) => {
    const [from, to] = [roomOf(one.from), one.file && roomOf(one.file)];
    if (one.file === undefined) return false;
    return from === undefined || to === undefined || !mayCross(one, from, to);
  });
  assert.deepEqual(
    wrong.map((one) => `${one.from} → ${one.target}`),
    [],
  );
});

test('rooms that run anywhere keep to their packages', () => {
  const wrong = imports.filter((one) => {
    const allowed = packagesOf[roomOf(one.from) ?? ''];
    return allowed && one.file === undefined && !allowed.includes(one.target);
  });
  const browser = imports.filter(
    (one) =>
      one.target.startsWith('node:') &&
      (one.from.startsWith('console/') ||
        (one.from.startsWith('sdk/') && !inCommandLine(one.from))),
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

const inCommandLine = (file: string) => file.startsWith('sdk/src/cli/');

test('the client of the sdk does not import its command line', () => {
  const wrong = imports.filter(
    (one) =>
      roomOf(one.from) === 'sdk' && !inCommandLine(one.from) && inCommandLine(one.file ?? ''),
  );
  assert.deepEqual(wrong, []);
});

test('only config.ts reads the environment of the service', () => {
  const wrong = files.filter(
    (file) =>
      file.startsWith('server/') &&
      file !== 'server/src/config.ts' &&
      /\bprocess\.env\b/.test(readFileSync(join(root, file), 'utf8')),
  );
  assert.deepEqual(wrong, []);
});

/** Files reached at run time; a type import is erased. */
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

test('the process of a job never reaches the database', () => {
  const reached = [...reachedFrom('server/src/pipeline/child.ts')];
  assert.ok(reached.length > 1, 'pipeline/child.ts imports nothing');
  const wrong = reached.filter((file) => ['db', 'queue', 'domain'].includes(roomOf(file) ?? ''));
  assert.deepEqual(wrong, []);
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
