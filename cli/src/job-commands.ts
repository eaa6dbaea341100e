/** The commands `jobs` and `batch`. */
import { type Command, Option } from 'commander';
import { addFlags } from './ask-options.ts';
import {
  batchStates,
  cancelBatch,
  createBatch,
  getBatch,
  listBatches,
  waitForBatch,
} from './batches.ts';
import {
  connected,
  type Does,
  described,
  isoTime,
  list,
  paged,
  positiveNumber,
  texts,
} from './command.ts';
import { addBatchExport, addJobExport } from './export-commands.ts';
import {
  cancelJob,
  deleteJobs,
  getJob,
  jobStates,
  listJobs,
  rerunJobs,
  tagJob,
  waitForJob,
} from './jobs.ts';
import { search, searchKinds } from './search.ts';

const asFound = ['--as-found', 'results without corrections'] as const;
const transcript = ['--out <file>', 'write the transcript: .srt, .vtt or .txt'] as const;

export function addJobs(root: Command, toAction: Does): void {
  const jobs = root
    .command('jobs')
    .description('list, read, wait for, export, cancel, run again, delete jobs');
  addJobList(jobs, toAction);
  described(
    connected(jobs.command('get <job>')),
    'print the current state of a job, and its results as people corrected them',
    'reelsight jobs get $JOB',
    'reelsight jobs get $JOB --out talk.vtt',
  )
    .option(...transcript)
    .option(...asFound)
    .action(toAction(getJob));

  described(
    connected(jobs.command('wait <job>')),
    'wait until a job is done, then print it',
    'reelsight jobs wait $JOB --out talk.txt --quiet',
  )
    .option(...transcript)
    .option('--quiet', 'no progress')
    .action(toAction(waitForJob));
  addJobExport(jobs, toAction);
  described(
    connected(jobs.command('cancel <job>')),
    'cancel a job that is not final',
    'reelsight jobs cancel $OPEN_JOB',
  ).action(toAction(cancelJob));
  addBulk(jobs, toAction);
}

function addBulk(jobs: Command, toAction: Does): void {
  described(
    connected(jobs.command('tag <job> [tag...]')),
    'replace the tags of a job; without any, take them away',
    'reelsight jobs tag $JOB spring league',
  ).action(toAction(tagJob));

  described(
    connected(jobs.command('rerun <job...>')),
    'for each final job a new one that asks the same of the same video',
    'reelsight jobs rerun $JOB --dry-run',
    'reelsight jobs rerun $JOB',
  )
    .option('--dry-run', 'print what would be done and what it would cost')
    .action(toAction(rerunJobs));

  described(
    connected(jobs.command('delete <job...>')),
    'delete final jobs with their media and results',
    'reelsight jobs delete $OLD_JOB',
  )
    .option('--dry-run', 'print which could be deleted')
    .action(toAction(deleteJobs));
}

function addJobList(jobs: Command, toAction: Does): void {
  described(
    paged(jobs.command('list')),
    'list jobs, newest first',
    'reelsight jobs list',
    'reelsight jobs list --tag spring',
    'reelsight jobs list --status completed --created-after 2026-01-01 --all --json',
  )
    .addOption(new Option('--status <status>', 'only jobs in this state').choices(jobStates))
    .option('--follow <id>', 'only jobs of this Follow, or `any`')
    .option('--external-id <text>', 'only jobs with this id of yours')
    .option('--tag <tag>', 'only jobs with this tag')
    .option('--created-after <time>', 'only jobs created after it, ISO 8601', isoTime)
    .option('--created-before <time>', 'only jobs created before it, ISO 8601', isoTime)
    .option('--updated-after <time>', 'only jobs that changed after it, ISO 8601', isoTime)
    .action(toAction(listJobs));
}

export function addBatch(root: Command, toAction: Does): void {
  const batch = root
    .command('batch')
    .description('create, list, read, wait for, export, cancel batches');
  addBatchCreate(batch, toAction);
  described(
    paged(batch.command('list')),
    'list batches, newest first',
    'reelsight batch list --status completed',
  )
    .addOption(new Option('--status <status>', 'only batches in this state').choices(batchStates))
    .action(toAction(listBatches));

  described(
    connected(batch.command('get <batch>')),
    'print the current state of a batch, with its brands as people corrected them',
    'reelsight batch get $BATCH',
    'reelsight batch get $BATCH --as-found --json',
  )
    .option(...asFound)
    .action(toAction(getBatch));

  described(
    connected(batch.command('wait <batch>')),
    'wait until a batch is done, then print it; exits with 0 only if every job completed',
    'reelsight batch wait $BATCH',
  )
    .option('--quiet', 'no progress')
    .action(toAction(waitForBatch));
  addBatchExport(batch, toAction);
  described(
    connected(batch.command('cancel <batch>')),
    'cancel a batch and its jobs',
    'reelsight batch cancel $OPEN_BATCH',
  ).action(toAction(cancelBatch));
}

function addBatchCreate(batch: Command, toAction: Does): void {
  const command = connected(batch.command('create <file-or-url...>'))
    .option(
      '--preset <preset>',
      'a preset by its name or id, for what has no option here: brands, surfaces, language, frames per second',
    )
    .option('-c, --capabilities <list>', 'what to do with each video', list);
  described(
    addFlags(command, 'batch'),
    'analyse several videos in the same way',
    'reelsight batch create talk.mp4 second.mp4 -c metadata',
    'reelsight batch create talk.mp4 second.mp4 -c transcription --wait',
    "reelsight batch create talk.mp4 second.mp4 --preset 'Transcript only'",
    "reelsight batch create talk.mp4 second.mp4 -c transcription --aggregate-query 'What do they sell?'",
    'reelsight batch create talk.mp4 second.mp4 -c brands --estimate',
  )
    .option('--aggregate-query <question>', 'a question about all of them (repeatable)', texts)
    .option('--tag <tag>', 'your own word for the jobs (repeatable)', texts)
    .option('--webhook-url <address>', 'gets the events of the batch: HTTPS and a public name')
    .option('--estimate', 'print what it would cost, without uploading or creating anything')
    .option('--wait', 'wait until the batch is done, then print it')
    .option('--quiet', 'no progress')
    .action(toAction(createBatch));
}

export function addSearch(root: Command, toAction: Does): void {
  described(
    paged(root.command('search [words...]')),
    'search what is said, shown and seen in all videos, or what looks like a picture or shows what words say',
    'reelsight search welcome',
    'reelsight search \'"running shoes"\' --kind speech,text --brand Nike',
    'reelsight search shoes --since 2026-01-01 --all --json',
    'reelsight search --like picture.jpg',
    'reelsight search --like "$JOB@1" --limit 5',
    'reelsight search --shows "a red car in the snow"',
  )
    .option('--like <file>', 'what looks like this picture, or like a moment: JOB@SECONDS')
    .option('--shows <words>', 'what shows this, if the service has a model for it')
    .addOption(new Option('--kind <list>', `only ${searchKinds.join(', ')}`).argParser(list))
    .option('--brand <name>', 'only moments at which this brand is seen or said')
    .option('--object <name>', 'only moments at which this object is seen')
    .option('--speaker <number>', 'only what this speaker of a video says', positiveNumber)
    .option('--speaker-name <name>', 'only what speakers say whom people called so')
    .option('--job <id>', 'only this job')
    .option('--batch <id>', 'only jobs of this batch')
    .option('--since <time>', 'only jobs created then or later, ISO 8601', isoTime)
    .option('--until <time>', 'only jobs created before it, ISO 8601', isoTime)
    .action(toAction(search));
}
