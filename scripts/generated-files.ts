/** The paths and contents of all files that are generated from others, so that nothing is maintained twice. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import {
  accessesOf,
  batchExportFormats,
  type CallRow,
  callRows,
  openapiDocument,
  openapiPath,
  operationId,
  operatorBase,
  uploadTypesByEnding,
  workspaceBase,
} from '@reelsight/contract';
import { eventKindsWhere } from '@reelsight/contract/event-kinds';
import { exportFormatTable, type FormatNeeds } from '@reelsight/contract/export-formats';
import openapiTypes, { astToString } from 'openapi-typescript';
import {
  type MetricFamily,
  metricFamilies,
} from '../server/src/wiring/operations/metric-families.ts';
import { settingsOf } from '../server/src/wiring/settings/setting.ts';
import { settings } from '../server/src/wiring/settings/settings.ts';
import { cliPage } from './cli-page.ts';
import { dashboard } from './dashboard.ts';
import { interfacePage } from './interface-page.ts';
import { fill, licencesPage, withModelTable } from './licences.ts';
import { markdownTable } from './markdown-table.ts';
import { type OpenapiDocument, type PythonFiles, pythonFiles } from './python-client.ts';
import { withToolTable } from './tool-table.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const madeBy = 'made by `npm run generate`; do not edit.';

async function sdkTypes(): Promise<string> {
  // Leaves out `additionalProperties` and examples. Answers may get new fields later, but an index signature would only
  // weaken the types; examples are for human readers.
  const document = JSON.parse(openapiJson(), (key, value: unknown) =>
    (key === 'additionalProperties' && typeof value === 'object') || /^examples?$/.test(key)
      ? undefined
      : value,
  ) as Parameters<typeof openapiTypes>[0];
  const types = await openapiTypes(document, {
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    defaultNonNullable: false,
  });
  return `// The types of the interface, ${madeBy}\n${withNamedResults(astToString(types))}`;
}

/** Turns the results into separate interfaces, which editors and error messages show by name instead of in full. */
function withNamedResults(types: string): string {
  const bodies = new Map<string, string>();
  const begin = types.indexOf('\nexport interface components {');
  const end = types.indexOf('\n}', begin);
  const schema =
    /^( {8}\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)? {8}(Results|\w+Result): (\{\n(?: {9}.*\n)*? {8}\});$/gm;
  const components = types
    .slice(begin, end)
    .replace(schema, (_all, comment: string | undefined, name: string, body: string) => {
      const dedent = (text: string) => text.replace(/^ {8}/gm, '');
      bodies.set(name, `${dedent(comment ?? '')}export interface ${name} ${dedent(body)}`);
      return `        ${name}: ${name};`;
    });
  const aliases = types
    .slice(end)
    .replace(/^export type (\w+) = components\[.*;$/gm, (line, name: string) => {
      return bodies.get(name) ?? line;
    });

  return types.slice(0, begin) + components + aliases;
}

function addressTable(rows: readonly (readonly [id: string, row: CallRow, path: string])[]) {
  const line = (id: string, { method, body, file, repeatable }: CallRow, path: string) => {
    const marks = `${body || file ? ", 'body'" : ''}${repeatable ? ", 'repeatable'" : ''}`;
    return `  ${id}: ['${method}', '${openapiPath(path)}'${marks}],\n`;
  };
  return rows.map((row) => line(...row)).join('');
}

/** Addresses of the interface for the SDK, which does not depend on the contract. */
function sdkAddresses(): string {
  const rows = callRows.flatMap(([id, row]) =>
    accessesOf(row)
      .filter(({ by }) => by !== 'session')
      .map((access) => [operationId(id, access), row, access.path] as const),
  );

  const operators = callRows.flatMap(([id, row]) =>
    row.session?.role === 'operator' ? [[id, row, row.session.path] as const] : [],
  );
  return `// Method and path of each call, whether it takes a body, and whether it may be repeated by its nature; ${madeBy}
export const addresses = {
${addressTable(rows)}} as const;

/** The console's own calls that the operator's token may make too. */
export const operatorAddresses = {
${addressTable(operators)}} as const;
`;
}

/**
 * Addresses of the console's own calls as a small file, so that the pages need not load the contract with its schemas.
 */
function consoleAddresses(): string {
  const rows = callRows.flatMap(([id, row]) =>
    row.session ? [[id, row, row.session.path] as const] : [],
  );
  return `// Method and path of each of the console's own calls, whether it takes a body, and whether it may be repeated by its nature; ${madeBy}
export const addresses = {
${addressTable(rows)}} as const;

/** The interface once more, for a session in a workspace and for the operator's. */
export const workspaceBase = '${openapiPath(workspaceBase)}';
export const operatorBase = '${operatorBase}';
`;
}

function openapiJson(): string {
  return `${JSON.stringify(openapiDocument('http://localhost:8080'), null, 2)}\n`;
}

const pythonClient = (): PythonFiles =>
  pythonFiles(
    JSON.parse(openapiJson()) as OpenapiDocument,
    `${madeBy.charAt(0).toUpperCase()}${madeBy.slice(1)}`,
  );

function sdkUploadTypes(): string {
  const rows = Object.entries(uploadTypesByEnding).map(
    ([ending, type]) => `  ${/^[a-z]/.test(ending) ? ending : `'${ending}'`}: '${type}',\n`,
  );
  return `// ${madeBy}
/** The type that a file is uploaded with, by the ending of its name. */
export const uploadTypesByEnding: Readonly<
  Record<string, 'video/mp4' | 'video/quicktime' | 'video/webm'>
> = {
${rows.join('')}};
`;
}

function pythonUploadTypes(): string {
  const rows = Object.entries(uploadTypesByEnding).map(
    ([ending, type]) => `    "${ending}": "${type}",\n`,
  );
  return `"""The type that a file is uploaded with, by the ending of its name. Made by \`npm run generate\`; do not edit."""

from __future__ import annotations

from typing import Dict, Literal

ContentType = Literal["video/mp4", "video/quicktime", "video/webm"]

TYPES_BY_ENDING: Dict[str, ContentType] = {
${rows.join('')}}
`;
}

/** The type of the export formats of batches, for which the OpenAPI document has no named type. */
function sdkExportFormats(): string {
  const union = batchExportFormats.map((format) => `\n  | '${format}'`).join('');
  return `// ${madeBy}
/** Formats that hold the results of several jobs. */
export type BatchExportFormat =${union};
`;
}

function pythonExportFormats(): string {
  const names = batchExportFormats.map((format) => `    "${format}",\n`).join('');
  return `"""Formats that hold the results of several jobs. Made by \`npm run generate\`; do not edit."""

from __future__ import annotations

from typing import Literal

BatchExportFormat = Literal[
${names}]
`;
}

/** Tells what a job must contain for this format. A field that no capability gives can only come from a picture. */
function needsText({ capabilities, field, storyboard }: FormatNeeds): string {
  const names = capabilities.join(' or ') || (field ? 'a picture' : '–');
  return storyboard ? `${names}, with \`return_proof\`` : names;
}

async function exportsPage(): Promise<string> {
  const path = 'docs/exports.md';
  const rows = Object.entries(exportFormatTable).map(([name, entry]) => [
    `\`${name}\``,
    `\`.${entry.extension}\``,
    `\`${entry.contentType.split(';')[0]}\``,
    entry.contains,
    needsText(entry.needs),
    entry.opensIn,
  ]);
  const head = ['Format', 'Extension', 'Media type', 'Contains', 'Needs', 'Opens in'];
  const page = await readFile(root + path, 'utf8');

  return fill(page, path, 'formats', markdownTable(head, rows));
}

/** `docs/waiting.md` with its table of the event kinds for jobs and for batches. */
async function waitingPage(): Promise<string> {
  const path = 'docs/waiting.md';
  const kindsOf = (about: 'job' | 'batch'): string =>
    eventKindsWhere((entry) => entry.about === about)
      .map((kind) => `\`${kind}\``)
      .join(', ');
  const page = await readFile(root + path, 'utf8');
  const jobRow = ['of a job', kindsOf('job')];
  const batchRow = ['of a batch', kindsOf('batch')];

  return fill(page, path, 'events', markdownTable(jobRow, [batchRow]));
}

/** Heading of each group of settings. */
const groupTitles: Readonly<Record<keyof typeof settings, string>> = {
  service: 'The process',
  http: 'API and console',
  connections: 'Connections',
  callLimits: 'Limits of calls',
  assistants: 'Assistants',
  monitoring: 'Readiness and metrics',
  tracing: 'Traces',
  uploads: 'Uploads',
  database: 'Database',
  storage: 'Storage',
  backups: 'Backups',
  disk: 'Disk space',
  accounts: 'Sign-up and sign-in',
  domain: 'Jobs',
  retention: 'How long things are kept',
  plans: 'Plans',
  prices: 'Prices',
  webhooks: 'Webhooks',
  mail: 'Mail',
  names: 'Name look-ups for links and webhooks',
  sources: 'Links and downloads',
  follows: 'Follows',
  models: 'Models',
  engines: 'Engines',
  remote: 'A model server',
  meaning: 'Search by meaning',
  sight: 'Search by sight',
  worker: 'Workers',
  runner: 'Runners',
};

function configurationPage(): string {
  const groups = Object.entries(settings).map(([name, group]) => {
    const rows = settingsOf(group).map(({ variable, default: value, about, secret }) => [
      `\`${variable}\`${secret ? ' or `…_FILE`' : ''}`,
      // A default that depends on the machine or on other settings is described in the last column, to which this
      // column refers.
      /\bdefault\b/.test(about) ? 'see right' : value ? `\`${value}\`` : 'unset',
      about,
    ]);
    const title = groupTitles[name as keyof typeof settings];
    return `\n## ${title}\n\n${markdownTable(['Variable', 'Default', 'Meaning'], rows)}`;
  });
  return `<!-- ${madeBy} -->
# Configuration

*For people who host Reelsight.*

Every setting is an environment variable, read once at start. If a value is invalid, or a variable begins with \`REELSIGHT_\` but is not a setting, or is a misspelling of one such as \`DATABASE_URL\`, the service does not start and prints a line that names the variable. An empty variable counts as unset.

A setting with “or \`…_FILE\`” holds a secret. To keep it out of the environment, put it into a file and name that file in the variable with \`_FILE\` at its end, such as \`DATABASE_URL_FILE=/run/secrets/database-url\`. Line breaks at the end of the file are ignored. Setting both variables is an error.
${groups.join('')}`;
}

/** `docs/operating.md`, with its metrics and times taken from the code. */
async function operatingPage(): Promise<string> {
  const path = 'docs/operating.md';
  const metrics = Object.entries<MetricFamily>(metricFamilies).map(([name, family]) => [
    `\`${name}\``,
    `${family.type}${family.shared ? ', *shared*' : ''}`,
    Object.entries(family.labels)
      .map(([label, values]) => `\`${label}\`${values ? `: ${values.join(', ')}` : ''}`)
      .join('; '),
    family.help,
  ]);

  const times = settingsOf(settings.retention).map(({ variable, default: value, about }) => [
    `\`${variable}\``,
    value ?? 'unset',
    about,
  ]);
  const page = await readFile(root + path, 'utf8');
  const head = ['Name', 'Type', 'Labels', 'Meaning'];
  const filled = fill(page, path, 'metrics', markdownTable(head, metrics));
  const table = markdownTable(['Variable', 'Default', 'Meaning'], times);

  return fill(filled, path, 'retention', table);
}

/** Functions that generate the content of each file, by path. */
export const generatedFiles: Record<string, () => string | Promise<string>> = {
  'docs/openapi.gen.json': openapiJson,
  'sdk/src/schema.gen.ts': sdkTypes,
  'sdk/src/calls.gen.ts': sdkAddresses,
  'sdk/src/upload-types.gen.ts': sdkUploadTypes,
  'sdk/src/export-formats.gen.ts': sdkExportFormats,
  'console/src/api/calls.gen.ts': consoleAddresses,
  'python/src/reelsight/_types.py': () => pythonClient().types,
  'python/src/reelsight/_calls.py': () => pythonClient().calls,
  'python/src/reelsight/_upload_types.py': pythonUploadTypes,
  'python/src/reelsight/_export_formats.py': pythonExportFormats,
  // The Python package can contain only files of its own folder, so it needs a copy of the licence.
  'python/LICENSE': () => readFile(`${root}LICENSE`, 'utf8'),
  'docs/configuration.md': configurationPage,
  'docs/operating.md': operatingPage,
  'docs/cli.md': () => `<!-- ${madeBy} -->\n${cliPage()}`,
  'docs/licences.md': async () =>
    `<!-- ${madeBy} -->\n${licencesPage(await readFile(`${root}package-lock.json`, 'utf8'))}`,
  'docs/models.md': async () => withModelTable(await readFile(`${root}docs/models.md`, 'utf8')),
  'docs/mcp.md': async () => withToolTable(await readFile(`${root}docs/mcp.md`, 'utf8')),
  'docs/exports.md': exportsPage,
  'docs/waiting.md': waitingPage,
  'deploy/monitoring/grafana/reelsight.json': dashboard,
  'docs/interface.md': async () =>
    interfacePage(await readFile(`${root}scripts/interface-page.md`, 'utf8')),
};
