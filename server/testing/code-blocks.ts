/** Code examples of the documentation, for tests that run them unchanged. */
import { readFile } from 'node:fs/promises';

export interface CodeBlock {
  /** The text after the opening fence, such as `sh`; empty if there is none. */
  readonly language: string;
  readonly text: string;
  /** The heading above the block. */
  readonly heading: string;
}

/** The fenced code blocks of a page, in order; `file` is a path from the root of the repository. */
export async function codeBlocks(file: string): Promise<CodeBlock[]> {
  const text = await readFile(new URL(`../../${file}`, import.meta.url), 'utf8');
  const blocks: CodeBlock[] = [];
  let heading = '';
  const parts =
    /^#+ (?<heading>.+)$|^(?<indent> *)```(?<language>\w*)[^\n]*\n(?<code>[\s\S]*?)^\k<indent>```$/gm;
  for (const { groups } of text.matchAll(parts)) {
    if (groups?.heading !== undefined) heading = groups.heading;
    else if (groups?.code !== undefined) {
      const code = groups.code.replaceAll(new RegExp(`^${groups.indent}`, 'gm'), '');
      blocks.push({ language: groups.language ?? '', text: code, heading });
    }
  }

  return blocks;
}
