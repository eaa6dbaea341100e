/** interface.md "Creating a job", "Idempotency": every field of a new job, its rules, dry runs, and idempotency. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { surfaces } from '@reelsight/contract';
import { sharedSubject } from './shared-subject.ts';
import {
  accepted,
  hourMs,
  isTimestamp,
  many,
  refused,
  refusing,
  type Subject,
  urls,
  videoUrl,
} from './subject.ts';

let subject: Subject;
before(async () => {
  subject = await sharedSubject();
});
after(() => subject.close());

const base = { url: videoUrl, capabilities: ['transcription'] };
const refuse = refusing('/v1/jobs', base);

describe('POST /v1/jobs: the answer', () => {
  test('202 with the job, Location, Retry-After: 30 and X-Automated-Processing: true', async () => {
    const owner = await subject.owner();
    const answer = await owner.post('/v1/jobs', base);
    const job = accepted(answer, 202);
    assert.equal(answer.headers.get('location'), `/v1/jobs/${job.job_id}`);
    assert.equal(answer.headers.get('retry-after'), '30');
    assert.equal(answer.headers.get('x-automated-processing'), 'true');
    assert.equal(answer.headers.get('idempotency-replayed'), null);
  });

  test('a job with the least fields has these values and no others', async () => {
    const owner = await subject.owner();
    const job = await owner.job();
    assert.match(job.job_id, /^job_[0-9a-z]{26}$/);
    isTimestamp(job.created_at);
    assert.ok(Number.isInteger(job.credits_estimated) && job.credits_estimated > 0);

    const { job_id: _id, created_at: _at, credits_estimated: _credits, ...rest } = job;
    assert.deepEqual(rest, {
      status: 'pending',
      url: videoUrl,
      platform: 'youtube',
      capabilities: ['transcription'],
      language: null,
      captions: 'human',
      fps: 4,
      video_title: null,
      video_duration_seconds: null,
      video_thumbnail_url: null,
      credits_charged: null,
      processing_seconds: null,
      return_proof: true,
      follow_id: null,
      started_at: null,
      completed_at: null,
    });
  });

  test('what was given is echoed: brands, queries, surfaces, objects, from_job, language, speakers_expected, captions, audio_track, fps, external_id, return_proof', async () => {
    const owner = await subject.owner();
    const first = await owner.job();
    const given = {
      capabilities: ['brands', 'custom_query', 'objects', 'summary', 'metadata'],
      brands: ['Nike', 'Café'],
      queries: ['Who speaks?'],
      surfaces: ['jersey-front'],
      objects: ['dog'],
      from_job: first.job_id,
      language: 'en',
      speakers_expected: { min: 2, max: 4 },
      captions: 'none',
      audio_track: 1,
      fps: 1,
      external_id: 'mine-1',
      return_proof: false,
    };
    const job = await owner.job(given);

    for (const [name, value] of Object.entries(given)) assert.deepEqual(job[name], value, name);
    assert.deepEqual(await owner.read(job.job_id), job);
  });

  test('speakers_expected is a number or bounds, and nothing else', async () => {
    const owner = await subject.owner();
    assert.equal((await owner.job({ speakers_expected: 1 })).speakers_expected, 1);
    assert.ok(!('speakers_expected' in (await owner.job({ speakers_expected: null }))));

    const wrongValues: readonly [value: unknown, says: RegExp][] = [
      [0, /^speakers_expected: must be at least 1\.$/],
      [51, /^speakers_expected: must be at most 50\.$/],
      [2.5, /^speakers_expected: /],
      ['2', /^speakers_expected: must be a whole number from 1 to 50, or an object with/],
      [[2, 4], /^speakers_expected: must be a whole number from 1 to 50/],
      [{}, /^speakers_expected: must have min, max or both\.$/],
      [{ min: null }, /^speakers_expected: must have min, max or both\.$/],
      [{ min: 4, max: 2 }, /^speakers_expected: must have a min that is not above its max\.$/],
      [{ max: 51 }, /^speakers_expected\.max: must be at most 50\.$/],
      [{ min: 2, most: 3 }, /^speakers_expected\.most: unknown field/],
    ];
    for (const [speakers_expected, says] of wrongValues) {
      const answer = await owner.post('/v1/jobs', { ...base, speakers_expected });
      refused(answer, 422, 'VALIDATION_FAILED');
      assert.match(answer.json.error.message, says);
    }
  });

  test('fps is shown as it is used: lowered to the limit of the plan', async () => {
    const owner = await subject.owner('free');
    const key = await owner.upload();
    const job = await owner.job({ url: null, upload_key: key, fps: 4 });
    assert.equal(job.fps, 1);
  });

  test('an uploaded file: platform upload, url null, the filename as title', async () => {
    const owner = await subject.owner('free');
    const key = await owner.upload();
    const given = { url: null, upload_key: key, upload_filename: 'Ferien 😀.mp4' };
    const job = await owner.job(given);
    assert.equal(job.platform, 'upload');
    assert.equal(job.url, null);
    assert.equal(job.video_title, 'Ferien 😀.mp4');

    const unnamed = await owner.job({ url: null, upload_key: key, upload_filename: null });
    assert.equal(unnamed.video_title, null);
  });

  test('each of the three platforms is known by its name in lower case', async () => {
    const owner = await subject.owner();
    const links = {
      youtube: 'https://youtu.be/dQw4w9WgXcQ?t=3',
      tiktok: 'https://www.tiktok.com/@someone/video/7123456789012345678',
      instagram: 'https://www.instagram.com/reel/Cabcdefghij/',
    };
    for (const [platform, url] of Object.entries(links)) {
      assert.equal((await owner.job({ url })).platform, platform);
    }
  });

  test('url is the source URL as it was given; its other forms are the same video', async () => {
    const owner = await subject.owner();
    const forms = [
      'https://youtu.be/dQw4w9WgXcQ?t=3',
      'https://m.youtube.com/watch?v=dQw4w9WgXcQ&list=PLabc#x',
      'https://www.youtube.com/shorts/dQw4w9WgXcQ',
      'https://www.instagram.com/p/Cabcdefghij',
      'https://vm.tiktok.com/ZMabcdef',
    ];
    for (const url of forms) {
      const job = await owner.job({ url });
      assert.equal(job.url, url);
      assert.equal((await owner.read(job.job_id)).url, url);
      assert.equal((await owner.job({ url, from_job: job.job_id })).from_job, job.job_id);

      const preview = accepted(
        await owner.post('/v1/jobs', { url, capabilities: ['transcription'], dry_run: true }),
        200,
      );
      assert.equal(preview.url, url);
    }

    const first = await owner.job({ url: forms[0] });
    const second = forms[1];
    await owner.job({ url: second, from_job: first.job_id });
  });

  test('every capability is accepted', async () => {
    const owner = await subject.owner();
    for (const one of ['transcription', 'summary', 'brands', 'metadata']) {
      assert.deepEqual((await owner.job({ capabilities: [one] })).capabilities, [one]);
    }
    await owner.job({ capabilities: ['custom_query'], queries: ['q'] });
    await owner.job({ capabilities: ['objects'], objects: ['cat'] });
  });
});

describe('POST /v1/jobs: validation', () => {
  test('both url and upload_key, or neither: VALIDATION_FAILED', async () => {
    const owner = await subject.owner();
    const key = await owner.upload();
    await refuse(owner, { upload_key: key }, 'VALIDATION_FAILED', 'upload_key');
    await refuse(owner, { url: undefined }, 'VALIDATION_FAILED', 'url');
    await refuse(owner, { url: null, upload_key: null }, 'VALIDATION_FAILED', 'url');
  });

  test('null for an optional field means absent', async () => {
    const owner = await subject.owner('free');
    const optional = [
      'upload_key',
      'upload_filename',
      'queries',
      'brands',
      'surfaces',
      'objects',
      'from_job',
      'language',
      'webhook_url',
      'fps',
      'return_proof',
      'dry_run',
      'duration_seconds',
      'max_credits',
      'external_id',
    ];
    const job = await owner.job(Object.fromEntries(optional.map((name) => [name, null])));
    assert.equal(job.return_proof, true);

    for (const name of ['queries', 'brands', 'surfaces', 'objects', 'from_job', 'external_id']) {
      assert.ok(!(name in job), name);
    }

    await refuse(owner, { capabilities: null }, 'VALIDATION_FAILED', 'capabilities');
  });

  test('a wrong type is VALIDATION_FAILED and names the field', async () => {
    const owner = await subject.owner();
    const wrong: Record<string, unknown[]> = {
      url: [1, true, [], {}],
      capabilities: ['summary', 1, {}, [1], [null], [['summary']]],
      queries: ['q', 1, {}, [1], [null]],
      brands: ['Nike', 1, {}, [1], [null]],
      surfaces: ['podium', 1, {}, [1], [null]],
      objects: ['dog', 1, {}, [1], [null]],
      from_job: [1, true, [], {}],
      language: [1, true, [], {}],
      webhook_url: [1, true, [], {}],
      fps: ['1', true, [], {}, 1.5],
      return_proof: ['true', 1, 0, [], {}],
      dry_run: ['true', 1, 0, [], {}],
      duration_seconds: ['1', true, [], {}, 0, -1, 360_001, 1e300],
      max_credits: ['1', true, [], {}, 1.5, -1, 1e300],
      external_id: [1, true, [], {}],
      upload_filename: [1, true, [], {}],
    };
    for (const [name, values] of Object.entries(wrong)) {
      for (const value of values) await refuse(owner, { [name]: value }, 'VALIDATION_FAILED', name);
    }

    for (const value of [1, true, [], {}]) {
      await refuse(owner, { url: null, upload_key: value }, 'VALIDATION_FAILED', 'upload_key');
    }
  });

  test('capabilities: required, at least one, only the six', async () => {
    const owner = await subject.owner();
    await refuse(owner, { capabilities: undefined }, 'VALIDATION_FAILED', 'capabilities');
    await refuse(owner, { capabilities: [] }, 'VALIDATION_FAILED', 'capabilities');
    for (const one of ['Summary', 'brand', '', 'aggregate', 'TRANSCRIPTION']) {
      await refuse(owner, { capabilities: ['summary', one] }, 'VALIDATION_FAILED', 'capabilities');
    }
  });

  test('string limits count Unicode characters', async () => {
    const owner = await subject.owner();
    const key = await owner.upload();
    const upload = { url: null, upload_key: key };
    const limits: [string, number, (value: string) => Record<string, unknown>][] = [
      ['upload_filename', 255, (value) => ({ ...upload, upload_filename: value })],
      ['queries', 500, (value) => ({ queries: [value] })],
      ['brands', 100, (value) => ({ brands: [value] })],
      ['language', 10, (value) => ({ language: value })],
      ['external_id', 200, (value) => ({ external_id: value })],
    ];

    for (const [name, limit, fields] of limits) {
      for (const character of ['a', 'é', '😀']) {
        await owner.job(fields(character.repeat(limit)));
        const longer = fields(character.repeat(limit + 1));
        await refuse(owner, longer, 'VALIDATION_FAILED', name);
      }
    }
  });

  test('texts that are blank, broken or hold control characters are VALIDATION_FAILED', async () => {
    const owner = await subject.owner();
    for (const value of ['', '   ', 'a\u0000b', '\u0007', '\ud800', 'x\udc00']) {
      for (const name of ['queries', 'brands', 'objects']) {
        await refuse(owner, { [name]: [value] }, 'VALIDATION_FAILED', name);
      }
      for (const name of ['language', 'external_id', 'from_job', 'upload_filename']) {
        await refuse(owner, { [name]: value }, 'VALIDATION_FAILED', name);
      }
    }
  });

  test('custom_query without a query, objects without a name: INVALID_CAPABILITIES', async () => {
    const owner = await subject.owner();
    for (const queries of [undefined, null, []]) {
      await refuse(owner, { capabilities: ['custom_query'], queries }, 'INVALID_CAPABILITIES');
    }
    for (const objects of [undefined, null, []]) {
      await refuse(owner, { capabilities: ['objects'], objects }, 'INVALID_CAPABILITIES');
    }
  });

  test('at most 50 brands: 51 are TOO_MANY_BRANDS', async () => {
    const owner = await subject.owner();
    await owner.job({ capabilities: ['brands'], brands: many(50) });
    await refuse(owner, { brands: many(51) }, 'TOO_MANY_BRANDS');
    await refuse(owner, { capabilities: ['brands'], brands: many(80) }, 'TOO_MANY_BRANDS');
  });

  test('surfaces: at most 10, an unknown slug is INVALID_SURFACE', async () => {
    const owner = await subject.owner();
    const ten = ['jersey-front', 'jersey-back', 'jersey-sleeve', 'shorts', 'headwear', 'footwear'];
    ten.push('other-apparel', 'perimeter-board', 'scoreboard', 'playing-surface');
    await owner.job({ capabilities: ['brands'], surfaces: ten });
    await refuse(owner, { surfaces: [...ten, 'banner'] }, 'VALIDATION_FAILED', 'surfaces');

    for (const slug of ['ceiling', 'Jersey-Front', 'jersey_front', '', '__proto__']) {
      await refuse(owner, { surfaces: [slug] }, 'INVALID_SURFACE');
    }
  });

  test('the message of INVALID_SURFACE names the surface and lists all that are known', async () => {
    const owner = await subject.owner();
    await refuse(owner, { surfaces: ['ceiling'] }, 'INVALID_SURFACE', '"ceiling"');
    await refuse(owner, { surfaces: ['ceiling'] }, 'INVALID_SURFACE', surfaces.join(', '));
    const long = await owner.post('/v1/jobs', { ...base, surfaces: ['😀'.repeat(2000)] });
    refused(long, 422, 'INVALID_SURFACE');
    assert.ok(long.json.error.message.length < 1000);
  });

  test('every surface slug is known', async () => {
    const owner = await subject.owner();
    const slugs =
      'jersey-front jersey-back jersey-sleeve shorts headwear footwear other-apparel perimeter-board scoreboard playing-surface goal-or-stanchion bench-or-dugout venue-structure banner podium media-backdrop microphone vehicle equipment broadcast-graphic virtual-ad title-card device-screen product-placement packaging storefront billboard set-dressing overlay-watermark'.split(
        ' ',
      );
    for (let at = 0; at < slugs.length; at += 10) {
      await owner.job({ capabilities: ['brands'], surfaces: slugs.slice(at, at + 10) });
    }
  });

  test('objects: at most 5', async () => {
    const owner = await subject.owner();
    await owner.job({ capabilities: ['objects'], objects: many(5) });
    await refuse(owner, { objects: many(6) }, 'VALIDATION_FAILED', 'objects');
  });

  test('fps: 1 to 4, above the plan it is clamped', async () => {
    const owner = await subject.owner('free');
    for (const fps of [0, 5, -1, 1e9]) await refuse(owner, { fps }, 'VALIDATION_FAILED', 'fps');

    for (const fps of [1, 4]) {
      const job = await owner.job({ fps });
      assert.equal((await subject.worker.row(job.job_id))?.ask.fps, 1);
    }
    const pro = await subject.owner('pro');

    for (const [given, used] of [
      [undefined, 4],
      [3, 3],
      [4, 4],
    ]) {
      const job = await pro.job({ fps: given });
      assert.equal((await subject.worker.row(job.job_id))?.ask.fps, used);
    }
  });

  test('a malformed URL, or a host of no supported platform: INVALID_URL', async () => {
    const owner = await subject.owner();
    const bad = [
      '',
      ' ',
      'nonsense',
      'https://',
      'ftp://youtube.com/watch?v=dQw4w9WgXcQ',
      'https://example.com/v.mp4',
      'https://vimeo.com/1234',
      'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
      'https://user:word@youtube.com/watch?v=dQw4w9WgXcQ',
      'https://www.youtube.com/',
      'https://www.youtube.com/watch?v=short',
      'https://www.youtube.com/playlist?list=PLabcdef',
      'javascript:alert(1)',
      'file:///etc/passwd',
      'http://127.0.0.1/watch?v=dQw4w9WgXcQ',
      `https://www.youtube.com/watch?v=dQw4w9WgXcQ&x=${'a'.repeat(3000)}`,
      'https://youtu.be/\ud800',
      'https://youtu.be/a b',
    ];
    for (const url of bad) await refuse(owner, { url }, 'INVALID_URL');
  });

  test('an upload_key that is malformed, unknown, of another workspace or never uploaded: VALIDATION_FAILED', async () => {
    const owner = await subject.owner();
    const other = await subject.owner();
    const theirs = await other.upload();
    const terms = { content_type: 'video/mp4', size_bytes: 10 };
    const { key: pending } = accepted(await owner.post('/v1/uploads/presign', terms), 200);
    const keys = [
      'x',
      '../../etc/passwd',
      `uploads/${owner.tenantId}/x/video.mp4`,
      theirs,
      pending,
    ];

    for (const upload_key of keys) {
      await refuse(owner, { url: null, upload_key }, 'VALIDATION_FAILED', 'upload_key');
    }
  });

  test('an upload_key may serve several jobs', async () => {
    const owner = await subject.owner();
    const key = await owner.upload();
    const [one, two] = [1, 2].map(() => owner.job({ url: null, upload_key: key }));
    assert.notEqual((await one).job_id, (await two).job_id);
  });

  test('from_job that is unknown, of another workspace or of another video: VALIDATION_FAILED', async () => {
    const owner = await subject.owner();
    const other = await subject.owner();
    const { job_id: theirs } = await other.job();
    const { job_id: another } = await owner.job({ url: urls(1)[0] });
    const { job_id: mine } = await owner.job();
    const key = await owner.upload();

    for (const from_job of ['job_0', 'x', theirs, another]) {
      await refuse(owner, { from_job }, 'VALIDATION_FAILED', 'from_job');
    }

    const upload = { url: null, upload_key: key };
    await refuse(owner, { ...upload, from_job: mine }, 'VALIDATION_FAILED', 'from_job');

    const { job_id: first } = await owner.job(upload);
    assert.equal((await owner.job({ ...upload, from_job: first })).from_job, first);

    const sameVideo = { url: 'https://youtu.be/dQw4w9WgXcQ', from_job: mine };
    assert.equal((await owner.job(sameVideo)).from_job, mine);
  });
});

describe('POST /v1/jobs: the plan', () => {
  test('queries: Free 3, paid 10; more are TOO_MANY_QUERIES', async () => {
    for (const [plan, limit] of [
      ['free', 3],
      ['starter', 10],
      ['pro', 10],
      ['scale', 10],
    ] as const) {
      const owner = await subject.owner(plan);
      const fields = { capabilities: ['custom_query'] };
      await owner.job({ ...fields, queries: many(limit) });
      await refuse(owner, { ...fields, queries: many(limit + 1) }, 'TOO_MANY_QUERIES');
    }
  });

  test('a brands job without brands and surfaces: PLAN_REQUIRED on Free and Starter, accepted above', async () => {
    const fields = { capabilities: ['brands'] };

    for (const plan of ['free', 'starter'] as const) {
      const owner = await subject.owner(plan);
      await refuse(owner, fields, 'PLAN_REQUIRED', undefined, 403);

      const none = { ...fields, brands: [], surfaces: [] };
      await refuse(owner, none, 'PLAN_REQUIRED', undefined, 403);
      await owner.job({ ...fields, brands: ['Nike'] });
      await owner.job({ ...fields, surfaces: ['podium'] });
    }

    for (const plan of ['pro', 'scale'] as const) await (await subject.owner(plan)).job(fields);
  });

  test('webhook_url on Free: MODE_NOT_ALLOWED, also for one that is not valid', async () => {
    const owner = await subject.owner('free');
    const bad = ['https://example.com/hook', 'http://10.0.0.1/', 'nonsense', '', 'x'.repeat(3000)];
    for (const webhook_url of bad) {
      await refuse(owner, { webhook_url }, 'MODE_NOT_ALLOWED', undefined, 403);
    }
    await refuse(owner, { webhook_url: 1 }, 'VALIDATION_FAILED', 'webhook_url');
  });

  test('an invalid webhook_url above Free: VALIDATION_FAILED naming the reason', async () => {
    const bad = [
      'http://example.com/hook',
      'ftp://example.com',
      'nonsense',
      '',
      'https://',
      'https://localhost/hook',
      'https://127.0.0.1/hook',
      'https://10.0.0.1/',
      'https://169.254.169.254/latest/meta-data',
      'https://192.168.1.1/',
      'https://[::1]/',
      'https://[2606:4700::1111]/',
      'https://0x7f000001/',
      'https://user:word@example.com/',
      'https://no-such-name.invalid/hook',
      `https://example.com/${'x'.repeat(3000)}`,
    ];
    for (const plan of ['starter', 'pro', 'scale'] as const) {
      const owner = await subject.owner(plan);
      for (const webhook_url of bad) {
        await refuse(owner, { webhook_url }, 'VALIDATION_FAILED', 'webhook_url');
      }
    }
  });

  test('a video whose duration is known and too long: VIDEO_TOO_LONG', async () => {
    const owner = await subject.owner('free');
    const key = await owner.upload();
    const upload = { url: null, upload_key: key };
    const job = await subject.worker.claim((await owner.job(upload)).job_id);
    assert.equal(await subject.worker.ingest(job, 21 * 60), 'go');
    await subject.worker.settle(job);
    await owner.job(upload);

    const visual = { ...upload, capabilities: ['custom_query'], queries: ['q'] };
    await refuse(owner, visual, 'VIDEO_TOO_LONG');
  });

  test('an empty balance: INSUFFICIENT_CREDITS (402)', async () => {
    const owner = await subject.owner('scale', 0);
    await refuse(owner, {}, 'INSUFFICIENT_CREDITS', undefined, 402);
    await owner.credit(1);
    await owner.job();
  });

  test('past due: SUBSCRIPTION_PAST_DUE (402) for new jobs only', async () => {
    const owner = await subject.owner();
    const { job_id: id } = await owner.job();
    await owner.change({ past_due: true });
    await refuse(owner, {}, 'SUBSCRIPTION_PAST_DUE', undefined, 402);
    accepted(await owner.post('/v1/jobs', { ...base, dry_run: true }), 200);
    accepted(await owner.get('/v1/jobs'), 200);
    accepted(await owner.post(`/v1/jobs/${id}/cancel`), 200);
  });

  test('as many in processing as max_concurrent_jobs: CONCURRENT_LIMIT_REACHED (429)', async () => {
    for (const [plan, limit] of [
      ['free', 1],
      ['starter', 3],
    ] as const) {
      const owner = await subject.owner(plan);
      const ids: string[] = [];
      for (let count = 0; count <= limit; count += 1) ids.push((await owner.job()).job_id);
      for (const id of ids.slice(0, limit)) await subject.worker.claim(id);
      await refuse(owner, {}, 'CONCURRENT_LIMIT_REACHED', undefined, 429);
      await owner.post(`/v1/jobs/${ids[0]}/cancel`);
      await owner.job();
    }
  });
});

describe('POST /v1/jobs: dry run', () => {
  test('200 with a preview, nothing created', async () => {
    const owner = await subject.owner('scale', 1000);
    const answer = await owner.post('/v1/jobs', { ...base, dry_run: true });
    const { credits_estimated: credits, breakdown, ...rest } = accepted(answer, 200);
    assert.deepEqual(rest, {
      dry_run: true,
      url: videoUrl,
      platform: 'youtube',
      capabilities: ['transcription'],
      duration_seconds: null,
      note: 'duration_unresolved',
      balance: 1000,
      would_exceed_balance: false,
    });
    assert.ok(Number.isInteger(credits) && credits > 0);

    const sum = breakdown.reduce((all: number, one: { credits: number }) => all + one.credits, 0);
    assert.equal(Math.ceil(sum), credits);
    for (const one of breakdown) assert.equal(typeof one.item, 'string');
    assert.equal(answer.headers.get('location'), null);
    assert.deepEqual(accepted(await owner.get('/v1/jobs'), 200), []);
  });

  test('duration_seconds in place of a video: what an upload of that length would cost', async () => {
    const owner = await subject.owner('scale', 1000);
    const preview = async (seconds: number, fields: object = {}) => {
      const body = { capabilities: ['transcription'], duration_seconds: seconds, ...fields };
      return accepted(await owner.post('/v1/jobs', { ...body, dry_run: true }), 200);
    };
    const { credits_estimated: credits, breakdown: _items, ...rest } = await preview(90.5);
    assert.deepEqual(rest, {
      dry_run: true,
      url: null,
      platform: 'upload',
      capabilities: ['transcription'],
      duration_seconds: 90.5,
      balance: 1000,
      would_exceed_balance: false,
    });
    assert.ok((await preview(905)).credits_estimated > credits);

    const asked = { queries: ['q'], capabilities: ['custom_query'], external_id: 'x', url: null };
    assert.equal((await preview(1, asked)).platform, 'upload');
    assert.deepEqual(accepted(await owner.get('/v1/jobs'), 200), []);
  });

  test('duration_seconds beside upload_key: the estimate of an upload that was not analysed yet', async () => {
    const owner = await subject.owner('scale', 1000);
    const body = { capabilities: ['transcription'], dry_run: true };
    const preview = async (fields: object) =>
      accepted(await owner.post('/v1/jobs', { ...body, ...fields }), 200);
    const upload_key = await owner.upload();
    const unresolved = await preview({ upload_key });
    assert.equal(unresolved.note, 'duration_unresolved');

    const told = await preview({ upload_key, duration_seconds: 60 });
    assert.deepEqual(told, await preview({ duration_seconds: 60 }));
    assert.ok(told.credits_estimated < unresolved.credits_estimated);

    const { job_id: from_job } = await owner.job({ url: undefined, upload_key });
    assert.deepEqual(await preview({ upload_key, from_job, duration_seconds: 60 }), told);

    const long = { ...body, url: undefined, upload_key, duration_seconds: 360_000 };
    await refuse(owner, long, 'VIDEO_TOO_LONG');

    const unknown = { ...long, upload_key: 'uploads/x/y/video.mp4', duration_seconds: 60 };
    await refuse(owner, unknown, 'VALIDATION_FAILED', 'upload_key');
  });

  test('duration_seconds only with dry_run, without url, and with from_job only beside upload_key', async () => {
    const owner = await subject.owner();
    const alone = { url: undefined, duration_seconds: 60 };
    const named = ['VALIDATION_FAILED', 'duration_seconds'] as const;
    await refuse(owner, alone, ...named);
    await refuse(owner, { ...alone, dry_run: false }, ...named);

    const dry = { ...alone, dry_run: true };
    await refuse(owner, { ...dry, url: videoUrl }, ...named);

    const both = { ...dry, url: videoUrl, upload_key: await owner.upload() };
    await refuse(owner, both, 'VALIDATION_FAILED', 'url');
    await refuse(owner, { ...alone, upload_key: await owner.upload() }, ...named);
    await refuse(owner, { ...dry, from_job: (await owner.job()).job_id }, ...named);
    await refuse(owner, { url: undefined, dry_run: true }, 'VALIDATION_FAILED', 'url');
  });

  test('duration_seconds: refused as the upload would be', async () => {
    const owner = await subject.owner('free');
    const dry = { url: undefined, duration_seconds: 60, dry_run: true };

    await refuse(owner, { ...dry, capabilities: ['brands'] }, 'PLAN_REQUIRED', undefined, 403);
    await refuse(owner, { ...dry, capabilities: ['custom_query'] }, 'INVALID_CAPABILITIES');
    await refuse(owner, { ...dry, surfaces: ['nowhere'] }, 'INVALID_SURFACE');
    await refuse(
      owner,
      { ...dry, webhook_url: 'https://a.example/' },
      'MODE_NOT_ALLOWED',
      undefined,
      403,
    );
    await refuse(owner, { ...dry, duration_seconds: 360_000 }, 'VIDEO_TOO_LONG');
  });

  test('a known duration leaves out the note', async () => {
    const owner = await subject.owner();
    const upload = { url: null, upload_key: await owner.upload() };
    const first = accepted(
      await owner.post('/v1/jobs', { ...base, ...upload, dry_run: true }),
      200,
    );
    assert.equal(first.note, 'duration_unresolved');
    await subject.worker.complete((await owner.job(upload)).job_id);

    const then = accepted(await owner.post('/v1/jobs', { ...base, ...upload, dry_run: true }), 200);
    assert.equal(then.duration_seconds, 60);
    assert.ok(!('note' in then));
  });

  test('the same validation and plan errors as a real call', async () => {
    const owner = await subject.owner('free');
    await refuse(owner, { dry_run: true, fps: 9 }, 'VALIDATION_FAILED', 'fps');
    await refuse(owner, { dry_run: true, url: 'x' }, 'INVALID_URL');
    const brands = { dry_run: true, capabilities: ['brands'] };
    await refuse(owner, brands, 'PLAN_REQUIRED', undefined, 403);
    const hook = { dry_run: true, webhook_url: 'https://example.com' };
    await refuse(owner, hook, 'MODE_NOT_ALLOWED', undefined, 403);
  });

  test('an empty balance is still 200, with the warning', async () => {
    const owner = await subject.owner('scale', 0);
    const preview = accepted(await owner.post('/v1/jobs', { ...base, dry_run: true }), 200);
    assert.equal(preview.balance, 0);
    assert.equal(preview.would_exceed_balance, true);
  });

  test('a dry run skips the refusals of the account', async () => {
    const owner = await subject.owner('free');
    await subject.worker.claim((await owner.job()).job_id);
    await owner.change({ past_due: true });
    accepted(await owner.post('/v1/jobs', { ...base, dry_run: true }), 200);
  });

  test('dry runs are never deduplicated', async () => {
    const owner = await subject.owner();
    const headers = { 'Idempotency-Key': 'dry' };
    const dry = { ...base, dry_run: true };
    assert.equal(accepted(await owner.post('/v1/jobs', dry, headers), 200).dry_run, true);

    const job = await owner.job({}, headers);
    const again = await owner.post('/v1/jobs', dry, headers);
    assert.equal(accepted(again, 200).dry_run, true);
    assert.equal(again.headers.get('idempotency-replayed'), null);

    const replayed = accepted(await owner.post('/v1/jobs', base, headers), 200);
    assert.equal(replayed.job_id, job.job_id);
  });
});

describe('Idempotency', () => {
  const key = (value: string) => ({ 'Idempotency-Key': value });

  test('a known key answers 200 with the original job and Idempotency-Replayed: true', async () => {
    const owner = await subject.owner();
    const job = await owner.job({ external_id: 'first' }, key('a'));
    const answer = await owner.post('/v1/jobs', { ...base, external_id: 'second' }, key('a'));
    assert.deepEqual(accepted(answer, 200), job);
    assert.equal(answer.headers.get('idempotency-replayed'), 'true');
    assert.equal(accepted(await owner.get('/v1/jobs'), 200).length, 1);
  });

  test('a replay shows the job as it is now', async () => {
    const owner = await subject.owner();
    const { job_id: id } = await owner.job({}, key('now'));
    await subject.worker.complete(id);
    const replayed = accepted(await owner.post('/v1/jobs', base, key('now')), 200);
    assert.equal(replayed.status, 'completed');
    assert.ok(replayed.results);
  });

  test('keys are 1 to 255 printable ASCII characters, else VALIDATION_FAILED', async () => {
    const owner = await subject.owner();
    for (const good of ['x', '~ !', 'k'.repeat(255)]) await owner.job({}, key(good));
    for (const bad of ['', 'k'.repeat(256), 'é', 'a\tb']) {
      const answer = await owner.post('/v1/jobs', base, key(bad));
      refused(answer, 422, 'VALIDATION_FAILED', 'Idempotency-Key');
    }
  });

  test('a malformed key is refused before the schema', async () => {
    const owner = await subject.owner();
    const answer = await owner.post('/v1/jobs', {}, key('k'.repeat(256)));
    refused(answer, 422, 'VALIDATION_FAILED', 'Idempotency-Key');
  });

  test('20 concurrent calls make one job', async () => {
    const owner = await subject.owner();
    const calls = Array.from({ length: 20 }, () => owner.post('/v1/jobs', base, key('twenty')));
    const answers = await Promise.all(calls);
    const created = answers.filter(({ status }) => status === 202);
    assert.equal(created.length, 1);

    const ids = new Set(answers.map(({ json }) => json.data.job_id));
    assert.equal(ids.size, 1);

    for (const answer of answers) {
      const replayed = answer.headers.get('idempotency-replayed');
      assert.equal(replayed, answer.status === 202 ? null : 'true');
    }

    assert.equal(accepted(await owner.get('/v1/jobs'), 200).length, 1);
  });

  test('a key belongs to its workspace', async () => {
    const owner = await subject.owner();
    const other = await subject.owner();
    const mine = await owner.job({}, key('same'));
    assert.notEqual((await other.job({}, key('same'))).job_id, mine.job_id);
  });

  test('a call that failed does not consume the key', async () => {
    const owner = await subject.owner('scale', 0);
    refused(await owner.post('/v1/jobs', {}, key('f')), 422, 'VALIDATION_FAILED');
    refused(await owner.post('/v1/jobs', base, key('f')), 402, 'INSUFFICIENT_CREDITS');
    await owner.credit(10);
    await owner.job({}, key('f'));
  });

  test('a call refused for concurrent jobs does not consume the key', async () => {
    const owner = await subject.owner('free');
    const { job_id: id } = await owner.job();
    await subject.worker.claim(id);
    refused(await owner.post('/v1/jobs', base, key('c')), 429, 'CONCURRENT_LIMIT_REACHED');
    await owner.post(`/v1/jobs/${id}/cancel`);
    await owner.job({}, key('c'));
  });

  test('after 48 hours the key expires', async () => {
    const owner = await subject.owner();
    const job = await owner.job({}, key('old'));

    await subject.clock.ahead(48 * hourMs - 60_000, async () => {
      const replayed = accepted(await owner.post('/v1/jobs', base, key('old')), 200);
      assert.equal(replayed.job_id, job.job_id);
    });
    await subject.clock.ahead(48 * hourMs, async () => {
      await subject.sweep('idempotency');
      assert.notEqual((await owner.job({}, key('old'))).job_id, job.job_id);
    });
  });

  test('an expired key that was not swept yet is taken over, by one of several calls', async () => {
    const owner = await subject.owner();
    await owner.job({}, key('stale'));
    await subject.clock.ahead(48 * hourMs, async () => {
      const calls = Array.from({ length: 5 }, () => owner.post('/v1/jobs', base, key('stale')));
      const statuses = (await Promise.all(calls)).map(({ status }) => status).sort();
      assert.deepEqual(statuses, [200, 200, 200, 200, 202]);
    });
  });

  test('a deleted job frees its key', async () => {
    const owner = await subject.owner();
    const { job_id: id } = await owner.job({}, key('freed'));
    await owner.post(`/v1/jobs/${id}/cancel`);
    accepted(await owner.delete(`/v1/jobs/${id}`), 204);
    assert.notEqual((await owner.job({}, key('freed'))).job_id, id);
  });

  test('batches have keys of their own', async () => {
    const owner = await subject.owner();
    const job = await owner.job({}, key('both'));
    const body = { urls: urls(2), capabilities: ['summary'] };
    const batch = accepted(await owner.post('/v1/batch', body, key('both')), 202);
    const answer = await owner.post('/v1/batch', { nonsense: 1 }, key('both'));
    assert.deepEqual(accepted(answer, 200), batch);
    assert.equal(answer.headers.get('idempotency-replayed'), 'true');

    const replayed = accepted(await owner.post('/v1/jobs', {}, key('both')), 200);
    assert.equal(replayed.job_id, job.job_id);
  });

  test('20 concurrent calls make one batch', async () => {
    const owner = await subject.owner();
    const body = { urls: urls(3), capabilities: ['summary'] };
    const calls = Array.from({ length: 20 }, () => owner.post('/v1/batch', body, key('b')));
    const answers = await Promise.all(calls);

    assert.equal(answers.filter(({ status }) => status === 202).length, 1);
    assert.equal(new Set(answers.map(({ json }) => json.data.batch_id)).size, 1);
    assert.equal(accepted(await owner.get('/v1/batch'), 200).length, 1);
    assert.equal(accepted(await owner.get('/v1/jobs'), 200).length, 3);
  });
});
