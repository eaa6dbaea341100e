/** The first Monday: an account, a first batch, its review, and what shall come by itself from now on. */
import { ada } from '../../test/console-pages/browser.ts';
import { madeVideo, type PlayedStep, realVideo } from './desk.ts';

export const firstMonday: readonly PlayedStep[] = [
  {
    name: 'Sign up',
    async does({ page, analyst, firstAccountUrl }) {
      await page.goto(firstAccountUrl);
      await analyst.fill(page.getByLabel('Your name'), ada.name);
      await analyst.fill(page.getByLabel('E-mail'), ada.email);
      await analyst.fill(page.getByLabel('Password'), ada.password);
      await analyst.click(page.getByRole('button', { name: 'Create account' }));
      await page.getByRole('heading', { name: 'Analyse' }).waitFor();
    },
  },
  {
    name: 'Over time with nothing in it',
    async does(desk) {
      await desk.goTo('Brands over time');
      await desk.page.getByRole('heading', { name: 'No video in these days' }).waitFor();
    },
  },
  {
    name: 'Seven videos uploaded',
    async does(desk) {
      const { page, analyst } = desk;
      await desk.goTo('Analyse');
      await analyst.attach(page.getByLabel('Video files'), [
        realVideo('gcp_googlework.mp4'),
        realVideo('gcp_joyrides.mp4'),
        realVideo('aws_moderation.mp4'),
        realVideo('me_echo.webm'),
        madeVideo('spoken-brands.mp4'),
        madeVideo('talk.mp4'),
        madeVideo('dialogue.mp4'),
      ]);
      await analyst.click(page.getByRole('button', { name: 'Sponsorship', exact: true }));
      await page.getByText('✓ Uploaded').nth(6).waitFor();
    },
  },
  {
    name: 'Results of the group',
    async does({ page, analyst }) {
      page.setDefaultTimeout(900_000);
      await analyst.click(page.getByRole('button', { name: /^Analyse/ }));
      await page.getByRole('heading', { name: 'Group of 7 videos' }).waitFor();
      await page.getByRole('img', { name: '7 completed' }).waitFor();
      page.setDefaultTimeout(60_000);
    },
  },
  {
    name: 'Group named',
    async does({ page, analyst }) {
      await analyst.click(page.getByRole('button', { name: 'Name', exact: true }));
      const form = page.getByRole('form', { name: 'Name of the group' });
      await analyst.fill(form.getByLabel('Name'), 'Spring launch, week 1');
      await analyst.press('Enter');
      await page.getByRole('heading', { name: 'Spring launch, week 1' }).waitFor();
    },
  },
  {
    name: 'Videos tagged for the campaign',
    async does(desk) {
      const { page, analyst } = desk;
      await desk.goTo('Videos');
      await analyst.click(page.getByRole('checkbox', { name: 'Select all' }));
      await analyst.click(page.getByRole('button', { name: 'Add tags' }));
      const form = page.getByRole('form', { name: 'Tags of the selected videos' });
      await analyst.fill(form.getByLabel('Tags to add'), 'spring launch');
      await analyst.press('Enter');

      await analyst.click(form.getByRole('button', { name: 'Tag 7 videos' }));
      await form.waitFor({ state: 'hidden' });
      await page.getByRole('list', { name: 'Tags' }).nth(6).waitFor();
    },
  },
  {
    name: 'A video opened',
    async does({ page, analyst }) {
      await analyst.click(page.getByRole('link', { name: 'talk.mp4' }).first());
      await page.getByRole('table', { name: 'Brands' }).locator('tbody tr').first().waitFor();
    },
  },
  {
    name: 'A brand given the name that the client uses',
    async does({ page, analyst }) {
      await analyst.click(page.getByRole('button', { name: 'Actions for Sony' }).first());
      await analyst.click(page.getByRole('button', { name: 'Rename', exact: true }));
      await analyst.fill(page.getByLabel('Right name', { exact: true }), 'Sony Electronics');
      await analyst.press('Enter');
      await page
        .getByRole('region', { name: 'Corrections' })
        .getByText('“Sony” renamed to “Sony Electronics”')
        .waitFor();
      await page.getByRole('rowheader', { name: 'Sony Electronics' }).waitFor();
      await analyst.click(
        page.getByRole('button', { name: 'Use “Sony Electronics” in all videos', exact: true }),
      );
      await page.getByText('“Sony” counts as “Sony Electronics” in later analyses').waitFor();
    },
  },
  {
    name: 'Possible brands of another video',
    async does(desk) {
      const { page, analyst } = desk;
      await analyst.click(page.getByRole('link', { name: 'Group', exact: true }));
      await analyst.click(page.getByRole('link', { name: 'gcp_joyrides.mp4' }).first());
      await analyst.click(page.getByRole('tab', { name: /^To review/ }));
      await page.getByRole('list', { name: 'Possible brands' }).waitFor();
    },
  },
  {
    name: 'Possible brand named and kept in the library',
    async does({ page, analyst }) {
      const list = page.getByRole('list', { name: 'Possible brands' });
      await analyst.click(list.getByRole('button', { name: 'chromecast' }).first());
      await analyst.press('r');
      await page.getByLabel('Brand of “chromecast”').waitFor();
      await analyst.press('Control+A');
      await analyst.type('Chromecast');
      await analyst.press('Enter');
      await page.getByRole('heading', { name: 'Everything is decided on' }).waitFor();
    },
  },
  {
    name: 'Brand set of rivals',
    async does(desk) {
      const { page, analyst } = desk;
      await desk.goTo('Campaigns');
      await analyst.click(page.getByRole('button', { name: 'New brand set' }));

      await analyst.fill(page.getByLabel('Name of the set'), 'Cola rivals');
      await analyst.fill(page.getByLabel('Your brand'), 'Coca-Cola');
      await analyst.fill(page.getByLabel('Rivals'), 'Pepsi, Samsung');
      await analyst.press('Enter');
      await analyst.click(page.getByRole('button', { name: 'Add brand set' }));
      await page.getByText('Coca-Cola (yours), Pepsi, Samsung').waitFor();
    },
  },
  {
    name: 'Campaign',
    async does({ page, analyst }) {
      await analyst.click(page.getByRole('button', { name: 'New campaign' }));
      await analyst.fill(page.getByLabel('Name of the campaign'), 'Spring launch');
      await analyst.fill(page.getByLabel('Tags'), 'spring launch');
      await analyst.press('Enter');
      await analyst.select(page.getByLabel('Brands shown with it'), 'Cola rivals');
      await analyst.click(page.getByRole('button', { name: 'Add campaign' }));
      await page.getByText('tagged spring launch').waitFor();
    },
  },
  {
    name: 'Campaign over time',
    async does({ page, analyst }) {
      await analyst.click(page.getByRole('link', { name: 'Spring launch' }));
      await page.getByRole('img', { name: /Seconds on screen by week: .*Coca-Cola/ }).waitFor();
    },
  },
  {
    name: 'Channel followed',
    async does(desk) {
      const { page, analyst } = desk;
      const feed = desk.publish([desk.episode(1)]);
      await desk.goTo('Follows');
      await analyst.click(page.getByRole('link', { name: /^Follow something/ }).first());

      await analyst.fill(page.getByLabel('Link to follow'), feed);
      await analyst.click(page.getByRole('button', { name: 'Sponsorship', exact: true }));
      await analyst.fill(page.getByLabel('Existing videos to analyse'), '1');
      await page.getByText('Phones of the year').waitFor();

      await analyst.click(page.getByRole('button', { name: 'Follow', exact: true }));
      await page.getByRole('heading', { name: 'Market report' }).waitFor();
    },
  },
  {
    name: 'First video of the channel',
    async does({ page }) {
      await page.getByText('completed').first().waitFor({ timeout: 180_000 });
    },
  },
  {
    name: 'Mail address confirmed',
    async does(desk) {
      const { page, analyst } = desk;
      await desk.goTo('Settings');
      await analyst.click(page.getByRole('link', { name: 'Notifications' }));
      await analyst.click(page.getByRole('button', { name: 'Send a code to it' }));

      const { raw } = await desk.mailWith(/Code|code/);
      const [code = ''] = /\b[2-9A-Z]{4}-[2-9A-Z]{4}\b/.exec(raw) ?? [];
      await analyst.fill(page.getByLabel('Code'), code);
      await analyst.press('Enter');
      await page.getByLabel('Code').waitFor({ state: 'hidden' });
    },
  },
  {
    name: 'Alert tried and made',
    async does(desk) {
      const { page, analyst, slack } = desk;
      await desk.goTo('Alerts');
      await analyst.click(page.getByRole('button', { name: 'New alert' }));
      await analyst.fill(page.getByLabel('Name of the alert'), 'Coca-Cola in the picture');
      await analyst.fill(page.getByLabel('Brands'), 'Coca-Cola');
      await analyst.press('Enter');
      await analyst.fill(page.getByLabel('For at least (seconds)'), '3');
      await analyst.click(page.getByRole('button', { name: 'Try it on recent videos' }));
      await page.getByText(/matched 1 of the videos of the last 30 days/).waitFor();

      await analyst.click(page.getByRole('button', { name: 'Add Slack' }));
      await analyst.fill(page.getByLabel('Slack address'), `${slack.url}/services/T0/B0/abcd`);
      await analyst.click(page.getByRole('button', { name: 'Add Mail' }));
      await analyst.click(page.getByRole('button', { name: 'Add alert' }));
      await page.getByText(/^On · Coca-Cola is seen for at least 3\.0 s/).waitFor();
    },
  },
  {
    name: 'Weekly report by mail',
    async does(desk) {
      const { page, analyst } = desk;
      await desk.goTo('Reports');
      await analyst.click(page.getByRole('link', { name: 'Scheduled' }));
      await analyst.click(page.getByRole('button', { name: 'New schedule' }));

      const form = page.getByRole('form', { name: 'New schedule' });
      await analyst.fill(form.getByLabel('Name of the schedule'), 'Market week');
      await analyst.select(form.getByLabel('Made on'), 'Monday');
      await analyst.select(form.getByLabel('At', { exact: true }), '09:00');
      await analyst.click(form.getByLabel('Ada Analyst'));
      await analyst.select(
        form.getByLabel('The mail has'),
        'the files, or a link where they are too large',
      );

      await analyst.click(form.getByRole('button', { name: 'Add schedule' }));
      await page.getByText(/Each Monday at 09:00/).waitFor();
    },
  },
];
