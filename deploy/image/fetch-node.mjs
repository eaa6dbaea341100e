/**
 * `node fetch-node.mjs FOLDER NPM_VERSION`: Node in the version of package.json, checked by its digest, and npm for it. The
 * npm of the system fetches both, whatever Node that is. Plain JavaScript for Node 18.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { checkNode } from '../../scripts/setup.mjs';

const [folder, npmVersion] = process.argv.slice(2);

/** A package without what it depends on. */
function fetchPackage(name, to) {
  mkdirSync(to, { recursive: true });
  const archive = execFileSync('npm', ['pack', name, '--silent', '--pack-destination', '/tmp'], {
    encoding: 'utf8',
  }).trim();
  execFileSync('tar', ['-xzf', `/tmp/${archive}`, '-C', to, '--strip-components=1']);
  rmSync(`/tmp/${archive}`);
}

const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const machine = `linux-${process.arch}`;
fetchPackage(`node-${machine}@${devDependencies.node}`, join(folder, 'node'));
checkNode(join(folder, 'node', 'bin', 'node'), machine);
// It carries all it depends on.
fetchPackage(`npm@${npmVersion}`, join(folder, 'npm'));
symlinkSync('../../npm/bin/npm-cli.js', join(folder, 'node', 'bin', 'npm'));
