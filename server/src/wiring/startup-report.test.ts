import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from './config.ts';
import { startupReport } from './startup-report.ts';

test('a start ends with the link of the first account, as long as there is none', () => {
  const links = { ready: false, version: null, ageDays: null };
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
