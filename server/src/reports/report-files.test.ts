/**
 * Tests that all files of a report have one order, one vocabulary and the same numbers, and that a summary stays short.
 * Workbooks and slides are read by programs that have nothing to do with those that wrote them.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { csvMark } from '@reelsight/contract/csv';
import { exposureTerms } from '@reelsight/contract/exposure-words';
import { officeParts, sheetRows } from '../../testing/office-file.ts';
import { framesOf, reportContent } from '../../testing/report-content.ts';
import { orderedBrands, type ReportContent } from './content.ts';
import { csvOf } from './csv.ts';
import { htmlOf } from './html.ts';
import { pagesOf } from './pages.ts';
import { pdfOf } from './pdf.ts';
import { pptxOf } from './pptx.ts';
import { xlsxOf } from './xlsx.ts';

const names = ['Sony', 'Pepsi', 'Nike', 'Coca-Cola', 'Würth', 'Škoda', 'Red Bull', 'Heineken'];
const more = ['Google', 'IKEA', 'LEGO', 'Monster', 'Arla', 'Alpro'];

/** Content whose brands have different seconds, in an order that is neither theirs nor that of the alphabet. */
function unevenContent(): ReportContent {
  const content = reportContent({ names, videos: 3, priced: true, detail: 'summary' });
  const seconds = [3, 41.4, 7.7, 12.34, 0, 29, 1, 29];
  const all = seconds.reduce((sum, one) => sum + one, 0);
  const brands = content.exposure.brands.map((brand, index) => ({
    ...brand,
    seen_seconds: seconds[index] ?? 0,
    share_of_voice: (seconds[index] ?? 0) / all,
    clarity_known: index === 1 ? 0.5 : 1,
  }));
  return { ...content, exposure: { ...content.exposure, brands } };
}
const expectedOrder = [
  ...['Pepsi', 'Heineken', 'Škoda', 'Coca-Cola', 'Nike', 'Sony', 'Red Bull', 'Würth'],
];

describe('A summary', () => {
  test('of 14 brands in four videos has five pages, a full report one more for each brand', () => {
    const wanted = { names: [...names, ...more], videos: 4 };
    const summary = pagesOf(reportContent({ ...wanted, detail: 'summary' })).pages;
    assert.deepEqual(
      summary.map(({ kind }) => kind),
      ['cover', 'table', 'proofs', 'timelines', 'method'],
    );
    const full = pagesOf(reportContent({ ...wanted, detail: 'full' })).pages;
    assert.equal(full.filter(({ kind }) => kind === 'brand').length, 14);
  });

  test('has four to six pages, however much it is about', () => {
    for (const wanted of [
      { videos: 1, names: ['Sony'] },
      { videos: 9 },
      { videos: 40, brands: 60 },
      { videos: 2000, brands: 30, spans: 1 },
    ]) {
      const { pages } = pagesOf(reportContent({ ...wanted, detail: 'summary' }));
      assert.ok(
        pages.length >= 4 && pages.length <= 6,
        `${pages.length}: ${JSON.stringify(wanted)}`,
      );
    }
  });

  test('says first what is left out, and how many videos of all it covers', async () => {
    const missing = ['1 video of the group left out: failed.'];
    const content = {
      ...reportContent({ videos: 3, detail: 'summary' }),
      missing,
      chosenVideos: 4,
    };
    const [cover] = pagesOf(content).pages;
    assert.ok(cover?.kind === 'cover');
    assert.deepEqual(cover.warnings, missing);
    assert.deepEqual(cover.figures[0], { value: '3 of 4', label: 'videos' });

    const html = String(await htmlOf(content, new Map()));
    assert.ok(html.indexOf('left out: failed') < html.indexOf('class="figures"'));
  });

  test('has one proof frame of each brand, and says which brands have none', async () => {
    const content = reportContent({ names: ['Sony', 'Pepsi'], videos: 1, detail: 'summary' });
    const [video] = content.videos;
    assert.ok(video);
    const appearances = video.appearances.map((appearance) =>
      appearance.brand === 'Pepsi' ? { ...appearance, frame: null } : appearance,
    );
    const { pages } = pagesOf({ ...content, videos: [{ ...video, appearances }] });
    const proofs = pages.find((page) => page.kind === 'proofs');
    assert.deepEqual(
      proofs?.proofs.map(({ title }) => title),
      ['Sony'],
    );
    assert.match(proofs?.note ?? '', /Without a stored frame: 1 brand\.$/);
  });
});

describe('All files of a report', () => {
  const content = unevenContent();

  /** Keeps the first place of each name. */
  const orderIn = (text: string): string[] =>
    names
      .map((name) => ({ name, place: text.indexOf(name) }))
      .filter(({ place }) => place >= 0)
      .sort((a, b) => a.place - b.place)
      .map(({ name }) => name);

  test('have the brands in one order, the longest on screen first', async () => {
    assert.deepEqual(
      orderedBrands(content).map(({ name }) => name),
      expectedOrder,
    );

    const { pages } = pagesOf({ ...content, detail: 'full' });
    const table = pages.find((page) => page.kind === 'table');
    assert.deepEqual(
      table?.rows.map(([cell]) => cell?.text),
      expectedOrder,
    );
    const cover = pages.find((page) => page.kind === 'cover');
    assert.deepEqual(
      cover?.top.map(({ name }) => name),
      expectedOrder,
    );
    const seen = expectedOrder.filter((name) => name !== 'Würth');
    const shares = pages.find((page) => page.kind === 'voice');
    assert.deepEqual(
      shares?.shares.map(({ name }) => name),
      seen,
    );
    const brandPages = pages.filter((page) => page.kind === 'brand');
    assert.deepEqual(
      brandPages.map(({ name }) => name),
      seen,
    );
    for (const page of pages)
      if (page.kind === 'timelines')
        for (const block of page.blocks) {
          const lanes = block.lanes.map(({ name }) => name);
          assert.deepEqual(
            lanes,
            expectedOrder.filter((name) => lanes.includes(name)),
          );
        }

    const csv = String(Buffer.from(csvOf(content)))
      .split('\r\n')
      .slice(1);
    const inVideo = csv.filter((line) => line.startsWith('job_0000')).join('\n');
    assert.deepEqual(orderIn(inVideo), expectedOrder);

    const rows = sheetRows(await xlsxOf(content), 'Brands');
    assert.deepEqual(
      rows.slice(1).map(([name]) => name),
      expectedOrder,
    );
    assert.deepEqual(orderIn(String(await htmlOf(content, new Map()))), expectedOrder);
  });

  test('call each number by one name, and none of them share of voice for what is seen', async () => {
    const titles = new Set<string>(Object.values(exposureTerms).map(({ title }) => title));
    const table = pagesOf(content).pages.find((page) => page.kind === 'table');
    const heads = table?.columns.map(({ head }) => head) ?? [];
    for (const head of heads) assert.ok(titles.has(head), head);

    const [sheetHeads = []] = sheetRows(await xlsxOf(content), 'Brands');
    for (const head of sheetHeads)
      assert.ok(titles.has(String(head).replace(/ \((s|USD)\)$/, '')), String(head));
    for (const head of heads)
      assert.ok(
        sheetHeads.some((title) => String(title).replace(/ \((s|USD)\)$/, '') === head),
        head,
      );

    const frames = await framesOf(content);
    const slides = [...officeParts(await pptxOf(content, frames))]
      .filter(([path]) => path.startsWith('ppt/slides/slide'))
      .map(([, xml]) => xml.toString());
    for (const text of [...slides, String(await htmlOf(content, frames))])
      assert.ok(!/share of voice/i.test(text));
    assert.ok(slides.some((text) => text.includes(exposureTerms.shareOfScreenTime.title)));
  });

  test('have the same seconds, and shares that add up to 100.0 %', async () => {
    const { pages } = pagesOf({ ...content, detail: 'full' });
    const table = pages.find((page) => page.kind === 'table');
    const cellsUnder = (head: string) => {
      const index = table?.columns.findIndex((column) => column.head === head) ?? -1;
      return table?.rows.map((row) => row[index]?.text ?? '') ?? [];
    };
    const tenths = (percents: readonly string[]) =>
      percents.reduce((sum, text) => sum + Math.round(10 * Number.parseFloat(text)), 0);
    const percents = cellsUnder('Share of screen time');
    assert.equal(tenths(percents), 1000);

    const voice = pages.find((page) => page.kind === 'voice');
    assert.deepEqual(
      voice?.shares.map(({ percent }) => percent),
      percents.slice(0, -1),
    );
    const cover = pages.find((page) => page.kind === 'cover');
    assert.deepEqual(
      cover?.top.map(({ percent }) => percent),
      percents,
    );

    const [heads = [], ...rows] = sheetRows(await xlsxOf(content), 'Brands');
    const sheetCells = (head: string) => rows.map((row) => row[heads.indexOf(head)]);
    assert.deepEqual(
      sheetCells('Share of screen time').map((share) => `${(Number(share) * 100).toFixed(1)} %`),
      percents.map((text) => (text === '0 %' ? '0.0 %' : text)),
    );
    assert.deepEqual(
      sheetCells('Seen (s)'),
      orderedBrands(content).map(({ seen_seconds }) => seen_seconds),
    );
    assert.equal(cellsUnder('Seen')[0], '41.4 s');
  });

  test('mark equivalent seconds that count boxes as clear without a measurement', async () => {
    const table = pagesOf(content).pages.find((page) => page.kind === 'table');
    const marked = table?.rows.filter((row) => row.some(({ sign }) => sign === '~'));
    assert.deepEqual(
      marked?.map(([cell]) => cell?.text),
      ['Pepsi'],
    );
    assert.match(table?.note ?? '', /~ Clarity was not measured everywhere/);

    const [heads = [], ...rows] = sheetRows(await xlsxOf(content), 'Brands');
    assert.equal(rows[0]?.[heads.indexOf('Clarity measured')], 0.5);
  });
});

describe('A workbook', () => {
  test('has numbers as numbers, whatever a title says, and all appearances', async () => {
    const evil = `=1+1 "><script>\u0000\u0007 & '\ud800`;
    const content = reportContent({
      title: evil,
      videoTitle: evil,
      names: ['=Sony', 'Nike'],
      videos: 2,
    });
    const file = await xlsxOf({ ...content, missing: ['1 video of the group left out: failed.'] });

    const videos = sheetRows(file, 'Videos');
    assert.equal(videos.length, 3);
    assert.equal(videos[1]?.[0], `=1+1 "><script> & ', part 1`);
    assert.equal(videos[1]?.[1], 48);

    const appearances = sheetRows(file, 'Appearances');
    const count = content.videos.reduce((sum, video) => sum + video.appearances.length, 0);
    assert.equal(appearances.length, count + 1);

    const about = sheetRows(file, 'About');
    assert.ok(about.flat().includes('1 video of the group left out: failed.'));
    // A formula would be an element of its own; texts that look like one stay texts.
    for (const [path, xml] of officeParts(file))
      if (path.startsWith('xl/worksheets/sheet')) assert.ok(!/<f[ >]/.test(xml.toString()), path);
  });

  test('has the audience and the price of each video, where there are any', async () => {
    const content = reportContent({ priced: true, videos: 2 });
    const audience = {
      views: 12_000,
      read_at: null,
      source: 'manual',
      cpm_usd: 25,
      platform: null,
    } as const;
    const videos = content.exposure.videos.map((video, index) => ({
      ...video,
      audience: index === 0 ? audience : null,
    }));
    const exposure = { ...content.exposure, videos, videos_not_valued: 1 };

    const [heads, first, second] = sheetRows(await xlsxOf({ ...content, exposure }), 'Videos');
    assert.deepEqual(heads?.slice(5), ['Audience', 'As of', 'CPM (USD)']);
    assert.deepEqual(first?.slice(5), [12_000, 'by hand', 25]);
    assert.equal(second?.[5] ?? null, null, 'unknown is no zero');

    const unpriced = sheetRows(await xlsxOf(reportContent()), 'Videos');
    assert.equal(unpriced[0]?.at(-1), 'Link');
  });
});

describe('Slides', () => {
  test('are six, with a chart, a table, pictures and links, and the logo', async () => {
    const content = unevenContent();
    const frames = await framesOf(content);
    const picture = [...frames.values()][0];
    assert.ok(picture);
    const parts = officeParts(await pptxOf({ ...content, logo: picture }, frames));
    const slides = [...parts].filter(([path]) => /^ppt\/slides\/slide\d+\.xml$/.test(path));
    assert.equal(slides.length, 6);
    const text = slides.map(([, xml]) => xml.toString()).join('\n');
    assert.match(text, /<a:tbl>/);
    assert.match(text, /<c:chart /);
    assert.ok((text.match(/<p:pic>/g)?.length ?? 0) >= 7, 'the logo and proof frames');
    assert.ok(!text.includes('NaN') && !text.includes('undefined'));

    const links = [...parts]
      .filter(([path]) => path.endsWith('.rels'))
      .map(([, xml]) => xml.toString())
      .join('\n');
    assert.match(links, /https:\/\/reels\.example\/jobs\/job_0000\?t=/);

    const chartPath = [...parts.keys()].find((path) => path.startsWith('ppt/charts/chart'));
    const chart = parts.get(chartPath ?? '');
    assert.ok(chart);
    const labels = [...chart.toString().matchAll(/<c:cat>.*?<\/c:cat>/gs)].join('');
    assert.ok(labels.indexOf('Pepsi, 41.4 s') < labels.indexOf('Coca-Cola, 12.3 s'));
  });

  test('are well-formed whatever a title or a name says', async () => {
    const evil = `"><script>\u0000\u0007 & '\ud800`;
    const content = reportContent({
      title: evil,
      videoTitle: evil,
      names: [evil, 'نايك'],
      videos: 1,
    });
    officeParts(await pptxOf(content, await framesOf(content)));
  });
});

test('the PDF file of a summary has as many sheets as pages', async () => {
  const content = unevenContent();
  const pdf = Buffer.from(await pdfOf(content, await framesOf(content))).toString('latin1');
  assert.equal(pdf.match(/\/Type \/Page\b/g)?.length, pagesOf(content).pages.length);
  assert.ok(String(Buffer.from(csvOf(content))).startsWith(csvMark));
});
