/**
 * Reads the JSON files that stages write for later stages. They are parsed only in this module, so a truncated or
 * malformed file is reported as such, not as a TypeError somewhere later.
 */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';

/**
 * The part of a zod schema that is used here. Because it is described structurally, this folder does not depend on zod.
 */
export interface ArtifactSchema<T> {
  safeParse(value: unknown): SchemaOutcome<T>;
}

type SchemaOutcome<T> =
  | { readonly success: true; readonly data: T }
  | { readonly success: false; readonly error: { readonly issues: readonly SchemaIssue[] } };

interface SchemaIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Makes the type of an artifact read-only, because artifacts are never changed in place. */
export type ReadonlyDeep<T> = { readonly [Key in keyof T]: ReadonlyDeep<T[Key]> };

/** An artifact is not JSON, or does not have the form that this version expects. */
export class ArtifactDamaged extends Error {
  override readonly name = 'ArtifactDamaged';
  readonly file: string;
  /** Path of the first invalid field, such as `frames.3.image`; null if the text is not JSON at all. */
  readonly field: string | null;

  constructor(file: string, field: string | null, problem: string) {
    super(`${file} is damaged: ${field === null ? '' : `${field}: `}${problem}`);
    this.file = file;
    this.field = field;
  }
}

/**
 * Parses the text of an artifact; `file` names it in errors. Throws ArtifactDamaged. Returns the parsed value, not the
 * schema's copy of it, so that fields known only to a later version are kept, and a large file is in memory only once.
 */
export const parseArtifact = <T>(text: string, schema: ArtifactSchema<T>, file: string): T =>
  checkArtifact(jsonOf(text, file), schema, file);

/** Checks a value that is already parsed, or that is part of an artifact. Throws ArtifactDamaged. */
export function checkArtifact<T>(value: unknown, schema: ArtifactSchema<T>, file: string): T {
  const outcome = schema.safeParse(value);
  if (outcome.success) return value as T;

  const [issue] = outcome.error.issues;
  const field = issue?.path.map(String).join('.') ?? '';
  throw new ArtifactDamaged(file, field, issue?.message ?? 'does not fit');
}

/** Reads an artifact from disk. Throws ArtifactDamaged, or the file system's error. */
export async function readArtifact<T>(path: string, schema: ArtifactSchema<T>): Promise<T> {
  return parseArtifact(await readFile(path, 'utf8'), schema, basename(path));
}

/** Reads an optional artifact: null if there is no such file. Throws ArtifactDamaged. */
export async function readOptionalArtifact<T>(
  path: string,
  schema: ArtifactSchema<T>,
): Promise<T | null> {
  try {
    return await readArtifact(path, schema);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function jsonOf(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message is left out: it quotes the text, which may be what somebody said in a
    // video.
    throw new ArtifactDamaged(file, null, 'it is not valid JSON');
  }
}
