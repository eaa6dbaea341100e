/**
 * The format of a backup file: a tar, compressed with zstd and optionally encrypted with age. Its members, in this
 * order:
 *
 * - `header.json`: identifies the backup
 * - `tables/NAME/000001.jsonl`: rows as JSON, one per line, tables that others refer to first
 * - `tasks/000001.jsonl`: tasks of the queue that are still to be done
 * - `secrets/NAME`: secrets of the service
 * - `files/KEY`: objects of the storage
 * - `manifest.json`: last, so that a file without it is known to be truncated
 *
 * Between these members, each `checksums/000001.txt` contains the SHA-256 of the members since the previous such file,
 * in the format of `sha256sum`.
 */

import { z } from 'zod';
import { parseStorageKey } from '../storage/storage-key.ts';

export const formatVersion = 1;

export const secretNames = ['admin-token', 'session-secret', 'upload-secret'] as const;
export type SecretName = (typeof secretNames)[number];

export const headerSchema = z.object({
  format: z.literal('reelsight-backup'),
  format_version: z.number().int().min(1),
  /** Version of the service that made the backup. */
  version: z.string(),
  /** The service's last migration, such as `0012_operating.sql`. */
  schema: z.string().regex(/^\d{4}_\w+\.sql$/),
  created_at: z.iso.datetime(),
  database: z.enum(['pglite', 'postgres']),
  storage: z.enum(['files', 's3']),
  /** False if the backup contains only the database. */
  with_files: z.boolean(),
});
export type Header = z.output<typeof headerSchema>;

const count = z.number().int().min(0);
export const manifestSchema = z.object({
  /** Number of rows by table. */
  tables: z.record(z.string(), count),
  tasks: count,
  files: count,
  file_bytes: count,
  /** Number of members listed in the checksum files. */
  members: count,
  /** SHA-256 of the contents of all checksum files, concatenated. */
  checksums_sha256: z.string(),
});
export type Manifest = z.output<typeof manifestSchema>;

export const headerName = 'header.json';
export const manifestName = 'manifest.json';

const numbered = (index: number): string => String(index).padStart(6, '0');
export const tableChunkName = (table: string, index: number): string =>
  `tables/${table}/${numbered(index)}.jsonl`;
export const taskChunkName = (index: number): string => `tasks/${numbered(index)}.jsonl`;
export const secretMemberName = (name: SecretName): string => `secrets/${name}`;
export const fileMemberName = (key: string): string => `files/${key}`;
export const checksumsName = (index: number): string => `checksums/${numbered(index)}.txt`;

export type MemberKind =
  | { readonly kind: 'header' | 'manifest' | 'checksums' | 'tasks' }
  | { readonly kind: 'table'; readonly table: string }
  | { readonly kind: 'secret'; readonly secret: SecretName }
  | { readonly kind: 'file'; readonly key: string };

/** Null for a name that does not belong in a backup, such as one that leads out of its folder. */
export function memberKindOf(name: string): MemberKind | null {
  if (name === headerName) return { kind: 'header' };
  if (name === manifestName) return { kind: 'manifest' };
  if (/^checksums\/\d{6}\.txt$/.test(name)) return { kind: 'checksums' };
  if (/^tasks\/\d{6}\.jsonl$/.test(name)) return { kind: 'tasks' };

  const table = /^tables\/([a-z][a-z0-9_]{0,62})\/\d{6}\.jsonl$/.exec(name)?.[1];
  if (table !== undefined) return { kind: 'table', table };

  const secret = secretNames.find((secretName) => name === secretMemberName(secretName));
  if (secret !== undefined) return { kind: 'secret', secret };
  if (!name.startsWith('files/')) return null;

  const key = parseStorageKey(name.slice('files/'.length));
  return key === null ? null : { kind: 'file', key };
}
