/**
 * `npm run generate`: writes the files that are generated from others, so that nothing is maintained twice.
 * With `--check` it writes nothing, and fails if one of them is stale.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { generatedFiles } from './generated-files.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

const checkOnly = process.argv.includes('--check');
let stale = 0;
for (const [path, make] of Object.entries(generatedFiles)) {
  const generated = await make();
  const present = await readFile(root + path, 'utf8').catch(() => undefined);
  if (generated === present) continue;
  stale += 1;
  if (!checkOnly) await writeFile(root + path, generated);
  console.log(`${path}: ${checkOnly ? 'stale, run npm run generate' : 'written'}`);
}
if (checkOnly && stale > 0) process.exitCode = 1;
