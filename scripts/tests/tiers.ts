/** Which suites belong to which tier, and which of the second tier a change pulls into `npm test`. */

export interface SecondTier {
  /** What they prove, for the list that a run prints. */
  readonly what: string;
  readonly suites: readonly string[];
  /** A change to one of these paths pulls the suites into `npm test`. */
  readonly pulledBy: readonly string[];
}

/**
 * Patterns as of `path.matchesGlob`. What is not named here is of the first tier: a change must pass it. A suite comes
 * here only if it is long by nature (see CONTRIBUTING.md "Which tier a test belongs to").
 */
export const secondTier: readonly SecondTier[] = [
  {
    what: 'processes killed at each kind of part, in a download and under a stream',
    suites: [
      'test/recovery.db.test.ts',
      'test/download-recovery.db.test.ts',
      'test/events/killed.db.test.ts',
    ],
    pulledBy: [
      'server/src/jobs/*.ts',
      'server/src/queue/**',
      'server/src/domain/{lifecycle,settle-jobs,sweep,claim-jobs,events}*.ts',
    ],
  },
  {
    what: 'upgrades from the last release, rolling and not',
    suites: [
      'test/rolling-*.test.ts',
      'test/upgrade.db.test.ts',
      'test/release.test.ts',
      'test/docs-production.test.ts',
    ],
    pulledBy: [
      'server/src/db/migrat*',
      'server/src/db/migrations/**',
      'server/src/queue/**',
      'scripts/{last-release.json,release.ts}',
      'docs/{upgrading,production}.md',
    ],
  },
  {
    what: 'a talk divided in several ways',
    suites: ['server/src/perception/cutting-talk.test.ts'],
    pulledBy: ['server/src/{analysis,engines,media,perception}/**'],
  },
  {
    what: 'loads',
    suites: [
      'test/busy-neighbour.db.test.ts',
      'test/connections.db.test.ts',
      'test/events/{cuts,many-logs}.db.test.ts',
      'test/scale.test.ts',
      'test/console-pages/{two-hours,afternoon}.db.test.ts',
    ],
    pulledBy: [
      'server/src/network/**',
      'server/src/domain/events*.ts',
      'bench/simulate.ts',
      'docs/scale.md',
      'test/console-pages/analyst.ts',
    ],
  },
  {
    // Those of signing in, of analysing and of a job's page stay in the first tier.
    what: 'pages of the console in every state, by keyboard, on a phone and in the dark',
    suites: [
      'test/console-pages/{account,backups,brand-colours,brands,clips,corrections,docs,exposure}.db.test.ts',
      'test/console-pages/{job-states,limits,narrow,runners,same-seconds,search,second-look}.db.test.ts',
      'test/console-pages/{shared,videos,workspace}.db.test.ts',
    ],
    pulledBy: [
      'console/**',
      'contract/src/**',
      'server/src/{http,exposure,corrections,reports}/**',
      'test/console-pages/**',
    ],
  },
  {
    what: 'made calls against every address',
    suites: ['test/interface/fuzz.db.test.ts'],
    pulledBy: ['contract/src/calls/**', 'server/src/http/**'],
  },
  {
    what: 'packages as they are published, installed and run',
    suites: [
      'test/cli/package.db.test.ts',
      'test/{sdk-package,python}.db.test.ts',
      'test/{server-package,openapi-tools}.test.ts',
    ],
    pulledBy: [
      'package-lock.json',
      '*/package.json',
      'python/**',
      'scripts/{package,package-server,python-client,python-types}.ts',
      'docs/openapi.gen.json',
    ],
  },
  {
    what: 'every example of the documents, each a process',
    suites: [
      'test/cli/examples.db.test.ts',
      'test/docs-{backup,results,runners}.db.test.ts',
      'test/docs-{fresh-links,install,quick-start}.test.ts',
    ],
    pulledBy: [
      'cli/src/**',
      'docs/{backup,cli,fresh-links,install,keep-running,quick-start,runners}.md',
      'docs/{clips,corrections,exposure,exports,presets,reports,search,sharing}.md',
    ],
  },
];

/** Suites that `npm test` runs on the embedded database as well: dialect, queue, group commit, backup, one job to its end. */
export const alsoEmbedded: readonly string[] = [
  'server/src/db/*.db.test.ts',
  'server/src/queue/*.db.test.ts',
  'server/src/domain/grouped.db.test.ts',
  'test/database.db.test.ts',
  'test/analysis.db.test.ts',
  'test/backup/round-trip.db.test.ts',
];

/** Suites that start nothing and change nothing outside of themselves, so that many share a process. */
export const pureSuites: readonly string[] = [
  'contract/src/**',
  'console/src/**',
  'server/src/{analysis,corrections,exposure,exports,http,mail,tracing}/**/!(*.db).test.ts',
];

/**
 * Suites of the database that share their process with nobody: they measure its time or memory, or what they do to it
 * would reach the others.
 */
export const apart: readonly string[] = [
  // They count processor time and memory of the process.
  'server/src/domain/grouped.db.test.ts',
  'server/src/queue/queue.db.test.ts',
  'test/{clips,connections,exposure-many,traces,unsent}.db.test.ts',
  'test/console/attempts.db.test.ts',
  'test/assistants/{http,tools}.db.test.ts',
];
