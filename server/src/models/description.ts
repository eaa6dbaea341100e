/** Reads and creates `model.json`, which may also be hand-written or come from a mirror. */
import { Fault } from '@reelsight/contract';
import {
  type ModelDescription,
  type ModelEntry,
  type ModelSource,
  modelDescription,
} from './model.ts';

export const descriptionFile = 'model.json';

/** `from` names the origin of the text in the error. Throws Fault PROCESSING_ERROR that says which field is wrong. */
export function parseDescription(text: string, from: string): ModelDescription {
  const wrong = (message: string) => new Fault('PROCESSING_ERROR', `${from}: ${message}`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw wrong('is not JSON');
  }

  const parsed = modelDescription.safeParse(value);
  if (parsed.success) return parsed.data;

  const [issue] = parsed.error.issues;
  throw wrong(`${issue?.path.join('.') || 'content'}: ${issue?.message}`);
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
