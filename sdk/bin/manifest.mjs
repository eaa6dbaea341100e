/** Writes `dist/package.json`: what is published is the built folder, for any Node from 20 and for browsers. */
import { readFileSync, writeFileSync } from 'node:fs';

const at = (path) => new URL(path, import.meta.url);
const { name, version, description, license, type, dependencies } = JSON.parse(
  readFileSync(at('../package.json'), 'utf8'),
);
const manifest = {
  name,
  version,
  description,
  license,
  type,
  engines: { node: '>=20' },
  exports: { '.': { types: './index.d.ts', default: './index.js' } },
  bin: { reelsight: 'cli/main.js' },
  dependencies,
};
writeFileSync(at('../dist/package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
