/** The console's own files as the API process serves them. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { refused, type Subject, startSubject } from '../interface/subject.ts';

let subject: Subject;
let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reelsight-console-'));
  subject = await startSubject({ REELSIGHT_CONSOLE_DIR: join(folder, 'dist') });
});
after(async () => {
  await subject.close();
  await rm(folder, { recursive: true, force: true });
});

const html = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const get = (path: string, headers: Record<string, string> = {}) =>
  subject.stranger.call('GET', path, { headers });

describe('Pages', () => {
  test('where the console is not built, the first page says how', async () => {
    const answer = await get('/');
    assert.equal(answer.status, 503);
    assert.match(answer.text, /npm run build -w console/);
    await mkdir(join(folder, 'dist', 'assets'), { recursive: true });
    await writeFile(join(folder, 'dist', 'index.html'), '<!doctype html><title>Console</title>');
    await writeFile(join(folder, 'dist', 'assets', 'index-AbC_1-2.js'), 'export {};');
    await writeFile(join(folder, 'dist', 'icon.svg'), '<svg/>');

    await writeFile(join(folder, 'secret.txt'), 'secret');
  });

  test('every address of a page is the one page, strictly guarded and never kept', async () => {
    for (const path of ['/', '/?x=1', '/jobs', '/jobs/job_0?t=12', '/settings/members']) {
      const answer = await get(path, html);
      assert.equal(answer.status, 200, path);
      assert.match(answer.text, /<title>Console/);
      assert.equal(answer.headers.get('cache-control'), 'no-cache');

      const policy = answer.headers.get('content-security-policy') ?? '';
      const uploads = new URL(subject.service.uploadUrl).origin;

      assert.ok(policy.includes("default-src 'none'"));
      assert.ok(policy.includes("script-src 'self';"));
      assert.ok(policy.includes("frame-ancestors 'none'"));
      assert.ok(policy.includes(`connect-src 'self' ${uploads};`));
      assert.ok(!policy.includes('unsafe'));
      assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
    }
    assert.equal((await get('/')).status, 200);
  });

  test('files with hashed names are kept for ever, others are asked for again', async () => {
    const script = await get('/assets/index-AbC_1-2.js');
    assert.equal(script.status, 200);
    assert.match(
      script.headers.get('content-type') ?? '',
      /^(text|application)\/javascript; charset=utf-8$/,
    );
    assert.match(script.headers.get('cache-control') ?? '', /immutable/);

    const icon = await get('/icon.svg');
    assert.equal(icon.headers.get('content-type'), 'image/svg+xml');
    assert.equal(icon.headers.get('cache-control'), 'no-cache');

    const styles = 'a{color:red}'.repeat(1000);
    await writeFile(join(folder, 'dist', 'assets', 'large.css'), styles);
    await writeFile(join(folder, 'dist', 'assets', 'large.css.gz'), gzipSync(styles));

    const css = await get('/assets/large.css', { 'Accept-Encoding': 'gzip' });
    assert.deepEqual(
      [css.headers.get('content-encoding'), css.text.length],
      ['gzip', styles.length],
    );
    assert.equal(css.headers.get('content-type'), 'text/css; charset=utf-8');
    assert.match(css.headers.get('vary') ?? '', /accept-encoding/i);
    assert.match(css.headers.get('cache-control') ?? '', /immutable/);

    const plain = await get('/assets/large.css', { 'Accept-Encoding': 'identity' });
    assert.equal(plain.headers.get('content-encoding'), null);

    const head = await subject.stranger.call('HEAD', '/assets/index-AbC_1-2.js');
    assert.deepEqual([head.status, head.headers.get('content-length')], [200, '10']);
  });

  test('nothing outside the folder is read, and a missing file is no page', async () => {
    const paths = [
      '/assets/missing.js',
      '/../secret.txt',
      '/..%2fsecret.txt',
      '/assets/..%2f..%2fsecret.txt',
      '/assets/%2e%2e/%2e%2e/secret.txt',
      '/.env',
    ];
    for (const path of paths) {
      const answer = await get(path);
      refused(answer, 404, 'NOT_FOUND');
    }

    refused(await get('/assets/missing.js', html), 404, 'NOT_FOUND');
  });

  test('addresses of programs answer as before, also to a browser', async () => {
    refused(await get('/v1/nothing', html), 401, 'INVALID_API_KEY');
    refused(await get('/admin/v1/nothing', html), 401, 'INVALID_API_KEY');
    refused(await get('/console/v1/nothing', html), 404, 'NOT_FOUND');
    refused(await get('/nothing'), 404, 'NOT_FOUND');
    refused(await subject.stranger.post('/jobs', {}, html), 404, 'NOT_FOUND');
    assert.equal((await get('/healthz')).status, 200);
    assert.match((await get('/docs', html)).text, /<h1 id="quick-start">.*Reelsight API/s);
    assert.match((await get('/docs/operating', html)).text, /<h1 /);
    assert.match((await get('/docs/api', html)).text, /API reference/);
    assert.match((await get('/docs/index.md')).text, /^# Quick start/);
    assert.match((await get('/docs/operating.md')).text, /^# /);
    // The page has this name in the repository.
    assert.equal((await get('/docs/quick-start.md')).status, 308);
    assert.match((await get('/llms.txt')).text, /^# Reelsight\n[\s\S]*\(\/docs\/index\.md\)/);

    refused(await get('/docs/nothing'), 404, 'NOT_FOUND');
  });
});
