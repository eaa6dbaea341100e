/**
 * Compares how much of each room (part of the code, see ARCHITECTURE.md) a run of all tests covers with the minimum in
 * `coverage.json`.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from 'node:test';
import { fileURLToPath } from 'node:url';
import wanted from './coverage.json' with { type: 'json' };
import { readRooms, roomOf } from './rooms.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The files that count towards coverage; tests and generated files do not. */
const coveredFiles = {
  coverageIncludeGlobs: ['{contract,sdk,cli,mcp,server,console}/src/**/*.ts'],
  coverageExcludeGlobs: ['**/*.test.ts', '**/*.gen.ts'],
};

/** Coverage of a file, as reported by node:test. */
export interface FileCoverage {
  /** Absolute path. */
  readonly path: string;
  readonly totalLineCount: number;
  readonly coveredLineCount: number;
  readonly totalBranchCount: number;
  readonly coveredBranchCount: number;
}

/** Percent. */
interface Share {
  readonly lines: number;
  readonly branches: number;
}

/** Merges the coverage that processes wrote into `folder` in V8's format. */
export async function mergedCoverage(folder: string): Promise<readonly FileCoverage[]> {
  const workFolder = mkdtempSync(join(tmpdir(), 'reelsight-coverage-'));
  // node:test merges all coverage in the folder that it gives to its test files, even coverage that another process
  // wrote. So a test file copies `folder` into it.
  const bringer = join(workFolder, 'bringer.mjs');
  writeFileSync(
    bringer,
    `import { cpSync } from 'node:fs';
cpSync(${JSON.stringify(folder)}, process.env.NODE_V8_COVERAGE, { recursive: true });
`,
  );

  try {
    const events = run({ files: [bringer], coverage: true, ...coveredFiles });
    let files: readonly FileCoverage[] = [];
    events.on('test:coverage', ({ summary }) => {
      files = summary.files;
    });
    for await (const _event of events);

    return files;
  } finally {
    rmSync(workFolder, { recursive: true, force: true });
  }
}

export function shareByRoom(files: readonly FileCoverage[]): ReadonlyMap<string, Share> {
  const groups = Map.groupBy(files, ({ path }) =>
    roomOf(path.slice(root.length).replaceAll('\\', '/')),
  );
  const percent = (part: number, total: number) => (total === 0 ? 100 : (part / total) * 100);
  const sum = (group: readonly FileCoverage[], of: (file: FileCoverage) => number) =>
    group.reduce((total, file) => total + of(file), 0);

  return new Map(
    [...readRooms().keys()].flatMap((room) => {
      const group = groups.get(room);
      if (!group) return [];

      const lines = percent(
        sum(group, (file) => file.coveredLineCount),
        sum(group, (file) => file.totalLineCount),
      );
      const branches = percent(
        sum(group, (file) => file.coveredBranchCount),
        sum(group, (file) => file.totalBranchCount),
      );

      return [[room, { lines, branches }]];
    }),
  );
}

/** `table` has a line for each room; `short` lists the rooms below their minimum coverage. */
export function compare(
  shares: ReadonlyMap<string, Share>,
  leastByRoom: Readonly<Record<string, Share>>,
): { readonly table: string; readonly short: readonly string[] } {
  const rows = Object.entries(leastByRoom).map(([room, floor]) => {
    const { lines, branches } = shares.get(room) ?? { lines: 0, branches: 0 };
    const low = lines < floor.lines || branches < floor.branches;
    const cell = (share: number, minimum: number) =>
      `${share.toFixed(1).padStart(6)} (${minimum.toFixed(1).padStart(5)})`;
    const text = `${room.padEnd(12)}${cell(lines, floor.lines)}${cell(branches, floor.branches)}`;
    return { room, low, text: low ? `${text}  below` : text };
  });
  return {
    table: ['room         lines (least)  branches (least)', ...rows.map(({ text }) => text)].join(
      '\n',
    ),
    short: rows.filter(({ low }) => low).map(({ room }) => room),
  };
}

/** Prints the table. Returns true if no room is below its minimum coverage. */
export function checkCoverage(files: readonly FileCoverage[]): boolean {
  const { table, short } = compare(shareByRoom(files), wanted);
  console.log(`\nCoverage\n${table}`);
  if (short.length > 0)
    console.log(
      `\nTests reach less than they did of: ${short.join(', ')} (scripts/coverage.json).`,
    );
  return short.length === 0;
}

/** Stores the coverage of this run as the new minimum, less one point to allow for variation between runs. */
export function writeFloors(files: readonly FileCoverage[]): void {
  const below = (share: number) => Math.max(0, Math.floor((share - 1) * 10) / 10);
  const rows = [...shareByRoom(files)].map(([room, { lines, branches }]) => [
    room,
    { lines: below(lines), branches: below(branches) },
  ]);
  writeFileSync(
    `${root}scripts/coverage.json`,
    `${JSON.stringify(Object.fromEntries(rows), null, 2)}\n`,
  );
}
