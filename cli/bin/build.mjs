/**
 * Builds what `npm pack` takes: the command with all it needs in one file, for any Node from 20.
 * package.json is the same in the checkout and in the package: nothing is left to install, so all it names is of the build.
 * An argument names another folder than `dist`.
 */
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const dist = process.argv[2] ?? at('../dist');

rmSync(dist, { recursive: true, force: true });
const bundle = await rolldown({
  input: at('../src/main.ts'),
  platform: 'node',
  external: [/^node:/],
  onLog(level, log) {
    // What is not bundled would be missing where it is installed.
    if (level === 'warn') throw new Error(log.message);
  },
});
const { output } = await bundle.write({
  file: join(dist, 'main.js'),
  format: 'esm',
  minify: false,
  codeSplitting: false,
});
copyFileSync(at('../../LICENSE'), at('../LICENSE'));
writeFileSync(join(dist, 'THIRD-PARTY-LICENSES.txt'), licencesOf(output[0].moduleIds));

/** The notices of the packages that went into the file. */
function licencesOf(moduleIds) {
  const folders = moduleIds.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id) ?? []);
  return [...new Set(folders)].map(noticeOf).join('\n');
}

function noticeOf(folder) {
  const require = createRequire(join(folder, 'package.json'));
  const { name, version } = require('./package.json');
  const text = ['LICENSE', 'LICENSE.md', 'LICENSE.txt', 'license']
    .map((file) => read(join(folder, file)))
    .find(Boolean);
  if (!text) throw new Error(`${name} carries no licence: look at ${dirname(folder)}`);
  return `${name} ${version}\n\n${text}`;
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
