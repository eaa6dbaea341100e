/**
 * From creating the first account to a brand's proof frame, in a real browser on the real service with a real video.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Browser, Locator, Page } from 'playwright-core';
import { startTestService, type TestService } from '../../server/testing/service.ts';
import { waitFor } from '../../server/testing/wait-for.ts';
import {
  ada,
  assertAccessible,
  openBrowser,
  signIn,
  signUpFirst,
  untilTrue,
  type Visit,
  videoIsAt,
  visit,
  withoutBrowser,
} from './browser.ts';

const sample = fileURLToPath(new URL('../../media/sample.mp4', import.meta.url));

describe('from a video to its proof', { skip: withoutBrowser }, () => {
  let service: TestService;
  let browser: Browser;
  let visitor: Visit;
  let page: Page;
  /** How long Toyota is seen, as the brand's row says. */
  let visibleText = '';

  before(async () => {
    service = await startTestService({ REELSIGHT_ROLE: 'all' });
    browser = await openBrowser();
    visitor = await visit(browser);
    page = visitor.page;
  });

  after(async () => {
    await browser?.close();
    await service?.close();
  });

  test('the first visitor becomes the operator and stands before an empty form', async () => {
    await page.goto(service.apiUrl);
    await page.getByText('becomes its operator').waitFor();
    await assertAccessible(page, 'sign-up');
    await signUpFirst(page, service.firstAccountUrl);
    await page.getByText('100,000 credits').waitFor();
    assert.equal(await page.title(), 'Analyse · Reelsight');
    await assertAccessible(page, 'Analyse');
  });

  test('what is missing is said at its field, and nothing is sent', async () => {
    await page.getByRole('button', { name: 'Analyse', exact: true }).click();
    await page.getByText('Paste a link or choose a file.').waitFor();
    await page.getByLabel('Links').fill('https://example.com/not-a-video');
    await page.getByRole('alert').filter({ hasText: 'must lead to a video' }).waitFor();
    await page.getByLabel('Links').fill('');
  });

  test('a file is uploaded at once and its cost shows before anything starts', async () => {
    await page.getByLabel('Video files').setInputFiles(sample);
    await page.getByText('✓ Uploaded').waitFor();
    await page.getByText(/About \d+ credits? for 1 video of 2[67]\.\d s/).waitFor();
  });

  test('beside the form a card shows the film, its cost by item, and what this server can’t do (D4, D11)', async () => {
    const card = page.getByRole('complementary', { name: 'What it will be' });
    await card.getByRole('img', { name: 'Frame of the video' }).waitFor();
    await card.getByText(/^1 video, 2[67]\.\d s$/).waitFor();
    await card.getByRole('term').filter({ hasText: 'processing' }).waitFor();
    await card.getByText('A logo without letters is found of some 60 well-known brands').waitFor();
    await card.getByRole('link', { name: 'Add engines and models' }).waitFor();

    const form = await page.getByRole('region', { name: 'Videos' }).boundingBox();
    const beside = await card.boundingBox();
    assert.ok(form && beside && beside.x >= form.x + form.width);
    await page.mouse.wheel(0, 600);
    await card.getByRole('button', { name: 'Analyse' }).waitFor();

    const button = await card.getByRole('button', { name: 'Analyse' }).boundingBox();
    assert.ok(button && button.y < 900 && button.y > 0, 'in sight while the form scrolls');
    await assertAccessible(page, 'form with a file');
  });

  test('a thing that can’t be seen is named before it is paid (D11)', async () => {
    await page.getByRole('checkbox', { name: /^Objects/ }).check();
    const objects = page.getByRole('textbox', { name: 'Objects' });
    await objects.fill('sneaker');
    await objects.press('Enter');
    await page.getByText('Can’t be seen by the engine for objects: sneaker.').waitFor();
    await page.getByRole('button', { name: 'Remove sneaker' }).click();
    await page.getByRole('checkbox', { name: /^Objects/ }).uncheck();
  });

  test('choices are saved as a preset, chosen with one press, and deleted', async () => {
    const preset = (name: string) => page.getByRole('button', { name, exact: true });
    await preset('Transcript only').click();
    assert.equal(await preset('Transcript only').getAttribute('aria-pressed'), 'true');
    assert.equal(await page.getByRole('checkbox', { name: /^Brands/ }).isChecked(), false);
    await page.getByRole('checkbox', { name: /^Metadata/ }).check();
    await page.getByRole('button', { name: 'Save as preset' }).click();
    await page.getByLabel('Name of the preset').fill('Words and facts');
    await page.getByLabel('Name of the preset').press('Enter');
    await preset('Words and facts').waitFor();
    assert.equal(await preset('Words and facts').getAttribute('aria-pressed'), 'true');
    await assertAccessible(page, 'presets');
    await page.getByRole('button', { name: 'Delete preset Words and facts' }).click();
    await page.getByRole('button', { name: 'Delete this preset Words and facts' }).click();
    await preset('Words and facts').waitFor({ state: 'detached' });
    await preset('All but objects and questions').click();

    assert.equal(await page.getByRole('checkbox', { name: /^Brands/ }).isChecked(), true);
  });

  test('what was typed survives a reload', async () => {
    await page.getByRole('checkbox', { name: /^Questions/ }).check();
    const question = page.getByLabel('Questions', { exact: true });
    await question.fill('How much do the two cups of coffee cost?');
    await question.press('Enter');
    await page.getByRole('checkbox', { name: /^Objects/ }).check();

    const objects = page.getByRole('textbox', { name: 'Objects' });
    await objects.fill('stop sign, cup');
    await objects.press('Enter');
    // One frame per second is fast, and enough for scenes as long as these.
    await page.getByText('Language, speakers, captions, frame rate, proof, spending cap').click();
    await page.getByLabel('Frames looked at').selectOption('1 a second');
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.getByRole('button', { name: 'Remove How much do the two' }).waitFor();
    await page.getByRole('button', { name: 'Remove stop sign' }).waitFor();
    // After a reload, no page can keep a chosen file, so the file is chosen again.
    await page.getByLabel('Video files').setInputFiles(sample);
    await page.getByText('✓ Uploaded').waitFor();
  });

  test('the job runs before one’s eyes and its results appear by themselves (keyboard)', async () => {
    await page.getByRole('button', { name: 'Analyse', exact: true }).click();
    await page.waitForURL(/\/jobs\/job_/);
    await page.getByRole('region', { name: 'Progress' }).waitFor();
    await waitFor(async () =>
      assert.equal(await page.evaluate(`document.activeElement.tagName`), 'MAIN', 'focus is kept'),
    );
    await page.getByRole('tab', { name: /^Brands/ }).waitFor();
    await page.getByRole('button', { name: 'Toyota', exact: true }).waitFor();
    await page.getByText('Speakers could not be told apart').waitFor();

    const limits = await page.getByRole('button', { name: /⚠ \d+ limits/ }).boundingBox();
    assert.ok(limits && limits.y < 320, 'said above the fold');
    await assertAccessible(page, 'job');
  });

  test('a proof frame opens large with its box, its confidence and the second look', async () => {
    await page
      .getByRole('button', { name: /^Proof frame of Toyota/ })
      .first()
      .click();
    await page.getByText('Confirmed by a second check.').waitFor();
    await page.getByText(/Toyota at 0:0\d\.\d, confidence \d+ %/).waitFor();

    const image = page.getByRole('img', { name: /^Proof frame/ });
    await image.waitFor();

    const lines = page.locator('figure svg rect');
    await lines.nth(1).waitFor({ state: 'attached' });
    assert.equal(await lines.count(), 2);
    await page.getByLabel('Boxes').uncheck();
    await lines.waitFor({ state: 'detached' });
    await page.getByLabel('Boxes').check();
    await assertAccessible(page, 'proof frame');
    await page.keyboard.press('Escape');
    await page.locator('video').waitFor();
  });

  test('a logo without letters is shown beside what it was compared with', async () => {
    await page
      .getByRole('button', { name: /^Proof frame of Apple/ })
      .first()
      .click();
    await page.getByText('Found by its shape, compared with').waitFor();
    await page.getByRole('img', { name: 'Logo of Apple', exact: true }).waitFor();
    await untilTrue(page, `document.querySelector('[alt="Logo of Apple"]')?.naturalWidth > 0`);
    await assertAccessible(page, 'proof of a logo');
    await page.keyboard.press('Escape');
    await page.locator('video').waitFor();
  });

  test('a press on the axis moves the video, the clock and the address', async () => {
    await page.getByTitle('Shots: 5 shots').waitFor();
    const axis = page.getByRole('slider', { name: 'Second of the video' });
    const box = await axis.boundingBox();
    assert.ok(box);
    await axis.click({ position: { x: box.width / 2, y: 10 } });
    await videoIsAt(page, 13, 15);
    await page.waitForURL(/[?&]t=1[34]\./);

    assert.match((await axis.getAttribute('aria-valuetext')) ?? '', /^1[34] seconds$/);
  });

  test('pointing at the axis shows the frame of that second with what is in it', async () => {
    const axis = page.getByRole('slider', { name: 'Second of the video' });
    const box = await axis.boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + box.width * 0.25, box.y + 60);
    await page.getByText(/^0:0[67]\.\d Toyota, stop sign$/).waitFor();
    await page.mouse.move(0, 0);
  });

  test('the keyboard plays, steps, goes from appearance to appearance and searches', async () => {
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('Shift+ArrowLeft');
    await videoIsAt(page, 8, 10);
    await page.keyboard.press(']');
    await videoIsAt(page, 9.5, 10.5);
    await page.keyboard.press('[');
    await videoIsAt(page, 3, 9.5);
    await page.keyboard.press('?');
    await page.getByRole('region', { name: 'Shortcuts' }).waitFor();
    await page.keyboard.press('?');
    await page.keyboard.press('/');
    await page.locator('input[type=search]:focus').waitFor();
    await page.keyboard.type('STARBUCKS');
    await page.getByText('1 passage with “STARBUCKS”').waitFor();
    assert.equal(await page.locator('mark').textContent(), 'Starbucks');

    const axis = page.getByRole('region', { name: 'Time axis' });
    await axis.getByText('“STARBUCKS”').waitFor();
    await page.keyboard.press('Enter');
    await videoIsAt(page, 9, 11.5);
    await page.getByRole('button', { name: 'Next hit' }).waitFor();
    await page.getByRole('button', { name: 'Copy transcript' }).waitFor();
    await assertAccessible(page, 'transcript');
  });

  test('the axis zooms around what is played, moves, and shows the whole again', async () => {
    const axis = page.getByRole('region', { name: 'Time axis' });
    const ticks = () => axis.getByRole('slider', { name: 'Second of the video' }).innerText();
    const whole = await ticks();

    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('+');
    await page.keyboard.press('+');

    const stretch = axis.getByRole('slider', { name: 'Stretch that is shown' });
    await stretch.waitFor();
    assert.notEqual(await ticks(), whole);
    await stretch.fill('0');
    assert.match(
      (await stretch.getAttribute('aria-valuetext')) ?? '',
      /^0 seconds to (6\.9|7) seconds$/,
    );
    await axis.getByRole('button', { name: 'Lanes' }).click();
    await axis.getByRole('checkbox', { name: 'Shots' }).uncheck();
    await axis.getByRole('button', { name: 'Lanes, 1 hidden' }).waitFor();
    assert.equal(await axis.getByTitle('Shots: 5 shots').count(), 0);
    await assertAccessible(page, 'zoomed axis');
    await axis.getByRole('button', { name: 'Show all' }).click();
    await axis.getByRole('button', { name: 'Lanes' }).click();
    await page.keyboard.press('0');
    await stretch.waitFor({ state: 'detached' });
  });

  test('every number opens what it is made of', async () => {
    await page.getByRole('tab', { name: /^Brands/ }).click();
    await page
      .getByRole('button', { name: /seen, once/ })
      .first()
      .click();
    await page.waitForURL(/only=visual/);
    await page.getByText(/^1 appearance, [56]\.\d s seen/).waitFor();

    await page.getByRole('button', { name: 'All brands' }).click();
  });

  test('an open brand has keys and buttons for itself, and the other lanes step back (D9)', async () => {
    const toyota = page.getByRole('button', { name: 'Toyota', exact: true });
    const seconds = await page.getByRole('button', { name: /seen, once/ }).allInnerTexts();
    assert.ok(seconds.length >= 3, 'several brands');
    visibleText =
      /^[\d:.]+/.exec(
        await page
          .getByRole('row')
          .filter({ has: toyota })
          .getByRole('button', { name: /seen, once/ })
          .innerText(),
      )?.[0] ?? '';
    await toyota.click();
    await page.getByRole('group', { name: 'Appearances' }).getByText('Toyota').waitFor();
    await page.getByRole('slider', { name: 'Second of the video' }).press('Home');
    await videoIsAt(page, 0, 0.1);
    await page.keyboard.press(']');
    await videoIsAt(page, 3, 4.5);
    // The next appearance is spoken; it lies within the visible one.
    await page.keyboard.press(']');
    await videoIsAt(page, 5, 9);
    await page.getByRole('button', { name: 'Next appearance of Toyota' }).click();
    await videoIsAt(page, 5, 9);

    const opacity = (name: string) =>
      page
        .getByRole('region', { name: 'Time axis' })
        .getByRole('listitem')
        .filter({ hasText: new RegExp(`^${name}`) })
        .locator('canvas')
        .evaluate((one) => {
          const { getComputedStyle: styleOf } = globalThis as unknown as {
            getComputedStyle(of: unknown): { opacity: string };
          };
          return styleOf(one).opacity;
        });
    assert.deepEqual([await opacity('Toyota'), await opacity('Starbucks')], ['1', '0.3']);
    await page.getByRole('button', { name: /^Proof frame of Toyota/ }).click();
    await page.getByText('1 of 1', { exact: true }).waitFor();
    await assertAccessible(page, 'open brand');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Starbucks', exact: true }).waitFor();
  });

  test('nothing lies over the picture: the bar stands below it, and times below thumbnails (D2)', async () => {
    assert.equal(await page.locator('video[controls]').count(), 0);
    const picture = await page.locator('video').boundingBox();
    const play = await page.getByRole('button', { name: 'Play', exact: true }).boundingBox();
    assert.ok(picture && play && play.y >= picture.y + picture.height);
    await page.getByRole('button', { name: 'Toyota', exact: true }).click();

    const proof = page.getByRole('button', { name: /^Proof frame of/ }).first();
    const image = await proof.locator('img').boundingBox();
    const time = await proof.locator('span').boundingBox();
    assert.ok(image && time && time.y >= image.y + image.height - 1);
    await page.getByRole('button', { name: 'All brands' }).click();
  });

  test('while the video plays the address follows, so that a second can be sent (D15)', async () => {
    await page.getByRole('slider', { name: 'Second of the video' }).press('Home');
    await page.waitForURL(/[?&]t=0\.0/);
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.waitForURL(/[?&]t=[1-9]/);
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await page.getByLabel('Place in the video').fill('20');
    await videoIsAt(page, 19.9, 20.1);

    await page.waitForURL(/[?&]t=20\.0/);
  });

  test('the keyboard is soon at a proof frame, and goes from row to row by arrows (keyboard)', async () => {
    await page.reload();
    await page
      .getByRole('button', { name: /^Proof frame of/ })
      .first()
      .waitFor();

    const focused = () =>
      page.evaluate(() => {
        const { document: doc } = globalThis as unknown as {
          document: { activeElement: { ariaLabel: string | null; textContent: string } };
        };
        return doc.activeElement.ariaLabel ?? doc.activeElement.textContent;
      });
    let presses = 0;
    const tab = async () => {
      presses += 1;
      await page.keyboard.press('Tab');
      return focused();
    };
    assert.equal(await tab(), 'Skip to the page');
    await page.keyboard.press('Enter');
    assert.equal(await tab(), 'Skip to the results');
    await page.keyboard.press('Enter');
    while (!(await tab()).startsWith('Proof frame of')) assert.ok(presses < 8, await focused());
    // Two more presses were used for skipping, and one opens the frame.
    assert.ok(presses + 3 <= 8, `${presses + 3} presses`);
    await page.getByRole('button', { name: 'Toyota', exact: true }).focus();
    await page.keyboard.press('ArrowDown');

    const next = await focused();
    await page.keyboard.press('ArrowUp');
    assert.notEqual(next, 'Toyota');
    assert.equal(await focused(), 'Toyota');
  });

  test('the page is as drawn: numbers, picture beside the table, lanes below over the full width', async () => {
    const figures = page.getByRole('list', { name: 'In numbers' });
    await figures.getByText('with a brand in the picture').waitFor();
    await figures.getByText(/^most: /).waitFor();

    const boxOf = async (one: Locator) => {
      const box = await one.boundingBox();
      assert.ok(box);
      return box;
    };
    const picture = await boxOf(page.locator('video'));
    const table = await boxOf(page.getByRole('table', { name: 'Brands' }));
    const axis = await boxOf(page.getByRole('region', { name: 'Time axis' }));

    assert.ok(table.x > picture.x + picture.width && table.y < picture.y + picture.height);
    assert.ok(axis.y > picture.y + picture.height && axis.width > picture.width * 1.8);
    assert.ok(axis.y < 900, 'the axis is above the fold');
  });

  test('the table has a sign of each brand in a few kilobytes, sorts, and sums what is selected', async () => {
    const signs = page.getByRole('table', { name: 'Brands' }).locator('img');
    assert.ok((await signs.count()) >= 4);

    for (const sign of await signs.all()) {
      const answer = await page.request.get(
        new URL(`${await sign.getAttribute('src')}`, page.url()).href,
      );
      assert.ok((await answer.body()).length < 12_000, (await sign.getAttribute('src')) ?? '');
    }

    const names = () => page.getByRole('rowheader').allInnerTexts();
    await page.getByRole('button', { name: 'Brand', exact: true }).click();
    assert.deepEqual(
      await names(),
      (await names()).toSorted((a, b) => a.localeCompare(b)),
    );
    await page
      .getByRole('columnheader', { name: 'Brand', exact: true })
      .and(page.locator('[aria-sort=ascending]'))
      .waitFor();
    await page.getByRole('button', { name: 'Brand', exact: true }).click();
    await page.getByRole('button', { name: 'Brand', exact: true }).click();
    assert.equal(await page.locator('th[aria-sort]').count(), 0);
    await page.getByRole('checkbox', { name: 'Select Toyota' }).check();
    await page.getByText('1 brand: ').waitFor();
    await assertAccessible(page, 'selected brand');
    await page.getByRole('button', { name: 'Clear selection' }).click();
  });

  test('the confidence filter acts on totals, lanes and exported files alike', async () => {
    await page.getByLabel('Confidence').selectOption('at least 95 %');
    await page.waitForURL(/[?&]least=0\.95/);

    const axis = page.getByRole('region', { name: 'Time axis' });
    await axis.getByRole('button', { name: /^cup/ }).waitFor({ state: 'detached' });

    const left = await page.getByRole('rowheader').allInnerTexts();
    assert.ok(left.includes('Toyota'), left.join());
    await page.getByRole('button', { name: 'Export', exact: true }).click();

    const waiting = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Appearances (CSV)' }).click();

    const csv = await readFile(await (await waiting).path(), 'utf8');
    assert.ok(csv.includes('brand,Toyota,') && !csv.includes('object,cup,'), csv);
    await page.getByLabel('Confidence').selectOption('any');
    await axis.getByRole('button', { name: /^cup/ }).waitFor();
  });

  test('the Export menu opens by keyboard and closes by Escape, which leaves the rest as it is', async () => {
    const door = page.getByRole('button', { name: 'Export', exact: true });
    await door.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Subtitles (SRT)' }).waitFor();
    await assertAccessible(page, 'Export menu');
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Subtitles (SRT)' }).waitFor({ state: 'detached' });

    assert.equal(await door.evaluate((one) => one === one.ownerDocument.activeElement), true);
  });

  test('with 400 kbit/s and nothing cached what the line carries in 3.5 seconds brings the first picture', async (context) => {
    const state = await page.context().storageState();
    const slow = await visit(browser, { storageState: state });
    const network = await slow.page.context().newCDPSession(slow.page);
    let bytes = 0;
    /** Total bytes received when each picture was complete. */
    const bytesAtPictures: number[] = [];
    const pictures = new Set<string>();
    const images = new Set<string>();
    let bytesOfImages = 0;
    /** Ids of the requests for data of the API. Their size depends on what was found in the video. */
    const answers = new Set<string>();
    let bytesOfAnswers = 0;
    /** Ids of the requests for files that the page loads after what is seen first: the axis, and the bar below the table. */
    const later = new Set<string>();
    let bytesLater = 0;

    network.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
      if (request.url.includes('width=160')) pictures.add(requestId);
      if (type === 'Image') images.add(requestId);
      if (type === 'Fetch') answers.add(requestId);
      if (/\/assets\/(?:timeline|correct-bar)-/.test(request.url)) later.add(requestId);
    });

    network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      bytes += encodedDataLength;
      if (images.has(requestId)) bytesOfImages += encodedDataLength;
      if (answers.has(requestId)) bytesOfAnswers += encodedDataLength;
      if (later.has(requestId)) bytesLater += encodedDataLength;
      if (pictures.has(requestId)) bytesAtPictures.push(bytes);
    });
    await network.send('Network.enable');
    await network.send('Network.setCacheDisabled', { cacheDisabled: true });
    await network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 40,
      downloadThroughput: 50_000,
      uploadThroughput: 50_000,
    });

    const asked: string[] = [];
    slow.page.on('request', (one) => asked.push(one.url()));

    const began = performance.now();
    await slow.page.goto(page.url().replace(/\?.*/, ''), { waitUntil: 'commit' });

    const first = slow.page.locator('img[src*="width=160"]').first();
    await first.waitFor();
    await waitFor(async () =>
      assert.ok(await first.evaluate((one) => Number(Object(one).naturalWidth) > 0)),
    );

    const seconds = (performance.now() - began) / 1000;
    // The limit is in bytes (what the line transfers in 3.5 seconds), because a busy machine distorts the clock. The
    // picture may be drawn before its last bytes arrive.
    await waitFor(async () => assert.ok(bytesAtPictures.length > 0));

    const bytesToFirst = bytesAtPictures[0] ?? Number.POSITIVE_INFINITY;
    assert.ok(bytesToFirst < 175_000, `${bytesToFirst} bytes`);

    // The page itself replaces what was drawn early.
    const own = slow.page.getByRole('button', { name: /^Proof frame of/ }).first();
    await own.locator('img').waitFor();
    await slow.page.locator('.early').waitFor({ state: 'detached' });

    // The number of further pictures depends on how busy the machine is, and the answers depend on what is in the
    // video. The size of the page's own files depends on neither, without those that may still be on their way.
    const counted = `${bytes} bytes, ${bytesOfImages} of images, ${bytesOfAnswers} of answers, ${bytesLater} later`;
    assert.ok(bytes - bytesOfImages - bytesOfAnswers - bytesLater < 161_000, counted);
    assert.ok(bytesLater < 10_000, counted);
    context.diagnostic(counted);
    context.diagnostic(`${seconds.toFixed(2)} s to the first picture`);

    // The page uses what was requested early: each of these requests is made once, and before the scripts run.
    const early = [/\/v1\/session$/, /workspaces\/\w+\/jobs\/job_\w+$/, /\?results=without_frames/];
    const places = early.map((one) => asked.findIndex((url) => one.test(url)));

    for (const one of early) assert.equal(asked.filter((url) => one.test(url)).length, 1, `${one}`);
    assert.ok(Math.max(...places) < asked.findIndex((url) => url.endsWith('/v1/account')));
    await slow.close();
  });

  test('cost is told item by item, estimate and charge beside each other (D4)', async () => {
    await page.getByRole('button', { name: /^\d+ credits?$/ }).click();
    const cost = page.getByRole('region', { name: 'Cost' });
    await cost.getByText(/for the work that was done, of it .* of processing/).waitFor();

    for (const term of ['Estimated', 'Charged'])
      await cost
        .locator('div')
        .filter({ has: page.getByText(term, { exact: true }) })
        .getByText(/^processing [\d.]+/)
        .waitFor();

    await assertAccessible(page, 'cost');
    await page.getByRole('button', { name: /^\d+ credits?$/ }).click();
  });

  test('an answer leads to the second that proves it', async () => {
    await page.getByRole('tab', { name: /^Questions/ }).click();
    await page.getByRole('button', { name: /^0:10\.\d · said/ }).click();
    await videoIsAt(page, 9.5, 11);
    await assertAccessible(page, 'questions');
  });

  test('the results leave as files (D16)', async () => {
    await page.getByRole('tab', { name: 'Data' }).click();
    const download = async (
      label: string,
      role: 'button' | 'link' = 'link',
    ): Promise<[string, string]> => {
      const waiting = page.waitForEvent('download');
      await page.getByRole(role, { name: label }).click();
      const file = await waiting;
      return [file.suggestedFilename(), await readFile(await file.path(), 'utf8')];
    };
    const [srtName, srt] = await download('Subtitles (SRT)');
    assert.equal(srtName, 'sample.srt');
    assert.match(srt, /^1\n00:00:0\d,\d{3} --> /);

    const [, edl] = await download('Markers (EDL)');
    assert.match(edl, /\* LOC: .* Toyota\n/);

    const [, csv] = await download('Appearances (CSV)');
    const [head = '', ...lines] = csv.replace('\ufeff', '').split('\r\n');
    const line = lines.find((one) => one.startsWith('brand,Toyota,visual')) ?? '';
    const cells = line.match(/("([^"]|"")*"|[^,]*)(,|$)/g) ?? [];
    const cell = (name: string) => (cells[head.split(',').indexOf(name)] ?? '').replace(/,$/, '');
    assert.match(cell('start_seconds'), /^3\.\d+$/);

    const seconds = Number(cell('visible_seconds')).toFixed(1);
    assert.equal(seconds, visibleText, 'as the page has it');
    assert.ok(Number(cell('size_percent_of_picture')) > 1, cell('size_percent_of_picture'));
    assert.equal((await page.request.get(cell('frame_url'))).status(), 200);
    assert.ok(cell('moment_url').startsWith(`${service.apiUrl}/jobs/job_`));
    assert.match(
      lines.find((line) => line.startsWith('object,')) ?? '',
      /^object,[^,]+,visual,[\d.]+,[\d.]+,[\d.]+,/,
    );

    const [, json] = await download('All results (JSON)', 'button');
    assert.equal(JSON.parse(json).status, 'completed');
    await assertAccessible(page, 'data');
  });

  test('a link to a moment shows the same moment to a colleague who signs in first', async () => {
    const colleague = await visit(browser);
    const link = new URL(page.url());

    link.search = '?t=18.0&tab=objects';
    await colleague.page.goto(link.href);
    await colleague.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await assertAccessible(colleague.page, 'sign-in');
    await signIn(colleague.page, ada);
    await colleague.page.getByRole('tab', { name: /^Objects/, selected: true }).waitFor();
    await videoIsAt(colleague.page, 17.9, 18.1);
    assert.deepEqual(colleague.faults, []);
    await colleague.close();
  });

  test('the video is asked again with another question, its cost shown first (D14)', async () => {
    await page.getByRole('button', { name: 'Ask again' }).click();
    const question = page.getByLabel('Questions', { exact: true });
    await question.fill('When do the offices open?');
    await question.press('Enter');
    await page.getByRole('checkbox', { name: 'Chapters', exact: true }).check();
    await page.getByRole('button', { name: 'Add a question in a form' }).click();
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.getByRole('alert').filter({ hasText: 'Type each question' }).waitFor();

    await page.getByLabel('Question in a form').fill('Which drink are the two cups of?');
    const choices = page.getByLabel('Possible answers');
    await choices.fill('tea, coffee');
    await choices.press('Enter');
    await assertAccessible(page, 'questions in a form');
    await page.getByText('Language, speakers, captions, frame rate, proof, spending cap').click();

    const rate = page.getByLabel('Frames looked at');
    assert.equal(await rate.inputValue(), '1', 'asked as before');
    await page.getByLabel('Captions of the platform').selectOption('None: transcribe the sound');
    await page.getByText(/About \d+ credits? for 1 video of 2[67]\.\d s/).waitFor();

    const before = page.url();
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.waitForURL((url) => !before.includes(url.pathname));
    await page.getByRole('tab', { name: /^Questions 4/, selected: true }).waitFor();
    const drink = page.getByRole('article').filter({ hasText: 'Which drink are the two cups of?' });
    await drink.getByText(/^coffee/).waitFor();
    await page.getByText('How much do the two cups of coffee cost?').first().waitFor();

    // The page shows the whole video, including the lanes and brands of the earlier analysis.
    const axis = page.getByRole('region', { name: 'Time axis' });
    await axis.getByRole('button', { name: /^Toyota/ }).waitFor();
    await page.getByRole('tab', { name: /^Brands/ }).click();
    await page.getByRole('button', { name: /^Proof frame of Toyota/ }).waitFor();
    await page.getByRole('tab', { name: /^Questions/ }).click();
    await page.getByText('was used again').first().waitFor();

    const earlier = page.getByRole('link', { name: 'Earlier analysis' });
    assert.ok(before.includes((await earlier.getAttribute('href')) ?? 'nowhere'));
  });

  test('a job is deleted only with its name typed, and is gone', async () => {
    const address = page.url();
    await page.getByRole('button', { name: 'Delete' }).click();
    const go = page.getByRole('button', { name: 'Delete video' });
    assert.equal(await go.isDisabled(), true);
    await page.getByLabel(/^Type .* to go on$/).fill('sample.mp4');
    await assertAccessible(page, 'deleting');
    await go.click();
    await page.waitForURL((url) => url.pathname === '/jobs');
    await page.goto(address);

    await page.getByText('There is no such video here').waitFor();
  });

  test('nothing broke in the page meanwhile, and nothing was refused by its policy', () => {
    assert.deepEqual(visitor.faults, []);
  });
});
