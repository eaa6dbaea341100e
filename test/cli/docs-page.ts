/** The sections of docs/cli.md, one per command. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './harness.ts';

const page = readFileSync(join(root, 'docs', 'cli.md'), 'utf8');

const flagsIn = (text: string): string[] =>
  [...text.matchAll(/^\| `(-[^`]+)` \|/gm)].map(([, flags = '']) => flags.replaceAll('\\|', '|'));

const sharedText = /^## Shared options\n([\s\S]*?)^## /m.exec(page)?.[1] ?? '';
const sharedFlags = flagsIn(sharedText);

/** The shared options that a section names, such as `--json`, with their arguments. */
const sharedIn = (text: string): string[] => {
  const names = /^\[Also\]\(#shared-options\) (.+)\.$/m.exec(text)?.[1] ?? '';
  return [...names.matchAll(/`(--[\w-]+)`/g)].map(
    ([, name = '']) => sharedFlags.find((flags) => flags.split(' ')[0] === name) ?? name,
  );
};

export const sections = page
  .split(/^### reelsight /m)
  .slice(1)
  .map((text) => ({
    path: text.slice(0, text.indexOf('\n')),
    options: [...flagsIn(text), ...sharedIn(text)],
    examples: (/```sh\n([\s\S]*?)\n```/.exec(text)?.[1] ?? '').split('\n').filter(Boolean),
  }));
