/** The fourth Monday: the month, files for others, and a link that a client opens on a phone and in the dark. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Desk, PlayedStep } from './desk.ts';

/** Presses something that downloads a file, and returns its name and size. */
async function download(desk: Desk, page: Page, press: () => Promise<void>): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download', { timeout: 240_000 }), press()]);
  const path = join(desk.pictures, file.suggestedFilename());
  await file.saveAs(path);
  const { size } = await stat(path);
  return `${file.suggestedFilename()}, ${Math.round(size / 1000)} KB`;
}

const phone = { width: 390, height: 844 };

/** What a client without an account sees of a link. */
const clientSteps = (['light', 'dark'] as const).flatMap((colorScheme) =>
  (['report', 'video'] as const).map(
    (what): PlayedStep => ({
      name: `The client’s phone, ${what}, ${colorScheme}`,
      async does(desk) {
        const guest = await desk.visit({ viewport: phone, colorScheme, isMobile: true });
        await guest.page.goto(desk.notes.get(what) ?? '');
        await guest.page.getByRole('region', { name: 'Exposure of brands' }).waitFor();
        await guest.page.waitForLoadState('networkidle');
        await desk.picture(guest.page, `client-${what}-${colorScheme}`);
        const width = await guest.page.evaluate('document.documentElement.scrollWidth');
        await guest.close();
        return `${width} px wide`;
      },
    }),
  ),
);

export const fourthMonday: readonly PlayedStep[] = [
  { name: 'Sign in again', does: (desk) => desk.signIn('/') },
  {
    name: 'A week of the channel without a video',
    async does({ page, analyst, origin }) {
      await page.goto(`${origin}/reports/scheduled`);
      await page
        .getByRole('article', { name: 'Channel week' })
        .getByText(/last run: no videos/)
        .waitFor({ timeout: 240_000 });
      await analyst.click(page.getByRole('button', { name: 'Runs of Channel week' }));
      const runs = page.getByRole('list', { name: 'Runs of Channel week' });
      await runs
        .getByText(/no videos/)
        .first()
        .waitFor({ timeout: 240_000 });
    },
  },
  {
    name: 'The month by months',
    async does(desk) {
      const { page, analyst } = desk;
      desk.publish([desk.episode(4), desk.episode(2), desk.episode(1)]);
      await desk.goTo('Brands over time');
      await analyst.select(page.getByLabel('In', { exact: true }), 'months');
      await page.getByRole('img', { name: /Seconds on screen by month/ }).waitFor();
    },
  },
  {
    name: 'Follows compared over the month',
    async does({ page, analyst }) {
      await analyst.select(page.getByLabel('Of', { exact: true }), 'Follows');
      await page.getByRole('img', { name: /Market report/ }).waitFor();
    },
  },
  {
    name: 'CSV of the trends',
    does: (desk) =>
      download(desk, desk.page, () =>
        desk.analyst.click(desk.page.getByRole('button', { name: 'Download CSV' })),
      ),
  },
  {
    name: 'Report of the first group as PDF',
    async does(desk) {
      const { page, analyst } = desk;
      await desk.goTo('Videos');
      await analyst.click(page.getByRole('link', { name: 'Groups' }).first());
      await analyst.click(page.getByRole('link', { name: 'Spring launch, week 1' }).first());
      await analyst.click(page.getByRole('button', { name: 'Report', exact: true }));
      return download(desk, page, () =>
        analyst.click(page.getByRole('button', { name: 'PDF', exact: true })),
      );
    },
  },
  ...(['XLSX', 'PPTX', 'CSV'] as const).map(
    (format): PlayedStep => ({
      name: `The same report as ${format}`,
      does: (desk) =>
        download(desk, desk.page, () =>
          desk.analyst.click(
            desk.page
              .getByRole('region', { name: 'Report' })
              .getByRole('button', { name: format, exact: false })
              .first(),
          ),
        ),
    }),
  ),
  {
    name: 'A link to the report of the first week',
    async does(desk) {
      const { page, analyst, notes } = desk;
      await desk.goTo('Reports');
      await analyst.click(page.getByRole('link', { name: 'Scheduled' }));
      await analyst.click(page.getByRole('button', { name: 'Runs of Market week' }));
      const runs = page.getByRole('list', { name: 'Runs of Market week' });
      await analyst.click(runs.getByRole('link').last());
      await analyst.click(page.getByRole('button', { name: 'Share', exact: true }));
      await analyst.click(page.getByRole('button', { name: 'Create link' }));
      notes.set('report', await page.locator('code').filter({ hasText: /^http/ }).innerText());
    },
  },
  {
    name: 'A link to a video',
    async does(desk) {
      const { page, analyst, notes } = desk;
      await desk.goTo('Videos');
      await analyst.click(page.getByRole('link', { name: 'What we drink' }).first());
      await analyst.click(page.getByRole('button', { name: 'Share', exact: true }));
      const panel = page.getByRole('region', { name: 'Share' });
      await analyst.click(panel.getByRole('button', { name: 'Create link' }));
      notes.set('video', await panel.locator('code').innerText());
    },
  },
  ...clientSteps,
];
