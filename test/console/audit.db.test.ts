/** The audit log: every change writes an entry in its own transaction. Also, who may read the log. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { auditActions, type CallId, type CallRow, callRows, calls } from '@reelsight/contract';
import sharp from 'sharp';
import { noAudit } from '../../server/src/domain/audit.ts';
import { audited } from '../../server/src/http/audited.ts';
import { waitFor } from '../../server/testing/wait-for.ts';
import {
  type Answer,
  accepted,
  dayMs,
  isTimestamp,
  type Json,
  type Owner,
  refused,
  type Subject,
  startSubject,
  videoUrl,
} from '../interface/subject.ts';
import { codeOf } from './authenticator.ts';
import { type Person, password, signUp, Visitor } from './visitor.ts';

const operatorAudit = '/console/v1/operator/admin/v1/audit';

describe('The table of calls', () => {
  test('each changing call has a name in the log, or a reason to be left out', () => {
    for (const [id, row] of callRows as [CallId, CallRow][]) {
      const said = [row.audit, row.unaudited].filter((one) => one !== undefined).length;
      if (row.method === 'GET') assert.equal(row.unaudited, undefined, id);
      else assert.equal(said, 1, id);
    }
  });

  test('each name of an action is that of a call or made by one', () => {
    const ofCalls = new Set<string>(callRows.flatMap(([, { audit }]) => audit ?? []));
    assert.deepEqual(
      auditActions.filter((action) => !ofCalls.has(action)),
      [],
    );
    assert.deepEqual([...auditActions], [...auditActions].sort());
  });

  test('a handler that forgets its entry fails', async () => {
    const row = { audit: 'key.created' } as CallRow;
    const deps = { domain: { audit: noAudit } } as unknown as Parameters<typeof audited>[0];
    const request = { id: 'req_0', ip: '::1', entered: null } as Parameters<typeof audited>[2];
    await assert.rejects(
      audited(deps, row, request, async () => 'done'),
      /internal|our side/i,
    );

    const unchanged = await audited(deps, row, request, async ({ domain }) => {
      domain.audit.unchanged();
      return 'done';
    });
    assert.equal(unchanged, 'done');
  });
});

describe('Entries', () => {
  let subject: Subject;
  let operator: Person;
  let ada: Person;
  let bob: Person;
  let owner: Owner;
  before(async () => {
    subject = await startSubject({
      REELSIGHT_SIGN_UP: 'open',
      REELSIGHT_SIGN_UP_PLAN: 'scale',
      REELSIGHT_ALLOW_PRIVATE_WEBHOOKS: 'true',
      REELSIGHT_MODELS_MIRROR: '/nowhere',
    });
    operator = await signUp(subject, 'Operator');
    ada = await signUp(subject, 'Ada');
    bob = await signUp(subject, 'Bob');

    owner = await subject.owner('scale', 100_000);
  });
  after(() => subject.close());

  /** The entries of the whole service, newest first. */
  const log = async (query = ''): Promise<Json[]> =>
    accepted(await operator.visitor.get(`${operatorAudit}?limit=100${query}`), 200);

  /** Calls that have been tested and left the right entry. */
  const proven = new Set<CallId>();

  interface Expected {
    readonly status: number;
    readonly by: 'user' | 'operator' | 'key';
    readonly workspace?: string | null;
    readonly name?: RegExp;
  }

  /**
   * Checks that a call left exactly one entry, with its own request and its own caller. Returns the `data` of the
   * answer.
   */
  async function leaves(id: CallId, answer: Answer, expected: Expected): Promise<Json> {
    assert.equal(answer.status, expected.status, `${id}: ${answer.text}`);
    const row = callRows.find(([one]) => one === id)?.[1] as CallRow;
    const request = answer.headers.get('x-request-id');
    const entries = (await log()).filter((one) => one.request_id === request);
    assert.equal(entries.length, 1, `${id} leaves one entry`);

    const [entry] = entries;
    assert.deepEqual([entry.action, entry.actor.type], [row.audit, expected.by], id);
    assert.match(entry.audit_id, /^aud_/);
    assert.match(entry.address, /^(::1|127\.0\.0\.1|::ffff:127\.0\.0\.1)$/);
    isTimestamp(entry.created_at);

    if (expected.workspace !== undefined) assert.equal(entry.tenant_id, expected.workspace, id);
    if (expected.name) assert.match(String(entry.target.name), expected.name, id);

    proven.add(id);
    return answer.json?.data ?? answer.json;
  }

  test('of what the operator does', async () => {
    const { visitor } = operator;
    const mirror = '/console/v1/operator';
    const body = { name: 'Made', email: 'made@example.com', plan: 'pro' };
    const { tenant_id: id, api_key: apiKey } = await leaves(
      'createWorkspace',
      await subject.operator.post('/admin/v1/workspaces', body),
      { status: 201, by: 'operator', name: /^Made$/ },
    );
    const by = { by: 'user', workspace: id } as const;
    const path = `${mirror}/admin/v1/workspaces/${id}`;
    await leaves('changeWorkspace', await visitor.patch(path, { plan: 'scale' }), {
      ...by,
      status: 200,
    });

    const credits = { type: 'grant', amount: 10, description: 'a gift' };
    await leaves('addCredits', await visitor.post(`${path}/credits`, credits), {
      ...by,
      status: 201,
    });

    const [granted] = await log('&action=credits.granted');
    assert.deepEqual(granted.details, credits);
    assert.equal(granted.actor.name, 'Operator (operator@example.com)');

    const key = await leaves(
      'createKey',
      await visitor.post(`${path}/keys`, { name: 'K', scopes: ['jobs:read'] }),
      { ...by, status: 201, name: /^K$/ },
    );
    await leaves('revokeKey', await visitor.delete(`${mirror}/admin/v1/keys/${key.key_id}`), {
      ...by,
      status: 204,
      name: /^K$/,
    });

    const rotated = await leaves('rotateSecret', await visitor.post(`${path}/webhook-secret`), {
      ...by,
      status: 201,
    });

    const address = { url: `${subject.service.apiUrl}/healthz`, events: ['job.completed'] };
    await leaves('setWebhook', await visitor.call('PUT', `${path}/webhook`, { json: address }), {
      ...by,
      status: 200,
    });
    await leaves('removeWebhook', await visitor.delete(`${path}/webhook`), { ...by, status: 204 });

    await leaves('deleteWorkspace', await visitor.delete(path), {
      ...by,
      status: 204,
      name: /^Made$/,
    });

    const reset = await leaves(
      'resetPassword',
      await visitor.post(`${mirror}/accounts/${bob.userId}/password`),
      { status: 201, by: 'user', workspace: null, name: /^Bob \(bob@example\.com\)$/ },
    );
    await bob.visitor.signIn(bob.email, reset.password);
    await leaves('pullModel', await visitor.post(`${mirror}/models/whisper-tiny/pull`), {
      status: 202,
      by: 'user',
      workspace: null,
    });

    const backups = `${mirror}/admin/v1/backups`;
    const { name } = await leaves('makeBackup', await visitor.post(backups, { password }), {
      status: 202,
      by: 'user',
      workspace: null,
    });

    await waitFor(async () => {
      const { backups: list } = accepted(await visitor.get(backups), 200);
      assert.equal(list[0].state, 'whole');
    });

    const restore = { confirm: name, password };
    const asked = await visitor.post(`${backups}/${name}/restore`, restore);
    await leaves('restoreBackup', asked, { status: 202, by: 'user', workspace: null });

    const removed = await visitor.call('DELETE', `${backups}/${name}`, { json: { password } });
    await leaves('deleteBackup', removed, {
      status: 204,
      by: 'user',
      workspace: null,
    });

    const freed = { kind: 'leftovers', older_than_hours: 1_000_000 };
    await leaves('freeDisk', await visitor.post(`${mirror}/admin/v1/disk/free`, freed), {
      status: 200,
      by: 'user',
      workspace: null,
    });

    const runners = `${mirror}/admin/v1/runners`;
    const runner = await leaves('createRunner', await visitor.post(runners, { name: 'GPU' }), {
      status: 201,
      by: 'user',
      workspace: null,
      name: /^GPU$/,
    });
    await leaves('revokeRunner', await visitor.delete(`${runners}/${runner.runner_id}`), {
      status: 204,
      by: 'user',
      workspace: null,
      name: /^GPU$/,
    });
    const text = JSON.stringify(await log());

    for (const secret of [
      runner.token,
      apiKey,
      key.api_key,
      rotated.webhook_secret,
      reset.password,
    ])
      assert.ok(!text.includes(secret), 'no secret is in the log');
  });

  test('of what owners and members do', async () => {
    const { visitor, home, workspaceId } = ada;
    const by = { by: 'user', workspace: workspaceId } as const;
    const body = { email: bob.email, role: 'member' };
    const made = await leaves('createInvitation', await visitor.post(`${home}/invitations`, body), {
      ...by,
      status: 201,
      name: /^bob@example\.com$/,
    });
    const token = new URL(made.link).searchParams.get('token');
    const path = '/console/v1/invitations/accept';
    await leaves('acceptInvitation', await bob.visitor.post(path, { token }), {
      ...by,
      status: 200,
    });

    const other = accepted(
      await visitor.post(`${home}/invitations`, { ...body, email: 'other@example.com' }),
      201,
    );
    await leaves(
      'withdrawInvitation',
      await visitor.delete(`${home}/invitations/${other.invitation_id}`),
      { ...by, status: 204, name: /^other@/ },
    );

    const ofBob = `${home}/members/${bob.userId}`;
    await leaves('changeMember', await visitor.patch(ofBob, { role: 'owner' }), {
      ...by,
      status: 200,
      name: /^Bob/,
    });

    const [changed] = await log('&action=member.role_changed');
    assert.deepEqual(changed.details, { from: 'member', to: 'owner' });
    await leaves('removeMember', await visitor.delete(ofBob), {
      ...by,
      status: 204,
      name: /^Bob/,
    });

    await leaves('renameWorkspace', await visitor.patch(home, { name: 'Ada’s' }), {
      ...by,
      status: 200,
    });

    const own = await leaves(
      'createOwnWorkspace',
      await visitor.post('/console/v1/workspaces', { name: 'Second' }),
      { status: 201, by: 'user', name: /^Second$/ },
    );
    await leaves(
      'deleteOwnWorkspace',
      await visitor.post(`/console/v1/workspaces/${own.workspace_id}/delete`, { name: 'Second' }),
      { status: 204, by: 'user', workspace: own.workspace_id, name: /^Second$/ },
    );
  });

  test('of Follows, brands and deliveries', async () => {
    const { visitor, home, workspaceId } = ada;
    const by = { by: 'user', workspace: workspaceId } as const;
    const follow = {
      name: 'Channel',
      source: 'https://www.youtube.com/@example',
      capabilities: ['transcription'],
    };
    const made = await leaves('createFollow', await visitor.post(`${home}/v1/follows`, follow), {
      ...by,
      status: 201,
      name: /^Channel$/,
    });
    const path = `${home}/v1/follows/${made.follow_id}`;
    await leaves('changeFollow', await visitor.patch(path, { every_minutes: 120 }), {
      ...by,
      status: 200,
    });
    await leaves('runFollow', await visitor.post(`${path}/runs`, {}), { ...by, status: 201 });
    await leaves('deleteFollow', await visitor.delete(path), { ...by, status: 204 });

    const brand = await leaves(
      'createBrand',
      await visitor.post(`${home}/v1/brands`, { name: 'B' }),
      {
        ...by,
        status: 201,
        name: /^B$/,
      },
    );
    const ofBrand = `${home}/v1/brands/${brand.brand_id}`;
    const changed = await visitor.call('PUT', ofBrand, { json: { name: 'C' } });
    await leaves('changeBrand', changed, { ...by, status: 200, name: /^C$/ });

    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><circle cx="100" cy="100" r="80" fill="#0b3d5c"/></svg>';
    const picture = await sharp(Buffer.from(svg)).png().toBuffer();
    const added = await visitor.call('POST', `${ofBrand}/logos`, {
      body: new Uint8Array(picture),
      headers: { 'Content-Type': 'image/png' },
    });
    const { logo_id } = await leaves('uploadBrandLogo', added, { ...by, status: 201 });
    await leaves('deleteBrandLogo', await visitor.delete(`${ofBrand}/logos/${logo_id}`), {
      ...by,
      status: 204,
    });
    await leaves('deleteBrand', await visitor.delete(ofBrand), { ...by, status: 204 });

    const url = `${subject.service.apiUrl}/healthz`;
    const sent = accepted(await visitor.post(`${home}/v1/webhooks/test`, { url }), 201);
    await leaves(
      'replayDelivery',
      await visitor.post(`${home}/v1/webhooks/deliveries/${sent.delivery_id}/replay`),
      { ...by, status: 201, name: /webhook\.test/ },
    );
  });

  test('of reports', async () => {
    const by = { by: 'key', workspace: owner.tenantId } as const;
    const { job_id } = await owner.job({ capabilities: ['brands'] });
    const meta = { fps_used: 1, frames_analyzed: 1, engines: {} };
    await subject.worker.complete(job_id, { brands: [], meta });

    const body = { job_ids: [job_id], title: 'Spring' };
    const { report_id } = await leaves('createReport', await owner.post('/v1/reports', body), {
      ...by,
      status: 202,
      name: /^Spring$/,
    });
    const { db } = subject.domain;
    await db.query("update reports set status = 'ready' where id = $1", [report_id]);

    const link = await owner.post(`/v1/reports/${report_id}/shares`, { expires_in_days: 7 });
    await leaves('createReportShare', link, { ...by, status: 201, name: /^Spring$/ });
    await leaves('deleteReport', await owner.delete(`/v1/reports/${report_id}`), {
      ...by,
      status: 204,
      name: /^Spring$/,
    });
  });

  test('of links, presets, clips and changed jobs', async () => {
    const by = { by: 'key', workspace: owner.tenantId } as const;
    const { job_id: id } = await owner.job({ capabilities: ['brands'] });
    const meta = { fps_used: 1, frames_analyzed: 1, engines: {} };
    await subject.worker.complete(id, { brands: [], meta });

    const terms = { parts: ['brands'], expires_in_days: 7 };
    const made = await owner.post(`/v1/jobs/${id}/shares`, terms);
    const { share_id } = await leaves('createJobShare', made, { ...by, status: 201 });
    const ended = await owner.delete(`/v1/shares/${share_id}`);
    await leaves('deleteShare', ended, { ...by, status: 204 });

    const wish = { name: 'Ours', capabilities: ['transcription'] };
    const { preset_id } = await leaves('createPreset', await owner.post('/v1/presets', wish), {
      ...by,
      status: 201,
      name: /^Ours$/,
    });
    const preset = `/v1/presets/${preset_id}`;
    const changed = await owner.call('PUT', preset, { json: { ...wish, name: 'Yours' } });
    await leaves('changePreset', changed, { ...by, status: 200, name: /^Yours$/ });
    await leaves('deletePreset', await owner.delete(preset), { ...by, status: 204 });

    const glossary = { terms: [{ term: 'Siobhán' }] };
    const replaced = await owner.call('PUT', '/v1/glossary', { json: glossary });
    await leaves('replaceGlossary', replaced, { ...by, status: 200 });

    const tagged = await owner.patch(`/v1/jobs/${id}`, { tags: ['spring'] });
    await leaves('changeJob', tagged, { ...by, status: 200 });

    const upload = { upload_key: await owner.upload(), capabilities: ['metadata'] };
    const held = accepted(await owner.post('/v1/jobs', upload), 202).job_id;
    await subject.worker.complete(held);

    const range = { ranges: [{ start: 1, end: 2 }], format: 'mp4' };
    const { clip_id } = accepted(await owner.post(`/v1/jobs/${held}/clips`, range), 202);
    const dropped = await owner.delete(`/v1/clips/${clip_id}`);
    await leaves('deleteClip', dropped, { ...by, status: 204 });

    const many = await owner.post('/v1/jobs/bulk', { action: 'delete', job_ids: [held] });
    await leaves('changeJobs', many, { ...by, status: 200 });
  });

  test('of keys, whose jobs are none of it', async () => {
    const by = { by: 'key', workspace: owner.tenantId } as const;
    const before = (await log()).length;
    const job = await owner.job();
    const batch = await owner.batch();

    assert.equal((await log()).length, before, 'creating is not audited');
    await leaves('cancelJob', await owner.post(`/v1/jobs/${job.job_id}/cancel`), {
      ...by,
      status: 200,
    });
    await leaves('deleteJob', await owner.delete(`/v1/jobs/${job.job_id}`), {
      ...by,
      status: 204,
    });

    const named = await owner.patch(`/v1/batch/${batch.batch_id}`, { name: 'Spring' });
    await leaves('changeBatch', named, { ...by, status: 200 });

    const cancel = () => owner.post(`/v1/batch/${batch.batch_id}/cancel`);
    await leaves('cancelBatch', await cancel(), { ...by, status: 200 });

    const count = (await log()).length;
    accepted(await cancel(), 200);
    assert.equal((await log()).length, count, 'what changes nothing leaves nothing');

    const [entry] = await log('&action=batch.cancelled');
    assert.equal(entry.actor.name, 'default');
    assert.match(entry.actor.id, /^key_/);
    refused(await owner.post('/v1/jobs', { url: videoUrl }), 422, 'VALIDATION_FAILED');
  });

  test('of corrections', async () => {
    const by = { by: 'key', workspace: owner.tenantId } as const;
    const { job_id } = await owner.job({ capabilities: ['brands'] });
    const meta = { fps_used: 1, frames_analyzed: 0, engines: {} };
    await subject.worker.complete(job_id, { brands: [], meta });

    const path = `/v1/jobs/${job_id}/corrections`;
    const added = { start: 1, end: 2, source: 'audio' };
    const asked = { kind: 'add', target: 'brand', name: 'Nike', appearance_added: added };
    const made = await leaves('createCorrection', await owner.post(path, asked), {
      ...by,
      status: 201,
    });
    await leaves('deleteCorrection', await owner.delete(`${path}/${made.correction_id}`), {
      ...by,
      status: 204,
    });
  });

  test('of transcripts and speakers', async () => {
    const by = { by: 'key', workspace: owner.tenantId, status: 200 } as const;
    const { job_id } = await owner.job({ capabilities: ['transcription'] });
    const meta = { fps_used: 1, frames_analyzed: 0, engines: {} };
    const transcription = {
      text: 'Hello.',
      segments: [{ start: 0, end: 1, text: 'Hello.', speaker: 1 }],
      language: 'en',
      duration_seconds: 1,
      word_count: 1,
    };
    await subject.worker.complete(job_id, { transcription, meta });

    const put = (path: string, json: object) =>
      owner.call('PUT', `/v1/jobs/${job_id}/${path}`, { json });
    const line = 'transcript/segments/0';
    await leaves('editTranscriptSegment', await put(line, { text: 'Hallo.' }), by);
    await leaves('undoTranscriptSegment', await owner.delete(`/v1/jobs/${job_id}/${line}`), {
      ...by,
      status: 204,
    });
    await leaves('setSpeaker', await put('speakers/1', { name: 'Ada' }), by);
  });

  test('of accounts and ways to sign in', async () => {
    const visitor = new Visitor(subject.service.apiUrl);
    const by = { by: 'user', workspace: null, name: /^Zoe \(zoe@example\.com\)$/ } as const;
    await leaves('signUp', await visitor.signUp('Zoe'), { ...by, status: 200 });

    const newPassword = 'a longer battery staple';
    const change = { currentPassword: password, newPassword, revokeOtherSessions: true };
    const wrong = { ...change, currentPassword: 'wrong password' };
    const count = (await log()).length;

    assert.equal((await visitor.post('/console/auth/change-password', wrong)).status, 400);
    assert.equal((await log()).length, count);
    await leaves('changePassword', await visitor.post('/console/auth/change-password', change), {
      ...by,
      status: 200,
    });

    const other = new Visitor(subject.service.apiUrl);
    assert.equal((await other.signIn('zoe@example.com', newPassword)).status, 200);

    const sessions = (await other.get('/console/auth/list-sessions')).json;
    const ofOther = sessions.find((session: Json) => !visitor.cookie.includes(session.token));
    const ends = (path: string, body = {}) => visitor.post(`/console/auth/${path}`, body);
    const token = { token: ofOther.token };
    await leaves('revokeSession', await ends('revoke-session', token), { ...by, status: 200 });
    await leaves('revokeOtherSessions', await ends('revoke-other-sessions'), {
      ...by,
      status: 200,
    });

    const begun = await visitor.post('/console/v1/totp', { password: newPassword });
    const { secret } = accepted(begun, 201);
    const on = { code: codeOf(secret) };
    await leaves('confirmTotp', await visitor.post('/console/v1/totp/confirm', on), {
      ...by,
      status: 200,
    });

    const off = { password: newPassword, code: codeOf(secret, 1) };
    await leaves('endTotp', await visitor.post('/console/v1/totp/off', off), {
      ...by,
      status: 204,
    });

    const again = accepted(await visitor.post('/console/v1/totp', { password: newPassword }), 201);
    const code = { code: codeOf(again.secret) };
    accepted(await visitor.post('/console/v1/totp/confirm', code), 200);
    await leaves('revokeSessions', await ends('revoke-sessions'), { ...by, status: 200 });

    const { user_id } = (await log('&action=account.created'))
      .map(({ target }) => ({ user_id: target.id }))
      .at(0) as { user_id: string };
    await leaves(
      'resetTotp',
      await operator.visitor.delete(`/console/v1/operator/accounts/${user_id}/totp`),
      { ...by, status: 204 },
    );
    assert.ok(!JSON.stringify(await log()).includes(secret));
  });

  test('of campaigns, brand sets, audiences, alerts, schedules and recounts', async () => {
    const by = { by: 'key', workspace: owner.tenantId } as const;
    const made = { ...by, status: 201 } as const;
    const changed = { ...by, status: 200 } as const;
    const gone = { ...by, status: 204 } as const;
    const put = (path: string, json: object) => owner.call('PUT', path, { json });

    const set = { name: 'Rivals', brands: ['Acme'] };
    const { brand_set_id } = await leaves(
      'createBrandSet',
      await owner.post('/v1/brand-sets', set),
      { ...made, name: /^Rivals$/ },
    );
    const setPath = `/v1/brand-sets/${brand_set_id}`;
    await leaves('changeBrandSet', await put(setPath, set), changed);
    await leaves('deleteBrandSet', await owner.delete(setPath), gone);

    const campaign = { name: 'Spring', videos: { tags: ['spring'] } };
    const { campaign_id } = await leaves(
      'createCampaign',
      await owner.post('/v1/campaigns', campaign),
      { ...made, name: /^Spring$/ },
    );
    const campaignPath = `/v1/campaigns/${campaign_id}`;
    await leaves('changeCampaign', await put(campaignPath, campaign), changed);

    const schedule = { ...calls.createReportSchedule.example, campaign_id };
    const { schedule_id } = await leaves(
      'createReportSchedule',
      await owner.post('/v1/report-schedules', schedule),
      made,
    );
    const schedulePath = `/v1/report-schedules/${schedule_id}`;
    await leaves('changeReportSchedule', await put(schedulePath, schedule), changed);
    await leaves('runReportSchedule', await owner.post(`${schedulePath}/run`), {
      ...by,
      status: calls.runReportSchedule.answers[0].status,
    });
    await leaves('deleteReportSchedule', await owner.delete(schedulePath), gone);
    await leaves('deleteCampaign', await owner.delete(campaignPath), gone);

    const { job_id } = await owner.job({ capabilities: ['brands'] });
    await leaves('setJobAudience', await put(`/v1/jobs/${job_id}/audience`, { views: 5 }), changed);
    await leaves('setMediaPrices', await put('/v1/media-prices', { cpm_usd: 20 }), changed);

    const targets = [{ type: 'slack', address: 'http://127.0.0.1:9/hook' }];
    const alert = { ...calls.createAlert.example, targets };
    const { alert_id } = await leaves('createAlert', await owner.post('/v1/alerts', alert), made);
    await leaves('changeAlert', await put(`/v1/alerts/${alert_id}`, alert), changed);
    await leaves('deleteAlert', await owner.delete(`/v1/alerts/${alert_id}`), gone);

    const brand = accepted(await owner.post('/v1/brands', { name: 'Late' }), 201);
    const recount = `/v1/brands/${brand.brand_id}/recount`;
    await leaves('recountBrand', await owner.post(recount), {
      ...by,
      status: calls.recountBrand.answers[0].status,
    });
    await leaves('undoBrandRecount', await owner.delete(recount), {
      ...by,
      status: calls.undoBrandRecount.answers[0].status,
    });
  });

  test('no call is left out', () => {
    const named = callRows.filter(([, { audit }]) => audit).map(([id]) => id);
    // This call needs a provider, so the suite of single sign-on tests it.
    const elsewhere: readonly CallId[] = ['finishOidc'];

    assert.deepEqual(
      named.filter((id) => !proven.has(id) && !elsewhere.includes(id)),
      [],
    );
    assert.ok(proven.size > 30);
  });

  test('a change without its entry does not happen, and a refused call leaves none', async () => {
    const { visitor, home } = ada;
    const count = (await log()).length;

    refused(await visitor.delete(`${home}/keys/key_0`), 404, 'NOT_FOUND');
    refused(await visitor.delete(`${home}/members/${ada.userId}`), 422, 'VALIDATION_FAILED');
    assert.equal((await log()).length, count);

    const { db } = subject.domain;
    await db.query('alter table audit rename to lost');

    const body = { name: 'Unheard', scopes: ['jobs:read'] };
    refused(await visitor.post(`${home}/keys`, body), 500, 'INTERNAL_ERROR');
    await db.query('alter table lost rename to audit');

    const keys = accepted(await visitor.get(`${home}/v1/keys`), 200);
    assert.ok(!keys.some(({ name }: Json) => name === 'Unheard'));
  });

  test('owners read their own, members none, the operator all', async () => {
    const read = async (person: Person, query = '') =>
      accepted(await person.visitor.get(`${person.home}/audit?limit=100${query}`), 200);
    const own = await read(ada);
    assert.ok(own.length > 10);
    assert.ok(own.every(({ tenant_id }: Json) => tenant_id === ada.workspaceId));

    const foreign = await read(ada, `&tenant_id=${owner.tenantId}`);
    assert.deepEqual(foreign, own, 'no parameter opens another workspace');
    refused(await bob.visitor.get(`${ada.home}/audit`), 404, 'NOT_FOUND');

    const cara = await signUp(subject, 'Cara');
    const body = { email: cara.email, role: 'member' };
    const { link } = accepted(await ada.visitor.post(`${ada.home}/invitations`, body), 201);
    const token = new URL(link).searchParams.get('token');
    accepted(await cara.visitor.post('/console/v1/invitations/accept', { token }), 200);
    refused(await cara.visitor.get(`${ada.home}/audit`), 403, 'INSUFFICIENT_SCOPE', 'owner');
    refused(await ada.visitor.get(operatorAudit), 403, 'INSUFFICIENT_SCOPE');

    const ofOwner = accepted(
      await subject.operator.get(`/admin/v1/audit?tenant_id=${owner.tenantId}`),
      200,
    );
    assert.ok(ofOwner.length > 2);
    assert.ok(ofOwner.every(({ tenant_id }: Json) => tenant_id === owner.tenantId));
    refused(await subject.operator.get('/admin/v1/audit?action=x'), 422, 'VALIDATION_FAILED');
    refused(await subject.operator.get('/admin/v1/audit?cursor=x'), 422, 'VALIDATION_FAILED');
    refused(await owner.get('/admin/v1/audit'), 401, 'INVALID_API_KEY');
  });

  test('pages follow each other without a gap', async () => {
    const all = (await log()).map(({ audit_id }) => audit_id);
    const found: string[] = [];
    let cursor = '';
    do {
      const page = await subject.operator.get(
        `/admin/v1/audit?limit=7${cursor && `&cursor=${cursor}`}`,
      );
      found.push(...accepted(page, 200).map(({ audit_id }: Json) => audit_id));
      cursor = page.json.pagination.next_cursor ?? '';
    } while (cursor !== '' && found.length < all.length);

    assert.deepEqual(found.slice(0, all.length), all);
  });

  test('entries outlive their actor and are kept for a year', async () => {
    await subject.domain.db.query('delete from users where id = $1', [bob.userId]);
    const named = (await log()).filter(({ actor }) => actor.id === bob.userId);
    assert.ok(named.length > 0 && named.every(({ actor }) => /^Bob \(/.test(actor.name)));

    const count = (await log()).length;
    await subject.clock.ahead(364 * dayMs, () => subject.sweep('audit'));
    assert.equal((await log()).length, count);
    await subject.clock.ahead(366 * dayMs, () => subject.sweep('audit'));
    assert.deepEqual(await log(), []);
  });
});
