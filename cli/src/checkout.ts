/**
 * Finds the checkout that this command belongs to, and the server, which is in the checkout or in a package installed
 * next to this one.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Path of the checkout, ending in a slash; undefined if this program was not started from the source in `cli/src`, as
 * in a published package.
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

/** Path of a server program; undefined if there is no server, or if the server has no such program. */
export function serverProgram(...path: readonly string[]): string | undefined {
  if (manifest === undefined) return undefined;
  const source = join(dirname(manifest), 'src', ...path);
  // The published package holds JavaScript, in the same folders as the checkout.
  const built = join(dirname(manifest), 'server', 'src', ...path).replace(/\.ts$/, '.js');
  return [source, built].find(existsSync);
}

const leastNode = 24;

/**
 * Path of the Node executable to run the server with: the one running now, or the one installed with the server.
 * Undefined if neither is suitable.
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
