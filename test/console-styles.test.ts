/** Every class that the console takes from a style sheet is in it: an unknown one would be no class at all. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

const console = join(import.meta.dirname, '../console/src');

/** The names of classes that a file of the console uses and its style sheets lack. */
function unknownClasses(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const imports = [...text.matchAll(/^import (\w+) from '(\.[^']+\.module\.css)';$/gm)];

  return imports.flatMap(([, name, path]) => {
    const sheet = readFileSync(join(dirname(file), path as string), 'utf8');
    const known = new Set([...sheet.matchAll(/\.([a-z]\w*)/gi)].map((match) => match[1]));
    // A path such as './styles.module.css' is no use of a class.
    const used = [...text.matchAll(new RegExp(`(?<![-/\\w])${name}\\.(\\w+)`, 'g'))];
    return used.flatMap(([, one]) => (known.has(one) ? [] : [`${path}: ${one}`]));
  });
}

test('no file uses a class that its style sheet lacks', () => {
  const files = readdirSync(console, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.tsx'),
  );
  assert.ok(files.length > 100);

  const unknown = files.flatMap((file) => unknownClasses(join(console, file)));
  assert.deepEqual(unknown, []);
});
