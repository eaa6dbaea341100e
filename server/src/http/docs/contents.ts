/** The pages of the documentation, in the order of the menu. The repository and the site show the same files. */

export interface DocsPage {
  /** Path below `/docs/`; empty for the start page. */
  readonly slug: string;
  readonly title: string;
  /** What the page tells, in a line without a full stop. */
  readonly about: string;
  /** Path from the root of the repository. */
  readonly file: string;
}

export interface DocsSection {
  readonly title: string;
  readonly pages: readonly DocsPage[];
}

const page = (slug: string, title: string, about: string, file = `docs/${slug}.md`): DocsPage => ({
  slug,
  title,
  about,
  file,
});

export const docsSections: readonly DocsSection[] = [
  // The pages that most people need in their first week.
  {
    title: 'Start here',
    pages: [
      page(
        '',
        'Quick start',
        'From nothing to the first result of your own code',
        'docs/quick-start.md',
      ),
      page(
        'concepts',
        'Concepts',
        'What the words mean: job, batch, part, credit, appearance, proof frame',
        'GLOSSARY.md',
      ),
      page('console', 'The console', 'What each page of the console does, for analysts'),
      page(
        'interface',
        'The interface',
        'What all calls share: keys, errors, limits, lists, retries, and every field of a job and its results',
      ),
      page(
        'waiting',
        'Waiting for results',
        'Polling, waiting calls, event streams and webhooks, and which to choose',
      ),
      page(
        'exports',
        'Exports',
        'Results as CSV, JSON Lines, subtitles, markers for editors and boxes for training',
      ),
      page('sdk', 'SDK', 'The typed client for JavaScript and TypeScript', 'sdk/README.md'),
      page('cli', 'Command line', 'Every command of `reelsight` with its options and examples'),
      page('install', 'Install', 'Checkout, package, containers and systemd'),
      page('configuration', 'Configuration', 'Every setting with its default'),
      page(
        'operating',
        'Operating and limits',
        'What to watch, what every request is limited to, and what to do when something fails',
      ),
      page(
        'security',
        'Security',
        'How to report a fault, what protects tenants from each other, and what does not',
        'SECURITY.md',
      ),
    ],
  },
  {
    title: 'Build',
    pages: [
      page(
        'cookbook',
        'Cookbook',
        'Ten tasks from beginning to end, in commands that run as they stand',
      ),
      page('n8n', 'n8n', 'Two workflows to paste: analyse a video, and be told when jobs end'),
      page(
        'files',
        'Files',
        'Which files are read, how, and what is said of those that are damaged',
      ),
      page(
        'test-mode',
        'Test mode',
        'A workspace whose jobs end at once, free, in any state, for the tests of a program',
      ),
      page('webhooks', 'Webhooks', 'Events, signatures, retries, and how to check them'),
      page(
        'search',
        'Search',
        'Moments by words, brands, things, speakers and meaning, over all videos',
      ),
      page('clips', 'Clips', 'Moments cut out of a video, with boxes, as MP4, WebP or GIF'),
      page(
        'corrections',
        'Corrections',
        'What people say is wrong or missed in brands, things, segments and transcripts, and what follows',
      ),
      page('glossary', 'Glossary', 'Names and jargon that speech recognition is told'),
      page('presets', 'Presets', 'Settings of a job under a name'),
      page('mcp', 'Assistants (MCP)', 'The tools for language models, over HTTP and stdio'),
      page('python', 'Python', 'The client for Python', 'python/README.md'),
    ],
  },
  {
    title: 'Results',
    pages: [
      page(
        'brands',
        'Brands',
        'How brands are found in picture and speech, the brand library, and pictures of logos',
      ),
      page(
        'exposure',
        'Exposure',
        'Seconds, share, clarity, equivalent seconds and money, with the formula',
      ),
      page(
        'trends',
        'Trends',
        'What brands, channels, platforms and Follows come to by day, week or month; campaigns and brand sets',
      ),
      page('alerts', 'Alerts', 'A message when a brand appears, by mail, webhook, Slack or Teams'),
      page(
        'schedules',
        'Reports by schedule',
        'Weekly and monthly reports, and what changed since the last',
      ),
      page('disclosures', 'Disclosures', 'Where a video says that it is paid for, and who pays'),
      page(
        'reports',
        'Reports',
        'PDF, HTML, XLSX, PPTX, CSV and JSON about the brands of chosen videos',
      ),
      page(
        'sharing',
        'Sharing',
        'Links that show chosen parts of a job, batch or report to people without an account',
      ),
      page('notifications', 'Notifications', 'Which mail a member gets'),
    ],
  },
  {
    title: 'Run',
    pages: [
      page('for-yourself', 'For yourself', 'One machine, for people who trust each other'),
      page('production', 'Production', 'A proxy, TLS, PostgreSQL, S3 and strangers'),
      page(
        'backup',
        'Backup and restore',
        'One file with everything the service keeps, and the way back',
      ),
      page('upgrading', 'Upgrading', 'How releases follow each other on one database'),
      page('runners', 'Runners', 'Parts of jobs on other machines, such as those with a GPU'),
      page(
        'models',
        'Engines and models',
        'What the engines need, every model that can be pulled, and model servers',
      ),
      page('links', 'Links', 'YouTube, TikTok and Instagram by yt-dlp, and direct links to files'),
    ],
  },
  {
    title: 'Project',
    pages: [
      page(
        'architecture',
        'Architecture',
        'The map of the code, for people who work on it',
        'ARCHITECTURE.md',
      ),
      page('changes', 'Changes', 'What a user notices in each version', 'CHANGELOG.md'),
      page(
        'versions',
        'What to do for each version',
        'What a host or a developer must change',
        'UPGRADING.md',
      ),
      page('licences', 'Licences', 'The licences of what is shipped and of what can be pulled'),
    ],
  },
];

/** The page that documents the API call by call. */
export const referencePath = '/docs/api';

/** Pages that other pages refer to as evidence; the menu leaves them out. */
export const evidencePages: readonly DocsPage[] = [
  page(
    'accuracy',
    'Accuracy',
    'What was found and missed on recordings, photos and videos that nobody here made',
  ),
  page('scale', 'Scale', 'How many machines for how many videos, with the measurements behind it'),
];

export const docsPages: readonly DocsPage[] = [
  ...docsSections.flatMap(({ pages }) => pages),
  ...evidencePages,
];

/** Addresses of former pages that became part of another page, each with its new address. */
export const movedPages: Readonly<Record<string, string>> = {
  '/docs/': '/docs',
  '/docs/quick-start': '/docs',
  '/docs/quick-start.md': '/docs/index.md',
  '/docs/keep-running': '/docs/install#keep-it-running',
  '/docs/containers': '/docs/install#containers-and-systemd',
  '/docs/fresh-links': '/docs/links#links-that-keep-working',
  '/docs/limits': '/docs/operating#limits',
  '/docs/conformance': '/docs/interface',
};

export const docsPath = ({ slug }: DocsPage): string => (slug === '' ? '/docs' : `/docs/${slug}`);

/** Address of the Markdown of a page. */
export const markdownPath = ({ slug }: DocsPage): string => `/docs/${slug || 'index'}.md`;
