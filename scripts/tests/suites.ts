/** The suites of the checkout, and the kind of process that each needs. */
import { globSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { root } from './root.ts';
import { apart, pureSuites } from './tiers.ts';

/**
 * Which suites may run in the same process as this suite, one after the other. `services`: suites that use the database
 * and services in their own process. `pure`: suites that start nothing and change nothing outside themselves. `nobody`:
 * no other suite.
 */
export type Company = 'services' | 'pure' | 'nobody';

export interface Suite {
  /** Relative to the root of the checkout, with `/`. */
  readonly path: string;
  /** Whether the suite uses the run's database, which its file name shows. */
  readonly usesDatabase: boolean;
  readonly company: Company;
}

const patterns = ['{contract,server,sdk,cli,mcp,console}/src/**/*.test.ts', 'test/**/*.test.ts'];

export function findSuites(): Suite[] {
  const paths = globSync(patterns, { cwd: root, exclude: (name) => name === 'node_modules' });
  return paths
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
    .map((path) => {
      const usesDatabase = path.endsWith('.db.test.ts');
      return { path, usesDatabase, company: companyOf(path, usesDatabase) };
    });
}

function companyOf(path: string, usesDatabase: boolean): Company {
  const matchesOneOf = (list: readonly string[]) =>
    list.some((pattern) => matchesGlob(path, pattern));
  if (matchesOneOf(pureSuites)) return 'pure';
  return usesDatabase && !matchesOneOf(apart) ? 'services' : 'nobody';
}
