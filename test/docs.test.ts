/** The documentation: the repository and the site have the same files, and all links lead to something. */
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  docsPages,
  docsPath,
  markdownPath,
  referencePath,
} from '../server/src/http/docs/contents.ts';
import { llmsText, markdownOf } from '../server/src/http/docs/markdown.ts';
import { renderMarkdown, renderPage, siteLink } from '../server/src/http/docs/render.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const textOf = (file: string): string => readFileSync(root + file, 'utf8');

/** Pages that are only for readers of the repository. */
const notOnTheSite = /^docs\/decisions\//;

const linksOf = (text: string): string[] =>
  [...text.replace(/```[\s\S]*?```/g, '').matchAll(/\]\(([^()\s]+(?:\([^()]*\))?[^()\s]*)\)/g)].map(
    ([, href = '']) => href,
  );
const idsOf = (html: string): Set<string> =>
  new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id));

describe('the pages', () => {
  test('every page below docs/ is in the contents', () => {
    const listed = new Set(docsPages.map(({ file }) => file));
    const missing = globSync('docs/**/*.md', { cwd: root }).filter(
      (file) => !listed.has(file) && !notOnTheSite.test(file),
    );
    assert.deepEqual(missing, []);
  });

  test('each has one heading of the first level, and an address of its own', () => {
    for (const { file } of docsPages) {
      const headings = textOf(file)
        .replace(/```[\s\S]*?```/g, '')
        .match(/^# .+$/gm);
      assert.equal(headings?.length, 1, file);
    }

    assert.equal(new Set(docsPages.map(docsPath)).size, docsPages.length);
    assert.ok(!docsPages.some((page) => docsPath(page) === referencePath));
  });

  test('each link leads to a file, and to a heading in it', () => {
    const broken: string[] = [];

    for (const { file } of [...docsPages, { file: 'README.md' }, { file: 'CONTRIBUTING.md' }]) {
      for (const href of linksOf(textOf(file))) {
        if (/^(https?|mailto):/.test(href)) continue;
        const [path = '', anchor] = href.split('#');
        const target = path === '' ? file : posix.join(posix.dirname(file), path);
        const lost = !existsSync(root + target) || (anchor && !hasHeading(target, anchor));
        if (lost) broken.push(`${file} → ${href}`);
      }
    }

    assert.deepEqual(broken, []);
  });
});

function hasHeading(file: string, anchor: string): boolean {
  const page = { slug: '', title: '', about: '', file };
  return file.endsWith('.md') && idsOf(renderMarkdown(page, textOf(file))).has(anchor);
}

describe('the site', () => {
  const [start] = docsPages;
  assert.ok(start);

  test('links of the repository lead to pages of the site', () => {
    assert.equal(siteLink(start, 'operating.md#calls'), '/docs/operating#calls');
    assert.equal(siteLink(start, '../SECURITY.md'), '/docs/security');
    assert.equal(siteLink(start, 'openapi.gen.json'), '/openapi.json');
    assert.equal(siteLink(start, 'images/job.png'), '/docs/images/job.png');
    assert.equal(siteLink(start, 'https://example.com/'), 'https://example.com/');
    assert.equal(siteLink(start, '#down'), '#down');

    // The site shows no source code.
    assert.equal(siteLink(start, '../server/src/main.ts'), null);
  });

  test('no page has a link within the service that nobody answers', () => {
    const parts = ['/docs/style.css', '/docs/menu.js'];
    const addresses = new Set([
      ...docsPages.map(docsPath),
      ...docsPages.map(markdownPath),
      referencePath,
      '/openapi.json',
      '/',
    ]);
    const lost = docsPages.flatMap((page) =>
      [...renderPage(page, textOf(page.file)).matchAll(/ (?:href|src)="(\/[^"#]*)/g)]
        .map(([, path = '']) => path)
        .filter((path) => !addresses.has(path) && !parts.includes(path))
        .filter((path) => !existsSync(`${root}${path.slice(1)}`))
        .map((path) => `${page.file} → ${path}`),
    );

    assert.deepEqual(lost, []);
  });

  test('links in the Markdown of a page lead to Markdown, and none to what the site does not show', () => {
    const text = [
      '[Calls](operating.md#calls), [security](../SECURITY.md), [code](../server/src/main.ts) and',
      '![a picture](images/job.png), [down](#down), `[not](a-link.md)`',
      '```\n[neither](this.md)\n```',
    ].join('\n');
    assert.equal(
      markdownOf(start, text),
      [
        '[Calls](/docs/operating.md#calls), [security](/docs/security.md), code and',
        '![a picture](/docs/images/job.png), [down](#down), `[not](a-link.md)`',
        '```\n[neither](this.md)\n```',
      ].join('\n'),
    );

    const addresses = new Set([...docsPages.map(markdownPath), '/openapi.json']);
    const lost = docsPages.flatMap((page) =>
      linksOf(markdownOf(page, textOf(page.file)))
        .filter((href) => !/^(https?:|mailto:|#)/.test(href))
        .map((href) => href.replace(/#.*/, ''))
        .filter((path) => !addresses.has(path) && !existsSync(root + path.slice(1)))
        .map((path) => `${page.file} → ${path}`),
    );
    assert.deepEqual(lost, []);
  });

  test('llms.txt lists every page with what it tells', () => {
    const lines = llmsText().split('\n');
    for (const page of docsPages) {
      assert.match(page.about, /[^.]$/, page.title);
      assert.ok(lines.includes(`- [${page.title}](${markdownPath(page)}): ${page.about}`));
    }
  });

  test('tags in a page are shown as text, comments are not shown', () => {
    const html = renderMarkdown(start, '# A\n\n<!-- b -->\n\nc <b>d</b>\n\n<script>e</script>\n');
    assert.doesNotMatch(html, /<b>|<script>|<!--/);
    assert.match(html, /script/);
  });
});
