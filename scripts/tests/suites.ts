/** The suites of the checkout, and what each needs of the process it runs in. */
import { globSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { root } from './root.ts';
import { pureSuites } from './tiers.ts';

/**
 * Whom a suite may share its process with. `service`: suites that use the shared service, one after the other. `pure`:
 * suites that start nothing and change nothing outside of themselves. `nobody`: every other suite.
 */
export type Company = 'service' | 'pure' | 'nobody';

export interface Suite {
  /** From the root of the checkout, with `/`. */
  readonly path: string;
  /** It opens the database that the run is for. */
  readonly usesDatabase: boolean;
  readonly company: Company;
}

const patterns = ['{contract,server,sdk,cli,mcp,console}/src/**/*.test.ts', 'test/**/*.test.ts'];

/** A suite that imports one of these modules uses the shared service. */
const importsSharedService = /from '[^']*\/shared-(?:service|subject)\.ts'/;

export function findSuites(): Suite[] {
  const paths = globSync(patterns, { cwd: root, exclude: (name) => name === 'node_modules' });
  return paths
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
    .map((path) => ({
      path,
      usesDatabase: path.endsWith('.db.test.ts'),
      company: companyOf(path),
    }));
}

function companyOf(path: string): Company {
  if (pureSuites.some((pattern) => matchesGlob(path, pattern))) return 'pure';
  const source = readFileSync(join(root, path), 'utf8');
  return importsSharedService.test(source) ? 'service' : 'nobody';
}
