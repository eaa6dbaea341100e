/** Reads and checks `model.json`: it may have been written by hand, or come from a mirror. */
import { Fault } from '@reelsight/contract';
import {
  loaderEngines,
  type ModelDescription,
  type ModelEntry,
  type ModelSource,
  modelRoles,
} from './model.ts';

export const descriptionFile = 'model.json';

/** Shape of an id: it is a folder's name, and must be no path. */
export const modelIdPattern = /^[a-z0-9][a-z0-9._-]{0,99}$/;

/** `from` names the place in the error. Throws Fault PROCESSING_ERROR that says which field is wrong. */
export function parseDescription(text: string, from: string): ModelDescription {
  const wrong = (what: string) => new Fault('PROCESSING_ERROR', `${from}: ${what}`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw wrong('is not JSON');
  }
  const fields = (value ?? {}) as Record<string, unknown>;
  const loader = (fields.loader ?? {}) as Record<string, unknown>;
  const files = Array.isArray(fields.files) ? (fields.files as unknown[]) : [];
  const checks: readonly (readonly [boolean, string])[] = [
    [fields.format === 1, 'format must be 1'],
    [
      typeof fields.id === 'string' && modelIdPattern.test(fields.id),
      `id must fit ${modelIdPattern}`,
    ],
    [typeof fields.title === 'string', 'title must be a text'],
    [isOneOf(modelRoles, fields.role), `role must be one of ${modelRoles.join(', ')}`],
    [typeof fields.rank === 'number', 'rank must be a number'],
    [typeof fields.licence === 'string', 'licence must be a text'],
    [
      isOneOf(loaderEngines, loader.engine),
      `loader.engine must be one of ${loaderEngines.join(', ')}`,
    ],
    [typeof loader.kind === 'string', 'loader.kind must be a text'],
    [
      isRecord(loader.files) && Object.values(loader.files).every(isSafePath),
      'loader.files must map part names to paths inside the folder',
    ],
    [
      files.length > 0 && files.every(isFile),
      'files must list path (inside the folder), sizeBytes and sha256 of each file',
    ],
  ];
  const failed = checks.find(([holds]) => !holds);
  if (failed) throw wrong(failed[1]);
  return value as ModelDescription;
}

export const describeEntry = (
  entry: ModelEntry,
  source: ModelSource,
  files: ModelDescription['files'],
): ModelDescription => ({
  format: 1,
  id: entry.id,
  title: entry.title,
  role: entry.role,
  rank: entry.rank,
  licence: entry.licence,
  ...(entry.attribution === undefined ? {} : { attribution: entry.attribution }),
  source,
  loader: entry.loader,
  files,
});

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isOneOf = (allowed: readonly string[], value: unknown): boolean =>
  typeof value === 'string' && allowed.includes(value);

const isSafePath = (value: unknown): boolean =>
  typeof value === 'string' &&
  value !== '' &&
  !value.startsWith('/') &&
  !/[\\:]/.test(value) &&
  value.split('/').every((part) => part !== '' && part !== '.' && part !== '..');

const isFile = (value: unknown): boolean =>
  isRecord(value) &&
  isSafePath(value.path) &&
  Number.isInteger(value.sizeBytes) &&
  typeof value.sha256 === 'string' &&
  /^[0-9a-f]{64}$/.test(value.sha256);
