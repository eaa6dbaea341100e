/**
 * Reads the migrations of this version from their files: the statements of each, and the oldest code that works with
 * it.
 */
import { readdir, readFile } from 'node:fs/promises';

export interface Migration {
  /** Name of the migration's file, such as `0014_captions.sql`. */
  readonly name: string;
  readonly number: number;
  /**
   * The oldest schema whose code still works after this migration is applied; the migration's own number if it breaks
   * all earlier code.
   */
  readonly worksWith: number;
  /** False if the migration builds indexes without locking their tables, which is impossible in a transaction. */
  readonly inTransaction: boolean;
  readonly statements: readonly string[];
}

const ownFolder = new URL('../migrations/', import.meta.url);

/** Migrations in order. `folder` ends in a slash. */
export async function readMigrations(folder: URL = ownFolder): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_.+\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => parseMigration(name, await readFile(new URL(name, folder), 'utf8'))),
  );
}

/** Throws if the head of the file is invalid. */
export function parseMigration(name: string, sql: string): Migration {
  const number = numberOf(name);
  const declared = /^-- works-with: *(\S*)/m.exec(sql)?.[1];
  const worksWith = declared === undefined ? number : Number(declared);
  if (!Number.isInteger(worksWith) || worksWith < 1 || worksWith > number)
    throw new Error(`${name}: works-with must be the number of this or an earlier migration`);
  const inTransaction = !/^-- no transaction\b/m.test(sql);
  return { name, number, worksWith, inTransaction, statements: statementsOf(sql) };
}

export const numberOf = (name: string): number => Number(name.slice(0, 4));

/** The number as file names show it, with leading zeros. */
export const shownNumber = (number: number): string => String(number).padStart(4, '0');

/** The schema number of code that has these migrations: the number of the newest migration. */
export const schemaOf = (migrations: readonly Migration[]): number =>
  Math.max(0, ...migrations.map(({ number }) => number));

/** Splits a migration at semicolons that end a line; our migrations contain no function bodies. */
function statementsOf(sql: string): string[] {
  return sql
    .replace(/--.*$/gm, '')
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter(Boolean);
}
