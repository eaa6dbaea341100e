/** `reelsight profile add | use | list | remove`. Keys are never printed. */
import { ConnectionError, createClient, PermissionError } from '@reelsight/sdk';
import { exitCode, UsageError } from './exit-code.ts';
import { type Profile, profileNamed, readProfiles, writeProfiles } from './profiles.ts';
import { readSecret } from './secret.ts';
import type { Environment } from './session.ts';
import { checkedUrl } from './target.ts';
import { table } from './words.ts';

export interface NewProfileOptions {
  readonly url: string;
  readonly apiKey?: string;
  readonly adminToken?: string;
}

/** Adds or replaces a profile; the first one added becomes the current one. */
export async function addProfile(
  name: string,
  options: NewProfileOptions,
  environment: Environment,
): Promise<number> {
  if (!/^[a-z0-9][\w.-]{0,63}$/i.test(name)) {
    throw new UsageError(
      `${name}: the name of a profile consists of letters, digits, dots and dashes.`,
    );
  }

  const url = checkedUrl(options.url);
  const { adminToken } = options;
  const secret = options.apiKey ?? (adminToken ? '' : await readSecret(environment, 'API key: '));
  const apiKey = secret.trim();
  if (!apiKey && !adminToken) throw new UsageError('No API key was given.');

  const stored = await readProfiles(environment.env);
  const note = apiKey ? await checkKey(url, apiKey, environment) : '';
  const profile: Profile = {
    url,
    ...(apiKey && { api_key: apiKey }),
    ...(adminToken && { admin_token: adminToken }),
  };
  const current = stored.current ?? name;
  const profiles = { ...stored.profiles, [name]: profile };
  await writeProfiles(environment.env, { current, profiles });

  const usage =
    current === name
      ? 'is used from now on'
      : `can be selected with: reelsight profile use ${name}`;
  environment.stdout.write(`${name} (${url}) ${usage}.${note}\n`);

  return exitCode.done;
}

/** Tries the key, and returns a note to print. Throws if the service refuses the key. */
async function checkKey(url: string, apiKey: string, { signal }: Environment): Promise<string> {
  try {
    const client = createClient({ baseUrl: url, apiKey, maxRetries: 0, timeoutMs: 10_000 });
    return ` Workspace: ${(await client.account({ signal })).name}.`;
  } catch (error) {
    // A key without the scope account:read is still valid.
    if (error instanceof PermissionError) return '';
    if (error instanceof ConnectionError) return ` The key was not tried: ${error.message}.`;
    throw error;
  }
}

export async function useProfile(
  name: string,
  _options: object,
  environment: Environment,
): Promise<number> {
  const stored = await readProfiles(environment.env);
  const { url } = profileNamed(stored, name);
  await writeProfiles(environment.env, { ...stored, current: name });
  environment.stdout.write(`${name} (${url}) is used from now on.\n`);
  return exitCode.done;
}

export async function listProfiles(
  options: { readonly json?: boolean },
  environment: Environment,
): Promise<number> {
  const { current, profiles } = await readProfiles(environment.env);
  const chosen = environment.env.REELSIGHT_PROFILE || current;
  const summaries = Object.entries(profiles).map(([name, { url, api_key, admin_token }]) => ({
    name,
    url,
    current: name === chosen,
    api_key: api_key !== undefined,
    admin_token: admin_token !== undefined,
  }));
  const yes = (value: boolean) => (value ? 'yes' : 'no');
  const rows = summaries.map((profile) => [
    profile.current ? '*' : '',
    profile.name,
    profile.url,
    yes(profile.api_key),
    yes(profile.admin_token),
  ]);
  const lines = rows.length
    ? table(['Used', 'Profile', 'Address', 'API key', "Operator's token"], rows)
    : ['No profiles.'];
  const text = options.json ? JSON.stringify(summaries, null, 2) : lines.join('\n');
  environment.stdout.write(`${text}\n`);

  return exitCode.done;
}

export async function removeProfile(
  name: string,
  _options: object,
  environment: Environment,
): Promise<number> {
  const stored = await readProfiles(environment.env);
  profileNamed(stored, name);
  const { [name]: _removed, ...profiles } = stored.profiles;
  const current = stored.current === name ? undefined : stored.current;
  await writeProfiles(environment.env, { ...(current && { current }), profiles });
  environment.stdout.write(`${name} removed\n`);
  return exitCode.done;
}
