/**
 * The documentation tells nobody to install a package that no registry has under this project's names. Otherwise,
 * whoever took such a name could run code on the readers' machines.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** A command that installs one of the project's packages by name; files of a release begin with a path instead. */
const byName =
  /\b(?:npm (?:install|i|add)|pip install|pnpm add|yarn add|bun add|deno add)(?:\s+[-@./\w]+)*?\s+(?:npm:|jsr:)?(?:@reelsight\/[\w-]+|reelsight(?:-[a-z]+)?)(?=[\s`'".)]|$)/;

test('no page or message tells to install one of our packages from a registry', () => {
  for (const advice of [
    'npm install --global reelsight',
    'npm i -g @reelsight/server)',
    'pip install reelsight',
  ])
    assert.match(advice, byName);

  assert.doesNotMatch('npm install ./reelsight-sdk-1.2.3.tgz', byName);
  assert.doesNotMatch('python -m pip install ./reelsight-1.2.3-py3-none-any.whl', byName);

  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  const files = listed
    .split('\n')
    .filter((file) => /\.(md|ts|tsx|mjs|py|toml|ya?ml|json)$/.test(file))
    .filter((file) => !file.startsWith('test/') && existsSync(join(root, file)));
  assert.ok(files.length > 500);

  for (const file of files) {
    const advice = byName.exec(readFileSync(join(root, file), 'utf8'));
    assert.ok(advice === null, `${file}: ${advice?.[0]}`);
  }
});
