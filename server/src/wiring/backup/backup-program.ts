/** `reelsight backup FILE`: makes a backup of this installation, whether its service is running or not. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { BackupError } from '../../backup/backup-error.ts';
import { isSealed } from '../../backup/sealing.ts';
import { readConfig } from '../settings/config.ts';
import { interruptions, runInProcess } from '../start/program.ts';
import { makeBackup } from './make-backup.ts';
import { inWords, readable, reporting, showProgress } from './program.ts';

const usage = `Usage: reelsight backup FILE [--recipient AGE] [--passphrase-file FILE] [--database-only] [--overwrite] [--json]\n`;

export const run = reporting(usage, async (args, { env, stderr, signal }) => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      recipient: { type: 'string', multiple: true, default: [] },
      'passphrase-file': { type: 'string' },
      'database-only': { type: 'boolean', default: false },
      overwrite: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  const [file, ...extraArguments] = positionals;
  if (file === undefined || extraArguments.length > 0) return null;

  const config = readConfig(env);
  const seal = await sealOf(values.recipient, values['passphrase-file'], config.backups);
  const path = resolve(file);
  const startedMs = performance.now();
  const progress = showProgress(stderr, values.json);
  const backup = await makeBackup(config, {
    path,
    seal,
    overwrite: values.overwrite,
    signal,
    withFiles: config.backups.withFiles && !values['database-only'],
    onProgress: ({ rows, files, bytes }) =>
      progress(`${rows} rows, ${files} files, ${readable(bytes)}`),
  });
  const seconds = (performance.now() - startedMs) / 1000;
  const report = { file: path, seconds, encrypted: isSealed(seal), ...backup };
  if (values.json) return `${JSON.stringify(report)}\n`;

  const note = isSealed(seal)
    ? ''
    : 'It is not encrypted and holds the secrets of the service: keep it where nobody else can read it.\n';

  return `${path}: ${inWords(backup.counts)}, ${readable(backup.bytes)}, in ${seconds.toFixed(1)} s\n${note}`;
});

/** Determines the encryption; options of the command take precedence over the settings. */
async function sealOf(
  recipients: readonly string[],
  passphraseFile: string | undefined,
  settings: { readonly recipients: readonly string[]; readonly passphrase: string | null },
) {
  if (recipients.length > 0 && passphraseFile !== undefined)
    throw new BackupError('Give recipients or a passphrase, not both.');
  if (recipients.length > 0) return { recipients, passphrase: null };
  if (passphraseFile !== undefined)
    return { recipients: [], passphrase: await passphraseIn(passphraseFile) };
  return settings;
}

async function passphraseIn(file: string): Promise<string> {
  const text = (await readFile(file, 'utf8')).trim();
  if (text === '') throw new BackupError(`${file} is empty.`);
  return text;
}

if (import.meta.main) await runInProcess(run, interruptions());
