/** Writes a part of docs/accuracy.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fill } from '../scripts/licences.ts';

const path = 'docs/accuracy.md';
const file = join(import.meta.dirname, '..', path);

/** `real`: by bench/real.ts on recordings that nobody here made. `made`: by bench/accuracy.ts on the project's own. */
export function writeAccuracy(part: 'real' | 'made', text: string): void {
  writeFileSync(file, fill(readFileSync(file, 'utf8'), path, part, text));
}
