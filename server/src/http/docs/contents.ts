/** The pages of the documentation, in the order of the menu. The repository and the site show the same files. */

export interface DocsPage {
  /** Path below `/docs/`; empty for the start page. */
  readonly slug: string;
  readonly title: string;
  /** Path from the root of the repository. */
  readonly file: string;
}

export interface DocsSection {
  readonly title: string;
  readonly pages: readonly DocsPage[];
}

const page = (slug: string, title: string, file = `docs/${slug}.md`): DocsPage => ({
  slug,
  title,
  file,
});

export const docsSections: readonly DocsSection[] = [
  // The pages that most people need in their first week.
  {
    title: 'Start here',
    pages: [
      page('', 'Quick start', 'docs/quick-start.md'),
      page('concepts', 'Concepts', 'GLOSSARY.md'),
      page('console', 'The console'),
      page('interface', 'The interface'),
      page('waiting', 'Waiting for results'),
      page('exports', 'Exports'),
      page('sdk', 'SDK', 'sdk/README.md'),
      page('cli', 'Command line'),
      page('install', 'Install'),
      page('configuration', 'Configuration'),
      page('operating', 'Operating and limits'),
      page('security', 'Security', 'SECURITY.md'),
    ],
  },
  {
    title: 'Build',
    pages: [
      page('files', 'Files'),
      page('webhooks', 'Webhooks'),
      page('search', 'Search'),
      page('clips', 'Clips'),
      page('corrections', 'Corrections'),
      page('glossary', 'Glossary'),
      page('presets', 'Presets'),
      page('mcp', 'Assistants (MCP)'),
      page('python', 'Python', 'python/README.md'),
    ],
  },
  {
    title: 'Results',
    pages: [
      page('brands', 'Brands'),
      page('exposure', 'Exposure'),
      page('trends', 'Trends'),
      page('alerts', 'Alerts'),
      page('schedules', 'Reports by schedule'),
      page('disclosures', 'Disclosures'),
      page('reports', 'Reports'),
      page('sharing', 'Sharing'),
      page('notifications', 'Notifications'),
    ],
  },
  {
    title: 'Run',
    pages: [
      page('for-yourself', 'For yourself'),
      page('production', 'Production'),
      page('backup', 'Backup and restore'),
      page('upgrading', 'Upgrading'),
      page('runners', 'Runners'),
      page('models', 'Engines and models'),
      page('links', 'Links'),
    ],
  },
  {
    title: 'Project',
    pages: [
      page('architecture', 'Architecture', 'ARCHITECTURE.md'),
      page('changes', 'Changes', 'CHANGELOG.md'),
      page('versions', 'What to do for each version', 'UPGRADING.md'),
      page('licences', 'Licences'),
    ],
  },
];

/** The page that documents the API call by call. */
export const referencePath = '/docs/api';

/** Pages that other pages refer to as evidence; the menu leaves them out. */
const evidencePages: readonly DocsPage[] = [page('accuracy', 'Accuracy'), page('scale', 'Scale')];

export const docsPages: readonly DocsPage[] = [
  ...docsSections.flatMap(({ pages }) => pages),
  ...evidencePages,
];

/** Addresses of former pages that became part of another page, each with its new address. */
export const movedPages: Readonly<Record<string, string>> = {
  '/docs/': '/docs',
  '/docs/quick-start': '/docs',
  '/docs/keep-running': '/docs/install#keep-it-running',
  '/docs/containers': '/docs/install#containers-and-systemd',
  '/docs/fresh-links': '/docs/links#links-that-keep-working',
  '/docs/limits': '/docs/operating#limits',
  '/docs/conformance': '/docs/interface',
};

export const docsPath = ({ slug }: DocsPage): string => (slug === '' ? '/docs' : `/docs/${slug}`);
