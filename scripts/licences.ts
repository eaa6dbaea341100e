/**
 * Fills the tables of docs/licences.md and docs/models.md: packages from the lock file, models from the manifest.
 * `node scripts/licences.ts` writes them; with `--check` it writes nothing and fails where a table is stale.
 * A package of the running service under a licence that nobody has looked at yet fails both.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { modelManifest } from '../server/src/engines/models/manifest.ts';
import { showBytes } from '../server/src/engines/models/progress.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Licences that ask for no more than keeping notices. */
const permissive = new Set([
  'MIT',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  '0BSD',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
  '(MIT OR CC0-1.0)',
]);

/** Licences that ask for more; docs/licences.md says of each what, and of which packages. */
const explained = new Set([
  'LGPL-3.0-or-later',
  'Apache-2.0 AND LGPL-3.0-or-later',
  'Apache-2.0 AND LGPL-3.0-or-later AND MIT',
  'MPL-2.0',
]);

/** Packages whose package.json names no licence, read from the LICENSE file they carry. */
const readByHand: Readonly<Record<string, string>> = {
  '@shinyoshiaki/jspack@0.0.6': 'BSD-3-Clause',
  '@better-auth/core@1.4.0': 'MIT',
  '@better-auth/telemetry@1.4.0': 'MIT',
  '@better-fetch/fetch@1.1.18': 'MIT',
};

/** Packages whose binary carries more than package.json says; each has a paragraph in docs/licences.md. */
const carriesMore: readonly (readonly [RegExp, string])[] = [
  [/^@seydx\/node-av-/, 'MIT, with FFmpeg inside: GPL-3.0-or-later'],
  [/^sherpa-onnx-(?!node$)/, 'Apache-2.0, with eSpeak NG inside: GPL-3.0-or-later'],
];

interface LockedPackage {
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
  /** Named in a package.json of ours. */
  readonly direct: boolean;
}

/** What `npm ci --omit=dev` can install, on any machine type. Throws on a licence that is not in the lists above. */
function shippedPackages(
  packages: Readonly<Record<string, LockedPackage>>,
): readonly ShippedPackage[] {
  const workspaces = Object.entries(packages).filter(([path]) => !path.includes('node_modules/'));
  const direct = new Set(
    workspaces.flatMap(([, { dependencies = {} }]) =>
      Object.keys(dependencies).map((name) => `node_modules/${name}`),
    ),
  );
  const found = new Map<string, ShippedPackage>();
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
    const isDirect = direct.has(path) || (found.get(key)?.direct ?? false);
    found.set(key, { name, version, licence, direct: isDirect });
  }
  return [...found.values()].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

const key = ({ name, version }: ShippedPackage): string => `${name}@${version}`;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`;
  return line(head) + line(head.map(() => '---')) + rows.map(line).join('');
}

function packageTables(packages: readonly ShippedPackage[]): string {
  const direct = packages.filter((one) => one.direct);
  const byLicence = Map.groupBy(
    packages.filter((one) => !one.direct),
    ({ licence }) => licence,
  );
  const rest = [...byLicence]
    .sort(([a, ones], [b, others]) => others.length - ones.length || (a < b ? -1 : 1))
    .map(([licence, ones]) => [licence, String(ones.length), ones.map(key).join(', ')]);
  return [
    table(
      ['Package', 'Version', 'Licence'],
      direct.map(({ name, version, licence }) => [name, version, licence]),
    ),
    'What these bring along, all machine types together:\n',
    table(['Licence', 'Packages', 'Names'], rest),
  ].join('\n');
}

const modelLicences = (): string =>
  table(
    ['Model', 'Licence', 'Has to be named', 'Read from'],
    modelManifest.map(({ id, licence, attribution, pages }) => [
      id,
      licence,
      attribution ?? '',
      pages.map((page, index) => `[${index + 1}](${page})`).join(' '),
    ]),
  );

const modelList = (): string =>
  table(
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

/** The page with the text between `<!-- name -->` and `<!-- /name -->` replaced. Throws where a marker is missing. */
function fill(page: string, path: string, name: string, text: string): string {
  const [begin, end] = [`<!-- ${name} -->\n`, `<!-- /${name} -->`];
  const from = page.indexOf(begin);
  const to = page.indexOf(end, from);
  if (from === -1 || to === -1) throw new Error(`${path} lacks the markers of ${name}`);
  return `${page.slice(0, from + begin.length)}\n${text}\n${page.slice(to)}`;
}

/** Path from the root → the page as it should be. */
export async function licencePages(): Promise<ReadonlyMap<string, string>> {
  const lock = JSON.parse(await readFile(`${root}package-lock.json`, 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  const sections: readonly (readonly [string, string, string])[] = [
    ['docs/licences.md', 'packages', packageTables(shippedPackages(lock.packages))],
    ['docs/licences.md', 'models', modelLicences()],
    ['docs/models.md', 'models', modelList()],
  ];
  const pages = new Map<string, string>();
  for (const [path, name, text] of sections) {
    const page = pages.get(path) ?? (await readFile(root + path, 'utf8'));
    pages.set(path, fill(page, path, name, text));
  }
  return pages;
}

if (import.meta.main) {
  const checkOnly = process.argv.includes('--check');
  for (const [path, wanted] of await licencePages()) {
    if (wanted === (await readFile(root + path, 'utf8'))) continue;
    if (checkOnly) process.exitCode = 1;
    else await writeFile(root + path, wanted);
    console.log(`${path}: ${checkOnly ? 'stale, run node scripts/licences.ts' : 'written'}`);
  }
}
