/** Examples of the documentation, for tests that run them as they stand. */
import { readFile } from 'node:fs/promises';

export interface CodeBlock {
  /** What stands after the fence; empty if nothing does. */
  readonly language: string;
  readonly text: string;
  /** The heading above it. */
  readonly heading: string;
}

/** The fenced blocks of a page in their order; `file` is a path from the root of the repository. */
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
