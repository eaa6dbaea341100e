/** Messages keep within what Slack and Teams take, whatever titles and names are. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { alertsMail } from './alert-mail.ts';
import { slackBody, teamsBody } from './bodies.ts';
import type { AlertContent } from './content.ts';
import { nextAttemptMs } from './deliver-alert.ts';

const origin = 'https://video.example.com';

/** As many matches as a message to Slack or Teams lists, with names of the greatest length. */
const large: AlertContent = {
  alertId: 'alr_01k9x5b7c9d1e3f6g8h0j2k4mn',
  name: '&'.repeat(100),
  workspace: '<'.repeat(100),
  test: false,
  matches: Array.from({ length: 10 }, (_, index) => ({
    job_id: `job_${index}`,
    title: '你<'.repeat(500),
    brand: '&你'.repeat(100),
    brands: Array.from({ length: 50 }, (__, number) => `${number}${'>你'.repeat(99)}`),
    seconds: 12.34,
    moment: 3600.5,
    frame_url: null,
  })),
  withdrawn: [],
  unlisted: 80,
};

interface Block {
  readonly type: string;
  readonly text?: { readonly text: string };
}

describe('A message', () => {
  test('keeps within the limits of Slack', () => {
    const { blocks } = JSON.parse(slackBody(large, origin)) as { blocks: Block[] };
    assert.ok(blocks.length <= 50);
    const header = blocks.find(({ type }) => type === 'header');
    assert.ok((header?.text?.text.length ?? 0) <= 150);
    const lengths = blocks.map(({ text }) => text?.text.length ?? 0);
    for (const length of lengths) assert.ok(length <= 3000, String(length));
    const total = lengths.reduce((sum, length) => sum + length, 0);
    assert.ok(total <= 13_000, String(total));
  });

  test('keeps within the limit of Teams', () => {
    assert.ok(Buffer.byteLength(teamsBody(large, origin)) <= 25_000);
  });

  test('shows titles in mail as text', () => {
    const { html, subject, text } = alertsMail([large], {
      origin,
      token: 'abc',
      pictures: new Map(),
    });
    assert.ok(!html.includes('你<'));
    assert.ok(subject.length <= 200);
    assert.match(text, /80 more videos/);
    assert.match(text, /Unsubscribe: https:\/\/video\.example\.com\/mail\/unsubscribe\/abc/);
  });

  test('has the name of the workspace on one line', () => {
    const content = { ...large, workspace: 'Acme\r\nBcc: eve@example.com\u202e\nPay here' };
    const mail = alertsMail([content], { origin, token: 'abc', pictures: new Map() });
    const { text, html } = mail;
    assert.match(mail.subject, / \(Acme Bcc: eve@example\.com ?Pay here\)$/);
    assert.match(text, /an alert of Acme Bcc: eve@example\.com ?Pay here names your address/);
    for (const message of [text, html, slackBody(content, origin)]) {
      assert.ok(!/\u202e|\\u202e/i.test(message));
      assert.ok(!/^Bcc:/m.test(message));
      assert.ok(!message.includes('\\r\\n'));
    }
  });

  test('is tried again with growing pauses for three days', () => {
    const hourMs = 3_600_000;
    assert.deepEqual(
      [1, 2, 3, 4, 7, 30].map((made) => nextAttemptMs(made, 0)),
      [1000, 10_000, 60_000, 300_000, hourMs, hourMs],
    );
    assert.equal(nextAttemptMs(70, 71 * hourMs), hourMs);
    assert.equal(nextAttemptMs(71, 71.5 * hourMs), null);
  });
});
