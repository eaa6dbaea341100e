/** The calls for runners: those that the operator makes, and those that runners make with their own tokens. */
import { z } from 'zod';
import {
  claimParts,
  createRunner,
  interruptedPart,
  partAfter,
  partFileBytes,
  partResultBytes,
  partsClaimed,
  runnerCreated,
  runnerHeartbeat,
  runnerTerms,
  runnerView,
} from '../runner.ts';
import { exampleIds } from './example-ids.ts';
import { type CallRow, created, noContent, oneAnswer, type Param } from './row.ts';

const id = {
  description: 'Id of the runner.',
  example: exampleIds.runner,
} as const satisfies Param;
const task = {
  description: 'Id of the task that holds the part.',
  example: '3b1f0c52-8f7e-4d0a-9c55-2f6f0a4f9d10',
} as const satisfies Param;
const instance = {
  description: 'The process of the runner.',
  example: '7d0c3f6a-1b92-4e55-8a37-90c1d2e3f4a5',
} as const satisfies Param;
const file = {
  description: 'Name of the file within its job.',
  example: 'ingestion/media.json',
} as const satisfies Param;

const base = '/runner/v1';
const ofPart = 'Of the work of a job; the job has its own log.';
const identity = { protocol: 1, version: '0.1.0', instance: instance.example } as const;

const speech = { role: 'speech', name: 'moonshine-base', version: '1', kind: 'local' } as const;
const ordered = {
  task: task.example,
  job_id: exampleIds.job,
  number: 3,
  kind: 'join',
  first_cell: 0,
  last_cell: 0,
  start_seconds: 0,
  end_seconds: 212.5,
  crashes: 0,
  attempt: 1,
  title: 'A walk in town',
  tokens_used: 0,
  ask: { capabilities: ['transcription'] },
  before: [{ kind: 'hear', number: 1, state: 'done', first_cell: 0, last_cell: 8 }],
};

export const runnerCalls = {
  createRunner: {
    method: 'POST',
    tag: 'Runners',
    summary: 'Create a runner with a token.',
    description:
      'The token is shown only this once; only a hash of it is kept. A runner does parts of jobs on another machine, with `reelsight runner`.',
    audit: 'runner.created',
    operator: { path: '/admin/v1/runners' },
    body: createRunner,
    example: { name: 'GPU at home' },
    answers: created(runnerCreated, {
      runner_id: exampleIds.runner,
      token: 'rs_runner_4fQ2mZ8xT1vB6nK9cR3wY7pL5sD0hJ2a',
    }),
    errors: ['VALIDATION_FAILED'],
  },
  listRunners: {
    method: 'GET',
    tag: 'Runners',
    summary: 'List runners.',
    description: 'Those that are not revoked, then the last 200 revoked ones; newest first.',
    operator: { path: '/admin/v1/runners' },
    answers: oneAnswer(z.array(runnerView), [
      {
        runner_id: exampleIds.runner,
        name: 'GPU at home',
        status: 'online',
        version: '0.1.0',
        serves: ['hear', 'see', 'join'],
        engines: [speech],
        processes: 1,
        hosts: 4,
        parts_running: 2,
        parts_done: 1840,
        last_seen_at: '2026-11-12T09:30:20.000Z',
        created_at: '2026-11-02T14:18:30.771Z',
        revoked_at: null,
      },
    ]),
    errors: [],
  },
  revokeRunner: {
    method: 'DELETE',
    tag: 'Runners',
    summary: 'Revoke a runner.',
    description: 'Its parts are given back and its calls refused at once.',
    audit: 'runner.revoked',
    operator: { path: '/admin/v1/runners/:id' },
    params: { id },
    answers: noContent('Revoked.'),
    errors: ['NOT_FOUND'],
  },
  beatRunner: {
    method: 'POST',
    tag: 'Runners',
    summary: 'Say that a process of the runner lives.',
    description: 'Answers with the parts it is believed to do, and with the limits of the service.',
    unaudited: 'A sign of life.',
    runner: { path: `${base}/heartbeat` },
    body: runnerHeartbeat,
    repeatable: true,
    example: { ...identity, serves: ['hear', 'see'], hosts: 4, engines: [speech] },
    answers: oneAnswer(runnerTerms, {
      owned: [
        { task: task.example, job_id: exampleIds.job, number: 3, kind: 'join', held_ms: 1200 },
      ],
      serves: ['hear'],
      advice:
        'The service has better engines than the runner, which therefore does not `see` (for vision: llava, a model server). Pull the same models or set the same model server where the runner runs.',
      deadlines: { part: 1_800_000, job: 21_600_000, stages: { transcription: 10_800_000 } },
      proof_frames: 20,
      storyboard_tiles: 150,
    }),
    errors: ['RUNNER_VERSION', 'RUNNER_LIMIT', 'RUNNER_ENGINES'],
  },
  claimParts: {
    method: 'POST',
    tag: 'Runners',
    summary: 'Take parts to do.',
    description:
      'Waits until there is one, at most as long as asked. A process has to send a heartbeat first, and holds at most as many parts as its hosts.',
    unaudited: ofPart,
    runner: { path: `${base}/claims` },
    body: claimParts,
    example: { ...identity, serves: ['hear', 'see'], count: 2, wait_seconds: 25 },
    answers: oneAnswer(partsClaimed, { parts: [ordered] }),
    errors: ['RUNNER_VERSION', 'PART_LOST'],
  },
  getPartFile: {
    method: 'GET',
    tag: 'Runners',
    summary: 'Read a file that a part needs.',
    description: 'Whole, or one range of bytes.',
    runner: { path: `${base}/parts/:task/files/*` },
    params: { task, '*': file },
    answers: [{ status: 200, description: 'The file.', contentType: 'application/octet-stream' }],
    errors: ['NOT_FOUND'],
    head: 'none',
  },
  putPartFile: {
    method: 'PUT',
    tag: 'Runners',
    summary: 'Store a file of a join.',
    description: 'A picture of the results, or the transcript for later jobs.',
    unaudited: ofPart,
    runner: { path: `${base}/parts/:task/files/*` },
    params: { task, '*': { ...file, example: 'merging/frames/thumbnail.jpg' } },
    file: {
      description: 'The file.',
      contentTypes: ['application/octet-stream'],
      maxBytes: partFileBytes,
    },
    answers: noContent('Stored.'),
    errors: ['PART_LOST', 'VALIDATION_FAILED', 'NOT_FOUND'],
  },
  endPart: {
    method: 'PUT',
    tag: 'Runners',
    summary: 'Send what a part found, which ends it.',
    description:
      'JSON: `usage`, and `artifact` and `found`, or `results` of a join. The same result may be sent again.',
    unaudited: ofPart,
    runner: { path: `${base}/parts/:task/result` },
    params: { task },
    file: {
      description: 'The result as JSON.',
      contentTypes: ['application/vnd.reelsight.part+json'],
      maxBytes: partResultBytes,
    },
    answers: noContent('Ended.'),
    errors: ['PART_LOST', 'VALIDATION_FAILED'],
  },
  interruptPart: {
    method: 'POST',
    tag: 'Runners',
    summary: 'Say that a part ended without a result.',
    description: 'It is tried again elsewhere, as after the same end of a worker of the service.',
    unaudited: ofPart,
    runner: { path: `${base}/parts/:task/interruption` },
    params: { task },
    body: interruptedPart,
    repeatable: true,
    example: { why: 'closing', detail: 'the runner stops' },
    answers: oneAnswer(partAfter, { next: 'again' }),
    errors: [],
  },
  leaveRunner: {
    method: 'DELETE',
    tag: 'Runners',
    summary: 'Say that a process of the runner ends.',
    description: 'All parts it still holds are given back.',
    unaudited: ofPart,
    runner: { path: `${base}/instances/:instance` },
    params: { instance },
    answers: noContent('Parts are given back.'),
    errors: [],
  },
} as const satisfies Record<string, CallRow>;
