/**
 * `npm run package [FOLDER]`: packs everything that a release consists of (the command `reelsight`, the server, and the
 * client for JavaScript) into `dist` or that folder, with the SHA-256 of each file.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageServer } from './package-server.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Returns the names of the tarballs. */
export async function packageAll(folder: string): Promise<string[]> {
  mkdirSync(folder, { recursive: true });
  const names = ['cli', 'sdk'].map((workspace) => {
    const args = ['pack', '--silent', '--workspace', workspace, '--pack-destination', folder];
    const printed = execFileSync('npm', args, { cwd: root, encoding: 'utf8' });
    return printed.trim().split('\n').at(-1) ?? '';
  });
  names.push(basename(await packageServer(folder)));

  const sums = names.map((name) => {
    const digest = createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex');
    return `${digest}  ${name}\n`;
  });
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''));

  return names;
}

if (import.meta.main) {
  const folder = resolve(process.argv[2] ?? join(root, 'dist'));
  for (const name of await packageAll(folder)) console.log(join(folder, name));
}
