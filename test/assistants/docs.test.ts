/** Checks docs/mcp.md against the code. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { tools } from '@reelsight/mcp';
import { withToolTable } from '../../scripts/tool-table.ts';
import { readConfig } from '../../server/src/wiring/settings/config.ts';

const page = readFileSync(new URL('../../docs/mcp.md', import.meta.url), 'utf8');

test('the table of tools is that of the code', () => {
  assert.equal(page, withToolTable(page));
  for (const { name } of tools) assert.ok(page.includes(`| \`${name}\` |`), name);
});

/** Other words on the page that look like names of tools. */
const others = new Set([
  'from_video',
  'max_credits',
  'next_cursor',
  'what_to_do',
  'job_id',
  'brand_report',
  'upload_key',
  'aggregate_queries',
  'try_only',
]);

test('every tool, setting and limit it names is there', () => {
  const names = new Set(tools.map(({ name }) => name));
  const prose = page.slice(page.indexOf('<!-- /tools -->'));
  for (const [, name = ''] of prose.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g))
    assert.ok(names.has(name) || others.has(name), name);
  const { limits } = readConfig({ REELSIGHT_DATA_DIR: '/nowhere' }).assistants;
  assert.ok(page.includes(`${limits.ofWorkspace} requests at once`));
  assert.ok(page.includes(`${limits.messages.perMinute} a minute`));
});

test('its snippets of configuration are JSON', () => {
  const snippets = [...page.matchAll(/```json\n([\s\S]*?)```/g)];
  assert.ok(snippets.length >= 4);
  for (const [, text = ''] of snippets) JSON.parse(text);
});
