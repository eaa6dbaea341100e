/** Writes a part of docs/accuracy.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fill } from '../scripts/licences.ts';

const path = 'docs/accuracy.md';
const file = join(import.meta.dirname, '..', path);

/**
 * `real`: written by bench/real.ts, about recordings that the project did not make. `made`: written by
 * bench/accuracy.ts, about the project's own media.
 */
export function writeAccuracy(part: 'real' | 'made', text: string): void {
  writeFileSync(file, fill(readFileSync(file, 'utf8'), path, part, text));
}
