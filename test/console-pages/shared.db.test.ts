/** A person without an account opens a shared link, in a real browser with a real video. */
import assert from 'node:assert/strict';
import { mkdir, readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { waitFor } from '../../server/testing/wait-for.ts';
import { accepted } from '../interface/subject.ts';
import {
  assertAccessible,
  openBrowser,
  signIn,
  videoIsAt,
  visit,
  withoutBrowser,
} from './browser.ts';
import { ended, makeJob, openStage, type Stage, uploadSample } from './stage.ts';

const pictures = process.env.REELSIGHT_TEST_PICTURES;

describe('a shared job', { skip: withoutBrowser }, () => {
  let stage: Stage;
  let browser: Browser;
  let job: string;
  before(async () => {
    stage = await openStage();
    browser = await openBrowser();
    job = await makeJob(stage, {
      upload_key: await uploadSample(stage),
      capabilities: ['transcription', 'summary', 'brands'],
      return_proof: true,
    });

    await ended(stage, `/v1/jobs/${job}?results=none`);
  });

  after(async () => {
    await browser?.close();
    await stage?.close();
  });

  async function share(parts: readonly string[]): Promise<{ path: string; id: string }> {
    const body = { parts, expires_in_days: 7 };
    const { ada, home } = stage;
    const made = accepted(await ada.post(`${home}/v1/jobs/${job}/shares`, body), 201);
    return { path: new URL(made.url).pathname, id: made.share_id };
  }

  test('shows its parts, with proof frames, to a browser that has never been here', async () => {
    const { path } = await share(['video', 'brands', 'transcript', 'exposure']);
    const { page, faults, close } = await visit(browser);
    await page.goto(stage.service.apiUrl + path);
    await page.getByRole('heading', { name: 'Exposure' }).waitFor();
    await page.getByRole('heading', { name: 'Transcript' }).waitFor();

    const frame = page.locator('img').first();
    await frame.scrollIntoViewIfNeeded();

    const width = () =>
      frame.evaluate((one) => (one as unknown as { naturalWidth: number }).naturalWidth);
    await waitFor(async () => assert.ok((await width()) > 0));

    // Choosing a moment in the transcript moves the video to it.
    const moment = page.locator('section', { hasText: 'Transcript' }).getByRole('button').last();
    const [minutes = 0, seconds = 0] = (await moment.innerText()).split(':').map(Number);

    await moment.click();
    const at = minutes * 60 + seconds;
    await videoIsAt(page, at - 0.2, at + 0.2);

    // The controls are below the video, so that they cover nothing of the picture.
    const video = page.locator('video');
    assert.equal(await video.getAttribute('controls'), null);

    const picture = await video.boundingBox();
    const bar = await page.getByRole('button', { name: 'Play', exact: true }).boundingBox();
    assert.ok(picture && bar && bar.y >= picture.y + picture.height, 'the bar is below');
    await page.getByRole('heading', { name: 'Text on screen' }).waitFor();
    await page.getByText(/^\d+ shots?$/).click();
    await page.locator('section', { hasText: 'Shots' }).getByRole('button').first().click();
    await videoIsAt(page, 0, 0.2);
    await assertAccessible(page, 'shared job');

    if (pictures) {
      await mkdir(pictures, { recursive: true });
      await page.screenshot({ path: `${pictures}/shared.png`, fullPage: true });
      await page.setViewportSize({ width: 390, height: 844 });
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.screenshot({ path: `${pictures}/shared-phone.png`, fullPage: true });
    }

    assert.deepEqual(faults, []);
    const cookies = await page.context().cookies();
    assert.deepEqual(cookies, [], 'no cookie is set');
    await close();
  });

  test('says who sent it, is handed on, and gives its PDF, on a phone and in the dark', async () => {
    const { ada, home } = stage;
    const png = await sharp({
      create: { width: 160, height: 60, channels: 3, background: '#0a58ca' },
    })
      .png()
      .toBuffer();
    const body = {
      parts: ['brands', 'exposure'],
      expires_in_days: 7,
      logo: `data:image/png;base64,${png.toString('base64')}`,
    };
    const made = accepted(await ada.post(`${home}/v1/jobs/${job}/shares`, body), 201);
    const { page, faults, close } = await visit(browser, {
      acceptDownloads: true,
      viewport: { width: 390, height: 844 },
      colorScheme: 'dark',
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    // The device's own list of programs is not part of a page, so what it is given is kept.
    await page.addInitScript(`navigator.share = async (data) => { window.handedOn = data; }`);
    await page.goto(stage.service.apiUrl + new URL(made.url).pathname);

    await page.getByText(/^From /).waitFor();
    const logo = page.locator('header img');
    await waitFor(async () =>
      assert.ok(
        await logo.evaluate((one) => (one as unknown as { naturalWidth: number }).naturalWidth > 0),
      ),
    );
    await page.getByRole('button', { name: 'Share' }).click();
    const handedOn = (await page.evaluate('window.handedOn')) as { url: string };
    assert.equal(new URL(handedOn.url).pathname, new URL(made.url).pathname);
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('Link copied').waitFor();
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), handedOn.url);

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download PDF' }).click();
    const file = await readFile(await (await download).path());
    assert.equal(file.subarray(0, 5).toString(), '%PDF-');
    const wide = (await page.evaluate('document.documentElement.scrollWidth')) as number;
    assert.ok(wide <= 390, `the page fits a phone: ${wide}`);
    // No usual name is broken by a letter.
    const height = (name: string) =>
      page
        .locator('tbody th bdi', { hasText: name })
        .evaluate((one) => (one as unknown as { offsetHeight: number }).offsetHeight);
    assert.equal(await height('Starbucks'), await height('Apple'));

    if (pictures) await page.screenshot({ path: `${pictures}/shared-sender-phone.png` });
    await assertAccessible(page, 'shared job with its sender');
    assert.deepEqual(faults, []);
    await close();
  });

  test('is made on the page of the job, and ended there', async () => {
    const { page, faults, close } = await visit(browser);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`${stage.service.apiUrl}/sign-in`);
    await signIn(page);
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
    await page.goto(`${stage.service.apiUrl}/jobs/${job}`);
    await page.getByRole('button', { name: 'Share', exact: true }).click();

    const panel = page.getByRole('region', { name: 'Share' });
    await panel.getByLabel('Transcript').check();
    await panel.getByLabel('The link ends after').selectOption('7');
    await panel.getByRole('button', { name: 'Create link' }).click();

    const link = await panel.locator('code').innerText();
    assert.match(link, /\/shared\/[\w-]{32}$/);
    await assertAccessible(page, 'share panel');

    if (pictures) await page.screenshot({ path: `${pictures}/share-panel.png` });
    const guest = await visit(browser);
    const path = new URL(link).pathname;
    await guest.page.goto(stage.service.apiUrl + path);
    await guest.page.getByRole('heading', { name: 'Transcript' }).waitFor();

    const ends = panel.getByRole('button', { name: 'End link' });
    const before = await ends.count();

    await ends.first().click();
    await waitFor(async () => assert.ok((await ends.count()) < before));

    const answer = await guest.page.reload();
    assert.equal(answer?.status(), 404);
    await page.goto(`${stage.service.apiUrl}/settings/links`);
    await page.getByRole('heading', { name: 'Links' }).waitFor();
    await assertAccessible(page, 'list of links');

    if (pictures) await page.screenshot({ path: `${pictures}/links.png` });
    assert.deepEqual(faults, []);
    await guest.close();
    await close();
  });

  test('is read once, so that one opening counts as one', async () => {
    const { path, id } = await share(['brands']);
    const { page, close } = await visit(browser);
    await page.goto(stage.service.apiUrl + path);
    await page.getByRole('heading', { name: 'Brands' }).waitFor();
    assert.equal(await page.getByRole('heading', { name: 'Transcript' }).count(), 0);
    assert.equal(await page.locator('video').count(), 0);

    const listed = accepted(await stage.ada.get(`${stage.home}/v1/shares`), 200);
    assert.equal(listed.find((one: { share_id: string }) => one.share_id === id)?.opened, 1);
    await close();
  });

  test('says so once it has ended', async () => {
    const { path, id } = await share(['brands']);
    accepted(await stage.ada.delete(`${stage.home}/v1/shares/${id}`), 204);
    const { page, close } = await visit(browser);
    const answer = await page.goto(stage.service.apiUrl + path);
    assert.equal(answer?.status(), 404);
    await page.getByRole('heading', { name: 'This link shows nothing' }).waitFor();
    await close();
  });
});
