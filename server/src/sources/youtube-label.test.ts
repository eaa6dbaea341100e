/** What YouTube's interface answers, and everything that it may answer instead. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  json,
  refusal,
  startYoutubeInterface,
  video,
  type YoutubeInterface,
} from '../../testing/sources/youtube-interface.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { refusalPauseMs, YoutubeLabels, type YoutubeLabelsOptions } from './youtube-label.ts';

const id = 'AbCdEfGhIjK';
const otherId = 'ZyXwVuTsRqP';

describe("YouTube's own label", () => {
  let youtube: YoutubeInterface;
  let nowMs: number;
  let lines: { message: string; fields: Record<string, unknown> }[];

  before(async () => {
    youtube = await startYoutubeInterface();
  });
  after(() => youtube.close());

  beforeEach(() => {
    youtube.videos.clear();
    youtube.requests.length = 0;
    nowMs = Date.parse('2026-11-21T10:00:00.000Z');
    lines = [];
  });
  afterEach(() => assert.ok(!JSON.stringify(lines).includes(youtube.key), 'the key is in the log'));

  const open = (options: Partial<YoutubeLabelsOptions> = {}): YoutubeLabels =>
    new YoutubeLabels({
      key: youtube.key,
      address: youtube.url,
      proxy: null,
      now: () => new Date(nowMs),
      log: (message, fields) => lines.push({ message, fields }),
      ...options,
    });
  const asking = (workspaceId = 'ws_a', signal = new AbortController().signal) => ({
    workspaceId,
    signal,
  });
  const reasons = () => lines.map(({ fields }) => fields.reason);

  test('is true or false, or null where YouTube does not tell', async () => {
    const answers = [
      [video({ hasPaidProductPlacement: true }), true],
      [video({ hasPaidProductPlacement: false }), false],
      [video({}), null],
      [video(), null],
    ] as const;

    for (const [manner, expected] of answers) {
      youtube.videos.set(id, manner);
      assert.equal(await open().ask(id, asking()), expected);
    }
    assert.equal(await open().ask('removedAAAA', asking()), null);

    assert.equal(
      youtube.requests[0],
      `/youtube/v3/videos?part=paidProductPlacementDetails&id=${id}&key=${youtube.key}`,
    );
    assert.equal(youtube.requests.length, answers.length + 1, 'one request for each video');
    assert.deepEqual(lines, []);
  });

  test('is null after a failure, with one line in the log, and the next video is asked about', async () => {
    const labels = open({ limitMs: 300 });
    youtube.videos.set(otherId, video({ hasPaidProductPlacement: true }));

    const failures = [
      [refusal(500, 'backendError'), /^status 500 backendError$/],
      [refusal(404, 'videoNotFound'), /^status 404 videoNotFound$/],
      [refusal(403, 'forbidden'), /^status 403 forbidden$/],
      [json(200, { items: 'none' }), /another form/],
      [(response) => response.end(), /another form/],
      [video({ hasPaidProductPlacement: 'yes' }), /another form/],
      [(response) => response.end('<html>Sign in to the network</html>'), /another form/],
      [(response) => response.end(`{"items":[]${' '.repeat(70_000)}}`), /more than 65536 bytes/],
      [(response) => response.destroy(), /^[A-Z_]+$/],
      [() => undefined, /^no answer within 300 ms$/],
      [(response) => response.write('{"items":'), /^no answer within 300 ms$/],
    ] as [Parameters<YoutubeInterface['videos']['set']>[1], RegExp][];

    for (const [manner, reason] of failures) {
      lines.length = 0;
      youtube.videos.set(id, manner);
      assert.equal(await labels.ask(id, asking()), null, String(reason));
      assert.equal(lines.length, 1);
      assert.match(String(reasons()[0]), reason);
      assert.equal(await labels.ask(otherId, asking()), true, String(reason));
    }
  });

  test('an endless answer is not read to its end', async () => {
    let sentBytes = 0;
    youtube.videos.set(id, (response) => {
      const more = () => {
        sentBytes += 16_384;
        if (!response.destroyed)
          response.write(Buffer.alloc(16_384, ' '), () => setTimeout(more, 2));
      };
      more();
    });

    assert.equal(await open().ask(id, asking()), null);
    assert.match(String(reasons()), /more than 65536 bytes/);
    const whenEnded = sentBytes;
    await sleep(100);
    assert.ok(sentBytes <= whenEnded + 2 * 16_384, 'the connection is closed');
  });

  test('a redirect is not followed', async () => {
    const visits: string[] = [];
    const elsewhere = createServer((request, response) => {
      visits.push(request.url ?? '');
      response.end('{"items":[]}');
    }).listen(0, '127.0.0.1');
    await once(elsewhere, 'listening');
    const location = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/videos`;
    youtube.videos.set(id, (response) => response.writeHead(302, { location }).end());

    assert.equal(await open().ask(id, asking()), null);
    assert.deepEqual(reasons(), ['status 302']);
    assert.deepEqual(visits, []);
    elsewhere.close();
  });

  test('after a refusal of the key, nothing is asked for an hour', async () => {
    const refusals = [
      [refusal(403, 'quotaExceeded'), 'status 403 quotaExceeded'],
      [refusal(403, 'ipRefererBlocked'), 'status 403 ipRefererBlocked'],
      [refusal(429, 'rateLimitExceeded'), 'status 429 rateLimitExceeded'],
      [refusal(400, 'badRequest', `${youtube.key} is not valid`), 'status 400 badRequest'],
      // A reason that is not known may contain anything.
      [refusal(403, youtube.key, youtube.key), 'status 403'],
    ] as const;

    for (const [manner, reason] of refusals) {
      lines.length = 0;
      youtube.requests.length = 0;
      youtube.videos.set(id, manner);
      youtube.videos.set(otherId, video({ hasPaidProductPlacement: true }));
      const labels = open();

      assert.equal(await labels.ask(id, asking()), null);
      const until = new Date(nowMs + refusalPauseMs).toISOString();
      assert.deepEqual(
        lines.map(({ fields }) => fields),
        [{ reason, paused_until: until }],
      );

      nowMs += refusalPauseMs - 1;
      assert.equal(await labels.ask(otherId, asking()), null);
      assert.equal(youtube.requests.length, 1, reason);
      assert.equal(lines.length, 1, 'the pause is logged once');

      nowMs += 1;
      assert.equal(await labels.ask(otherId, asking()), true);
    }
  });

  test('few are asked about at once, and those that wait are not when a pause begins', async () => {
    const labels = open();
    const release: (() => void)[] = [];
    const waiting = (manner: Parameters<YoutubeInterface['videos']['set']>[1]) => {
      youtube.videos.set(id, (response, request) => {
        release.push(() => manner(response, request));
      });
    };
    const releaseAll = async (count: number) => {
      await waitFor(() => assert.equal(release.length, count));
      for (const go of release.splice(0)) go();
    };

    waiting(refusal(403, 'quotaExceeded'));
    const ofOne = Array.from({ length: 6 }, () => labels.ask(id, asking()));
    await releaseAll(2);
    assert.deepEqual(await Promise.all(ofOne), Array(6).fill(null));
    assert.equal(youtube.requests.length, 2);

    nowMs += refusalPauseMs;
    waiting(video({ hasPaidProductPlacement: false }));
    const ofMany = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => labels.ask(id, asking(name)));
    await releaseAll(4);
    await releaseAll(2);
    assert.deepEqual(await Promise.all(ofMany), Array(6).fill(false));
    assert.equal(youtube.mostAtOnce(), 4);
  });

  test('the end of a job ends its request, silently', async () => {
    const job = new AbortController();
    youtube.videos.set(id, () => job.abort());
    assert.equal(await open().ask(id, asking('ws_a', job.signal)), null);
    assert.equal(await open().ask(id, asking('ws_a', job.signal)), null);
    assert.equal(youtube.requests.length, 1);
    assert.deepEqual(lines, []);
  });

  test("a proxy is used for Google's address alone, and does not see the key", async () => {
    const seen: string[] = [];
    const proxy = createServer();
    proxy.on('request', (request, response) => {
      seen.push(request.url ?? '');
      response.writeHead(502).end();
    });
    proxy.on('connect', (request, socket) => {
      seen.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`);
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const address = `http://someone:hunter2@127.0.0.1:${(proxy.address() as AddressInfo).port}`;

    youtube.videos.set(id, video({ hasPaidProductPlacement: true }));
    assert.equal(await open({ proxy: address }).ask(id, asking()), true);
    assert.deepEqual(seen, []);

    assert.equal(await open({ proxy: address, address: null }).ask(id, asking()), null);
    assert.equal(seen.length, 1);
    assert.match(seen[0] ?? '', /^CONNECT www\.googleapis\.com:443 /);
    assert.ok(!seen.join().includes(youtube.key));
    assert.equal(lines.length, 1);
    assert.ok(!JSON.stringify(lines).includes('hunter2'));
    proxy.close();
  });
});
