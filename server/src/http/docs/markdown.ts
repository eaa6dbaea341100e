/** The documentation as Markdown, for assistants and other programs, and `llms.txt` (llmstxt.org), which lists it. */
import {
  type DocsPage,
  docsPages,
  docsPath,
  docsSections,
  evidencePages,
  markdownPath,
} from './contents.ts';
import { siteLink } from './render.ts';

const pathByAddress = new Map(docsPages.map((page) => [docsPath(page), markdownPath(page)]));

/** A fenced block, a code span, or a link with its text and address. */
const linkOrCode = /```[\s\S]*?```|`[^`\n]*`|\[([^[\]]*)\]\(([^()\s]+(?:\([^()]*\))?[^()\s]*)\)/g;

/** The text of a page whose links lead to Markdown too. A link to a file that the site does not show is its text. */
export function markdownOf(page: DocsPage, text: string): string {
  return text.replace(linkOrCode, (whole: string, inner?: string, href?: string) => {
    if (href === undefined) return whole;

    const target = siteLink(page, href);
    return target === null ? (inner ?? '') : `[${inner}](${asMarkdown(target)})`;
  });
}

function asMarkdown(target: string): string {
  const [path = '', anchor] = target.split('#');
  const markdown = pathByAddress.get(path);
  if (markdown === undefined) return target;

  return anchor === undefined ? markdown : `${markdown}#${anchor}`;
}

const lead =
  'A self-hosted service that analyses videos: transcripts, brands that are seen and said with proof frames, things with boxes, answers with evidence, exposure, and a cost known beforehand.';

/** The list of all pages (https://llmstxt.org). */
export function llmsText(): string {
  const list = (pages: readonly DocsPage[]): string =>
    pages.map((page) => `- [${page.title}](${markdownPath(page)}): ${page.about}`).join('\n');
  const calls = '- [OpenAPI](/openapi.json): Every call with its parameters, answers and examples';
  const sections = docsSections.map(({ title, pages }) => `## ${title}\n\n${list(pages)}`);
  const optional = `## Optional\n\n${list(evidencePages)}`;

  return `${['# Reelsight', `> ${lead}`, `## Calls\n\n${calls}`, ...sections, optional].join('\n\n')}\n`;
}
