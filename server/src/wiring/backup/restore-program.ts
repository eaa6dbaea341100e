/** `reelsight restore FILE`: restores a backup into the configured database, storage and data folder. */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { BackupError } from '../../backup/backup-error.ts';
import { readConfig } from '../settings/config.ts';
import { interruptions, runInProcess } from '../start/program.ts';
import { inWords, readable, reporting, showProgress } from './program.ts';
import { cancelRestore, checkBackup, restore } from './restore.ts';
import { saveBeforeRestore } from './save-before-restore.ts';

const usage = `Usage:
  reelsight restore FILE [--replace] [--discard] [--identity FILE] [--passphrase-file FILE] [--json]
  reelsight restore --check FILE    reads all of a backup and writes nothing
  reelsight restore --cancel        forgets a restore that was cut off\n`;

const options = {
  replace: { type: 'boolean', default: false },
  discard: { type: 'boolean', default: false },
  identity: { type: 'string', multiple: true, default: [] as string[] },
  'passphrase-file': { type: 'string' },
  check: { type: 'boolean', default: false },
  cancel: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const;

export const run = reporting(usage, async (args, { env, stderr, signal }) => {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
  const [file, ...extraArguments] = positionals;
  if (values.cancel && file === undefined) {
    return (await cancelRestore(readConfig(env)))
      ? 'What was restored so far is removed. The state before is as it was.\n'
      : 'There is no restore to cancel; nothing was changed.\n';
  }

  if (file === undefined || extraArguments.length > 0 || values.cancel) return null;
  const config = readConfig(env);
  const path = resolve(file);
  const keys = {
    identities: await identitiesIn(values.identity),
    passphrase: values['passphrase-file']
      ? (await readFile(values['passphrase-file'], 'utf8')).trim()
      : config.backups.passphrase,
  };
  const startedMs = performance.now();
  const progress = showProgress(stderr, values.json);
  const keep = async (): Promise<string | null> =>
    values.discard ? null : saveBeforeRestore(config, signal);
  const onProgress = (counts: { rows: number; files: number; fileBytes: number }): void =>
    progress(`${counts.rows} rows, ${counts.files} files, ${readable(counts.fileBytes)}`);
  const outcome = values.check
    ? await checkBackup(path, keys, signal)
    : await restore(config, {
        path,
        keys,
        signal,
        onProgress,
        by: null,
        replace: values.replace || values.discard ? { keep } : null,
      });
  const seconds = (performance.now() - startedMs) / 1000;
  const { header, manifest, wayBack } = outcome;
  if (values.json)
    return `${JSON.stringify({ file: path, seconds, way_back: wayBack, header, manifest })}\n`;

  const of = `the backup of ${header.created_at} by version ${header.version}`;
  const summary = `${inWords(manifest)}, in ${seconds.toFixed(1)} s\n`;
  if (values.check) return `${path} is whole: ${of}, ${summary}`;

  const back = wayBack === null ? '' : `The state before is in ${wayBack}\n`;
  return `Restored ${of}: ${summary}${back}Start the service: reelsight start\n`;
});

/** Reads private keys from files as age-keygen writes them, which may contain comments. */
async function identitiesIn(files: readonly string[]): Promise<string[]> {
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  const identities = texts.flatMap((text) =>
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && !line.startsWith('#')),
  );
  if (files.length > 0 && identities.length === 0)
    throw new BackupError(`${join(...files)} holds no private key.`);

  return identities;
}

if (import.meta.main) await runInProcess(run, interruptions());
