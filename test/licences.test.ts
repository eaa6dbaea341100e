/** The page of licences states what the binaries really contain. */
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { licencesPage, shippedPackages } from '../scripts/licences.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const lockText = readFileSync(`${root}package-lock.json`, 'utf8');
const page = readFileSync(`${root}docs/licences.md`, 'utf8');

/** The lock file also contains packages for other machine types, but they are not installed. */
const binaries = [
  { package: `@seydx/node-av-${process.platform}-${process.arch}`, has: '--enable-gpl' },
  { package: `sherpa-onnx-${process.platform}-${process.arch}`, has: 'espeak-ng' },
];

describe('docs/licences.md', () => {
  for (const binary of binaries) {
    const folder = `${root}node_modules/${binary.package}`;
    const skip = !existsSync(folder) && `${binary.package} is not installed`;
    test(`names the GPL for ${binary.package}, whose binary holds GPL code`, { skip }, () => {
      const files = globSync(`${folder}/*.{node,so,dylib,dll}*`);
      assert.ok(files.some((file) => readFileSync(file).includes(binary.has)));

      const row = page
        .split('\n')
        .find(
          (line) => line.includes(`${binary.package}@`) || line.includes(`| ${binary.package} |`),
        );
      assert.match(row ?? '', /GPL-3\.0-or-later/);
    });
  }

  test('names the GPL for every machine type of those packages', () => {
    const { packages } = JSON.parse(lockText);
    const withBinary = shippedPackages(packages).filter(
      ({ name }) => name.startsWith('@seydx/node-av-') || /^sherpa-onnx-(?!node)/.test(name),
    );
    assert.ok(withBinary.length > 6);
    for (const { name, licence } of withBinary) assert.match(licence, /GPL-3\.0-or-later$/, name);
  });

  test('is what the lock file and the manifest give', () => {
    assert.ok(page.endsWith(licencesPage(lockText)));
  });
});

test('a package under a licence nobody has looked at is refused by name', () => {
  const packages = { 'node_modules/odd': { version: '1.0.0', license: 'AGPL-3.0-only' } };
  assert.throws(() => shippedPackages(packages), /odd@1\.0\.0.*"AGPL-3\.0-only"/);
});
