/**
 * The second Monday: the first report comes by itself, an alert comes, more videos, prices and views, and a correction
 * after the report was sent.
 */
import { madeVideo, type PlayedStep, poll, realVideo } from './desk.ts';

export const secondMonday: readonly PlayedStep[] = [
  { name: 'Sign in again', does: (desk) => desk.signIn('/reports/scheduled') },
  {
    name: 'The weekly report arrives by mail',
    async does(desk) {
      const { page } = desk;
      const nine = new Date(desk.now);
      nine.setUTCHours(8, 0, 0, 0);
      const mail = await desk.mailWith(/^Subject: .*Market week/m);
      const seconds = (desk.now.getTime() - nine.getTime()) / 1000;
      // The video of the channel came out in the week before, so it is not among them.
      await page.getByText(/last run: ready, 7 videos/).waitFor({ timeout: 240_000 });
      const files = mail.raw.match(/filename=/g)?.length ?? 0;
      return `${seconds.toFixed(1)} s after nine o’clock, with ${files} files`;
    },
  },
  {
    name: 'The report opened from its schedule',
    async does({ page, analyst }) {
      await analyst.click(page.getByRole('button', { name: 'Runs of Market week' }));
      const runs = page.getByRole('list', { name: 'Runs of Market week' });
      await analyst.click(runs.getByRole('link'));
      await page.getByRole('table', { name: 'Brands of the report' }).waitFor();
    },
  },
  {
    name: 'A new video of the channel is found',
    async does(desk) {
      const { page, analyst } = desk;
      desk.publish([desk.episode(2), desk.episode(1)]);
      await desk.goTo('Follows');
      await analyst.click(page.getByRole('link', { name: 'Market report' }).first());
      await analyst.click(page.getByRole('button', { name: 'Check now' }));
      await page.getByRole('link', { name: 'What we drink' }).waitFor();
    },
  },
  {
    name: 'The alert arrives in Slack and by mail',
    async does(desk) {
      const messages = () => desk.slack.received.filter(({ body }) => body.includes('Coca-Cola'));
      await poll('a message in Slack', () => (messages().length > 0 ? true : undefined));
      const slackMs = desk.now.getTime();
      await desk.mailWith(/What we drink/);
      const mailMs = desk.now.getTime();
      const job = await desk.ended('What we drink');
      const since = (ms: number) => ((ms - Date.parse(job.completed_at)) / 1000).toFixed(1);
      return `${since(slackMs)} s from the end of the job to Slack, ${since(mailMs)} s to the mail server`;
    },
  },
  {
    name: 'What the alert found',
    async does(desk) {
      const { page, analyst } = desk;
      await desk.goTo('Alerts');
      await analyst.click(
        page.getByRole('button', { name: 'Matches of Coca-Cola in the picture' }),
      );
      const matches = page.getByRole('region', { name: 'Matches of Coca-Cola in the picture' });
      await matches.getByRole('listitem').filter({ hasText: 'What we drink' }).waitFor();
    },
  },
  {
    name: 'The moment that the alert found',
    async does({ page, analyst }) {
      const matches = page.getByRole('region', { name: 'Matches of Coca-Cola in the picture' });
      await analyst.click(matches.getByRole('link', { name: /What we drink/ }));
      await page.getByRole('heading', { name: 'What we drink' }).waitFor();
      await page.getByRole('button', { name: 'Coca-Cola', exact: true }).waitFor();
    },
  },
  {
    name: 'Three more videos in a group',
    async does(desk) {
      const { page, analyst } = desk;
      await desk.goTo('Analyse');
      await analyst.attach(page.getByLabel('Video files'), [
        madeVideo('vfr.mp4'),
        madeVideo('movie.mov'),
        realVideo('tc_nasa.mp4'),
      ]);
      await analyst.click(page.getByRole('button', { name: 'Sponsorship', exact: true }));
      await page.getByText('✓ Uploaded').nth(2).waitFor();
      await analyst.click(page.getByRole('button', { name: /^Analyse 3/ }));
      await page.getByRole('img', { name: '3 completed' }).waitFor({ timeout: 600_000 });
    },
  },
  {
    name: 'They are tagged for the campaign',
    async does(desk) {
      const { page, analyst } = desk;
      await desk.goTo('Videos');
      for (const name of ['vfr.mp4', 'movie.mov', 'tc_nasa.mp4'])
        await analyst.click(page.getByRole('row').filter({ hasText: name }).getByRole('checkbox'));
      await analyst.click(page.getByRole('button', { name: 'Add tags' }));
      const form = page.getByRole('form', { name: 'Tags of the selected videos' });
      await analyst.fill(form.getByLabel('Tags to add'), 'spring launch');
      await analyst.press('Enter');

      await analyst.click(form.getByRole('button', { name: 'Tag 3 videos' }));
      await form.waitFor({ state: 'hidden' });
    },
  },
  {
    name: 'A price for a thousand views',
    async does(desk) {
      const { page, analyst } = desk;
      await desk.goTo('Settings');
      await analyst.click(page.getByRole('link', { name: 'Prices' }));
      await analyst.fill(page.getByLabel('All platforms'), '25');
      await analyst.press('Tab');
      await page.getByLabel('All platforms').and(page.locator('[value="25"]')).waitFor();
    },
  },
  {
    name: 'Over time, from a number to its proof',
    async does(desk) {
      const { page, analyst } = desk;
      await desk.goTo('Brands over time');
      const small = page.getByRole('list', { name: 'Seconds on screen of each' });
      await analyst.click(
        small.getByRole('listitem').filter({ hasText: 'Coca-Cola' }).getByRole('button'),
      );
      const behind = page.getByRole('region', { name: /^Videos behind Coca-Cola/ });
      await analyst.click(behind.getByRole('link', { name: /talk\.mp4 at/ }));
      await analyst.click(page.getByRole('button', { name: /^Proof frame of Coca-Cola/ }).first());
      await page.getByRole('img', { name: /^Proof frame/ }).waitFor();
    },
  },
  {
    name: 'The views of the video by hand, and its value',
    async does({ page, analyst }) {
      await analyst.press('Escape');
      await analyst.click(page.getByRole('tab', { name: 'Exposure' }));
      await analyst.fill(page.getByLabel('Viewers of this video'), '12000');
      await analyst.press('Enter');
      await page.getByText(/\$\d/).first().waitFor();
    },
  },
  {
    name: 'Brands compared week by week, as shares',
    async does(desk) {
      const { page, analyst } = desk;
      await desk.goTo('Brands over time');
      await analyst.select(page.getByLabel('Number'), 'Share of seconds on screen');
      await analyst.select(page.getByLabel('Brands'), 'Cola rivals');
      // Until the rivals are read, all brands are shown.
      await page
        .getByRole('img', { name: /by week: Coca-Cola [^,]+, Pepsi [^,]+, Samsung [^,]+$/ })
        .waitFor();
      await analyst.click(page.getByText('As a table'));
      await page.getByRole('table', { name: 'Trends' }).waitFor();
    },
  },
  {
    name: 'Media value over time',
    async does({ page, analyst }) {
      await analyst.select(page.getByLabel('Number'), 'Media value');
      await page.getByRole('img', { name: /Media value by week/ }).waitFor();
    },
  },
  {
    name: 'A campaign of the channel',
    async does(desk) {
      const { page, analyst } = desk;
      await desk.goTo('Campaigns');
      await analyst.click(page.getByRole('button', { name: 'New campaign' }));
      await analyst.fill(page.getByLabel('Name of the campaign'), 'Market report channel');
      await analyst.select(page.getByLabel('Follow', { exact: true }), 'Market report');
      await analyst.click(page.getByRole('button', { name: 'Add campaign' }));
      await page.getByRole('link', { name: 'Market report channel' }).waitFor();
    },
  },
  {
    name: 'A weekly report of the channel, with a link for clients',
    async does(desk) {
      const { page, analyst } = desk;
      await desk.goTo('Reports');
      await analyst.click(page.getByRole('link', { name: 'Scheduled' }));
      await analyst.click(page.getByRole('button', { name: 'New schedule' }));

      const form = page.getByRole('form', { name: 'New schedule' });
      await analyst.fill(form.getByLabel('Name of the schedule'), 'Channel week');
      await analyst.select(form.getByLabel('Campaign'), 'Market report channel');
      await analyst.select(form.getByLabel('At', { exact: true }), '09:00');
      await analyst.click(form.getByLabel('Ada Analyst'));
      await analyst.click(form.getByLabel('The link opens without an account'));

      await analyst.click(form.getByRole('button', { name: 'Add schedule' }));
      await page.getByRole('article', { name: 'Channel week' }).waitFor();
    },
  },
  {
    name: 'A correction after the report was sent',
    async does(desk) {
      const { page, analyst } = desk;
      await desk.goTo('Videos');
      await analyst.click(page.getByRole('link', { name: 'talk.mp4' }).first());
      await analyst.click(page.getByRole('button', { name: 'Actions for Samsung' }).first());
      await analyst.click(page.getByRole('button', { name: 'Dismiss', exact: true }));
      await analyst.click(
        page.getByRole('form').getByRole('button', { name: 'Dismiss', exact: true }),
      );
      await page
        .getByRole('region', { name: 'Corrections' })
        .getByText(/Samsung.* dismissed/)
        .waitFor();
      await page.getByRole('rowheader', { name: 'Samsung' }).waitFor({ state: 'hidden' });
    },
  },
];
