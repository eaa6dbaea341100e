/** The sections of docs/cli.md, one a command. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './harness.ts';

const page = readFileSync(join(root, 'docs', 'cli.md'), 'utf8');

export const sections = page
  .split(/^### reelsight /m)
  .slice(1)
  .map((text) => ({
    path: text.slice(0, text.indexOf('\n')),
    options: [...text.matchAll(/^\| `(-[^`]+)` \|/gm)].map(([, flags = '']) =>
      flags.replaceAll('\\|', '|'),
    ),
    examples: (/```sh\n([\s\S]*?)\n```/.exec(text)?.[1] ?? '').split('\n').filter(Boolean),
  }));
