/** Explains why no call matches a request: the path is unknown, or it does not support the method. */
import { accessesOf, callRows, Fault } from '@reelsight/contract';
import type { FastifyRequest } from 'fastify';

interface KnownPath {
  readonly pattern: RegExp;
  readonly methods: readonly string[];
}

const knownPaths: readonly KnownPath[] = callRows.flatMap(([, row]) =>
  accessesOf(row).map(({ path }) => ({
    pattern: patternOf(path),
    methods: row.method === 'GET' ? ['GET', 'HEAD'] : [row.method],
  })),
);

/** Turns a path of the table into a pattern: each `:name` matches one segment, a star everything that follows. */
function patternOf(path: string): RegExp {
  const pattern = path
    .replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(/:\w+/g, '[^/]+')
    .replaceAll('*', '.+');
  return new RegExp(`^${pattern}$`);
}

/** The methods that calls at this address support, in alphabetical order; empty for an unknown address. */
export function methodsAt(url: string): string[] {
  const path = url.replace(/\?.*$/s, '');
  const methods = knownPaths
    .filter(({ pattern }) => pattern.test(path))
    .flatMap((knownPath) => knownPath.methods);
  return [...new Set(methods)].toSorted();
}

export function absenceOf({ method, url }: FastifyRequest): Fault {
  const methods = methodsAt(url);
  // A path that cannot be decoded reaches no call, even if its method is supported.
  if (methods.length === 0 || methods.includes(method)) return new Fault('NOT_FOUND', url);
  return new Fault('METHOD_NOT_ALLOWED', `${method} ${url}`, {
    text: `This address takes ${methods.join(', ')}, not ${method}.`,
  });
}
