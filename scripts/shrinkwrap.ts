/** Which packages of package-lock.json one of the workspaces needs where it is installed alone. */

interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly link?: boolean;
  readonly resolved?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

export interface Lock {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

/**
 * Entries of a lock file at their places, which are those of the checkout. `carried` are in the package itself, without what they depend on. Throws if one would lie
 * inside the workspace.
 */
export function installedPackages(
  lock: Lock,
  workspace: string,
  carried: readonly string[],
): Record<string, object> {
  const found: Record<string, object> = {};
  const seen = new Set<string>();
  const visit = (place: string): void => {
    if (seen.has(place)) return;
    seen.add(place);
    const entry = lock.packages[place] as LockedPackage;
    if (place.startsWith('node_modules/') && !entry.link) found[place] = published(entry);
    if (carried.some((name) => place === `node_modules/${name}`)) {
      found[place] = { version: entry.version, license: entry.license, inBundle: true };
      return;
    }
    if (entry.link) visit(entry.resolved ?? '');
    for (const name of namesOf(entry)) {
      const next = placeOf(lock, name, place);
      if (next !== undefined) visit(next);
    }
  };
  visit(workspace);
  const inside = [...seen].filter((place) => /^(?!node_modules\/).*\/node_modules\//.test(place));
  if (inside.length > 0) throw new Error(`no place in the package for ${inside.join(', ')}`);
  return Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const published = ({ dev: _dev, devOptional: _devOptional, ...entry }: LockedPackage): object =>
  entry;

function namesOf(entry: LockedPackage): string[] {
  const peers = Object.keys(entry.peerDependencies ?? {});
  const needed = peers.filter((name) => !entry.peerDependenciesMeta?.[name]?.optional);
  const own = { ...entry.dependencies, ...entry.optionalDependencies };
  return [...Object.keys(own), ...needed];
}

/** Where a package finds another: beside it, or further up. */
function placeOf({ packages }: Lock, name: string, from: string): string | undefined {
  for (let at = from; ; at = at.includes('/') ? at.slice(0, at.lastIndexOf('/')) : '') {
    const place = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    if (packages[place]) return place;
    if (at === '') return undefined;
  }
}
