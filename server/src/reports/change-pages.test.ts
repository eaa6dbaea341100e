/** What changed since the report before: pages in HTML and PDF, and tables in the data files. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ReportChanges, TrendNumbers } from '@reelsight/contract';
import { sheetRows, slideTexts } from '../../testing/office-file.ts';
import { reportContent } from '../../testing/report-content.ts';
import { changeTable } from './change-pages.ts';
import { htmlOf } from './html.ts';
import { pagesOf } from './pages.ts';
import { pdfOf } from './pdf.ts';
import { pptxOf } from './pptx.ts';
import { xlsxOf } from './xlsx.ts';

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
    named_corrections: [
      {
        job_id: 'job_1',
        title: 'talk.mp4',
        text: '“Sony” dismissed',
        corrected_at: '2026-11-03T07:00:00.000Z',
      },
    ],
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
    assert.match(html, /Since then: 2 corrections: “Sony” dismissed in talk\.mp4\./);
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
    assert.match(page.rest ?? '', /38 more brands: in the spreadsheet, the CSV and the JSON file/);
    const rows = changeTable(content.changes);
    assert.equal(rows.filter(([, , , , field]) => field === 'seen_seconds').length, 60);
  });

  test('is a sheet of the workbook with numbers, and one of what was corrected since', async () => {
    const content = { ...reportContent(), changes };
    const file = await xlsxOf(content);
    const [heads = [], ...rows] = sheetRows(file, 'Changes');
    const cell = (row: number, head: string) => rows[row]?.[heads.indexOf(head)];

    assert.deepEqual(
      rows.map((row) => row.slice(0, 3)),
      [
        ['Sony', 'changed', '26 October to 1 November 2026'],
        ['نايك', 'new', '26 October to 1 November 2026'],
        ['<Gone>', 'gone', '26 October to 1 November 2026'],
      ],
    );
    assert.equal(cell(0, 'Seen (s)'), 8);
    assert.equal(cell(0, 'Seen (s), before'), 4);
    assert.equal(cell(0, 'Share of screen time'), 0.25);
    assert.equal(cell(1, 'Seen (s), before'), '');
    assert.equal(cell(2, 'Seen (s)'), '');

    const [, corrected] = sheetRows(file, 'Corrected');
    assert.deepEqual(corrected?.slice(0, 2), ['Sony', 'corrected']);
    const about = sheetRows(file, 'About').flat().join('\n');
    assert.match(about, /2 videos, before 1\./);
    assert.match(about, /Since then: 2 corrections: “Sony” dismissed in talk\.mp4\./);
    await assert.rejects(async () => sheetRows(await xlsxOf(reportContent()), 'Changes'));
  });

  test('is a slide after the cover, and one of what was corrected since', async () => {
    const texts = slideTexts(await pptxOf({ ...reportContent(), changes }, new Map()));
    const slide = texts.find((text) => text.includes('What changed since'));
    assert.match(
      slide ?? '',
      /2 videos, before 1\..*Sony.*8\.0 s.*4\.0 s.*25\.0 %.*نايك \+.*<Gone> −/s,
    );
    assert.ok(texts.some((text) => text.includes('Corrected since: 26 October')));
    const usual = slideTexts(await pptxOf(reportContent(), new Map()));
    assert.equal(usual.length, texts.length - 2);
  });

  test('names every brand that it leaves out by their number', () => {
    const content = { ...reportContent(), changes: { ...changes, brands_left_out: 301 } };
    const page = pagesOf(content).pages[1];
    assert.ok(page?.kind === 'table');
    assert.match(page.note, /Compared are the 3 brands .* without 301 others\./);
  });
});
