/**
 * Licences of everything that a running service consists of: packages from the lock file, models from the manifest.
 * `npm run generate` uses them to write docs/licences.md and the table of docs/models.md.
 */
import { modelManifest } from '../server/src/models/manifest.ts';
import { showBytes } from '../server/src/models/progress.ts';
import { markdownTable } from './markdown-table.ts';

/** Licences that only require notices to be kept. */
const permissive = new Set([
  'MIT',
  'MIT-0',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  '0BSD',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
  'Python-2.0',
  '(MIT OR CC0-1.0)',
  '(MIT AND Zlib)',
  // Of the two, MIT is chosen.
  '(MIT OR GPL-3.0-or-later)',
]);

/** Licences that require more; docs/licences.md explains the requirements and lists the packages. */
const explained = new Set([
  'LGPL-3.0-or-later',
  'Apache-2.0 AND LGPL-3.0-or-later',
  'Apache-2.0 AND LGPL-3.0-or-later AND MIT',
  'MPL-2.0',
  'OFL-1.1',
]);

/** Packages whose package.json names no licence; these licences were read from their LICENSE files. */
const readByHand: Readonly<Record<string, string>> = {
  '@shinyoshiaki/jspack@0.0.6': 'BSD-3-Clause',
  'png-js@2.0.0': 'MIT',
};

/**
 * Packages whose binaries contain code under a stricter licence than their package.json names; the first match counts.
 */
const carriesMore: readonly (readonly [RegExp, string])[] = [
  [/^@seydx\/node-av-/, 'MIT, with FFmpeg inside: GPL-3.0-or-later'],
  [/^node-av$/, 'MIT; its binary GPL-3.0-or-later'],
  [/^sherpa-onnx-node$/, 'Apache-2.0; its binary GPL-3.0-or-later'],
  [/^sherpa-onnx-/, 'Apache-2.0, with eSpeak NG inside: GPL-3.0-or-later'],
];

const obligations = `- **node-av** (MIT) loads a binary for the machine it runs on (\`@seydx/node-av-*\`) that contains FFmpeg, built with its GPL parts: GPL-3.0-or-later.
- **sherpa-onnx-node** (Apache-2.0) loads one (\`sherpa-onnx-*\`) that contains eSpeak NG: GPL-3.0-or-later.
- **sharp** (Apache-2.0) loads libvips, and node-av brings **mediabunny**: LGPL-3.0-or-later and MPL-2.0, which apply to those libraries and to changes of them.
- The fonts of reports, **@fontsource/noto-sans** with its other scripts and **@fontsource/noto-emoji** (OFL-1.1), may be used, embedded in documents and passed on, but not sold by themselves.

Running the service asks nothing of you under these licences. Whoever passes on an installation that contains those binaries, an image of a machine for instance, has to offer the source of the GPL parts too; Reelsight's own licence, Apache-2.0, allows that.`;

export interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
}

interface ShippedPackage {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  /** Whether a package.json of the project names the package. */
  readonly direct: boolean;
}

/**
 * The packages that `npm ci --omit=dev` can install, on any machine type. Throws if a licence is not in the lists
 * above.
 */
export function shippedPackages(
  packages: Readonly<Record<string, LockedPackage>>,
): readonly ShippedPackage[] {
  const workspaces = Object.entries(packages).filter(([path]) => !path.includes('node_modules/'));
  const direct = new Set(
    workspaces.flatMap(([, { dependencies = {} }]) =>
      Object.keys(dependencies).map((name) => `node_modules/${name}`),
    ),
  );
  const packagesByKey = new Map<string, ShippedPackage>();

  for (const [path, { version = '', license, dev, link }] of Object.entries(packages)) {
    if (!path.includes('node_modules/') || dev || link) continue;

    const name = path.replace(/^.*node_modules\//, '');
    const key = `${name}@${version}`;
    const declared = license ?? readByHand[key] ?? 'none';
    if (!permissive.has(declared) && !explained.has(declared)) {
      throw new Error(
        `${key}: nobody has looked at the licence "${declared}" yet (scripts/licences.ts)`,
      );
    }

    const licence = carriesMore.find(([pattern]) => pattern.test(name))?.[1] ?? declared;
    const isDirect = direct.has(path) || (packagesByKey.get(key)?.direct ?? false);
    packagesByKey.set(key, { name, version, licence, direct: isDirect });
  }

  return [...packagesByKey.values()].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

const key = ({ name, version }: ShippedPackage): string => `${name}@${version}`;

function packageTables(packages: readonly ShippedPackage[]): string {
  const direct = packages.filter((entry) => entry.direct);
  const byLicence = Map.groupBy(
    packages.filter((entry) => !entry.direct),
    ({ licence }) => licence,
  );
  const rest = [...byLicence]
    .sort(([a, groupA], [b, groupB]) => groupB.length - groupA.length || (a < b ? -1 : 1))
    .map(([licence, group]) => [licence, String(group.length), group.map(key).join(', ')]);

  return [
    markdownTable(
      ['Package', 'Version', 'Licence'],
      direct.map(({ name, version, licence }) => [name, version, licence]),
    ),
    'What these bring along, all machine types together:\n',
    markdownTable(['Licence', 'Packages', 'Names'], rest),
  ].join('\n');
}

const modelLicences = (): string =>
  markdownTable(
    ['Model', 'Licence', 'Has to be named', 'Read from'],
    modelManifest.map(({ id, licence, attribution, pages }) => [
      id,
      licence,
      attribution ?? '',
      pages.map((page, index) => `[${index + 1}](${page})`).join(' '),
    ]),
  );

const modelTable = (): string =>
  markdownTable(
    ['Model', 'For', 'Size', 'Licence', 'Sets', 'Remark'],
    modelManifest.map(({ id, role, aboutBytes, licence, sets, note }) => [
      `\`${id}\``,
      role,
      showBytes(aboutBytes),
      licence,
      sets.join(', '),
      note ?? '',
    ]),
  );

/**
 * Returns the page with the text between `<!-- name -->` and `<!-- /name -->` replaced. Throws if a marker is missing.
 */
export function fill(page: string, path: string, name: string, text: string): string {
  const begin = `<!-- ${name} -->\n`;
  const end = `<!-- /${name} -->`;
  const from = page.indexOf(begin);
  const to = page.indexOf(end, from);
  if (from === -1 || to === -1) throw new Error(`${path} lacks the markers of ${name}`);
  return `${page.slice(0, from + begin.length)}\n${text}\n${page.slice(to)}`;
}

/** `docs/licences.md`, generated from the content of package-lock.json. */
export function licencesPage(lockText: string): string {
  const { packages } = JSON.parse(lockText) as { packages: Record<string, LockedPackage> };
  return `# Licences

Reelsight is licensed under Apache-2.0. This page lists what a running service is made of besides. System programs such as yt-dlp and FFmpeg's tools are installed separately. The table of related words is made from WordNet 3.1 (its licence: server/src/analysis/related-words.LICENSE), the list of names of shops from name-suggestion-index 8 (BSD-3-Clause: server/src/perception/brands/shop-names.LICENSE).

## Licences that ask for more than a notice

${obligations}

## Packages

${packageTables(shippedPackages(packages))}
## Models

None of them is shipped; \`reelsight models pull\` downloads them.

${modelLicences()}`;
}

/** `docs/models.md` with its table of models from the manifest. */
export const withModelTable = (page: string): string =>
  fill(page, 'docs/models.md', 'models', modelTable());
