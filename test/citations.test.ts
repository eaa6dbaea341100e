/** Comments cite docs/interface.md by heading, and every cited heading exists. */
import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = await readFile(`${root}docs/interface.md`, 'utf8');
const headings = [...page.matchAll(/^#{1,6} (.+)$/gm)].map(([, title]) => title as string);

const code = globSync('{contract,server,sdk,cli,console,test,bench}/**/*.{ts,tsx}', {
  cwd: root,
  exclude: (name) => /node_modules|dist/.test(name),
}).filter((file) => !file.endsWith('citations.test.ts'));
const texts = globSync('{*.md,docs/**/*.md,sdk/*.md}', { cwd: root });

/**
 * A citation such as `interface.md "Jobs", "Uploads"`: a file name and headings. A path such as docs/interface.md cites
 * nothing.
 */
const citation = /(?<!docs\/)\b(interface|decisions)\.md((?:,?\s*(?:\*\s*)?"[^"\n]+")*)/g;

/** Makes the anchor of a heading as Markdown renderers do. */
const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

test('headings are there once, so that each can be cited', () => {
  assert.deepEqual(
    headings.filter((heading, index) => headings.indexOf(heading) !== index),
    [],
  );
  assert.equal(headings.filter((heading) => page.startsWith(`# ${heading}\n`)).length, 1);
  assert.ok(headings.length > 40);
});

test('every citation in the code names headings of docs/interface.md', async () => {
  const broken: string[] = [];
  let count = 0;

  for (const file of code) {
    const text = await readFile(root + file, 'utf8');
    for (const [whole, name, cited = ''] of text.matchAll(citation)) {
      const named = [...cited.matchAll(/"([^"]+)"/g)].map(([, title]) => title as string);
      count += named.length;

      if (name !== 'interface' || named.length === 0)
        broken.push(`${file}: ${whole} (cite as: interface.md "Heading")`);

      for (const title of named)
        if (!headings.includes(title)) broken.push(`${file}: there is no heading "${title}"`);
    }
  }

  assert.ok(count > 40, `only ${count} citations were found`);
  assert.deepEqual(broken, []);
});

test('every link to a heading of the page leads to one', async () => {
  const anchors = new Set(headings.map(anchorOf));
  const broken: string[] = [];
  let count = 0;

  for (const file of texts) {
    const text = await readFile(root + file, 'utf8');
    const links = file === 'docs/interface.md' ? /\]\(#([^)]+)\)/g : /interface\.md#([^)\s]+)\)/g;
    for (const [, anchor = ''] of text.matchAll(links)) {
      count += 1;
      if (!anchors.has(anchor)) broken.push(`${file}: #${anchor}`);
    }
  }

  assert.ok(count > 0, 'no links were found');
  assert.deepEqual(broken, []);
});
