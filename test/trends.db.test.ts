/** Trends over HTTP: what counts, when it counts, and what is behind each number. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import type { BrandResult, Results, Trends } from '@reelsight/contract';
import { fillExposures } from '../server/src/domain/exposure/fill-exposures.ts';
import { sharedTwo } from './interface/shared-subject.ts';
import { accepted, type Json, type Owner, refused, type Subject } from './interface/subject.ts';

const gapsMigration = new URL('../server/src/db/migrations/0071_trend_gaps.sql', import.meta.url);

let subject: Subject;
let owner: Owner;
let stranger: Owner;
before(async () => {
  ({ subject, owner, stranger } = await sharedTwo());
});
after(() => subject.close());

const box = { x: 0.3, y: 0.3, width: 0.3, height: 0.3 };

/** A brand that is on screen for these seconds from the second 10 on. */
const seen = (name: string, seconds: number): BrandResult =>
  ({
    name,
    confidence: 0.9,
    appearances: [
      {
        timestamp: 10,
        timestamp_start: 10,
        timestamp_end: 10 + seconds,
        source: 'visual',
        confidence: 0.9,
        bounding_box: box,
      },
    ],
    frame_detections: [
      { timestamp: 10, confidence: 0.9, bounding_box: box },
      { timestamp: 10 + seconds, confidence: 0.9, bounding_box: box },
    ],
  }) as unknown as BrandResult;

interface VideoFields {
  readonly day: string;
  readonly brands: readonly BrandResult[];
  readonly author?: string;
  readonly video?: string;
  readonly tags?: readonly string[];
  readonly paidSegments?: readonly object[];
}

let videoCount = 0;

/** A finished job of a video that was published on the day. */
async function analysed(fields: VideoFields): Promise<string> {
  const { day, brands, author, video, tags, paidSegments } = fields;
  videoCount += 1;
  const id = video ?? `t${String(videoCount).padStart(10, '0')}`;
  const { job_id: jobId } = await owner.job({
    url: `https://www.youtube.com/watch?v=${id}`,
    capabilities: ['brands', 'metadata'],
    ...(tags && { tags }),
  });
  const metadata = {
    author: author ?? null,
    author_url: null,
    published_at: `${day}T12:00:00.000Z`,
  };
  const results = {
    brands,
    metadata,
    ...(paidSegments && { paid_segments: paidSegments }),
    meta: { fps_used: 1, frames_analyzed: 60, engines: {} },
  } as unknown as Results;
  await subject.worker.complete(jobId, results);
  return jobId;
}

async function trends(query: string): Promise<Trends> {
  const answer = await owner.get(`/v1/trends?${query}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.json.data;
}

/** Seconds on screen of the first series in each period. */
const secondsOf = ({ series }: Trends, index = 0): number[] =>
  series[index]?.periods.map(({ seen_seconds: seconds }) => seconds) ?? [];

describe('Trends', () => {
  test('add up brands by week, with shares of all brands, and begin days in the time zone', async () => {
    await analysed({
      day: '2025-03-03',
      brands: [seen('Acme', 4), seen('Globex', 12)],
      author: 'One',
    });
    await analysed({ day: '2025-03-09', brands: [seen('Acme', 2)], author: 'Two' });
    await analysed({ day: '2025-03-10', brands: [seen('ACME', 6)], author: 'One' });

    const march = 'since=2025-03-03&until=2025-03-23';
    const answer = await trends(march);
    assert.deepEqual(
      answer.periods.map(({ start, end, videos }) => [start, end, videos]),
      [
        ['2025-03-03', '2025-03-09', 2],
        ['2025-03-10', '2025-03-16', 1],
        ['2025-03-17', '2025-03-23', 0],
      ],
    );
    assert.deepEqual(
      answer.series.map(({ name }) => name).sort(),
      ['ACME', 'Globex'],
      'names that differ in case are one brand, spelled as in the newest video',
    );
    const acme = answer.series.findIndex(({ name }) => name === 'ACME');
    assert.deepEqual(secondsOf(answer, acme), [6, 6, 0]);
    assert.equal(answer.series[acme]?.total.seen_seconds, 12);
    assert.equal(answer.series[acme]?.total.share_of_voice, 0.5);
    assert.equal(answer.series[acme]?.periods[0]?.share_of_voice, 0.3333);
    assert.equal(answer.videos_undated, 0);

    // Noon in UTC is already Monday in Auckland.
    const auckland = await trends(`${march}&time_zone=Pacific/Auckland&brands=acme`);
    assert.deepEqual(secondsOf(auckland), [4, 8, 0]);

    const only = await trends(`${march}&brands=Acme&limit=1`);
    assert.deepEqual([only.series.length, only.left_out.series], [1, 0]);
    const limited = await trends(`${march}&limit=1`);
    assert.deepEqual([limited.series.length, limited.left_out.series], [1, 1]);

    const channels = await trends(`${march}&group_by=channel&brands=acme`);
    assert.deepEqual(
      channels.series.map(({ name, total }) => [name, total.seen_seconds, total.videos]),
      [
        ['One', 10, 2],
        ['Two', 2, 1],
      ],
    );
    assert.deepEqual(secondsOf(await trends(`${march}&channel=two`)), [2, 0, 0]);
    const platforms = await trends(`${march}&group_by=platform`);
    assert.deepEqual(
      platforms.series.map(({ name }) => name),
      ['youtube'],
    );
  });

  test('choose and order series by the number that is asked for', async () => {
    const small = (name: string, seconds: number): BrandResult => {
      const large = seen(name, seconds) as unknown as Json;
      const tiny = { x: 0.9, y: 0.9, width: 0.05, height: 0.05 };
      const shrunk = (row: Json): Json => ({ ...row, bounding_box: tiny });
      return {
        ...large,
        appearances: large.appearances.map(shrunk),
        frame_detections: large.frame_detections.map(shrunk),
      } as unknown as BrandResult;
    };
    const tags = ['ordered'];
    const first = await analysed({ day: '2024-03-05', brands: [seen('Large', 6)], tags });
    const second = await analysed({ day: '2024-03-06', brands: [small('Small', 9)], tags });
    await analysed({ day: '2024-03-07', brands: [small('Small', 1), small('Often', 2)], tags });
    await analysed({ day: '2024-03-08', brands: [small('Often', 2)], tags });
    await analysed({ day: '2024-03-09', brands: [small('Often', 2)], tags });
    accepted(await owner.call('PUT', `/v1/jobs/${first}/audience`, { json: { views: 1000 } }), 200);
    accepted(
      await owner.call('PUT', `/v1/jobs/${second}/audience`, { json: { views: 90_000_000 } }),
      200,
    );

    const days = 'since=2024-03-04&until=2024-03-10';
    const names = ({ series }: Trends) => series.map(({ name }) => name);
    for (const narrowed of ['', '&tag=ordered']) {
      const ordered = async (by: string) => names(await trends(`${days}${narrowed}&limit=1${by}`));
      assert.deepEqual(await ordered(''), ['Large']);
      assert.deepEqual(await ordered('&order_by=equivalent_seconds'), ['Large']);
      assert.deepEqual(await ordered('&order_by=seen_seconds'), ['Small']);
      assert.deepEqual(await ordered('&order_by=videos'), ['Often']);
      const value = '&audience=views&cpm_usd=25&order_by=media_value_usd';
      assert.deepEqual(await ordered(value), ['Small']);
    }

    const rest = (await trends(`${days}&limit=1&order_by=seen_seconds`)).left_out;
    assert.deepEqual([rest.series, rest.seen_seconds], [2, 12]);
    const platforms = await trends(`${days}&group_by=platform&order_by=mentions`);
    assert.deepEqual(names(platforms), ['youtube']);
    refused(await owner.get('/v1/trends?order_by=media_value_usd'), 422, 'VALIDATION_FAILED');
    refused(await owner.get('/v1/trends?order_by=name'), 422, 'VALIDATION_FAILED');

    assert.equal((await trends(days)).previous_videos, 0);
    assert.equal((await trends('since=2024-03-08&until=2024-03-10')).previous_videos, 3);
  });

  test('list the videos behind a number, those with most first', async () => {
    const path = '/v1/trends/videos?since=2025-03-03&until=2025-03-09&brands=Acme';
    const { json } = await owner.get(path);
    assert.deepEqual(
      json.data.map(({ seen_seconds, channel, moment }: Json) => [seen_seconds, channel, moment]),
      [
        [4, 'One', 10],
        [2, 'Two', 10],
      ],
    );

    const first = (await owner.get(`${path}&limit=1`)).json;
    assert.equal(first.pagination.has_more, true);
    const second = (await owner.get(`${path}&limit=1&cursor=${first.pagination.next_cursor}`)).json;
    assert.deepEqual([...first.data, ...second.data], json.data);
    assert.equal(second.pagination.has_more, false);
    refused(await owner.get(`${path}&cursor=x`), 422, 'VALIDATION_FAILED');
  });

  test('count the newest analysis of a video, and the one before again when that is deleted', async () => {
    const days = 'since=2025-04-07&until=2025-04-13';
    const video = 'newest00000';
    await analysed({ day: '2025-04-08', brands: [seen('Initech', 3)], video });
    const second = await analysed({ day: '2025-04-08', brands: [seen('Initech', 5)], video });
    assert.deepEqual(secondsOf(await trends(days)), [5]);
    assert.equal((await trends(days)).videos, 1);

    assert.equal((await owner.delete(`/v1/jobs/${second}`)).status, 204);
    assert.deepEqual(secondsOf(await trends(days)), [3]);
  });

  test('follow corrections, and old jobs are counted once they are read again', async () => {
    const days = 'since=2025-05-05&until=2025-05-11';
    const jobId = await analysed({ day: '2025-05-06', brands: [seen('Umbrela', 3)] });
    const rename = { kind: 'rename', target: 'brand', name: 'Umbrela', new_name: 'Umbrella' };
    const corrected = await owner.post(`/v1/jobs/${jobId}/corrections`, rename);
    assert.equal(corrected.status, 201, corrected.text);
    assert.deepEqual(
      (await trends(days)).series.map(({ name }) => name),
      ['Umbrella'],
    );

    const { db } = subject.domain;
    await db.query('delete from trend_videos where job_id = $1', [jobId]);
    await db.query('update job_exposures set version = 0 where job_id = $1', [jobId]);
    // As after an update, or a restore from a backup of an earlier release.
    const migration = await readFile(gapsMigration, 'utf8');
    await db.query(migration.slice(migration.indexOf('insert into')).replace(';', ''));
    const lacking = await trends(days);
    assert.deepEqual([lacking.series, lacking.incomplete], [[], true]);
    assert.equal(accepted(await stranger.get('/v1/trends'), 200).incomplete, undefined);
    const { signal } = new AbortController();
    await fillExposures(subject.domain, { signal, onError: (error) => assert.fail(String(error)) });
    const whole = await trends(days);
    assert.deepEqual(
      [whole.series.map(({ name }) => name), whole.incomplete],
      [['Umbrella'], undefined],
    );
  });

  test('warn of videos that were corrected after their week was over, and say which', async () => {
    const days = 'since=2025-05-12&until=2025-05-18';
    const jobId = await analysed({ day: '2025-05-13', brands: [seen('Hoolie', 3)] });
    const other = await analysed({ day: '2025-05-14', brands: [seen('Hoolie', 3)] });
    const path = (id: string) => `/v1/jobs/${id}/corrections`;
    const rename = { kind: 'rename', target: 'brand', name: 'Hoolie', new_name: 'Hooli' };
    accepted(await owner.post(path(other), rename), 201);
    assert.equal((await trends(days)).corrected, null, 'the review of a new video is no warning');

    const confirm = { kind: 'confirm', target: 'brand', name: 'Hoolie' };
    await subject.clock.ahead(3 * 86_400_000, async () => {
      accepted(await owner.post(path(jobId), confirm), 201);
      assert.equal((await trends(days)).corrected, null, 'it changes no number');
      accepted(await owner.post(path(jobId), rename), 201);
      const { corrected } = await trends(days);
      assert.deepEqual([corrected?.videos, corrected?.corrections, corrected?.recounts], [1, 1, 0]);
      const { text } = await owner.get(`/v1/trends.csv?${days}`);
      const [head = '', row = ''] = text.split('\r\n');
      assert.match(head, /,corrected_videos,corrected_last_at$/);
      assert.ok(row.endsWith(`,1,${corrected?.last_at}`), row);
      assert.equal((await trends(`${days}&tag=none`)).corrected, null);
      const { json } = await owner.get(`/v1/trends/videos?${days}`);
      const correctedAt = json.data.find(({ job_id: id }: Json) => id === jobId).corrected_at;
      assert.equal(correctedAt, corrected?.last_at);

      const today = subject.domain.now().toISOString().slice(0, 10);
      const running = await trends(`since=2025-05-12&until=${today}&by=month`);
      assert.equal(running.corrected?.videos, 1);
    });
  });

  test('know how much is paid for, as the exposure does', async () => {
    const days = 'since=2025-05-19&until=2025-05-25';
    const disclosure = { paid: 'paid', disclosed: true, paid_seconds: 4, signs: [] };
    const brand = { ...seen('Soylent', 6), disclosure } as unknown as BrandResult;
    const jobId = await analysed({
      day: '2025-05-20',
      brands: [brand],
      paidSegments: [{ start: 12, end: 20, brand: 'Soylent' }],
    });

    const [{ total } = {}] = (await trends(days)).series as [Json?];
    assert.deepEqual(
      [total.videos_paid, total.videos_disclosed, total.paid_seen_seconds],
      [1, 1, 4],
    );
    const exposure = (await owner.get(`/v1/jobs/${jobId}/exposure`)).json.data;
    assert.equal(exposure.brands[0].disclosure.seen_seconds_paid, 4);
  });

  test('a brand that was renamed in the library counts under its new name with all that had the old one', async () => {
    const days = 'since=2025-06-02&until=2025-06-08';
    const tags = ['renamed'];
    await analysed({ day: '2025-06-03', brands: [seen('Twitter', 3), seen('X Corp', 2)], tags });
    await analysed({ day: '2025-06-04', brands: [seen('Twitter', 4), seen('Hooli', 1)], tags });
    const made = await owner.post('/v1/brands', { name: 'X Corp', aliases: ['Twitter'] });
    assert.equal(made.status, 201, made.text);

    for (const query of [days, `${days}&tag=renamed`]) {
      const { series } = await trends(query);
      const [{ name, total, periods } = {}] = series as [Json?];
      assert.deepEqual(
        series.map((entry) => entry.name),
        ['X Corp', 'Hooli'],
      );
      assert.deepEqual([name, total.videos, total.seen_seconds], ['X Corp', 2, 9]);
      assert.deepEqual([periods.length, periods[0].videos], [1, 2], 'a video counts once');
    }
    const later = (await trends('since=2025-06-09&until=2025-06-15&brands=x%20corp')).series[0];
    assert.deepEqual([later?.total.videos, later?.previous.videos], [0, 2]);
    assert.equal((await trends(`${days}&brands=Twitter`)).series[0]?.name, 'X Corp');
  });

  test('are asked for a campaign and a brand set, in which a rival that is nowhere has zeros', async () => {
    await analysed({ day: '2025-07-08', brands: [seen('Acme', 3)], tags: ['summer'] });
    await analysed({ day: '2025-07-09', brands: [seen('Acme', 30)] });
    const rivals = { name: 'Rivals', own: 'Hooli', brands: ['Acme', 'hooli', 'ACME'] };
    const set = (await owner.post('/v1/brand-sets', rivals)).json.data;
    assert.deepEqual([set.own, set.brands], ['Hooli', ['Acme']]);

    const videos = { tags: ['summer'], since: '2025-07-07', until: '2025-07-13' };
    const wanted = { name: 'Summer', videos, brand_set_id: set.brand_set_id };
    const made = await owner.post('/v1/campaigns', wanted);
    assert.equal(made.status, 201, made.text);
    const { campaign_id: campaign } = made.json.data;

    const query = `campaign_id=${campaign}&brand_set_id=${set.brand_set_id}`;
    const answer = await trends(query);
    assert.deepEqual([answer.since, answer.until], ['2025-07-07', '2025-07-13']);
    assert.deepEqual(
      answer.series.map(({ name, own, total }) => [name, own, total.seen_seconds]),
      [
        ['Hooli', true, 0],
        ['Acme', undefined, 3],
      ],
    );

    const file = await owner.get(`/v1/trends.csv?${query}`);
    assert.match(file.headers.get('content-type') ?? '', /^text\/csv/);
    assert.match(file.text, /2025-07-07,2025-07-13,true,Acme,,1,1,3,/);

    refused(
      await owner.post('/v1/campaigns', { ...wanted, name: 'SUMMER' }),
      422,
      'VALIDATION_FAILED',
    );
    refused(await stranger.get(`/v1/trends?${query}`), 404, 'NOT_FOUND');
    refused(await stranger.get(`/v1/campaigns/${campaign}`), 404, 'NOT_FOUND');
    refused(await stranger.delete(`/v1/brand-sets/${set.brand_set_id}`), 404, 'NOT_FOUND');
    const taken = { ...wanted, name: 'Mine' };
    refused(await stranger.post('/v1/campaigns', taken), 422, 'VALIDATION_FAILED');

    assert.equal((await owner.delete(`/v1/brand-sets/${set.brand_set_id}`)).status, 204);
    const left = (await owner.get(`/v1/campaigns/${campaign}`)).json.data;
    assert.equal(left.brand_set_id, null);
  });

  test('are worth money by the audience of each video, and say which videos have none', async () => {
    const days = 'since=2025-08-04&until=2025-08-17&brands=Vandelay';
    const first = await analysed({ day: '2025-08-05', brands: [seen('Vandelay', 30)] });
    const second = await analysed({ day: '2025-08-12', brands: [seen('Vandelay', 30)] });
    const put = (path: string, json: object) => owner.call('PUT', path, { json });
    assert.equal((await trends(days)).series[0]?.total.views, undefined);

    await put(`/v1/jobs/${first}/audience`, { views: 2000 });
    const [unpriced] = (await trends(`${days}&audience=views`)).series;
    assert.deepEqual(
      [unpriced?.total.views, unpriced?.total.media_value_usd, unpriced?.total.videos_not_valued],
      [2000, null, 2],
    );

    await put('/v1/media-prices', { cpm_usd: 5, cpm_usd_by_platform: { youtube: 10 } });
    const [priced] = (await trends(`${days}&audience=views`)).series;
    const equivalent = priced?.periods[0]?.equivalent_seconds ?? 0;
    const value = Math.round(((equivalent / 30) * 2 * 10 + Number.EPSILON) * 100) / 100;
    assert.ok(Math.abs((priced?.periods[0]?.media_value_usd ?? 0) - value) <= 0.01);
    assert.deepEqual(priced?.periods[1]?.media_value_usd, null);
    assert.deepEqual(
      [priced?.total.media_value_usd, priced?.total.videos_not_valued],
      [priced?.periods[0]?.media_value_usd, 1],
    );

    await put(`/v1/jobs/${second}/audience`, { views: 1000 });
    const [platform] = (await trends(`${days}&audience=views&cpm_usd=20&group_by=platform`)).series;
    assert.deepEqual([platform?.total.views, platform?.total.videos_not_valued], [3000, 0]);
    const exposure = await owner.get(`/v1/jobs/${second}/exposure?audience=views&cpm_usd=20`);
    assert.equal(
      platform?.periods[1]?.media_value_usd,
      exposure.json.data.brands[0].media_value_usd,
      'as in the exposure of the video',
    );
    const file = await owner.get(`/v1/trends.csv?${days}&audience=views`);
    assert.match(file.text, /,views,media_value_usd,videos_not_valued\r\n/);
  });

  test('of a Follow that was deleted still open their videos', async () => {
    const days = 'since=2025-09-01&until=2025-09-07';
    const jobId = await analysed({ day: '2025-09-02', brands: [seen('Acme', 3)] });
    const follow = 'fol_01k9x2h5j8k1m4n7p0q3r6s9tv';
    await subject.domain.db.query('update jobs set follow_id = $2 where id = $1', [jobId, follow]);

    const [series] = (await trends(`${days}&group_by=follow`)).series;
    assert.deepEqual([series?.name, series?.id], [null, follow]);
    const { json } = await owner.get(`/v1/trends/videos?${days}&follow_id=${follow}`);
    assert.deepEqual(
      json.data.map(({ job_id: id }: Json) => id),
      [jobId],
    );
    refused(await stranger.get(`/v1/trends?follow_id=${follow}`), 404, 'NOT_FOUND');
  });

  test('refuse what they cannot count, in words', async () => {
    const wrong: Record<string, string> = {
      'time_zone=Mars/Olympus': 'time_zone',
      'time_zone=%2B02:00': 'time_zone',
      'time_zone=IST': 'time_zone',
      'since=2025-02-30': 'since',
      'since=2025-03-02&until=2025-03-01': 'until',
      'by=day&since=2020-01-01&until=2025-01-01': '400',
      'by=minute': 'by',
      'limit=51': 'limit',
      'audience=5': 'audience',
      'cpm_usd=-1': 'cpm_usd',
      [`brands=${Array.from({ length: 500 }, (_, index) => `r${index}`).join(',')}`]: '50',
    };
    for (const [query, word] of Object.entries(wrong)) {
      const answer = await owner.get(`/v1/trends?${query}`);
      refused(answer, 422, 'VALIDATION_FAILED');
      assert.ok(answer.text.includes(word), answer.text);
    }

    const rivals = Array.from({ length: 500 }, (_, index) => `Rival ${index}`);
    const many = await owner.post('/v1/brand-sets', { name: 'Many', brands: rivals });
    refused(many, 422, 'VALIDATION_FAILED');
    assert.match(many.text, /brands: .*at most 50/);
    const none = await owner.post('/v1/brand-sets', { name: 'None', brands: [] });
    refused(none, 422, 'VALIDATION_FAILED');
    refused(await owner.get('/v1/trends?campaign_id=cmp_0'), 404, 'NOT_FOUND');
    refused(await owner.get('/v1/trends?follow_id=fol_0'), 404, 'NOT_FOUND');
  });

  test('of a workspace without videos are empty periods', async () => {
    const { json } = await stranger.get('/v1/trends?by=month');
    assert.deepEqual([json.data.series, json.data.videos, json.data.periods.length], [[], 0, 12]);
  });
});

describe('The day that a person sets for a video', () => {
  const april = 'by=day&since=2024-04-01&until=2024-04-05';
  const results = (seconds: number) =>
    ({
      brands: [seen('Acme', seconds)],
      meta: { fps_used: 1, frames_analyzed: 60, engines: {} },
    }) as unknown as Results;
  const setDay = (jobId: string, published_at: string | null) =>
    owner.call('PUT', `/v1/jobs/${jobId}/audience`, { json: { published_at } });

  async function uploaded(fields: object = {}): Promise<string> {
    const upload_key = await owner.upload();
    const body = { url: undefined, upload_key, capabilities: ['brands'], ...fields };
    const { job_id: jobId } = await owner.job(body);
    await subject.worker.complete(jobId, results(5));
    return jobId;
  }

  test('counts an upload on that day, in every usual time zone, and can be changed and taken away', async () => {
    const jobId = await uploaded({ published_at: '2024-04-02' });
    for (const zone of ['UTC', 'America/Los_Angeles', 'Asia/Tokyo'])
      assert.deepEqual(
        secondsOf(await trends(`${april}&time_zone=${zone}`)),
        [0, 5, 0, 0, 0],
        zone,
      );
    const { json } = await owner.get(`/v1/trends/videos?since=2024-04-01&until=2024-04-05`);
    assert.deepEqual([json.data[0].published, json.data[0].job_id], [true, jobId]);
    assert.equal((await trends(april)).videos_undated, 0);

    const changed = accepted(await setDay(jobId, '2024-04-04T08:00:00+02:00'), 200);
    assert.deepEqual(
      [changed.published_at, changed.published_source, changed.audience],
      ['2024-04-04T06:00:00.000Z', 'manual', null],
    );
    assert.deepEqual(secondsOf(await trends(april)), [0, 0, 0, 5, 0]);

    const gone = accepted(await setDay(jobId, null), 200);
    assert.deepEqual([gone.published_at, gone.published_source], [null, null]);
    assert.equal((await trends(april)).videos, 0);
  });

  test('stays when its brands are counted again, and when the views alone are set', async () => {
    const jobId = await uploaded({ published_at: '2024-04-03' });
    accepted(await owner.call('PUT', `/v1/jobs/${jobId}/audience`, { json: { views: 9 } }), 200);
    const correction = { kind: 'rename', target: 'brand', name: 'Acme', new_name: 'Globex' };
    accepted(await owner.post(`/v1/jobs/${jobId}/corrections`, correction), 201);
    const answer = await trends(`${april}&brands=globex`);
    assert.deepEqual(secondsOf(answer), [0, 0, 5, 0, 0]);
    accepted(await setDay(jobId, null), 200);
  });

  test('comes before the day of the platform, is taken over by a later analysis, and leaves both again', async () => {
    const video = 'byhand00001';
    const first = await analysed({ day: '2024-04-01', brands: [seen('Acme', 2)], video });
    const before = accepted(await owner.get(`/v1/jobs/${first}/views`), 200);
    assert.equal(before.published_source, before.published_at && 'platform');
    accepted(await setDay(first, '2024-04-05'), 200);
    const second = await analysed({ day: '2024-04-01', brands: [seen('Acme', 3)], video });
    assert.deepEqual(secondsOf(await trends(april)), [0, 0, 0, 0, 3]);

    accepted(await setDay(second, null), 200);
    assert.deepEqual(secondsOf(await trends(april)), [3, 0, 0, 0, 0]);
  });

  test('puts a video into the campaigns of its days', async () => {
    const videos = { since: '2024-04-01', until: '2024-04-05', platforms: ['upload'] };
    const campaign = accepted(await owner.post('/v1/campaigns', { name: 'April', videos }), 201);
    const query = `by=month&campaign_id=${campaign.campaign_id}`;
    const jobId = await uploaded();
    assert.equal((await trends(query)).videos, 0);
    accepted(await setDay(jobId, '2024-04-05'), 200);
    assert.equal((await trends(query)).videos, 1);
  });

  test('is refused in words if it cannot be true, at creation and later', async () => {
    const jobId = await uploaded();
    const upload_key = await owner.upload();
    const tomorrow = new Date(subject.domain.now().getTime() + 25 * 3_600_000).toISOString();
    const wrong: Record<string, RegExp> = {
      '1899-12-31': /is before 1900/,
      '9999-01-01': /is in the future/,
      [tomorrow]: /is in the future/,
      '2024-02-30': /must be an ISO 8601 date/,
      yesterday: /must be an ISO 8601 date/,
      '': /must be an ISO 8601 date/,
    };
    for (const [day, words] of Object.entries(wrong)) {
      const later = await setDay(jobId, day);
      refused(later, 422, 'VALIDATION_FAILED');
      assert.match(later.text, words);
      const body = { upload_key, capabilities: ['brands'], published_at: day };
      const atCreation = await owner.post('/v1/jobs', body);
      refused(atCreation, 422, 'VALIDATION_FAILED');
      assert.match(atCreation.text, words);
    }

    const nothing = await owner.call('PUT', `/v1/jobs/${jobId}/audience`, { json: {} });
    refused(nothing, 422, 'VALIDATION_FAILED');
    assert.match(nothing.text, /at least one of views and published_at/);
    refused(
      await stranger.call('PUT', `/v1/jobs/${jobId}/audience`, {
        json: { published_at: '2024-04-01' },
      }),
      404,
      'JOB_NOT_FOUND',
    );
  });

  test('is given with each upload of a batch', async () => {
    const key = await owner.upload();
    const batch = {
      uploads: [{ key, filename: 'a.mp4', published_at: '2024-04-02' }],
      capabilities: ['brands'],
    };
    const { jobs } = accepted(await owner.post('/v1/batch', batch), 202);
    await subject.worker.complete(jobs[0].job_id, results(7));
    const views = accepted(await owner.get(`/v1/jobs/${jobs[0].job_id}/views`), 200);
    assert.equal(views.published_at, '2024-04-02T12:00:00.000Z');
    const bad = { ...batch, uploads: [{ key, filename: 'a.mp4', published_at: '1800-01-01' }] };
    refused(await owner.post('/v1/batch', bad), 422, 'VALIDATION_FAILED');
  });
});
