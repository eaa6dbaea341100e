/**
 * Plays the first four Mondays of an analyst in a real browser, on a real service with the engines of the npm packages
 * alone, and writes a table of each step's clicks, keys and seconds, and a picture of each step.
 *
 * `node bench/mondays.ts [FOLDER]`: FOLDER gets the pictures, the downloaded files, the mails and `mondays.md`; without
 * it, a temporary folder does. The
 * videos are those of the folder `shared` next to the checkout (`REELSIGHT_SHARED`), which are only used for measuring.
 *
 * The clock: the product has no setting for it. The service runs under `faketime` (Debian: `apt-get install faketime`),
 * so that its processes and its database believe that it is one of the last four Mondays, and nothing that was stored is
 * changed afterwards, as moving stored times back would do. On each Monday the service is started anew, shortly before
 * nine o'clock of the analyst; what it would have done in the six days between is done then. Needs Chromium as well.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { markdownTable } from '../scripts/markdown-table.ts';
import { withoutBrowser } from '../test/console-pages/browser.ts';
import { faketimeLibrary, lastFourMondays } from './mondays/clock.ts';
import { Desk, type PlayedStep } from './mondays/desk.ts';
import { firstMonday } from './mondays/monday-1.ts';
import { secondMonday } from './mondays/monday-2.ts';
import { thirdMonday } from './mondays/monday-3.ts';
import { fourthMonday } from './mondays/monday-4.ts';
import { sharedDir } from './real/truth.ts';

const mondays = [firstMonday, secondMonday, thirdMonday, fourthMonday];

/** Why nothing can be played here; undefined if it can. */
function lacking(library: string | undefined): string | undefined {
  if (!existsSync(join(sharedDir, 'real', 'video'))) return `no real media in ${sharedDir}`;
  if (withoutBrowser) return withoutBrowser;
  if (!library) return 'no faketime: install it (Debian: apt-get install faketime)';
  return undefined;
}

interface Row {
  readonly monday: number;
  readonly step: string;
  readonly clicks: number;
  readonly keys: number;
  readonly seconds: number;
  readonly remark: string;
}

async function play(desk: Desk, monday: number, steps: readonly PlayedStep[]): Promise<Row[]> {
  const rows: Row[] = [];

  for (const { name, does } of steps) {
    let remark = '';
    await desk.analyst.step(name, async () => {
      const result = await does(desk);
      if (typeof result === 'string') remark = result;
    });
    const { clicks, keys, seconds } = desk.analyst.steps.at(-1) ?? {
      clicks: 0,
      keys: 0,
      seconds: 0,
    };
    rows.push({ monday, step: name, clicks, keys, seconds, remark });
    console.log(
      `${monday} ${name}: ${clicks} clicks, ${keys} keys, ${seconds.toFixed(1)} s ${remark}`,
    );
  }

  return rows;
}

function report(rows: readonly Row[], faults: readonly string[]): string {
  const sum = (of: (row: Row) => number) => rows.reduce((total, row) => total + of(row), 0);
  const table = markdownTable(
    ['Monday', 'Step', 'Clicks', 'Keys', 'Seconds', 'Remark'],
    rows.map(({ monday, step, clicks, keys, seconds, remark }) => [
      ...[`${monday}`, step, `${clicks}`, `${keys}`, seconds.toFixed(1), remark],
    ]),
  );

  return [
    table,
    '',
    `Together ${sum(({ clicks }) => clicks)} clicks, ${sum(({ keys }) => keys)} keys and ${(sum(({ seconds }) => seconds) / 60).toFixed(1)} minutes.`,
    '',
    faults.length > 0
      ? 'Errors in the browser, and refused calls:'
      : 'No errors in the browser, and no refused calls.',
    '',
    ...faults.map((fault) => `- ${fault}`),
  ].join('\n');
}

async function run(): Promise<void> {
  const library = faketimeLibrary();
  const reason = lacking(library);
  if (reason || !library) {
    console.error(`skipped: ${reason}`);
    return;
  }

  const folder = resolve(process.argv[2] ?? (await mkdtemp(join(tmpdir(), 'reelsight-mondays-'))));
  const desk = await Desk.open(library, folder);
  const rows: Row[] = [];
  const faults: string[] = [];

  try {
    for (const [index, start] of lastFourMondays().entries()) {
      await desk.begin(index + 1, start);
      rows.push(...(await play(desk, index + 1, mondays[index] ?? [])));
      const played = await desk.end();
      faults.push(...played.faults.map((fault) => `Monday ${index + 1}: ${fault}`));
    }
  } catch (error) {
    await desk.page.screenshot({ path: join(folder, 'failed.png') }).catch(() => undefined);
    throw error;
  } finally {
    await writeFile(join(folder, 'mondays.md'), `${report(rows, faults)}\n`);
    console.log(`Pictures and mondays.md are in ${folder}.`);
    await desk.close();
  }
}

await run();
