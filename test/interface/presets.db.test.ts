/** Presets: requests for analyses, saved under a name. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { preset as presetSchema } from '@reelsight/contract';
import { presetsAtMost } from '../../server/src/domain/plans/presets.ts';
import {
  accepted,
  type Json,
  type Owner,
  refused,
  type Subject,
  startSubject,
  urls,
  videoUrl,
} from './subject.ts';

let subject: Subject;
let owner: Owner;
/** Owner of another workspace, on a plan in which brands must be named. */
let stranger: Owner;
before(async () => {
  subject = await startSubject({
    REELSIGHT_COSTLY_CALLS_PER_MINUTE: '6000',
    REELSIGHT_COSTLY_CALLS_BURST: '1000',
  });
  owner = await subject.owner('scale', 100_000);
  stranger = await subject.owner('starter', 1000);
});
after(() => subject.close());

const save = async (fields: Record<string, unknown>, of = owner): Promise<Json> =>
  accepted(await of.post('/v1/presets', fields), 201);
const submit = async (fields: Record<string, unknown>, of = owner): Promise<Json> =>
  accepted(await of.post('/v1/jobs', { url: videoUrl, ...fields }), 202);
const dryRun = { url: videoUrl, dry_run: true };

describe('Presets', () => {
  test('a preset is made, read, listed after the built-in ones, replaced and deleted', async () => {
    const given = { capabilities: ['brands', 'transcription'], brands: ['Nike'], fps: 2 };
    const made = await save({ name: ' Spring ', ...given });
    presetSchema.parse(made);

    const { preset_id: id, updated_at, ...rest } = made;
    assert.match(id, /^preset_/);
    assert.deepEqual(rest, { name: 'Spring', built_in: false, needs: [], ...given });

    const path = `/v1/presets/${id}`;
    assert.deepEqual(accepted(await owner.get(path), 200), made);

    const listed = accepted(await owner.get('/v1/presets'), 200);
    assert.deepEqual(
      listed.map((one: Json) => [one.name, one.built_in]),
      [
        ['Sponsorship', true],
        ['Transcript only', true],
        ['Everything', true],
        ['Spring', false],
      ],
    );

    const json = { name: 'SPRING', capabilities: ['summary'] };
    const changed = accepted(await owner.call('PUT', path, { json }), 200);
    assert.deepEqual([changed.name, changed.brands, changed.fps], ['SPRING', undefined, undefined]);
    accepted(await owner.delete(path), 204);
    refused(await owner.get(path), 404, 'NOT_FOUND');
    refused(await owner.delete(path), 404, 'NOT_FOUND');

    const actions = accepted(
      await subject.operator.get(`/admin/v1/audit?tenant_id=${owner.tenantId}`),
      200,
    ).map((entry: Json) => entry.action);
    assert.deepEqual(actions.slice(0, 3), ['preset.deleted', 'preset.changed', 'preset.created']);
  });

  test('built-in presets are adapted to the plan, and cannot be changed, deleted or replaced by name', async () => {
    const [sponsorship, , everything] = accepted(await stranger.get('/v1/presets'), 200);
    assert.deepEqual(sponsorship.needs, ['brands']);
    assert.ok(!everything.capabilities.includes('brands'));

    const [, , whole] = accepted(await owner.get('/v1/presets'), 200);
    assert.ok(whole.capabilities.includes('brands'));

    const path = '/v1/presets/preset_everything';
    assert.deepEqual(accepted(await owner.get(path), 200), whole);

    const json = { name: 'Mine', capabilities: ['summary'] };
    refused(await owner.call('PUT', path, { json }), 422, 'VALIDATION_FAILED');
    refused(await owner.delete(path), 422, 'VALIDATION_FAILED');

    const answer = await owner.post('/v1/presets', { ...json, name: 'everything' });
    refused(answer, 422, 'VALIDATION_FAILED');
  });

  test('what cannot be saved is refused', async () => {
    const post = (fields: Record<string, unknown>) =>
      owner.post('/v1/presets', { name: 'Bad', capabilities: ['summary'], ...fields });
    refused(await post({ name: ' ' }), 422, 'VALIDATION_FAILED');
    refused(await post({ name: 'preset_01k9' }), 422, 'VALIDATION_FAILED');
    refused(await post({ capabilities: [] }), 422, 'VALIDATION_FAILED');
    refused(await post({ capabilities: ['custom_query'] }), 422, 'INVALID_CAPABILITIES');
    refused(await post({ surfaces: ['moon'] }), 422, 'INVALID_SURFACE');

    const names = Array.from({ length: 51 }, (_, index) => `Brand ${index}`);
    refused(await post({ brands: names }), 422, 'TOO_MANY_BRANDS');
    refused(await post({ url: videoUrl }), 422, 'VALIDATION_FAILED');
    await save({ name: 'Ünïque', capabilities: ['summary'] });
    refused(await post({ name: 'ÜNÏQUE' }), 422, 'VALIDATION_FAILED');
  });

  test('a workspace sees only its own presets', async () => {
    const made = await save({ name: 'Secret', capabilities: ['summary'] });
    const path = `/v1/presets/${made.preset_id}`;
    refused(await stranger.get(path), 404, 'NOT_FOUND');

    const json = { name: 'Mine', capabilities: ['summary'] };
    refused(await stranger.call('PUT', path, { json }), 404, 'NOT_FOUND');
    refused(await stranger.delete(path), 404, 'NOT_FOUND');

    for (const preset of ['Secret', made.preset_id])
      refused(await stranger.post('/v1/jobs', { ...dryRun, preset }), 422, 'VALIDATION_FAILED');
  });

  test('a key that may only read cannot change them', async () => {
    const reader = await owner.limitedTo('jobs:read');
    accepted(await reader.get('/v1/presets'), 200);
    const body = { name: 'No', capabilities: ['summary'] };
    refused(await reader.post('/v1/presets', body), 403, 'INSUFFICIENT_SCOPE');
  });

  test('two who save one name at once: one is refused', async () => {
    const body = { name: 'Twice', capabilities: ['summary'] };
    const answers = await Promise.all([1, 2, 3].map(() => owner.post('/v1/presets', body)));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 422, 422]);
  });

  test('there are at most so many', async () => {
    const many = await subject.owner('scale', 10);
    for (let index = 0; index < presetsAtMost; index += 1)
      await save({ name: `Preset ${index}`, capabilities: ['summary'] }, many);
    const answer = await many.post('/v1/presets', { name: 'More', capabilities: ['summary'] });
    refused(answer, 422, 'VALIDATION_FAILED');
  });
});

describe('A job with a preset', () => {
  test('gets its fields, by id or by name in any case', async () => {
    const made = await save({
      name: 'Race day',
      capabilities: ['custom_query', 'brands'],
      queries: ['Who wins?'],
      brands: ['Shell'],
      surfaces: ['jersey-front'],
      language: 'en',
      captions: 'none',
      fps: 2,
      return_proof: false,
    });
    for (const preset of [made.preset_id, 'Race day', 'RACE DAY']) {
      const job = await submit({ preset });
      const { capabilities, queries, brands, surfaces, language, captions, fps, return_proof } =
        job;
      assert.deepEqual(
        { capabilities, queries, brands, surfaces, language, captions, fps, return_proof },
        {
          capabilities: ['custom_query', 'brands'],
          queries: ['Who wins?'],
          brands: ['Shell'],
          surfaces: ['jersey-front'],
          language: 'en',
          captions: 'none',
          fps: 2,
          return_proof: false,
        },
      );
    }
  });

  test('keeps what it was created with', async () => {
    const made = await save({ name: 'Passing', capabilities: ['summary'] });
    const job = await submit({ preset: 'Passing' });

    accepted(await owner.delete(`/v1/presets/${made.preset_id}`), 204);
    assert.deepEqual((await owner.read(job.job_id)).capabilities, ['summary']);
    refused(
      await owner.post('/v1/jobs', { ...dryRun, preset: 'Passing' }),
      422,
      'VALIDATION_FAILED',
    );
  });

  test('takes a field of the body before that of the preset, and an empty list clears one', async () => {
    await save({ name: 'Fields', capabilities: ['brands'], brands: ['Shell'], language: 'en' });
    const other = await submit({ preset: 'Fields', brands: ['Apex'], language: 'de' });
    assert.deepEqual([other.brands, other.language], [['Apex'], 'de']);
    assert.equal((await submit({ preset: 'Fields', brands: [] })).brands, undefined);
    const cleared = await submit({ preset: 'Fields', language: null });
    assert.equal(cleared.language, 'en', 'null is as absent');
  });

  test('takes only what its own capabilities have a use for', async () => {
    await save({ name: 'Narrow', capabilities: ['brands'], brands: ['Shell'] });
    const job = await submit({ preset: 'Narrow', capabilities: ['summary'] });
    assert.deepEqual([job.capabilities, job.brands], [['summary'], undefined]);
  });

  test('questions and things given beside it add their capability', async () => {
    const asked = await submit({ preset: 'Transcript only', queries: ['Who?'] });
    assert.deepEqual(asked.capabilities, ['transcription', 'custom_query']);
    const seen = await submit({ preset: 'Transcript only', objects: ['dog'] });
    assert.deepEqual(seen.capabilities, ['transcription', 'objects']);
  });

  test('is refused as a job with these fields would be', async () => {
    refused(
      await stranger.post('/v1/jobs', { ...dryRun, preset: 'Sponsorship' }),
      403,
      'PLAN_REQUIRED',
    );

    const named = { ...dryRun, preset: 'Sponsorship', brands: ['Nike'] };
    accepted(await stranger.post('/v1/jobs', named), 200);
    accepted(await stranger.post('/v1/jobs', { ...dryRun, preset: 'Everything' }), 200);

    const neither = await owner.post('/v1/jobs', { url: videoUrl });
    refused(neither, 422, 'VALIDATION_FAILED');
    assert.match(neither.json.error.message, /capabilities: must be given, or a preset/);

    const unknown = await owner.post('/v1/jobs', { ...dryRun, preset: 'x'.repeat(101) });
    refused(unknown, 422, 'VALIDATION_FAILED');
  });
});

describe('A batch with a preset', () => {
  test('gives its fields to every job, targets too', async () => {
    await save({ name: 'Season', capabilities: ['brands'], brands: ['Shell'], fps: 1 });
    const body = { urls: urls(2), preset: 'Season' };
    const batch = accepted(await owner.post('/v1/batch', body), 202);
    for (const { job_id } of batch.jobs) {
      const job = await owner.read(job_id);
      assert.deepEqual([job.capabilities, job.brands], [['brands'], ['Shell']]);
    }

    refused(await owner.post('/v1/batch', { urls: urls(2) }), 422, 'VALIDATION_FAILED');
  });

  test('a plan that needs a target takes that of the preset', async () => {
    const body = { urls: urls(2), preset: 'Sponsorship' };
    refused(await stranger.post('/v1/batch', body), 403, 'TARGET_REQUIRED');
    await save({ name: 'Own', capabilities: ['brands'], brands: ['Shell'] }, stranger);
    accepted(await stranger.post('/v1/batch', { ...body, preset: 'Own', dry_run: true }), 200);
  });
});
