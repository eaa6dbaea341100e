import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { MailDetails, MailItem } from '../db/events/mail.ts';
import { composeMail } from './compose.ts';

const origin = 'https://reels.example.com';
const job: MailDetails = {
  kind: 'job',
  id: 'job_1',
  title: 'Spring',
  status: 'completed',
  message: null,
};
const batch: MailDetails = {
  kind: 'batch',
  id: 'batch_1',
  status: 'completed',
  total: 3,
  completed: 2,
  failed: 1,
};
const item = (details: MailDetails, more: Partial<MailItem> = {}): MailItem => ({
  id: 'mail_1',
  workspace_id: 'ws_1',
  workspace: 'Ours',
  token: 'token',
  details,
  ...more,
});
const subjectOf = (...details: MailDetails[]): string =>
  composeMail(
    details.map((detail) => item(detail)),
    origin,
  ).subject;

describe('A mail', () => {
  test('has what ended as its subject if it is one, else how many of each', () => {
    assert.equal(subjectOf(job), 'Completed: Spring (Ours)');
    assert.equal(subjectOf({ ...job, title: null }), 'Completed: job_1 (Ours)');

    const failed: MailDetails = { ...job, status: 'failed' };
    assert.equal(subjectOf(failed), 'Failed: Spring (Ours)');
    assert.equal(
      subjectOf({ ...failed, message: 'No such video.' }),
      'Failed: Spring. No such video. (Ours)',
    );
    assert.equal(subjectOf(batch), 'Group of 3 videos ended: 2 completed, 1 failed (Ours)');

    const single: MailDetails = { ...batch, total: 1, completed: 1, failed: 0 };
    assert.equal(subjectOf(single), 'Group of 1 video ended: 1 completed, 0 failed (Ours)');
    assert.equal(subjectOf(job, job), '2 videos ended in Ours');
    assert.equal(subjectOf(job, batch), '1 video and 1 group ended in Ours');
    assert.equal(subjectOf(batch, batch), '2 groups ended in Ours');
  });

  test('names the page of each, in text and in HTML', () => {
    const { text, html } = composeMail([item(job), item(batch)], origin);
    for (const link of [`${origin}/jobs/job_1`, `${origin}/batches/batch_1`]) {
      assert.ok(text.includes(`${link}\n`), text);
      assert.ok(html.includes(`<a href="${link}">`), html);
    }
  });

  test('without a token or a name names no way out and no workspace', () => {
    const mail = composeMail([item(job, { token: null, workspace: null })], origin);
    assert.equal(mail.unsubscribe, null);
    assert.equal(mail.subject, 'Completed: Spring (your workspace)');
    assert.ok(!`${mail.text}${mail.html}`.includes('unsubscribe'));
    const { unsubscribe, text, html } = composeMail([item(job)], origin);
    assert.equal(unsubscribe, `${origin}/mail/unsubscribe/token`);
    assert.ok(text.includes(`: ${unsubscribe}`) && html.includes(`"${unsubscribe}"`));
  });

  test('keeps titles of strangers to one line, and their marks out of HTML and links', () => {
    const title = `<img src="x" onerror='y'> & ${'long '.repeat(100)}\r\nBcc: eve@example.com`;
    const strange = item({ ...job, id: 'a/../b?c', title });
    const { subject, text, html } = composeMail([strange], origin);

    assert.ok(subject.length <= 200 && !/[\r\n]/.test(subject), subject);
    assert.ok(!/^Bcc/m.test(text));
    assert.ok(text.includes('/jobs/a%2F..%2Fb%3Fc'));
    assert.ok(html.includes('&lt;img src=&quot;x&quot; onerror=&#39;y&#39;&gt; &amp; long'), html);
    assert.ok(!html.includes('<img'));
  });
});
