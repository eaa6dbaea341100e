/** Decides which suites belong to which tier, and which second-tier suites a change adds to `npm test`. */

export interface SecondTier {
  /** What the suites prove, in words, for the list that a run prints. */
  readonly what: string;
  readonly suites: readonly string[];
  /** A change to any of these paths adds the suites to `npm test`. */
  readonly pulledBy: readonly string[];
}

/**
 * Patterns for `path.matchesGlob`. Suites that match none of them are in the first tier, which every change must pass.
 * A suite belongs in this list only if it is inherently long (see CONTRIBUTING.md "Which tier a test belongs to").
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
      'server/src/jobs/{*,parts/*,hosts/*,processes/*,ingestion/*}.ts',
      'server/src/queue/**',
      'server/src/domain/{states,jobs,upkeep,events}/*.ts',
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
      'server/src/db/schema/migrat*',
      'server/src/db/migrations/**',
      'server/src/queue/**',
      'scripts/{last-release.json,release.ts}',
      'docs/{upgrading,production}.md',
    ],
  },
  {
    // One video that passes every engine from upload to results stays in the first tier, as does a
    // short test of each engine.
    what: 'what is heard, read and seen, in depth',
    suites: [
      'server/src/perception/{cutting,cutting-talk}.test.ts',
      'server/src/perception/answers/aggregate-turns.test.ts',
      'server/src/perception/brands/moving-names.test.ts',
      'server/src/perception/edges/exact-seconds.test.ts',
      'server/src/perception/screen/screen-text.test.ts',
      'server/src/engines/moonshine/*.test.ts',
      'server/src/jobs/embedding/local-embedding.test.ts',
      'test/exposure-video.test.ts',
    ],
    pulledBy: [
      'media/**',
      'package-lock.json',
      'server/package.json',
      'server/src/{analysis,engines,media,models,perception}/**',
      'server/src/jobs/embedding/*.ts',
    ],
  },
  {
    // The test that makes a clip on the command line stays in the first tier.
    what: 'clips, cut in every way and taken apart again',
    suites: ['test/clips.db.test.ts'],
    pulledBy: [
      'contract/src/**',
      'server/src/media/**',
      'server/src/{db,domain,http,jobs}/**/*clip*',
      'server/src/jobs/ingestion/isolation*.ts',
      'server/src/sandbox/*.ts',
    ],
  },
  {
    // The tests of a part that a runner does over the protocol, and of refusals, stay in the first
    // tier.
    what: 'runners that do all parts of a job, killed, revoked and behind a bad network',
    suites: ['test/runners.db.test.ts'],
    pulledBy: ['server/src/jobs/**', 'server/src/network/**', 'server/src/**/*runner*'],
  },
  {
    // The test of a backup's round trip on both databases stays in the first tier.
    what: 'backups: refusals, file systems, sealed keys, by the console',
    suites: [
      'test/backup/{console,file-systems,refusals}.db.test.ts',
      'server/src/wiring/backup/{keys.db,restore-place}.test.ts',
    ],
    pulledBy: [
      'server/src/{backup,db,storage}/**',
      'server/src/**/*backup*',
      'server/src/wiring/{backup/**,operations/migrate.ts,start/data-folder.ts,start/program.ts}',
      'cli/src/server-*.ts',
    ],
  },
  {
    // The tests of how a program starts, refuses to start and ends stay in the first tier.
    what: 'programs as processes: signals, an API and a worker apart, migrations by hand',
    suites: ['test/cli/signals.test.ts', 'test/{migrate,split-roles}.test.ts'],
    pulledBy: [
      'cli/{bin,src}/**',
      'scripts/{run.mjs,tests/**}',
      'server/src/{main.ts,wiring/**}',
      'server/src/db/schema/migrat*',
      'server/src/db/migrations/**',
    ],
  },
  {
    what: 'alert rules over hours of metrics',
    suites: ['test/monitoring-files.test.ts'],
    pulledBy: [
      'deploy/monitoring/**',
      'server/src/wiring/operations/*metric*',
      'server/src/sources/failure.ts',
    ],
  },
  {
    // The tests of accepted and refused sign-ins stay in the first tier.
    what: 'guesses of passwords and codes, with every setting',
    suites: ['test/console/{attempts,second-step}.db.test.ts'],
    pulledBy: [
      'server/src/accounts/**',
      'server/src/http/console/**',
      'server/src/wiring/settings/account-settings.ts',
    ],
  },
  {
    // The tests of the tools over HTTP and as a program stay in the first tier.
    what: 'every tool of assistants on results of every size',
    suites: ['test/assistants/{tools,video}.db.test.ts'],
    pulledBy: [
      'contract/src/**',
      'mcp/**',
      'server/src/{analysis,exposure}/**',
      'server/src/http/assistants.ts',
    ],
  },
  {
    // The tests of link captions, of Follows and of every class of failure stay in the first tier.
    what: 'links through the real program that follows them, and its updates',
    suites: [
      'server/src/sources/sources.test.ts',
      'server/src/sources/releases/releases.test.ts',
      'server/src/wiring/start/kept-sources.test.ts',
      'test/links.db.test.ts',
    ],
    pulledBy: [
      'server/src/{network,sources}/**',
      'server/src/jobs/remove-old-folders.ts',
      'server/src/jobs/ingestion/*.ts',
      'server/src/wiring/*/*{link,source}*',
    ],
  },
  {
    // The tests that check the trace spans of each part of the code stay in the first tier.
    what: 'one trace through all processes, and what it costs',
    suites: ['test/traces.db.test.ts'],
    pulledBy: [
      'server/src/{jobs,tracing,webhooks}/**',
      'server/src/http/traced.ts',
      'server/src/wiring/*/*trac*',
    ],
  },
  {
    // The test that requests, makes and fetches reports over HTTP stays in the first tier.
    what: 'reports as files, page by page',
    suites: ['server/src/reports/reports.test.ts'],
    pulledBy: ['server/src/{exposure,reports}/**', 'package-lock.json'],
  },
  {
    what: 'what the tests keep of earlier runs',
    suites: ['test/runner/part-cache.test.ts'],
    pulledBy: [
      'scripts/tests/**',
      'server/{src,testing}/**/*part*',
      'server/src/{analysis,engines,media,perception}/**',
      'server/testing/{part-cache/**,test-cache.ts}',
    ],
  },
  {
    what: 'loads, outages and connections that nobody reads',
    suites: [
      'test/busy-neighbour.db.test.ts',
      'test/connections.db.test.ts',
      'test/events/{cuts,many-logs}.db.test.ts',
      'test/{exposure-many.db,scale,unsent.db}.test.ts',
      'test/sdk-outage.db.test.ts',
      'test/console-pages/{two-hours,afternoon}.db.test.ts',
    ],
    pulledBy: [
      'server/src/{exposure,network}/**',
      'server/src/domain/{events,exposure}/*.ts',
      'server/src/http/{event-stream,job-feed,one-by-one,silent-connections,unsent,when-gone}.ts',
      'sdk/src/**',
      'bench/simulate.ts',
      'docs/scale.md',
      'test/console-pages/analyst.ts',
    ],
  },
  {
    // The tests of signing in and running a job stay in the first tier.
    what: 'pages of the console in every state, by keyboard, on a phone and in the dark',
    suites: [
      'test/console-pages/{account,analyse-and-job,backups,brand-colours,brands,clips,corrections,docs,exposure}.db.test.ts',
      'test/console-pages/{job-states,limits,narrow,runners,same-seconds,search,second-look}.db.test.ts',
      'test/console-pages/{reports,shared,videos,workspace}.db.test.ts',
      'test/console-pages/report-phone.test.ts',
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
      'test/sdk-readme.db.test.ts',
      'test/docs-{backup,results,runners}.db.test.ts',
      'test/docs-{fresh-links,install,quick-start}.test.ts',
    ],
    pulledBy: [
      'cli/src/**',
      'sdk/{README.md,src/**}',
      'docs/{backup,cli,install,links,quick-start,runners}.md',
      'docs/{clips,corrections,exposure,exports,presets,reports,search,sharing}.md',
    ],
  },
];

/** Suites that `npm test` runs on the embedded database too: dialect, queue, group commit, backup, one complete job. */
export const alsoEmbedded: readonly string[] = [
  'server/src/db/**/*.db.test.ts',
  'server/src/queue/*.db.test.ts',
  'server/src/domain/together.db.test.ts',
  'test/database.db.test.ts',
  'test/former-names.db.test.ts',
  'test/one-job.db.test.ts',
  'test/backup/round-trip.db.test.ts',
];

/** Suites without a database that change nothing in their process, so that many can share one process. */
export const pureSuites: readonly string[] = [
  '{cli,console,contract,sdk}/src/**',
  'server/src/{accounts,analysis,corrections,db,domain,engines,exports,exposure,http,search}/**/!(*.db).test.ts',
  'server/src/{mail,media,models,network,perception,reports,sources,storage}/**/!(*.db).test.ts',
  'server/src/{threads,tracing,webhooks,wiring}/**/!(*.db).test.ts',
];

/**
 * Suites with a database that need a process of their own: they measure the time or memory of the process, or would
 * affect other suites in it.
 */
export const apart: readonly string[] = [
  // These measure the processor time and memory of their process.
  'server/src/domain/together.db.test.ts',
  'server/src/queue/queue.db.test.ts',
  'test/{clips,connections,exposure-many,traces,unsent}.db.test.ts',
  'test/console/attempts.db.test.ts',
  'test/assistants/{http,tools}.db.test.ts',
];
