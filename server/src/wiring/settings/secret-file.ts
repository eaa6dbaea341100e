/** A secret setting can be given as a file: `DATABASE_URL_FILE` names the file that contains `DATABASE_URL`. */
import { readFileSync, statSync } from 'node:fs';
import type { Setting } from './setting.ts';

const mostBytes = 65_536;

export const fileVariable = (variable: string): string => `${variable}_FILE`;

/** Names of all environment variables from which a setting can be read. */
export const variablesOf = ({ variable, secret }: Setting): readonly string[] =>
  secret ? [variable, fileVariable(variable)] : [variable];

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The text of a setting; undefined if it is not set. Throws an Error that names the variable and says how to fix it.
 */
export function givenText({ variable, secret }: Setting, env: Environment): string | undefined {
  const text = env[variable] || undefined;
  const name = fileVariable(variable);
  const path = secret ? env[name] : undefined;
  if (!path) return text;
  if (text !== undefined)
    throw new Error(`${name}: ${variable} is set as well; remove one of them`);
  return readSecret(name, path);
}

function readSecret(name: string, path: string): string {
  const fileError = (problem: string): Error => new Error(`${name}: ${path} ${problem}`);
  let text: string;
  try {
    const stats = statSync(path);
    if (!stats.isFile()) throw fileError('is not a file');
    if (stats.size > mostBytes)
      throw fileError(`has ${stats.size} bytes, which is too much for a secret`);
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw fileError(reasons[code] ?? `cannot be read (${code})`);
  }

  // Removed because editors and `echo` add a line break at the end.
  const secret = text.replace(/[\r\n]+$/, '');
  if (secret === '') throw fileError('is empty; write the secret into it');

  return secret;
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist; create it, or correct the path',
  EACCES: 'cannot be read by this user; give it read access',
};
