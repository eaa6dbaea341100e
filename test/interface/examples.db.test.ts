/** Sends the examples of the interface unchanged: each is accepted, and the answer has the form that is described. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  type Access,
  accessesOf,
  type CallId,
  type CallRow,
  callRows,
  calls,
  openapiDocument,
  openapiPath,
  type Results,
} from '@reelsight/contract';
import sharp from 'sharp';
import { sightLength, sightModel, sightPackOf } from '../../server/src/analysis/sight-pack.ts';
import { makeReport } from '../../server/src/jobs/make-report.ts';
import { type StorageKey, storageKey } from '../../server/src/storage/storage-key.ts';
import { waitFor } from '../../server/testing/wait-for.ts';
import { codeOf } from '../console/authenticator.ts';
import { type Person, password, signUp, Visitor } from '../console/visitor.ts';
import {
  accepted,
  type Caller,
  type Json,
  type Owner,
  type Subject,
  startSubject,
} from './subject.ts';

let subject: Subject;
let owner: Owner;
let person: Person;
before(async () => {
  subject = await startSubject({
    // No mail server listens at this address, so mail stays in the queue.
    REELSIGHT_SMTP_URL: 'smtp://127.0.0.1:9',
    REELSIGHT_MAIL_FROM: 'reelsight@example.com',
    REELSIGHT_SIGN_UP: 'open',
    REELSIGHT_SIGN_UP_PLAN: 'scale',
    REELSIGHT_ALLOW_PRIVATE_WEBHOOKS: 'true',
  });
  owner = await subject.owner('scale', 100_000);
  person = await signUp(subject, 'Operator');
});
after(() => subject.close());

const sent = new Set<string>();
const document = JSON.parse(JSON.stringify(openapiDocument('http://localhost'))) as Json;

interface Sending {
  readonly params?: Readonly<Record<string, string>>;
  /** Replaces fields that an example cannot know, such as a token or the name of what is deleted. */
  readonly instead?: object;
  /** The bytes of a file, sent with the first media type that the row accepts. */
  readonly file?: Uint8Array<ArrayBuffer>;
  /** Another example, used instead of the row's own. */
  readonly example?: unknown;
  /** Index of the expected answer in the row. */
  readonly answer?: number;
  readonly query?: string;
}

/** Existing ids by prefix, which replace the ids in the examples. */
const real: Record<string, string> = {};

const withRealId = (example: string): string =>
  example.replace(/^([a-z]+)_[0-9a-z]+/, (all, prefix) => real[prefix] ?? all);

const exampleParam = ({ params = {} }: CallRow, name: string): string | undefined =>
  params[name] && withRealId(params[name].example);

/** Sends the example. Returns the `data` of the answer, or the answer itself if it has no envelope. */
async function send(
  id: CallId,
  by: Access['by'],
  caller: Caller,
  { params = {}, instead = {}, query = '', ...sending }: Sending = {},
): Promise<Json> {
  const row: CallRow = calls[id];
  const access = accessesOf(row).find((one) => one.by === by && one.path === row[by]?.path);
  assert.ok(access, `${id} by ${by}`);

  const path = access.path.replace(/:(\w+)|\*/g, (all, name: string = all) => {
    const value = params[name] ?? exampleParam(row, name);
    assert.ok(value, `${id} needs ${name}`);
    return value;
  });
  const example = sending.example ?? row.example;
  const json = row.body && { ...(example as object), ...instead };
  const file = sending.file && {
    body: sending.file,
    headers: { 'Content-Type': row.file?.contentTypes[0] ?? '' },
  };
  const answer = await caller.call(row.method, path + query, { json, ...file });
  const expected = row.answers[sending.answer ?? 0];
  assert.equal(answer.status, expected?.status, `${id}${query}: ${answer.text}`);

  const misfit = expected?.body?.safeParse(answer.json).error;
  assert.equal(misfit, undefined, `${id}${query}: ${answer.text}`);
  sent.add(`${id} by ${by}`);

  return answer.json?.data ?? answer.json;
}

/** A query string with only the required parameters, and for each other parameter one more string with its example. */
function queriesOf(row: CallRow, access: Access): string[] {
  const { parameters } = document.paths[openapiPath(access.path)][row.method.toLowerCase()];
  const given = parameters
    // Only the service knows valid positions in a list, so these parameters are left out.
    .filter(
      (parameter: Json) =>
        parameter.in === 'query' && !['cursor', 'after'].includes(parameter.name),
    )
    .map(({ name, example, required }: Json) => ({
      required,
      text: `${name}=${encodeURIComponent(withRealId(String(example)))}`,
    }));
  const needed = given.filter((one: Json) => one.required).map((one: Json) => one.text);
  const others = given.filter((one: Json) => !one.required).map((one: Json) => one.text);

  return [needed, ...others.map((one: string) => [...needed, one])].map((texts) =>
    texts.length > 0 ? `?${texts.join('&')}` : '',
  );
}

const publicOf = (row: CallRow): Access[] =>
  accessesOf(row).filter(({ by }) => by === 'key' || by === 'operator');

const exampleJob = calls.getJob.answers[0].example.data;

/** Creates a job with the example's results, a frame and an event that was sent. */
async function finishedJob(): Promise<string> {
  const job = await owner.job({
    webhook_url: 'http://127.0.0.1:9/hook',
    capabilities: ['transcription', 'brands'],
  });
  const picture = sharp({ create: { width: 64, height: 36, channels: 3, background: 'red' } });
  const jpeg = await picture.jpeg().toBuffer();

  for (const name of ['sheet-1.jpg', 'proof-1.jpg', 'proof-2.jpg']) {
    const key = storageKey('frames', owner.tenantId, job.job_id, name);
    await store(key, jpeg);
  }

  await subject.worker.complete(job.job_id, exampleJob.results as Results);
  return job.job_id;
}

async function store(key: StorageKey, bytes: Buffer): Promise<void> {
  const storage = await subject.storage();
  await storage.put(key, bytes);
}

/** No worker makes clips in this test, so this stores a clip and marks it as ready, as a worker would. */
async function finishClip(jobId: string, id: string): Promise<void> {
  await store(storageKey('clips', owner.tenantId, jobId, `${id}.mp4`), Buffer.from('clip'));
  await subject.service.domain.db.query("update clips set status = 'ready' where id = $1", [id]);
}

/** Makes reports as a worker would. */
async function reportsMade(ids: readonly string[]): Promise<void> {
  const storage = await subject.storage();
  const { signal } = new AbortController();
  for (const reportId of ids)
    await makeReport(
      { domain: subject.domain, storage, log: () => undefined },
      { id: '', data: { reportId }, signal, triedAgain: false },
    );
}

/** Creates a job whose video is stored. */
async function uploadedJob(): Promise<string> {
  const job = { upload_key: await owner.upload(), capabilities: ['metadata'] };
  return accepted(await owner.post('/v1/jobs', job), 202).job_id;
}

describe('Examples', () => {
  test('of jobs, batches and uploads', async () => {
    const { job_id } = await send('createJob', 'key', owner);
    assert.match(job_id, /^job_/);

    const { questions, upload, dry_run } = calls.createJob.more;
    await send('createJob', 'key', owner, { example: questions });

    const instead = { upload_key: await owner.upload() };
    await send('createJob', 'key', owner, { example: upload, instead });
    await send('createJob', 'key', owner, { example: dry_run, answer: 1 });
    real.batch = (await send('createBatch', 'key', owner)).batch_id;

    const uploads = [{ ...calls.createBatch.more.uploads.uploads[0], key: instead.upload_key }];
    await send('createBatch', 'key', owner, {
      example: calls.createBatch.more.uploads,
      instead: { uploads },
    });
    await send('presignUpload', 'key', owner);

    const other = await send('createJob', 'key', owner);
    await send('changeJobs', 'key', owner);
    await send('changeJob', 'key', owner, { params: { id: other.job_id } });
    await send('cancelJob', 'key', owner, { params: { id: other.job_id } });
    await send('deleteJob', 'key', owner, { params: { id: other.job_id } });

    await send('listNewerAnalyses', 'key', owner, {
      params: { id: String(real.batch) },
    });
    const stopped = await owner.batch();
    await send('changeBatch', 'key', owner, { params: { id: stopped.batch_id } });
    await send('cancelBatch', 'key', owner, { params: { id: stopped.batch_id } });
    real.job = await finishedJob();
    await send('getMedia', 'key', owner, { params: { id: await uploadedJob() } });

    const { share_id } = await send('createJobShare', 'key', owner);
    await send('deleteShare', 'key', owner, { params: { id: share_id } });
  });

  test('of clips', async () => {
    const id = await uploadedJob();
    await subject.worker.complete(id, exampleJob.results as Results);

    const params = { id };
    const { ranges } = calls.createClip.more;
    const other = await send('createClip', 'key', owner, { params, example: ranges });
    await send('deleteClip', 'key', owner, { params: { id: other.clip_id } });
    real.clip = (await send('createClip', 'key', owner, { params })).clip_id;
    await finishClip(id, real.clip as string);
    await send('getClipFile', 'key', owner);
  });

  test('of results: a job that has those of the example reads as they do', async () => {
    const id = await finishedJob();
    const { results } = await send('getJob', 'key', owner, { params: { id } });
    assert.deepEqual(results, exampleJob.results);
  });

  test('of corrections', async () => {
    const { add, logo } = calls.createCorrection.more;
    const params = { id: await finishedJob() };
    const { correction_id: correction } = await send('createCorrection', 'key', owner, { params });
    await send('createCorrection', 'key', owner, { params, example: add });
    await send('createCorrection', 'key', owner, { params, example: logo });
    await send('deleteCorrection', 'key', owner, { params: { ...params, correction } });
  });

  test('of transcripts and speakers', async () => {
    const { parts, speaker } = calls.editTranscriptSegment.more;
    const params = { id: await finishedJob(), segment: '0' };
    const { revision } = await send('editTranscriptSegment', 'key', owner, { params });
    const standing = { params, instead: { revision } };
    const { revision: next } = await send('editTranscriptSegment', 'key', owner, {
      ...standing,
      example: speaker,
    });
    const instead = { revision: next };
    await send('editTranscriptSegment', 'key', owner, { params, example: parts, instead });
    await send('listTranscriptEdits', 'key', owner, { params });
    await send('undoTranscriptSegment', 'key', owner, { params });

    const one = { id: params.id, speaker: '1' };
    await send('setSpeaker', 'key', owner, { params: one });
    const { same } = calls.setSpeaker.more;
    const other = { params: { ...one, speaker: '2' }, example: same, instead: { revision: 0 } };
    await send('setSpeaker', 'key', owner, other);
    await send('listSpeakers', 'key', owner, { params });
  });

  test('of brands, presets, Follows and webhooks', async () => {
    const params = { id: (await send('createBrand', 'key', owner)).brand_id };
    await send('changeBrand', 'key', owner, { params });
    await send('recountBrand', 'key', owner, { params });
    await send('undoBrandRecount', 'key', owner, { params });

    const channels = 3 as const;
    const picture = sharp({ create: { width: 64, height: 64, channels, background: 'red' } });
    const file = new Uint8Array(await picture.png().toBuffer());
    const { logo_id: logo } = await send('uploadBrandLogo', 'key', owner, { params, file });
    await send('getBrandLogo', 'key', owner, { params: { ...params, logo } });
    await send('deleteBrandLogo', 'key', owner, { params: { ...params, logo } });
    await send('deleteBrand', 'key', owner, { params });
    real.brand = (await send('createBrand', 'key', owner)).brand_id;

    const ofPreset = { params: { id: (await send('createPreset', 'key', owner)).preset_id } };
    await send('changePreset', 'key', owner, ofPreset);
    await send('deletePreset', 'key', owner, ofPreset);
    real.preset = (await send('createPreset', 'key', owner)).preset_id;
    await send('replaceGlossary', 'key', owner, { instead: { revision: 0 } });

    const ofFollow = { params: { id: (await send('createFollow', 'key', owner)).follow_id } };
    await send('changeFollow', 'key', owner, ofFollow);
    await send('runFollow', 'key', owner, ofFollow);
    await send('deleteFollow', 'key', owner, ofFollow);
    real.fol = (await send('createFollow', 'key', owner)).follow_id;

    // An IP address, because tests look up no host names.
    const instead = { url: 'http://127.0.0.1:9/hook' };
    const { delivery_id: id } = await send('sendTestEvent', 'key', owner, { instead });
    await send('replayDelivery', 'key', owner, { params: { id } });
  });

  test('of alerts', async () => {
    // An IP address, because tests look up no host names.
    const targets = [{ type: 'slack', address: 'http://127.0.0.1:9/hook' }];
    const instead = { targets };
    const { alert_id: id } = await send('createAlert', 'key', owner, { instead });
    await send('changeAlert', 'key', owner, { params: { id }, instead });
    await send('previewAlert', 'key', owner);
    await send('testAlert', 'key', owner, { params: { id } });
    await send('deleteAlert', 'key', owner, { params: { id } });
    real.alr = (await send('createAlert', 'key', owner, { instead })).alert_id;
  });

  test('of search by sight', async () => {
    const { job_id } = await owner.job({ capabilities: ['brands'] });
    await subject.worker.complete(job_id);
    const vector = new Int8Array(sightLength).fill(1);
    const stretches = [
      { start: 0, end: 5, timestamp: 2, vector },
      { start: 5, end: 10, timestamp: 7, vector },
    ];
    const pack = Buffer.from(sightPackOf(stretches)).toString('base64');
    await subject.domain.db.query(
      `insert into sight_jobs (job_id, workspace_id, made_at, model, pack, packed_at)
       select id, workspace_id, created_at, $2, decode($3, 'base64'), now() from jobs where id = $1`,
      [job_id, sightModel, pack],
    );

    const instead = { moment: { job_id, timestamp: 1 } };
    const hits = await send('searchBySight', 'key', owner, { instead });
    assert.deepEqual(
      hits.map(({ start, likeness }: Json) => [start, likeness]),
      [[5, 1]],
    );
    const example = calls.searchBySight.more['a picture'];
    await send('searchBySight', 'key', owner, { example });
  });

  test('of reports', async () => {
    const { job_id } = await owner.job({ capabilities: ['brands'] });
    await subject.worker.complete(job_id, exampleJob.results as Results);

    const instead = { job_ids: [job_id] };
    const { report_id: id } = await send('createReport', 'key', owner, { instead });
    await send('deleteReport', 'key', owner, { params: { id } });

    const again = await send('createReport', 'key', owner, { instead });
    await reportsMade([again.report_id]);
    real.rep = again.report_id;
    await send('computeExposure', 'key', owner, { instead });
    await send('setJobAudience', 'key', owner, { params: { id: job_id } });
    await send('setMediaPrices', 'key', owner);
    // A batch that asked for brands.
    real.batch = (await owner.batch({ capabilities: ['brands'] })).batch_id;

    const ofReport = { params: { id: again.report_id } };
    const { share_id } = await send('createReportShare', 'key', owner, ofReport);
    await send('deleteShare', 'key', owner, { params: { id: share_id } });
  });

  test('of campaigns, brand sets and reports by schedule', async () => {
    const ofSet = { params: { id: (await send('createBrandSet', 'key', owner)).brand_set_id } };
    await send('changeBrandSet', 'key', owner, ofSet);
    await send('deleteBrandSet', 'key', owner, ofSet);
    real.set = (await send('createBrandSet', 'key', owner)).brand_set_id;

    const withSet = { instead: { brand_set_id: real.set } };
    const campaign = await send('createCampaign', 'key', owner, withSet);
    const ofCampaign = { params: { id: campaign.campaign_id }, ...withSet };
    await send('changeCampaign', 'key', owner, ofCampaign);
    await send('deleteCampaign', 'key', owner, ofCampaign);
    real.cmp = (await send('createCampaign', 'key', owner, withSet)).campaign_id;

    const withCampaign = { instead: { campaign_id: real.cmp } };
    const schedule = await send('createReportSchedule', 'key', owner, withCampaign);
    const ofSchedule = { params: { id: schedule.schedule_id }, ...withCampaign };
    await send('changeReportSchedule', 'key', owner, ofSchedule);
    await send('deleteReportSchedule', 'key', owner, ofSchedule);

    real.sch = (await send('createReportSchedule', 'key', owner, withCampaign)).schedule_id;
    const { run_id: runId } = await send('runReportSchedule', 'key', owner, {
      params: { id: real.sch as string },
    });
    real.run = runId;
  });

  test('of the operator', async () => {
    const { operator } = subject;
    const freed = await send('freeDisk', 'operator', operator);
    assert.deepEqual(freed, { kind: 'media', count: 0, started: false });

    const { tenant_id: id } = await send('createWorkspace', 'operator', operator);
    const params = { id };
    assert.equal((await send('changeWorkspace', 'operator', operator, { params })).plan, 'scale');
    await send('addCredits', 'operator', operator, { params });
    await send('createKey', 'operator', operator, { params });

    const { follow_id } = await send('createFollow', 'operator', operator, { params });
    const ofFollow = { params: { id: follow_id } };
    assert.equal(
      (await send('changeFollow', 'operator', operator, ofFollow)).rule.every_minutes,
      120,
    );
    await send('runFollow', 'operator', operator, ofFollow);
    await send('rotateSecret', 'operator', operator, { params });
    const hook = { url: 'http://127.0.0.1:9/hook' };
    await send('setWebhook', 'operator', operator, { params, instead: hook });
    await send('removeWebhook', 'operator', operator, { params });

    const { key_id } = await send('createKey', 'operator', operator, { params });
    await send('revokeKey', 'operator', operator, { params: { id: key_id } });

    const { runner_id } = await send('createRunner', 'operator', operator);
    await send('revokeRunner', 'operator', operator, { params: { id: runner_id } });

    const [delivery] = await send('listDeliveries', 'operator', operator, {
      params: { id: owner.tenantId },
    });
    await send('replayDelivery', 'operator', operator, { params: { id: delivery.delivery_id } });
    await send('listFollowVideos', 'operator', operator, ofFollow);
    await send('deleteFollow', 'operator', operator, ofFollow);
    await send('deleteWorkspace', 'operator', operator, { params });
  });

  test('of backups', async () => {
    const { operator } = subject;
    const { name } = await send('makeBackup', 'operator', operator);

    await waitFor(async () => {
      const [backup] = (await send('listBackups', 'operator', operator)).backups;
      assert.equal(backup.state, 'whole');
    });

    const ofBackup = { params: { name }, instead: { confirm: name } };
    await send('restoreBackup', 'operator', operator, ofBackup);
    await send('deleteBackup', 'operator', operator, { params: { name } });
  });

  test('of everything that a key or the operator reads, with each parameter', async () => {
    real.ws = owner.tenantId;
    for (const [id, row] of callRows) {
      for (const access of publicOf(row)) {
        if (row.method !== 'GET') continue;
        // This call was already sent above, with the ids that it needs.
        if (sent.has(`${id} by ${access.by}`)) continue;
        const caller = access.by === 'key' ? owner : subject.operator;
        for (const query of queriesOf(row, access)) await send(id, access.by, caller, { query });
      }
    }
  });

  test('of a workspace', async () => {
    const { visitor, workspaceId: workspace } = person;
    const params = { workspace };
    await send('createKey', 'session', visitor, { params });
    await send('rotateSecret', 'session', visitor, { params });
    const hook = { url: 'http://127.0.0.1:9/hook' };
    await send('setWebhook', 'session', visitor, { params, instead: hook });
    await send('removeWebhook', 'session', visitor, { params });

    const made = await send('createOwnWorkspace', 'session', visitor);
    const own = { workspace: made.workspace_id };
    const { name } = await send('renameWorkspace', 'session', visitor, { params: own });
    await send('deleteOwnWorkspace', 'session', visitor, { params: own, instead: { name } });
  });

  test('of people', async () => {
    const { visitor, workspaceId: workspace } = person;
    const ada = new Visitor(subject.service.apiUrl);
    const { user } = await send('signUp', 'session', ada);

    await send('signIn', 'session', new Visitor(subject.service.apiUrl));
    const { link } = await send('createInvitation', 'session', visitor, { params: { workspace } });
    const token = new URL(link).searchParams.get('token');
    await send('acceptInvitation', 'session', ada, { instead: { token } });
    await send('readBrandSlots', 'session', visitor, { params: { workspace } });
    await send('changeMember', 'session', visitor, { params: { workspace, user: user.id } });
    await send('changeNotifications', 'session', visitor, { params: { workspace } });

    const [{ code } = {}] = await subject.domain.db.query<Json>(
      "select details ->> 'code' as code from mail_items",
    );
    await send('confirmAddress', 'session', visitor, { params: { workspace }, instead: { code } });

    const { json: sessions } = await ada.get('/console/auth/list-sessions');
    const other = sessions.at(-1).token;
    await send('revokeSession', 'session', visitor, { instead: { token: other } });
    assert.equal((calls.signUp.example as Json).password, password);
    await send('changePassword', 'session', ada);
  });

  test('of the second step', async () => {
    const { visitor, email } = person;
    const { secret } = await send('beginTotp', 'session', visitor);
    // The example cannot know the code of this half minute.
    const now = (later: number) => ({ instead: { code: codeOf(secret, later) } });
    await send('confirmTotp', 'session', visitor, now(-1));

    const other = new Visitor(subject.service.apiUrl);
    assert.equal((await other.signIn(email)).status, 401);
    await send('enterCode', 'session', other, now(0));
    await send('endTotp', 'session', visitor, now(1));
  });

  test('none is left out: every call of a key and the operator, every body of a session', () => {
    const wanted = callRows.flatMap(([id, row]) => {
      const ofSession = row.body && row.session ? [`${id} by session`] : [];
      return [...publicOf(row).map(({ by }) => `${id} by ${by}`), ...ofSession];
    });
    // This call sends a request to a platform, which no test does.
    const elsewhere = ['previewFollow by key'];

    assert.ok(wanted.length > 50);
    assert.deepEqual(
      wanted.filter((one) => !sent.has(one) && !elsewhere.includes(one)),
      [],
      'send them above: their examples, or their example parameters',
    );
  });
});
