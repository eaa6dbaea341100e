import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SourceStatus } from '../../sources/source-status.ts';
import { readConfig } from '../settings/config.ts';
import { startupReport } from './startup-report.ts';

const missingLinks = {
  ready: false,
  version: null,
  ageDays: null,
  origin: 'system',
  path: 'yt-dlp',
  sandbox: null,
} as const satisfies SourceStatus;

test('over a bucket it says where uploads go, as this process takes none', () => {
  const links = missingLinks;
  const report = (url?: string) =>
    startupReport(readConfig(url === undefined ? {} : { STORAGE_URL: url }), {
      version: '1',
      apiUrl: 'http://localhost:8080',
      uploadUrl: 'http://localhost:8081',
      monitoringUrl: null,
      firstAccountUrl: null,
      engines: [],
      links,
      isolation: null,
    })[0] ?? '';
  assert.match(report(), /, uploads http:\/\/localhost:8081$/);

  for (const [query, at] of [
    ['?endpoint=http://minio:9000', 'http://minio:9000'],
    [
      '?endpoint=http://minio:9000&public_endpoint=https://s3.example.com',
      'https://s3.example.com',
    ],
    ['', 'Amazon S3'],
  ] as const)
    assert.ok(
      report(`s3://media${query}`).endsWith(`, uploads go straight to bucket media at ${at}`),
      report(`s3://media${query}`),
    );
});

test('a start ends with the link of the first account, as long as there is none', () => {
  const links = missingLinks;
  const apiUrl = 'http://localhost:8080';
  const none = { engines: [], links, isolation: null };
  const started = {
    version: '1',
    apiUrl,
    uploadUrl: 'http://localhost:8081',
    monitoringUrl: null,
    ...none,
  };
  const firstAccountUrl = `${apiUrl}/sign-up#code=once`;
  const before = startupReport(readConfig({}), { ...started, firstAccountUrl });
  assert.equal(before.at(-1), `Create the first account, the operator's: ${firstAccountUrl}`);

  const after = startupReport(readConfig({}), { ...started, firstAccountUrl: null });
  assert.deepEqual(after, before.slice(0, -1));
});

test('the program that reads links is named with its age and where it is from', () => {
  const links = { ready: true, version: '2026.11.01', ageDays: 22, path: '/d/yt-dlp' };
  const [, , engines = '', ...rest] = startupReport(readConfig({}), {
    version: '1',
    apiUrl: 'http://localhost:8080',
    uploadUrl: 'http://localhost:8081',
    monitoringUrl: null,
    firstAccountUrl: null,
    engines: [],
    isolation: null,
    links: { ...links, origin: 'data folder', sandbox: { kind: 'none', about: 'as it is' } },
  });

  assert.ok(rest.includes('Links are read as it is'));
  assert.match(engines, /; links with yt-dlp 2026\.11\.01 \(of the data folder, 22 days old\)$/);
});
