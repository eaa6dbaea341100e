/**
 * An analyst's afternoon with real videos in a real browser: from having no account to giving a report, a clip and a
 * link to other people. Prints how long each step took. `REELSIGHT_TEST_PICTURES` names a folder for a picture of each
 * step.
 */
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import type { Browser, Download, Page } from 'playwright-core';
import { decodeFrames } from '../../server/testing/media/decoded.ts';
import { mediaDir, noMedia } from '../../server/testing/media/test-media.ts';
import { startTestService, type TestService } from '../../server/testing/service.ts';
import { waitFor } from '../../server/testing/wait-for.ts';
import type { Json } from '../interface/subject.ts';
import { Analyst } from './analyst.ts';
import { ada, openBrowser, type Visit, visit, withoutBrowser, workspaceOf } from './browser.ts';
import { rareWord } from './rare-word.ts';
import { sample } from './stage.ts';

const run = promisify(execFile);
const noProgram = ['ffmpeg', 'ffprobe', 'pdftotext'].find(
  (name) => spawnSync(name, ['-version']).error !== undefined,
);

/** Writes some parts of the sample, and the whole sample, as videos. */
async function madeVideos(folder: string): Promise<string[]> {
  const parts = { 'City tour': [0, 15], 'Spring review': [9, 13] } as const;
  const made = Object.entries(parts).map(async ([name, [from, length]]) => {
    const path = join(folder, `${name}.mp4`);
    const range = ['-ss', String(from), '-t', String(length)];
    await run('ffmpeg', ['-v', 'error', ...range, '-i', sample, '-c', 'copy', path]);
    return path;
  });
  return [sample, ...(await Promise.all(made))];
}

const sharedVideos = async (): Promise<string[]> =>
  ['talk', 'spoken-brands', 'portrait'].map((name) => join(mediaDir, `${name}.mp4`));

/** Reads a time, `0:12.9`, or a length, `12.9 s`. */
function secondsIn(text: string): number {
  const [, minutes = '0', onClock, alone] = /(?:(\d+):(\d\d\.\d)|\b(\d+\.\d) s\b)/.exec(text) ?? [];
  const seconds = onClock ?? alone;
  assert.notEqual(seconds, undefined, text);
  return Number(minutes) * 60 + Number(seconds);
}

const rightName = 'Lexington Motors';

function afternoon(videosOf: (folder: string) => Promise<string[]>): void {
  let folder: string;
  let videos: string[];
  let service: TestService;
  let browser: Browser;
  let visitor: Visit;
  let page: Page;
  let analyst: Analyst;
  /** The page of the first video, the brand that is wrong on it, and the second at which that brand begins. */
  let job = '';
  let brand = '';
  let began = 0;
  let link = '';

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'reelsight-afternoon-'));
    videos = await videosOf(folder);
    assert.ok(videos.every(existsSync), `${videos}`);
    service = await startTestService({ REELSIGHT_ROLE: 'all' });
    browser = await openBrowser();
    visitor = await visit(browser, {
      acceptDownloads: true,
      viewport: { width: 1280, height: 800 },
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    page = visitor.page;

    analyst = new Analyst(page);
  });

  after(async () => {
    console.log(`\n${analyst?.table}\n`);
    await browser?.close();
    await service?.close();
    await rm(folder, { recursive: true, force: true });
  });

  let failed = false;
  /** A step of the afternoon. Each step builds on the previous ones, so it is skipped if one of them failed. */
  const then = (name: string, does: () => Promise<void>) =>
    test(name, async (context) => {
      if (failed) return context.skip('a part before it failed');
      failed = true;
      await does();
      failed = false;
    });
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const brandTable = () => page.getByRole('table', { name: 'Brands' });
  const seenIn = async (table: string, name: string, column: string): Promise<number> => {
    const whole = page.getByRole('table', { name: table });
    const row = whole.locator('tbody tr').filter({ hasText: name });
    await row.waitFor();
    const heads = await whole.getByRole('columnheader').allInnerTexts();
    const index = heads.findIndex((head) => head.replace(/[↓↑]/, '').trim() === column);
    return secondsIn((await row.locator('th, td').nth(index).innerText()).trim());
  };

  const fileOf = async (starts: () => Promise<void>): Promise<[Download, string]> => {
    const [download] = await Promise.all([page.waitForEvent('download'), starts()]);
    const path = join(folder, download.suggestedFilename());
    await download.saveAs(path);
    return [download, path];
  };

  const results = async (id: string): Promise<Json> => {
    const path = `/console/v1/workspaces/${await workspaceOf(page)}/v1/jobs/${id}?corrected=true`;
    const answer = await page.request.get(service.apiUrl + path);
    return ((await answer.json()) as Json).data.results;
  };

  then('signs up', async () => {
    assert.ok(service.firstAccountUrl);
    await page.goto(service.firstAccountUrl);
    await page.getByRole('heading', { name: 'Create the first account' }).waitFor();
    began = performance.now();

    await analyst.step('Sign up', async () => {
      await analyst.fill(page.getByLabel('Your name'), ada.name);
      await analyst.fill(page.getByLabel('E-mail'), ada.email);
      await analyst.fill(page.getByLabel('Password'), ada.password);
      await analyst.click(button('Create account'));
      await page.getByRole('heading', { name: 'Analyse' }).waitFor();
    });
  });

  then('puts three videos in with the preset for sponsorship', async () => {
    await analyst.step('Three videos chosen', async () => {
      await analyst.attach(page.getByLabel('Video files'), videos);
      await analyst.click(button('Sponsorship'));
      await page.getByText('✓ Uploaded').nth(2).waitFor();
    });
    await analyst.step('Analysis', async () => {
      await analyst.click(button(/^Analyse/));
      await page.getByRole('heading', { name: 'Group of 3 videos' }).waitFor();
      await page.getByRole('img', { name: '3 completed' }).waitFor();
    });
  });

  then('checks the brands, and sees a proof frame by eight presses', async () => {
    await analyst.step('Brands of one video', async () => {
      const row = page.getByRole('table', { name: 'Videos of the group' }).locator('tbody tr');
      await analyst.click(
        row
          .filter({ hasText: basename(videos[0] ?? '') })
          .getByRole('link')
          .first(),
      );
      await brandTable().locator('tbody tr').first().waitFor();
    });
    job = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    await page.reload();
    await page
      .getByRole('button', { name: /^Proof frame of/ })
      .first()
      .waitFor();
    await analyst.step('Proof frame by keyboard', async () => {
      const focused = () =>
        page.evaluate(() => {
          const { document: doc } = globalThis as unknown as {
            document: { activeElement: { ariaLabel: string | null; textContent: string } };
          };
          return doc.activeElement.ariaLabel ?? doc.activeElement.textContent;
        });

      for (const skip of ['Skip to the page', 'Skip to the results']) {
        await analyst.press('Tab');
        assert.equal(await focused(), skip);
        await analyst.press('Enter');
      }

      for (let tabs = 0; !(await focused()).startsWith('Proof frame of'); tabs += 1) {
        assert.ok(tabs < 4, await focused());
        await analyst.press('Tab');
      }

      await analyst.press('Enter');
      await page.getByRole('img', { name: /^Proof frame/ }).waitFor();
    });
    assert.ok((analyst.steps.at(-1)?.keys ?? 9) <= 8, analyst.table);
    console.log(
      `Sign-up to first proof frame: ${((performance.now() - began) / 1000).toFixed(1)} s`,
    );

    await page.keyboard.press('Escape');
  });

  then('corrects one brand, takes it back, and corrects it again', async () => {
    const [row] = await brandTable()
      .locator('tbody tr')
      .filter({ hasText: /\d:\d\d\.\d|\d\.\d s/ })
      .all();
    assert.ok(row);
    brand = (await row.getByRole('rowheader').innerText()).trim();

    const before = await seenIn('Brands', brand, 'Seen');
    const bar = page.getByRole('region', { name: 'Corrections' });
    const rename = async () => {
      await analyst.click(button(`Actions for ${brand}`).first());
      await analyst.click(button('Rename'));
      await analyst.fill(page.getByLabel('Right name', { exact: true }), rightName);
      await analyst.press('Enter');
      await bar.getByText(`“${brand}” renamed to “${rightName}”`).waitFor();
    };
    await analyst.step('Brand corrected', async () => {
      await analyst.click(button(brand));
      await rename();
    });
    await analyst.step('Correction undone', async () => {
      await analyst.click(bar.getByRole('button', { name: 'Undo', exact: true }));
      // The table shows the old name again; the brand stays collapsed.
      await brandTable().getByRole('rowheader', { name: brand, exact: true }).waitFor();
    });

    await analyst.step('Brand corrected again', async () => {
      await analyst.click(button(brand));
      await button(`Close ${brand}`).waitFor();
      await rename();
    });
    await brandTable().getByRole('rowheader', { name: rightName }).waitFor();
    assert.equal(await seenIn('Brands', rightName, 'Seen'), before);
  });

  then('compares the three', async () => {
    await analyst.step('Three videos compared', async () => {
      await analyst.click(
        page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Videos' }),
      );
      await analyst.click(page.getByRole('checkbox', { name: 'Select all' }));
      await analyst.click(page.getByRole('link', { name: 'Compare brands' }));
      await page.getByRole('table', { name: 'Exposure' }).waitFor();
    });

    const visible = await seenIn('Brand comparison', rightName, 'Seen');
    assert.equal(await seenIn('Exposure', rightName, 'Seen'), visible);
  });

  then('has a report of one video as PDF, with the seconds of its page', async () => {
    await page.goto(`${service.apiUrl}/jobs/${job}`);
    const seen = await seenIn('Brands', rightName, 'Seen');
    let path = '';
    await analyst.step('Report as PDF in hand', async () => {
      await analyst.click(button('Report'));
      [, path] = await fileOf(() => analyst.click(button('PDF')));
    });
    assert.equal(analyst.steps.at(-1)?.clicks, 2);

    const { stdout } = await run('pdftotext', ['-layout', path, '-']);
    // The row of all figures: the name, possibly with the mark of a correction, then videos, appearances and seconds.
    const rowOf = (name: string) =>
      new RegExp(
        `^\\s*${name}(?:\\s*[*+])?\\s+\\d+\\s+\\d+\\s+(\\d+:\\d\\d\\.\\d|\\d+\\.\\d s)\\s`,
        'm',
      ).exec(stdout);
    const [, stated = ''] = rowOf(rightName) ?? assert.fail(stdout.slice(0, 6000));
    assert.equal(secondsIn(stated), seen);
    assert.equal(rowOf(brand), null, 'the wrong name has no row');
    await analyst.step('Report opened', async () => {
      await analyst.click(page.getByRole('link', { name: 'Open the report' }));
      await page.getByRole('table', { name: 'Brands of the report' }).waitFor();
    });
    assert.equal(await seenIn('Brands of the report', rightName, 'Seen'), seen);
  });

  then('has a clip of one appearance', async () => {
    await page.goto(`${service.apiUrl}/jobs/${job}`);
    await button(rightName).waitFor();

    let path = '';
    await analyst.step('Clip of one appearance', async () => {
      await analyst.click(button(rightName));
      await analyst.click(page.getByRole('button', { name: /^Actions for .* at \d/ }).first());
      await analyst.click(button('Clip'));

      const panel = page.getByRole('region', { name: /^Clip of/ });
      await analyst.click(panel.getByRole('button', { name: 'Make clip' }));

      const file = panel.getByRole('link', { name: 'Download' }).first();
      await file.waitFor();
      [, path] = await fileOf(() => analyst.click(file));
    });

    const one = (await results(job)).brands.find(({ name }: Json) => name === rightName);
    const [first] = one.appearances.filter(({ source }: Json) => source === 'visual');
    const { stdout } = await run('ffprobe', [
      ...['-v', 'error', '-show_entries', 'format=duration:stream=codec_name', '-of', 'json', path],
    ]);
    const { format, streams } = JSON.parse(stdout);
    assert.equal(streams[0].codec_name, 'h264');

    // The clip includes half a second before and after the appearance, as far as the video has it.
    const shown = first.timestamp_end - first.timestamp_start;
    const seconds = Number(format.duration);
    assert.ok(seconds >= shown - 0.1 && seconds <= shown + 1.1, `${seconds} for ${shown}`);
    assert.ok(decodeFrames(path).length > 5);
  });

  then('finds a spoken word, and stands at its second', async () => {
    const { word, start } = rareWord((await results(job)).transcription.segments);
    await page.goto(`${service.apiUrl}/jobs`);
    await button('Search videos').waitFor();

    const second = () =>
      page
        .locator('video')
        .evaluate((one) => (one as unknown as { currentTime: number }).currentTime);
    let at = -1;
    await analyst.step('A spoken word found', async () => {
      await analyst.press('/');
      await page.getByRole('combobox', { name: 'Search videos' }).waitFor();
      await analyst.type(word);

      const hits = page.getByRole('listbox', { name: 'Results' }).getByRole('option');
      await hits
        .filter({ hasText: new RegExp(word, 'i') })
        .first()
        .waitFor();
      await page
        .getByRole('status')
        .filter({ hasText: /moment/ })
        .waitFor();
      await analyst.press('Enter');
      await page.waitForURL(/\/jobs\/job_\w+\?.*t=/);
      at = Number(new URL(page.url()).searchParams.get('t'));
      await waitFor(async () => assert.ok(Math.abs((await second()) - at) < 0.2));
    });

    // Another of the three videos may contain the word as well.
    const there = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const spoken = (await results(there)).transcription.segments.filter(
      (segment: Json) =>
        Math.abs(segment.start - at) <= 0.1 && segment.text.toLowerCase().includes(word),
    );
    assert.ok(spoken.length > 0, `${word} at ${at}, not ${start}`);
  });

  then('sends a link, which opens without an account', async () => {
    await page.goto(`${service.apiUrl}/jobs/${job}`);
    await button(rightName).waitFor();

    const seconds = await seenIn('Brands', rightName, 'Seen');
    await analyst.step('Link made', async () => {
      await analyst.click(button('Share'));
      const panel = page.getByRole('region', { name: 'Share' });
      await analyst.click(panel.getByRole('button', { name: 'Create link' }));
      link = await panel.locator('code').innerText();
    });

    const guest = await visit(browser, { viewport: { width: 1280, height: 800 } });
    await analyst.step(
      'Link opened without account',
      async () => {
        await guest.page.goto(link);
        await guest.page.getByRole('heading', { name: 'Brands' }).waitFor();
      },
      guest.page,
    );

    const line = guest.page.locator('summary').filter({ hasText: rightName });
    assert.equal(secondsIn(await line.innerText()), seconds);
    assert.deepEqual(await guest.page.context().cookies(), []);
    assert.deepEqual(guest.faults, []);
    await guest.close();
  });

  test('and nothing broke in the pages meanwhile', () => {
    assert.deepEqual(visitor.faults, []);
  });
}

describe('an analyst’s afternoon', { skip: withoutBrowser }, () => {
  const lacks = noProgram ? `${noProgram} is not installed here` : false;
  describe('with parts of the sample', { skip: lacks }, () => afternoon(madeVideos));
  describe('with the shared videos', { skip: lacks || noMedia }, () => afternoon(sharedVideos));
});
