/** Renders a page of the documentation from the same Markdown file that the repository shows. */
import { posix } from 'node:path';
import { Marked, type Tokens } from 'marked';
import { gfmHeadingId } from 'marked-gfm-heading-id';
import {
  type DocsPage,
  docsPages,
  docsPath,
  docsSections,
  markdownPath,
  referencePath,
} from './contents.ts';

const slugByFile = new Map(docsPages.map((page) => [page.file, docsPath(page)]));

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`);

/**
 * Converts a link between files of the repository to the matching page of the site; null for a file that the site does
 * not show.
 */
export function siteLink(from: DocsPage, href: string): string | null {
  if (/^([a-z][a-z+.-]*:|#|\/)/i.test(href)) return href;
  const [path = '', anchor] = href.split('#');
  const file = posix.join(posix.dirname(from.file), path);
  const slug = slugByFile.get(file) ?? builtIn(file);
  return slug === null ? null : `${slug}${anchor ? `#${anchor}` : ''}`;
}

function builtIn(file: string): string | null {
  if (file === 'docs/openapi.gen.json') return '/openapi.json';
  const image = /^docs\/images\/([\w-]+\.png)$/.exec(file);
  return image ? `/docs/images/${image[1]}` : null;
}

/** Renders the body of a page as HTML. */
export function renderMarkdown(page: DocsPage, text: string): string {
  const marked = new Marked(gfmHeadingId(), {
    renderer: {
      link({ href, tokens }: Tokens.Link): string {
        const inner = this.parser.parseInline(tokens);
        const target = siteLink(page, href);
        return target === null ? inner : `<a href="${escaped(target)}">${inner}</a>`;
      },
      image({ href, text }: Tokens.Image): string {
        return `<img src="${escaped(siteLink(page, href) ?? href)}" alt="${escaped(text)}" loading="lazy">`;
      },
      // Only Markdown is rendered, so an HTML tag in a page appears as text. Comments are for readers of the source and
      // are left out.
      html: ({ text }) => (text.startsWith('<!--') ? '' : escaped(text)),
    },
  });
  const html = marked.parse(text) as string;
  // Wide tables get a scrollable container, so that the page itself does not scroll sideways.
  return (
    html
      .replaceAll('<table>', '<div class="table" tabindex="0"><table>')
      .replaceAll('</table>', '</table></div>')
      // An empty header cell in a table's corner labels nothing, so it becomes a plain cell.
      .replaceAll(/<th( [^>]*)?><\/th>/g, '<td></td>')
      .replaceAll('<pre>', '<pre tabindex="0">')
  );
}

function menu(current: DocsPage): string {
  const item = (path: string, title: string, isCurrent: boolean) =>
    `<li><a href="${path}"${isCurrent ? ' aria-current="page"' : ''}>${escaped(title)}</a></li>`;
  const sections = docsSections.map(({ title, pages }) => {
    const items = pages.map((page) => item(docsPath(page), page.title, page === current));
    if (title === 'Start here') items.push(item(referencePath, 'API reference', false));
    return `<section><h2>${escaped(title)}</h2><ul>${items.join('')}</ul></section>`;
  });
  return sections.join('');
}

const sectionsAtLeast = 4;

/** Inserts a list of links to the sections after the page's heading. */
function withSections(html: string): string {
  const items = [...html.matchAll(/<h2 id="([^"]+)">(.*?)<\/h2>/g)].map(
    ([, id, title = '']) => `<li><a href="#${id}">${title.replace(/<[^<>]*>/g, '')}</a></li>`,
  );
  if (items.length < sectionsAtLeast) return html;
  const list = `<details class="sections"><summary>On this page</summary><ul>${items.join('')}</ul></details>`;
  return html.replace('</h1>', () => `</h1>\n${list}`);
}

/** A whole page of the site. */
export function renderPage(page: DocsPage, text: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(page.title)} · Reelsight</title>
<meta name="description" content="${escaped(page.about)}">
<link rel="alternate" type="text/markdown" href="${markdownPath(page)}">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/style.css">
<script src="/docs/menu.js" defer></script>
</head>
<body>
<a class="skip" href="#text">Skip to the text</a>
<header><a href="/docs">Reelsight documentation</a> <a href="/">Console</a></header>
<details class="menu" open><summary>Contents</summary><nav aria-label="Pages">${menu(page)}</nav></details>
<main id="text">
${withSections(renderMarkdown(page, text))}
</main>
</body>
</html>
`;
}
