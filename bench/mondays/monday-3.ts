/**
 * The third Monday: reports that know of a correction, of videos that came late and of a week without one; brands that
 * are merged, and a new name in the library that is counted in earlier videos.
 */
import { madeVideo, type PlayedStep, realVideo } from './desk.ts';

export const thirdMonday: readonly PlayedStep[] = [
  { name: 'Sign in again', does: (desk) => desk.signIn('/reports/scheduled') },
  {
    name: 'Both weekly reports have run',
    async does(desk) {
      const { page, mail } = desk;
      await page
        .getByRole('article', { name: 'Market week' })
        .getByText(/last run: ready/)
        .waitFor({ timeout: 240_000 });
      await page
        .getByRole('article', { name: 'Channel week' })
        .getByText(/last run: (ready|no videos)/)
        .waitFor({ timeout: 240_000 });
      const subjects = mail.received
        .flatMap(({ head }) => /^Subject: (.*)$/m.exec(head)?.[1] ?? [])
        .filter((subject) => subject.includes('week'));
      return `mails: ${subjects.join('; ')}`;
    },
  },
  {
    name: 'What changed, and what was corrected after the last report',
    async does({ page, analyst }) {
      await analyst.click(page.getByRole('button', { name: 'Runs of Market week' }));
      const runs = page.getByRole('list', { name: 'Runs of Market week' });
      const changed = runs.getByRole('button', { name: /^What changed/ });
      // The list may still be that of last week, whose run has the button too.
      await changed.nth(1).waitFor();
      await analyst.click(changed.first());
      const causes = runs.getByRole('list', { name: /^Causes/ });
      await causes.getByText('“Samsung” dismissed in talk.mp4').waitFor();
      await causes.getByText('Analysed later: What we drink').waitFor();
      await causes.scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'Two brands of a video merged',
    async does(desk) {
      const { page, analyst } = desk;
      await desk.goTo('Videos');
      await analyst.click(page.getByRole('link', { name: 'gcp_joyrides.mp4' }).first());
      await analyst.click(page.getByRole('button', { name: 'Actions for Chromecast' }).first());
      await analyst.click(page.getByRole('button', { name: 'Merge', exact: true }));
      // It offers the other brand of the video by itself.
      await page.getByRole('combobox', { name: 'Into' }).waitFor();
      await analyst.click(page.getByRole('form').getByRole('button', { name: 'Merge' }));
      await page
        .getByRole('region', { name: 'Corrections' })
        .getByText(/Chromecast.*merged into.*Google/)
        .waitFor();
      await page.getByRole('rowheader', { name: 'Chromecast' }).waitFor({ state: 'hidden' });
    },
  },
  {
    name: 'A new name in the library, counted in earlier videos',
    async does(desk) {
      const { page, analyst } = desk;
      await desk.goTo('Settings');
      await analyst.click(page.getByRole('link', { name: 'Brand library' }));
      await analyst.click(page.getByRole('button', { name: /^Add a brand/ }).first());
      const form = page.getByRole('form', { name: 'Add a brand' });
      await analyst.fill(form.getByLabel('Name', { exact: true }), 'Chapter Two');
      await analyst.press('Enter');
      await form.waitFor({ state: 'hidden' });

      await analyst.click(page.getByRole('button', { name: 'Edit Chapter Two' }));
      await analyst.click(page.getByRole('button', { name: /^Look and count (it|them) too/ }));
      await page.getByText(/^Counted in \d+ earlier video/).waitFor();
    },
  },
  {
    name: 'More videos, none of them with a brand',
    async does(desk) {
      const { page, analyst } = desk;
      await desk.goTo('Analyse');
      await analyst.attach(page.getByLabel('Video files'), [
        madeVideo('silence.mp4'),
        realVideo('mdn_flower.mp4'),
      ]);
      await analyst.click(page.getByRole('button', { name: 'Sponsorship', exact: true }));
      await page.getByText('✓ Uploaded').nth(1).waitFor();
      await analyst.click(page.getByRole('button', { name: /^Analyse 2/ }));
      await page.getByRole('img', { name: '2 completed' }).waitFor({ timeout: 600_000 });
    },
  },
  {
    name: 'Brands of a group without brands',
    async does({ page, analyst }) {
      await analyst.click(page.getByRole('tab', { name: 'Brands' }));
      await page
        .getByText(/No brand/)
        .first()
        .waitFor();
    },
  },
  {
    name: 'The channel over time, with its empty week',
    async does(desk) {
      const { page, analyst } = desk;
      await desk.goTo('Brands over time');
      await analyst.select(page.getByLabel('Of', { exact: true }), 'Follows');
      await page.getByRole('img', { name: /Market report/ }).waitFor();
    },
  },
];
