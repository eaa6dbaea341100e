/** What changed since the report before: pages in HTML and PDF, and tables in the data files. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ReportChanges, TrendNumbers } from '@reelsight/contract';
import { reportContent } from '../../testing/report-content.ts';
import { changeTable } from './change-pages.ts';
import { htmlOf } from './html.ts';
import { pagesOf } from './pages.ts';
import { pdfOf } from './pdf.ts';

const numbers = (seconds: number): TrendNumbers => ({
  videos: 2,
  appearances: 3,
  seen_seconds: seconds,
  equivalent_seconds: seconds / 2,
  share_of_voice: 0.25,
  mentions: 0,
  videos_paid: 0,
  videos_disclosed: 0,
  paid_seen_seconds: 0,
  paid_mentions: 0,
});

const changes: ReportChanges = {
  since: {
    run_id: 'run_1',
    report_id: null,
    period: { start: '2026-10-26', end: '2026-11-01' },
    counted_at: '2026-11-02T07:00:00.000Z',
  },
  choice_changed: false,
  videos: { before: 1, now: 2 },
  seen_seconds: { before: 4, now: 8 },
  equivalent_seconds: { before: 2, now: 4 },
  mentions: { before: 0, now: 0 },
  brands: [
    { name: 'Sony', before: numbers(4), now: numbers(8) },
    { name: 'نايك', before: null, now: numbers(1) },
    { name: '<Gone>', before: numbers(2), now: null },
  ],
  brands_left_out: 0,
  corrected: {
    videos: { before: 1, now: 1 },
    videos_added: 0,
    videos_gone: 0,
    corrections: 2,
    brands: [{ name: 'Sony', before: numbers(4), now: numbers(3) }],
  },
};

describe('What changed', () => {
  test('is a page after the cover, and one of what was corrected since', async () => {
    const content = { ...reportContent(), changes };
    const { pages } = pagesOf(content);
    assert.deepEqual(
      pages.slice(0, 3).map(({ id }) => id),
      ['cover', 'changes', 'corrected'],
    );
    const html = String(Buffer.from(await htmlOf(content, new Map())));
    assert.match(html, /What changed since 26 October to 1 November 2026/);
    assert.match(html, /Since then: 2 corrections\./);
    assert.ok(!html.includes('<Gone>'));

    const pdf = Buffer.from(await pdfOf(content, new Map())).toString('latin1');
    assert.equal(pdf.match(/\/Type \/Page\b/g)?.length, pages.length);
    assert.equal(pagesOf(reportContent()).pages.length, pages.length - 2);
  });

  test('is cut on a page where there is more than fits, and says so; the table has all', () => {
    const brands = Array.from({ length: 60 }, (_, index) => ({
      name: `Brand ${index}`,
      before: null,
      now: numbers(1),
    }));
    const content = { ...reportContent(), changes: { ...changes, brands, corrected: null } };
    const page = pagesOf(content).pages[1];
    assert.ok(page?.kind === 'table' && page.rows.length === 22);
    assert.match(page.note, /38 more brands: in the JSON file/);
    const rows = changeTable(content.changes);
    assert.equal(rows.filter(([, , , , field]) => field === 'seen_seconds').length, 60);
  });
});
