/** The pages of the documentation, in the order of the menu. The repository and the site show the same files. */

export interface DocsPage {
  /** Below `/docs/`; the start page has none. */
  readonly slug: string;
  readonly title: string;
  /** From the root of the repository. */
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
  {
    title: 'Start',
    pages: [
      page('', 'Quick start', 'docs/quick-start.md'),
      page('concepts', 'Concepts', 'GLOSSARY.md'),
      page('console', 'The console'),
    ],
  },
  {
    title: 'Build',
    pages: [
      page('interface', 'The interface'),
      page('files', 'Files'),
      page('waiting', 'Waiting for results'),
      page('webhooks', 'Webhooks'),
      page('exports', 'Exports'),
      page('search', 'Search'),
      page('reports', 'Reports'),
      page('corrections', 'Corrections'),
      page('exposure', 'Exposure'),
      page('clips', 'Clips'),
      page('sdk', 'SDK', 'sdk/README.md'),
      page('cli', 'Command line'),
      page('mcp', 'Assistants (MCP)'),
      page('python', 'Python', 'python/README.md'),
      page('conformance', 'Conformance'),
    ],
  },
  {
    title: 'Results',
    pages: [
      page('models', 'Engines and models'),
      page('brands', 'Brands'),
      page('sharing', 'Sharing'),
      page('presets', 'Presets'),
      page('notifications', 'Notifications'),
      page('accuracy', 'Accuracy'),
    ],
  },
  {
    title: 'Run',
    pages: [
      page('install', 'Install'),
      page('for-yourself', 'For yourself'),
      page('keep-running', 'Keep it running'),
      page('containers', 'Containers, systemd', 'deploy/README.md'),
      page('production', 'Production'),
      page('backup', 'Backup and restore'),
      page('operating', 'Operating'),
      page('upgrading', 'Upgrading'),
      page('runners', 'Runners'),
      page('configuration', 'Configuration'),
      page('limits', 'Limits'),
      page('scale', 'Scale'),
      page('links', 'Links'),
      page('fresh-links', 'Links that keep working'),
      page('security', 'Security', 'SECURITY.md'),
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

/** Where the interface is shown call by call. */
export const referencePath = '/docs/api';

export const docsPages: readonly DocsPage[] = docsSections.flatMap(({ pages }) => pages);

export const docsPath = ({ slug }: DocsPage): string => (slug === '' ? '/docs' : `/docs/${slug}`);
