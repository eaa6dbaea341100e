/** Tests the pages and files of reports with contents of every size. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';
import type { Results } from '@reelsight/contract';
import { csvMark } from '@reelsight/contract/csv';
import { percentText } from '@reelsight/contract/percent-text';
import { lengthText, timeText } from '@reelsight/contract/time-text';
import { cpuMs } from '../../testing/cpu-time.ts';
import { brand, exported, exportedJob } from '../../testing/exported.ts';
import { framesOf, reportContent, type Wanted } from '../../testing/report-content.ts';
import { identityOf } from '../analysis/name-key.ts';
import { correctedResults } from '../corrections/corrected.ts';
import type { Said } from '../corrections/things.ts';
import { formOf } from '../exposure/form.ts';
import { formulaOf } from '../exposure/formula.ts';
import { formOfBytes, packed, packedBytes } from '../exposure/packed-form.ts';
import { coloursOf, fieldOpacity, inkOn } from './colours.ts';
import type { ReportContent } from './content.ts';
import { csvOf } from './csv.ts';
import { Fonts, showable } from './fonts.ts';
import { htmlOf } from './html.ts';
import { ink } from './ink.ts';
import { jsonOf } from './json.ts';
import { pagesOf } from './pages.ts';
import { pdfOf } from './pdf.ts';
import { TextLines } from './text-lines.ts';
import { drawn } from './timeline-pages.ts';
import { reportVideoOf } from './video-of.ts';

const pageCount = (pdf: Uint8Array): number =>
  Buffer.from(pdf)
    .toString('latin1')
    .match(/\/Type \/Page\b/g)?.length ?? 0;

async function made(content: ReportContent) {
  const frames = await framesOf(content);
  const began = cpuMs();
  const pdf = await pdfOf(content, frames);
  const seconds = (cpuMs() - began) / 1000;

  return {
    pdf,
    seconds,
    html: String(await htmlOf(content, frames)),
    pages: pagesOf(content).pages,
  };
}

describe('Pages', () => {
  const cases: readonly [string, Wanted][] = [
    ['as usual', { priced: true }],
    ['without a brand', { brands: 0 }],
    ['of one frame', { videos: 1, seconds: 0.04, spans: 1 }],
    ['of 500 brands', { brands: 500, videos: 12, seconds: 5400, spans: 30 }],
    ['of 2000 videos', { brands: 30, videos: 2000, spans: 1 }],
  ];
  for (const [name, wanted] of cases)
    test(`${name} are the same in PDF and HTML`, async () => {
      const { pdf, html, pages, seconds } = await made(reportContent(wanted));
      assert.equal(pageCount(pdf), pages.length);
      assert.equal(html.match(/<section class="page/g)?.length, pages.length);

      const ids = pages.map(({ id }) => id);
      assert.equal(new Set(ids).size, ids.length);

      for (const [, anchor] of html.matchAll(/href="#([^"]*)"/g))
        assert.ok(ids.includes(anchor as string), anchor);

      assert.ok(
        pdf.length < 12_000_000 && html.length < 24_000_000,
        `${pdf.length}, ${html.length}`,
      );
      assert.ok(
        seconds < 10 * Math.max(1, pages.length / 40),
        `${seconds} s, ${pages.length} pages`,
      );
    });

  test('without frames, and of what is only said, say so', async () => {
    const content = reportContent({ names: ['Sony'] });
    const html = String(await htmlOf(content, new Map()));
    assert.ok(html.includes('The frame is no longer stored, or is damaged.'));
    assert.equal(pageCount(await pdfOf(content, new Map())), pagesOf(content).pages.length);

    const [sony] = content.exposure.brands;
    assert.ok(sony);

    const said = { ...sony, seen_seconds: 0, share_of_voice: 0, best: null, first_seen: null };
    const silent = { ...content, exposure: { ...content.exposure, brands: [said] } };
    const { pages } = pagesOf(silent);
    assert.ok(!pages.some(({ kind }) => kind === 'brand'));
    assert.equal(pageCount(await pdfOf(silent, new Map())), pages.length);
    assert.ok(
      String(await htmlOf(silent, new Map())).includes('those in this report are only said'),
    );
  });

  test('say in how many videos a brand is paid for, and where no disclosure was found', async () => {
    const content = reportContent({ names: ['Sony', 'Pepsi', 'Nike'], videos: 2 });
    const paid = {
      videos_paid: 2,
      videos_disclosed: 1,
      videos_not_known: 0,
      seen_seconds_paid: 12,
      said_times_paid: 0,
    };
    const records = [
      paid,
      { ...paid, videos_disclosed: 0 },
      { ...paid, videos_paid: 0, videos_disclosed: 0, videos_not_known: 2 },
    ];
    const brands = content.exposure.brands.map((brand, index) => ({
      ...brand,
      videos: 2,
      ...(records[index] && { disclosure: records[index] }),
    }));
    const { pages } = pagesOf({ ...content, exposure: { ...content.exposure, brands } });
    const read = pages.flatMap((page) => {
      if (page.kind !== 'brand') return [];
      const facts = new Map(page.facts);
      return [[page.name, [facts.get('Paid for'), facts.get('Seen in paid segments')]] as const];
    });

    assert.deepEqual(Object.fromEntries(read), {
      Sony: ['in 2 of 2 videos, disclosed in 1', '12.0 s'],
      Pepsi: ['in 2 of 2 videos, no disclosure found', '12.0 s'],
      Nike: ['not known: no disclosure found that names it', undefined],
    });
  });

  test('mark the brands that a person added or corrected, and say why one of them has no picture', async () => {
    const content = reportContent({ names: ['Sony', 'Pepsi', 'Nike'], videos: 1 });
    const [video] = content.videos;
    assert.ok(video);

    const appearances = video.appearances.map((appearance, index) => ({
      ...appearance,
      ...(appearance.brand === 'Pepsi' && {
        corrected: true,
        added: true,
        frame: null,
        timestamp: 40 + index,
      }),
      ...(appearance.brand === 'Nike' && appearance.start < 16 && { corrected: true }),
    }));
    const changed = { ...content, videos: [{ ...video, appearances }] };
    const { pages } = pagesOf(changed);
    const brands = pages.filter((page) => page.kind === 'brand');
    assert.deepEqual(
      Object.fromEntries(
        brands.map(({ name, mark, facts }) => [
          name,
          [mark, facts.find(([head]) => head === 'By a person')?.[1]],
        ]),
      ),
      {
        Sony: [null, undefined],
        Pepsi: ['Added by a person', '3 appearances added'],
        Nike: ['Corrected by a person', '1 corrected'],
      },
    );
    const pepsi = brands.find(({ name }) => name === 'Pepsi');
    assert.match(pepsi?.note ?? '', /^A person added it by hand; .* added afterwards\.$/);

    const table = pages.find((page) => page.kind === 'table');
    assert.match(table?.note ?? '', /\* corrected by a person, \+ added by a person\./);
    assert.deepEqual(
      Object.fromEntries(table?.rows.map(([cell]) => [cell?.text, cell?.sign]) ?? []),
      { Sony: undefined, Pepsi: '+', Nike: '*' },
    );

    const html = String(await htmlOf(changed, new Map()));
    assert.match(html, /Pepsi<\/bdi><span class="mark">Added by a person</);
    assert.match(html, /Pepsi<\/bdi><\/a><\/span><b>\+<\/b>/);
    assert.equal(pageCount(await pdfOf(changed, new Map())), pages.length);
    assert.ok(html.includes('A person corrected 4 appearances; the table of brands'));

    const plain = pagesOf(content).pages.find((page) => page.kind === 'table');
    assert.ok(!plain?.note.includes('by a person'));
  });

  test('show what was added at the moment of a frame of another brand on that frame', () => {
    const content = reportContent({ names: ['Sony', 'Pepsi'], videos: 1 });
    const [video] = content.videos;
    const at = video?.appearances.find(({ brand }) => brand === 'Sony');
    assert.ok(video && at);

    const appearances = video.appearances.map((appearance) =>
      appearance.brand === 'Pepsi'
        ? {
            ...appearance,
            corrected: true,
            added: true,
            frame: null,
            timestamp: at.timestamp + 0.02,
          }
        : appearance,
    );
    const { pages } = pagesOf({ ...content, videos: [{ ...video, appearances }] });
    const pepsi = pages.find((page) => page.kind === 'brand' && page.name === 'Pepsi');
    assert.ok(pepsi?.kind === 'brand');
    assert.deepEqual(
      pepsi.proofs.map(({ frame }) => frame),
      [at.frame],
    );
    assert.match(pepsi.proofs[0]?.caption ?? '', /added by a person$/);
  });

  test('count a brand whose name is written in two ways once, with the frames of both', () => {
    const content = reportContent({ names: ['Sony'], videos: 2 });
    const [first, second] = content.videos;
    assert.ok(first && second);

    const appearances = second.appearances.map((appearance) => ({ ...appearance, brand: 'SONY' }));
    const { pages } = pagesOf({ ...content, videos: [first, { ...second, appearances }] });
    const sony = pages.find((page) => page.kind === 'brand');
    assert.ok(sony?.kind === 'brand');
    assert.ok(sony.proofs.some(({ href }) => href.includes(second.job_id)));
  });

  test('write nothing as a dash and confidence as a percentage, as the console does', () => {
    const content = reportContent({ names: ['Sony'] });
    const [sony] = content.exposure.brands;
    assert.ok(sony);

    const legible_seconds = { phone: 0, laptop: 0.01, tv: 3 };
    const brands = [{ ...sony, solus_seconds: 0, legible_seconds }];
    const asked = { ...content.asked, minConfidence: 0.5 };
    const { pages } = pagesOf({ ...content, exposure: { ...content.exposure, brands }, asked });
    const table = pages.find((page) => page.kind === 'table');
    const cell = (head: string) =>
      table?.rows[0]?.[table.columns.findIndex((column) => column.head === head)]?.text;
    assert.deepEqual(['Alone', 'Legible, phone', 'Legible, laptop', 'Legible, TV'].map(cell), [
      '–',
      '–',
      '< 0.1 s',
      '3.0 s',
    ]);

    const text = JSON.stringify(pages);
    assert.ok(!text.includes('"0.0 s"') && !/confidence 0\.\d/.test(text));
    assert.match(text, /confidence \d\d %/);
    assert.match(text, /a confidence of 50 % or more/);
  });

  test('leave no short part of the method alone on a page', () => {
    const content = reportContent({ videos: 1, brands: 5 });
    const exposure = { ...content.exposure, formula: formulaOf({}) };
    const pages = pagesOf({ ...content, exposure }).pages.filter((page) => page.kind === 'method');

    assert.deepEqual(
      pages.map(({ parts }) => parts.map(({ head }) => head)),
      [
        ['What the numbers mean', 'Equivalent seconds, formula 1', 'Published methods beside it'],
        ['What is not measured', 'What this report rests on'],
      ],
    );
  });

  test('lead from numbers to their moments', async () => {
    const { html } = await made(reportContent({ names: ['Sony'] }));
    assert.match(
      html,
      /Best moment<\/dt><dd class="one"><a href="https:\/\/reels\.example\/jobs\/job_0000\?t=/,
    );

    const [, row] = /<tr>(<td[^>]*><i[^>]*><\/i><a href="#brand-1">.*?)<\/tr>/s.exec(html) ?? [];
    const cells = row?.split('</td>').slice(0, -1) ?? [];
    assert.ok(cells.length > 15);
    for (const cell of cells) assert.match(cell, /<a href="(#brand-1|https:[^"]+)"/);
  });

  test('have proof pictures as sharp as paper needs, and small logos enlarged in a far corner', async () => {
    const one = reportContent({ names: ['Sony'], videos: 1, spans: 1 });
    const many = reportContent({ videos: 2 });
    const single = await framesOf(one);
    const several = await framesOf(many);
    const proofsIn = (content: ReportContent) =>
      pagesOf(content).pages.flatMap((page) => (page.kind === 'brand' ? page.proofs : []));
    const [alone] = proofsIn(one);
    assert.equal(single.get(alone?.frame ?? '')?.width, 1280, 'all that is stored of the frame');

    const proofs = proofsIn(many);
    for (const { frame } of proofs) assert.ok((several.get(frame)?.width ?? 0) < 700, frame);

    const small = proofs.filter(({ detail }) => detail !== null);
    assert.ok(small.length > 0 && small.length < proofs.length);

    for (const { box, detail } of small) {
      assert.ok(detail && several.has(detail.picture));
      const { region, onLeft, onTop } = detail;
      assert.ok(region.x >= 0 && region.y >= 0 && region.x + region.width <= 1.000001);
      assert.ok(region.x <= box.x && region.x + region.width >= box.x + box.width - 1e-9);
      assert.deepEqual(
        [onLeft, onTop],
        [box.x + box.width / 2 > 0.5, box.y + box.height / 2 > 0.5],
      );
    }

    const html = String(await htmlOf(many, several));
    assert.equal(html.match(/<img class="detail"/g)?.length, small.length);
    // The box is drawn beside the logo and never on it, except at the edge of the picture.
    assert.match(html, /\.box \{ position: absolute; inset: max\(0\.6pt, var\(--top\) - 4\.4pt\)/);
  });

  test('of a timeline are filled before a brand is left out, and then the least seen are', () => {
    const names = Array.from({ length: 19 }, (_, index) => `Brand ${index}`);
    const blocksOf = (content: ReportContent) =>
      pagesOf(content).pages.flatMap((page) =>
        page.kind === 'timelines'
          ? [page.blocks.map(({ lanes, more }) => [lanes.length, more])]
          : [],
      );
    assert.deepEqual(blocksOf(reportContent({ videos: 1, names })), [[[19, null]]]);
    assert.deepEqual(blocksOf(reportContent({ videos: 3, names: names.slice(0, 13) })), [
      [
        [11, '2 more brands, seen less'],
        [11, '2 more brands, seen less'],
      ],
      [[13, null]],
    ]);

    const usual = reportContent({ videos: 1, names: names.slice(0, 12) });
    const [video] = usual.videos;
    assert.ok(video);

    const lanes = Array.from({ length: 40 }, (_, index) => ({
      name: `Brand ${index}`,
      seen: [[0, index + 1] as const],
      said: [],
    }));
    const { pages } = pagesOf({ ...usual, videos: [{ ...video, lanes }] });
    const block = pages.flatMap((page) => (page.kind === 'timelines' ? page.blocks : []))[0];
    const shown = block?.lanes.map(({ name }) => Number(name.slice(6))) ?? [];
    assert.equal(block?.more, `${40 - shown.length} more brands, seen less`);
    assert.ok(shown.length > 24, `${shown.length}`);
    assert.equal(Math.min(...shown), 40 - shown.length);
  });

  test('say what they leave out', () => {
    const { pages } = pagesOf(reportContent({ brands: 30, videos: 150, spans: 1 }));
    const notes = pages.flatMap((page) => ('note' in page && page.note ? [page.note] : []));
    assert.ok(notes.some((note) => note.includes('110 more videos with brands')));
    assert.ok(notes.some((note) => note.includes('The first 100 are listed')));

    const voice = pages.find(({ kind }) => kind === 'voice');
    assert.ok(voice?.kind === 'voice');
    assert.deepEqual(voice.shares.map(({ label }) => label).slice(13), ['Other (17)']);

    const sum = voice.shares.reduce((all, { share }) => all + share, 0);
    assert.ok(Math.abs(sum - 1) < 1e-9);
  });

  test('of a choice of brands name the share of the others', () => {
    const content = reportContent();
    const some = content.exposure.brands.slice(0, 2);
    const { pages } = pagesOf({
      ...content,
      exposure: { ...content.exposure, brands: some },
      asked: { ...content.asked, brands: some.map(({ name }) => name) },
    });
    const voice = pages.find(({ kind }) => kind === 'voice');

    assert.ok(voice?.kind === 'voice');
    assert.equal(voice.shares.at(-1)?.label, 'Brands that were not asked for');
    assert.ok(Math.abs((voice.shares.at(-1)?.share ?? 0) - 0.75) < 1e-9);
  });

  test('break no markup and run nothing, whatever a title says', async () => {
    const evil = `"><script>alert(1)</script><img src=x onerror=alert(1)> & '\u0000`;
    const { html } = await made(reportContent({ title: evil, videoTitle: evil, names: [evil] }));
    assert.ok(!/<script|<img src=x|\u0000/.test(html));
    assert.ok(html.includes('default-src &#39;none&#39;'));
  });

  test('set seconds behind a name that is written from right to left', () => {
    const { pages } = pagesOf(reportContent({ names: ['نايك'], brands: 1 }));
    assert.match(JSON.stringify(pages), /"\u2068نايك\u2069, \d+\.\d s/);
  });

  test('set seconds behind a name of Arabic digits alone', () => {
    const { pages } = pagesOf(reportContent({ names: ['١٢٣'], brands: 1 }));
    assert.match(JSON.stringify(pages), /"\u2068١٢٣\u2069, \d+\.\d s/);
  });

  test('keep Arabic digits in their order and emoji whole, as PDF and HTML', async (t) => {
    const names = [
      'قناة ١٢٣',
      '۴۵۶',
      '١٢/٠٥/٢٠٢٦',
      '👨‍👩‍👧‍👦 Family',
      '🇩🇪 Deutsch',
      '1️⃣ One',
      '👍🏽',
    ];
    const { pdf, html } = await made(reportContent({ names }));
    assert.match(
      html,
      /font-family: 'Report Emoji'; font-weight: 400;[^}]*unicode-range: [^}]*U\+1f468/,
    );

    const read = spawnSync('pdftotext', ['-', '-'], { input: pdf, encoding: 'utf8' });
    if (read.error) return t.skip('pdftotext is not installed (poppler-utils)');

    for (const name of ['١٢٣', '۴۵۶', '١٢/٠٥/٢٠٢٦', '👨‍👩‍👧‍👦', '🇩🇪', '1⃣ One'])
      assert.ok(read.stdout.includes(name), name);

    // The keycap emoji contains a variation selector after its 1. If its glyph were shared, every other 1 in the file
    // would be read with that selector.
    assert.ok(!read.stdout.includes('\ufe0f'));
  });

  test('show every script in fonts of the file', async (t) => {
    const names = ['نايك', 'ソニー', '삼성', '华为', 'สิงห์', 'שופרסל', 'टाटा', 'Газпром', 'Škoda'];
    const { pdf, html } = await made(reportContent({ names }));
    const text = Buffer.from(pdf).toString('latin1');

    for (const font of ['Arabic', 'JP', 'KR', 'SC', 'Thai', 'Hebrew'])
      assert.match(text, new RegExp(`/FontName /\\w+\\+NotoSans${font}`), font);

    assert.ok((html.match(/@font-face/g)?.length ?? 0) >= 16);
    const read = spawnSync('pdftotext', ['-', '-'], { input: pdf, encoding: 'utf8' });
    if (read.error) return t.skip('pdftotext is not installed (poppler-utils)');

    for (const name of ['ソニー', '삼성', '华为', 'Газпром', 'Škoda'])
      assert.ok(read.stdout.includes(name), name);
  });
});

describe('Text', () => {
  const lines = new TextLines(new Fonts());
  const form = { size: 10 };

  test('stands in the order of the eye', () => {
    const { runs, rtl } = lines.line('שלום (Nike) 12', form);
    assert.equal(rtl, true);
    assert.equal(runs[0]?.text, '12');
    assert.ok(runs.at(-1)?.text.includes('שלום'));

    const cell = lines.line('\u2068نايك\u2069, 0:06.1', form);
    assert.equal(cell.rtl, false);
    assert.match(cell.runs[0]?.text ?? '', /نايك/);
    assert.match(cell.runs.at(-1)?.text ?? '', /0:06\.1$/);
    assert.equal(cell.width, lines.line('نايك, 0:06.1', form).width);

    const mixed = lines.line('Nike نايك 2026', form);
    assert.equal(mixed.rtl, false);
    assert.equal(mixed.runs[0]?.text, 'Nike ');
  });

  test('is cut by an ellipsis and wrapped within its width', () => {
    const long = 'とても長い題名が続く場合でも改行される and some English words after it';
    const cut = lines.line(long, form, 100);
    assert.ok(cut.width <= 100);
    assert.ok(cut.runs.at(-1)?.text.endsWith('…'));

    const wrapped = lines.wrap(long, form, 100);
    assert.ok(wrapped.length > 3);
    for (const { width } of wrapped) assert.ok(width <= 100);
    assert.equal(lines.wrap(long, form, 100, 2).length, 2);
    assert.ok(lines.wrap('W'.repeat(200), form, 100).every(({ width }) => width <= 100));
    assert.deepEqual(lines.wrap('', form, 100), []);
  });

  /**
   * The characters in the order in which the fonts draw them, from left to right. Arabic and Persian digits share
   * glyphs, so both are converted to ASCII digits.
   */
  const drawnCharacters = (text: string): string =>
    plainDigits(
      lines
        .line(text, form)
        .runs.flatMap(({ face, text: run }) => face.font.layout(run).glyphs)
        .map(({ codePoints }) => String.fromCodePoint(...codePoints))
        .join(''),
    );
  const plainDigits = (text: string): string =>
    text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15));

  test('has digits of every script from left to right, also in a line from right to left', () => {
    for (const given of ['١٢٣', '۱۲۳', '١٢٫٥', '١٢/٠٥/٢٠٢٦', '123']) {
      const digits = plainDigits(given);
      assert.equal(drawnCharacters(given), digits);
      assert.ok(drawnCharacters(`Nike ${given} x`).includes(digits), digits);
      assert.ok(drawnCharacters(`שלום ${given}`).startsWith(digits), digits);
    }
    assert.equal(drawnCharacters('שלום (١٢)!'), '!(12) םולש');
  });

  test('has each emoji as one picture, in either direction, with usual spaces around it', () => {
    const emoji = [
      '👨‍👩‍👧‍👦',
      '🇩🇪',
      '👍🏽',
      '1️⃣',
      '#️⃣',
      '❤️‍🔥',
      '🏴󠁧󠁢󠁳󠁣󠁴󠁿',
      '👩🏿‍🚀',
      '🏳️‍🌈',
      '🍎',
      '✈️',
      '☺',
    ];
    for (const one of emoji) {
      const [run, ...others] = lines.line(one, form).runs;
      assert.deepEqual(others, []);
      assert.deepEqual(
        run?.face.font.layout(run.text).glyphs.map(({ id }) => id > 0),
        [true],
        one,
      );

      const apart = lines.line(`${one} x`, form);
      assert.ok(apart.width < (run?.width ?? 0) + lines.line('x', form).width + 5, one);
      assert.ok(lines.line(`שלום ${one}`, form).runs[0]?.text === run?.text, one);
    }

    assert.equal(lines.line('👨‍👩‍👧‍👦👨‍👩‍👧‍👦', form, 25).runs[0]?.text, '👨‍👩‍👧‍👦');
  });

  test('without a font is a question mark where it is a letter, and nothing where it is a picture', () => {
    const shown = (text: string): string => showable(text, new Fonts(), 400);
    assert.equal(shown('★ Rocket ᚠ 1 ≤ 2'), 'Rocket ? 1 <= 2');
    assert.equal(shown('★'), '?');
    assert.equal(shown(' '), '');
    // No font draws a unicorn joined to a fire as one picture.
    assert.equal(shown('🦄‍🔥'), '🦄🔥');
  });
});

describe('Numbers', () => {
  test('are rounded, never cut', () => {
    assert.deepEqual(
      [timeText(5.96), timeText(599.94), timeText(599.96), timeText(3725.6)],
      ['0:06.0', '9:59.9', '10:00', '1:02:06'],
    );
    assert.deepEqual([timeText(59.96), timeText(3600)], ['1:00.0', '1:00:00']);
    assert.deepEqual(
      [lengthText(0), lengthText(0.04), lengthText(0.05)],
      ['0.0 s', '< 0.1 s', '0.1 s'],
    );

    assert.deepEqual(
      [lengthText(2.2), lengthText(59.94), lengthText(59.96), lengthText(725)],
      ['2.2 s', '59.9 s', '1:00.0', '12:05'],
    );

    assert.deepEqual(
      [percentText(0), percentText(0.00004), percentText(0.0021), percentText(0.5)],
      ['0 %', '< 0.01 %', '0.21 %', '50.0 %'],
    );
  });

  test('of many brands have colours of their own', () => {
    const names = Array.from({ length: 500 }, (_, index) => `Brand ${index}`);
    const colours = coloursOf(new Map(names.map((name, index) => [identityOf(name), index])));
    assert.equal(new Set(names.slice(0, 24).map(colours)).size, 24);
    for (const name of names) assert.match(colours(name), /^#[0-9a-f]{6}$/);
    assert.equal(colours('BRAND 7'), colours('Brand 7'));
  });

  test('stand in dark or white letters, whichever can be read on their ground', () => {
    assert.equal(inkOn('#004466', 1), '#ffffff');
    assert.equal(inkOn('#004466', fieldOpacity(1)), '#ffffff');
    assert.equal(inkOn('#004466', fieldOpacity(0.1)), ink.text);
    assert.equal(inkOn('#ffdd00', 1), ink.text);
    assert.equal(inkOn(ink.others), ink.text);
    assert.equal(fieldOpacity(0), 0);
  });

  test('spans that cannot be told apart are drawn as one', () => {
    assert.deepEqual(
      drawn(
        [
          [5, 6],
          [0, 1],
          [1.01, 2],
        ],
        0.1,
      ),
      [
        [0, 2],
        [5, 6],
      ],
    );
  });
});

/** Name, start and correction mark of each row of a table. */
function rowsOf(csv: string, heads: { readonly name: string; readonly start: string }): string[] {
  const [head = [], ...lines] = csv
    .replace(csvMark, '')
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));
  const cells = [heads.name, heads.start, 'corrected'].map((title) => head.indexOf(title));
  return lines.map((line) => cells.map((at) => line[at]).join(',')).sort();
}

describe('Data', () => {
  test('a video is what its results say, above the confidence and of the brands asked for', () => {
    const appearance = { timestamp: 1, timestamp_start: 1, context: '', source: 'visual' as const };
    const brand = {
      name: 'Sony',
      confidence: 0.4,
      total_appearances: 3,
      first_seen: 1,
      last_seen: 4,
      appearances: [
        { ...appearance, timestamp_end: 3, confidence: 0.9 },
        {
          ...appearance,
          timestamp_start: 2,
          timestamp_end: 4,
          confidence: 0.8,
          corrected: true as const,
        },
        { timestamp: 2, context: '', source: 'audio' as const },
      ],
      frame_detections: [],
    };
    const facts = { job_id: 'job_1', title: 'A', duration_seconds: 10, completed_at: null };
    const meta = {
      fps_used: 1,
      frames_analyzed: 1,
      engines: { text: 'x' },
      proof_frames_truncated: true as const,
    };
    const form = { ...formOf({ meta }), brands: formOf({ brands: [brand] }).brands ?? [] };
    const all = reportVideoOf(facts, form, {});
    assert.deepEqual(all.lanes, [{ name: 'Sony', seen: [[1, 4]], said: [2] }]);
    assert.deepEqual(
      all.appearances.map(({ corrected, confidence }) => [corrected, confidence]),
      [
        [false, 0.9],
        [true, 0.8],
        [false, 0.4],
      ],
    );
    assert.deepEqual([all.engines, all.weaknesses.length], [{ text: 'x' }, 1]);

    const sure = reportVideoOf(facts, form, { brands: ['sony'], min_confidence: 0.85 });
    assert.deepEqual(sure.lanes, [{ name: 'Sony', seen: [[1, 3]], said: [] }]);

    const none = reportVideoOf(facts, form, { brands: ['nike'] });
    assert.deepEqual([none.lanes, none.appearances], [[], []]);
  });

  test('what a person changed is marked as in the CSV of a job, whatever the change', () => {
    const found = () => {
      const sony = brand('Sony', [
        [1, 3],
        [10, 12],
      ]);
      return { brands: [sony, brand('Nike', [[4, 6]])] };
    };
    const added = { start: 20, end: 22, box: { x: 0.1, y: 0.1, width: 0.2, height: 0.1 } };
    const about = { target: 'brand', name: 'Sony', appearance: { timestamp: 1 } } as const;
    const all = { target: 'brand', name: 'Sony' } as const;
    const changes: readonly [Omit<Said, 'correction_id'>, number][] = [
      [{ ...about, kind: 'dismiss' }, 0],
      [{ ...about, kind: 'confirm' }, 1],
      [{ ...all, kind: 'confirm' }, 2],
      [{ ...about, kind: 'rename', new_name: 'Sonos' }, 1],
      [{ ...all, kind: 'rename', new_name: 'Sonos' }, 2],
      [{ ...all, kind: 'merge', new_name: 'Nike' }, 2],
      [{ ...all, kind: 'add', appearance_added: { ...added, source: 'visual' } }, 1],
      [{ ...all, name: 'Pepsi', kind: 'add', appearance_added: { ...added, source: 'audio' } }, 1],
    ];
    const facts = { job_id: 'job_1', title: 'A', duration_seconds: 60, completed_at: null };

    for (const [change, marked] of changes) {
      const meta = { fps_used: 1, frames_analyzed: 1, engines: {} };
      const results = correctedResults({ ...found(), meta } as Results, [
        { ...change, correction_id: 'cor_1' },
      ]);
      const form = formOfBytes(packedBytes(JSON.stringify(packed(formOf(results)))));
      assert.ok(form.brands);

      const video = reportVideoOf(facts, { ...form, brands: form.brands }, {});
      const own = rowsOf(String(Buffer.from(csvOf({ ...reportContent(), videos: [video] }))), {
        name: 'brand',
        start: 'start',
      });
      const job = exportedJob({ results: { brands: results.brands ?? [] } });
      const other = rowsOf(exported('csv', job), { name: 'name', start: 'start_seconds' });
      assert.deepEqual(own, other, change.kind);
      assert.equal(own.filter((row) => row.endsWith(',true')).length, marked, change.kind);
    }
  });

  test('a table of many appearances and a document of all videos', () => {
    const content = reportContent({ videos: 40, spans: 50 });
    const lines = String(Buffer.from(csvOf(content))).split('\r\n');
    const count = content.videos.reduce((sum, one) => sum + one.appearances.length, 0);
    assert.equal(lines.length, count + 2);
    const json = JSON.parse(String(Buffer.from(jsonOf(content))));
    assert.deepEqual([json.videos.length, json.exposure], [40, content.exposure]);
  });
});
