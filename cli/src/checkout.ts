/**
 * Finds the checkout that this command belongs to, and the server, which is in the checkout or in a package installed
 * next to this one.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Path of the checkout, ending in a slash; undefined in a published package. The built program is in a different folder
 * from the source.
 */
export const checkout: string | undefined = import.meta.url.endsWith('/cli/src/checkout.ts')
  ? fileURLToPath(new URL('../../', import.meta.url))
  : undefined;

const resolveFrom = (place: string, name: string): string | undefined => {
  try {
    return createRequire(place).resolve(name);
  } catch {
    return undefined;
  }
};

const manifest = resolveFrom(import.meta.url, '@reelsight/server/package.json');

/** Path of a server program; undefined where there is no server, or the server has no such program. */
export function serverProgram(...path: readonly string[]): string | undefined {
  if (manifest === undefined) return undefined;
  const source = join(dirname(manifest), 'src', ...path);
  // The published package holds JavaScript, in the same folders as the checkout.
  const built = join(dirname(manifest), 'server', 'src', ...path).replace(/\.ts$/, '.js');
  return [source, built].find(existsSync);
}

const leastNode = 24;

/**
 * Path of the Node to run the server with: the one running now, or the one installed with the server; undefined if
 * neither is suitable.
 */
export function serverNode(): string | undefined {
  const isNewEnough = Number(process.versions.node.split('.')[0]) >= leastNode;
  if (isNewEnough || checkout !== undefined || manifest === undefined) return process.execPath;
  const nodeManifest = `node-${process.platform}-${process.arch}/package.json`;
  const nodePackage = resolveFrom(manifest, nodeManifest);
  return (
    nodePackage &&
    join(dirname(nodePackage), 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  );
}
