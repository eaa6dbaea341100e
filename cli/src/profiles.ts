/** Named services with their keys, in a file that only its owner can read: `reelsight profile …`. */

import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { nearest } from '@reelsight/contract/nearest';
import { UsageError } from './exit-code.ts';

export interface Profile {
  readonly url: string;
  readonly api_key?: string;
  readonly admin_token?: string;
}

export interface Profiles {
  /** Name of the profile to use when a command names none. */
  readonly current?: string;
  readonly profiles: Readonly<Record<string, Profile>>;
}

type Env = Readonly<Record<string, string | undefined>>;

/** `$XDG_CONFIG_HOME/reelsight/config.json`, by default below ~/.config. */
export function profilesPath(env: Env): string {
  const { XDG_CONFIG_HOME: configured = '' } = env;
  const base = isAbsolute(configured) ? configured : join(env.HOME || homedir(), '.config');
  return join(base, 'reelsight', 'config.json');
}

/** Reads the profiles; without a file there are none. Throws UsageError for a file that this command did not write. */
export async function readProfiles(env: Env): Promise<Profiles> {
  const path = profilesPath(env);
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // If the path is in another user's home directory, the file cannot be ours.
    if (['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM'].includes(code ?? '')) return { profiles: {} };
    throw new UsageError(`${path} cannot be read: ${message}`);
  }

  const profiles = parsed(text);
  if (!isProfiles(profiles)) throw new UsageError(`${path} does not contain reelsight profiles.`);

  return profiles;
}

/** Writes the file either whole or not at all, with mode 0600. */
export async function writeProfiles(env: Env, profiles: Profiles): Promise<void> {
  const path = profilesPath(env);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const part = `${path}.${process.pid}`;
  await writeFile(part, `${JSON.stringify(profiles, null, 2)}\n`, { mode: 0o600 });
  await chmod(part, 0o600);
  await rename(part, path);
}

/**
 * Throws UsageError if there is no profile of this name; its message suggests a similar name, or lists the existing
 * ones.
 */
export function profileNamed({ profiles }: Profiles, name: string): Profile {
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (profile) return profile;

  const names = Object.keys(profiles);
  const close = nearest(name, names);
  const alternatives = names.length
    ? ` Existing profiles: ${names.join(', ')}.`
    : ' There are none yet.';

  throw new UsageError(
    `There is no profile ${name}.${close ? ` Did you mean ${close}?` : alternatives} To add one: reelsight profile add.`,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isText = (value: unknown): boolean => value === undefined || typeof value === 'string';

function isProfiles(value: unknown): value is Profiles {
  if (typeof value !== 'object' || value === null) return false;

  const { current, profiles } = value as { current?: unknown; profiles?: unknown };
  if (!isText(current) || typeof profiles !== 'object' || profiles === null) return false;

  return Object.values(profiles).every(
    (profile: unknown) =>
      typeof profile === 'object' &&
      profile !== null &&
      typeof (profile as Profile).url === 'string' &&
      isText((profile as Profile).api_key) &&
      isText((profile as Profile).admin_token),
  );
}
