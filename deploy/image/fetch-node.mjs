/**
 * `node fetch-node.mjs FOLDER`: Node in the version of package.json, from npm, checked by its digest. The package `node`
 * fetches the same program by an install script; here only its program is wanted. Plain JavaScript for any Node.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkNode } from '../../scripts/setup.mjs';

const [folder] = process.argv.slice(2);
const wanted = JSON.parse(readFileSync('package.json', 'utf8')).devDependencies.node;
const name = `node-linux-${process.arch}`;
const scratch = mkdtempSync(join(tmpdir(), 'node-'));
const options = ['--ignore-scripts', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
execFileSync('npm', ['install', '--prefix', scratch, ...options, `${name}@${wanted}`], {
  cwd: scratch,
  stdio: 'inherit',
});
const found = join(scratch, 'node_modules', name);
checkNode(join(found, 'bin', 'node'), `linux-${process.arch}`);
cpSync(join(found, 'bin', 'node'), join(folder, 'bin', 'node'));
cpSync(join(found, 'LICENSE'), join(folder, 'LICENSE'));
rmSync(scratch, { recursive: true });
