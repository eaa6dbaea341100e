/**
 * `npm run generate`: writes the files that are made from others, so that nothing is kept twice.
 * With `--check` it writes nothing and fails where one of them is stale.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { openapiDocument } from '@reelsight/contract';
import openapiTypes, { astToString } from 'openapi-typescript';
import { settings } from '../server/src/config.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const madeBy = 'made by `npm run generate`; do not edit.';

async function sdkTypes(): Promise<string> {
  // Answers are open to later fields; as an index signature that would only blunt the types.
  const document = JSON.parse(openapiJson(), (key, value: unknown) =>
    key === 'additionalProperties' && typeof value === 'object' ? undefined : value,
  ) as Parameters<typeof openapiTypes>[0];
  const types = await openapiTypes(document, {
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    defaultNonNullable: false,
  });
  return `// The types of the interface, ${madeBy}\n${astToString(types)}`;
}

function openapiJson(): string {
  return `${JSON.stringify(openapiDocument('http://localhost:8080'), null, 2)}\n`;
}

const cell = (text: string) => text.replaceAll('|', '\\|');

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |\n`;
  return line(head) + line(head.map(() => '---')) + rows.map(line).join('');
}

function configurationPage(): string {
  const rows = Object.entries(settings).map(([name, { default: value, about }]) => [
    `\`${name}\``,
    // A default that depends on the machine or on other settings is told by the meaning.
    /\bdefault\b/.test(about) ? 'see right' : value === null ? 'unset' : `\`${value}\``,
    about,
  ]);
  return `<!-- ${madeBy} -->
# Configuration

Every setting is an environment variable, read once at start. A bad value stops the start with a line that names it. An empty variable counts as unset.

${table(['Variable', 'Default', 'Meaning'], rows)}`;
}

interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
}

/** What a running service holds, by the lock file; packages of one machine type are among them. */
async function licencesPage(): Promise<string> {
  const lock = JSON.parse(await readFile(`${root}package-lock.json`, 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  const rows = Object.entries(lock.packages)
    .filter(([path, one]) => path.includes('node_modules/') && !one.dev && !one.link)
    .map(([path, one]) => [
      path.replace(/^.*node_modules\//, ''),
      one.version ?? '',
      one.license ?? 'see the package',
    ]);
  const unique = [...new Map(rows.map((row) => [row.join(' '), row])).values()];
  const byName = unique.sort((a, b) => (a.join(' ') < b.join(' ') ? -1 : 1));
  return `<!-- ${madeBy} -->
# Licences

The packages a running service is made of. Models have licences of their own; system programs such as yt-dlp and FFmpeg's tools are installed, not shipped. The table of related words is made from WordNet 3.1 (its licence: server/src/analysis/related-words.LICENSE).

${table(['Package', 'Version', 'Licence'], byName)}`;
}

/** Every statement of the interface with the suite that holds the service to it; titles are plain literals. */
async function conformancePage(): Promise<string> {
  const folder = `${root}test/interface/`;
  const files = (await readdir(folder)).filter((name) => name.endsWith('.db.test.ts')).sort();
  let count = 0;
  const parts: string[] = [];
  for (const file of files) {
    const text = await readFile(folder + file, 'utf8');
    parts.push(
      `\n## ${/\/\*\* (.+?) \*\//.exec(text)?.[1] ?? file}\n\nSuite: \`test/interface/${file}\`\n`,
    );
    for (const [, kind, single, double] of text.matchAll(titles)) {
      const title = (single ?? double ?? '').replaceAll("\\'", "'");
      if (kind === 'test') count += 1;
      parts.push(kind === 'test' ? `- ${title}\n` : `\n### ${title}\n\n`);
    }
  }
  return `<!-- ${madeBy} -->
# Conformance

${count} statements about the interface, each a test of this name that \`npm test\` runs over HTTP on the embedded database and on PostgreSQL.
${parts.join('')}`;
}

const titles = /^ *(describe|test)\(\s*(?:'((?:[^'\\]|\\.)*)'|"([^"]*)")/gm;

const targets: Record<string, () => string | Promise<string>> = {
  'docs/openapi.gen.json': openapiJson,
  'sdk/src/schema.gen.ts': sdkTypes,
  'docs/configuration.md': configurationPage,
  'docs/licences.md': licencesPage,
  'docs/conformance.md': conformancePage,
};

const checkOnly = process.argv.includes('--check');
let stale = 0;
for (const [path, make] of Object.entries(targets)) {
  const wanted = await make();
  const present = await readFile(root + path, 'utf8').catch(() => undefined);
  if (wanted === present) continue;
  stale += 1;
  if (!checkOnly) await writeFile(root + path, wanted);
  console.log(`${path}: ${checkOnly ? 'stale, run npm run generate' : 'written'}`);
}
if (checkOnly && stale > 0) process.exitCode = 1;
