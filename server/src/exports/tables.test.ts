/** Tests the rows and records that exports make of results, and the names of exported files. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Results } from '@reelsight/contract';
import { brand, exported, exportedJob, spoken, thing } from '../../testing/exported.ts';
import { attachment, fileIdentity, fileStem } from './file-name.ts';

/** By RFC 4180. */
function rowsOf(csv: string): Record<string, string>[] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end !== ',') rows.push([]);
  }
  const [names = [], ...lines] = rows.slice(0, -1);
  return lines.map((cells) => Object.fromEntries(names.map((name, k) => [name, cells[k] ?? ''])));
}

const momentFormats = [
  'shots.csv',
  'on-screen-text.csv',
  'paid-segments.csv',
  'disclosures.csv',
] as const;

describe('Appearances as a table', () => {
  test('a brand that is seen has its seconds, box, size and absolute links', () => {
    const sony = brand('Sony', [[3.03, 8]]);
    Object.assign(sony.appearances[0] as object, {
      bounding_box: { x: 0.1, y: 0.2, width: 0.25, height: 0.04 },
      frame_url: '/v1/frames/job_1/f.jpg',
    });

    const [line] = rowsOf(exported('csv', exportedJob({ results: { brands: [sony] } })));
    assert.deepEqual(line, {
      kind: 'brand',
      name: 'Sony',
      source: 'visual',
      video: 'walk.mp4',
      job_id: 'job_1',
      start_seconds: '3.03',
      end_seconds: '8',
      visible_seconds: '4.97',
      confidence: '0.9',
      size_percent_of_picture: '1',
      box_x: '0.1',
      box_y: '0.2',
      box_width: '0.25',
      box_height: '0.04',
      surface: '',
      context: 'on screen',
      quote: '',
      moment_url: 'https://reels.example/jobs/job_1?t=3.03',
      name_seconds: '4.97',
      corrected: 'false',
      frame_url: 'https://reels.example/v1/frames/job_1/f.jpg',
    });
  });

  test('what is said is not seen; an object is', () => {
    const said = brand('Nike', []);
    said.appearances.push({
      timestamp: 1,
      context: 'a, "b"',
      source: 'audio',
      speech_context: 'hi',
    });

    const results = { brands: [said], objects: [thing('cup', [], [[1, 3.5]])] };
    const [nike, cup] = rowsOf(exported('csv', exportedJob({ results })));
    assert.deepEqual(
      [nike?.context, nike?.quote, nike?.visible_seconds, nike?.source],
      ['a, "b"', 'hi', '', 'audio'],
    );
    assert.deepEqual([nike?.name_seconds, cup?.name_seconds], ['', '2.5']);
    assert.deepEqual([cup?.kind, cup?.visible_seconds, cup?.box_x], ['object', '2.5', '']);
  });

  test('an appearance without a proof frame has the box that was seen nearest to it', () => {
    const at = (timestamp: number, x: number) => ({
      timestamp,
      confidence: 0.9,
      source: 'logo' as const,
      verified: true,
      bounding_box: { x, y: 0, width: 0.5, height: 0.5 },
    });

    const sony = brand('Sony', [
      [1, 3],
      [10, 12],
      [20, 21],
    ]);
    sony.frame_detections = [at(0.5, 0.1), at(1.2, 0.2), at(10.1, 0.3)];

    const rows = rowsOf(exported('csv', exportedJob({ results: { brands: [sony] } })));
    assert.deepEqual(
      rows.map((row) => [row.box_x, row.size_percent_of_picture]),
      [
        ['0.2', '25'],
        ['0.3', '25'],
        // The third appearance contains no detection, so it has no box.
        ['', ''],
      ],
    );
  });

  test('no text is run as a formula, and no line end makes a row', () => {
    const names = ['=1+1', '+1', '-1', '@now', '\tx', 'a\r\nb,"c"', 'x;=1', 'ナイキ', 'نايك'];
    const brands = names.map((name) => brand(name, [[0, 1]]));
    const job = exportedJob({ results: { brands }, title: '=HYPERLINK("x")\n2' });
    const rows = rowsOf(exported('csv', job));

    assert.deepEqual(
      rows.map(({ name }) => name),
      ["'=1+1", "'+1", "'-1", "'@now", "'\tx", 'a\r\nb,"c"', "x;'=1", 'ナイキ', 'نايك'],
    );
    assert.equal(rows[0]?.video, `'=HYPERLINK("x") 2`);
  });

  test('begins with a mark if that is asked for; without appearances it has its head', () => {
    const none = exportedJob({ results: { brands: [] } });
    assert.match(exported('csv', none), /^kind,name,[^\n]*,job_id,name_seconds,corrected\r\n$/);
    assert.match(exported('csv', none, { mark: true }), /^\ufeffkind,/);
  });
});

describe('Other tables', () => {
  const box = { x: 0.1, y: 0.2, width: 0.3, height: 0.1 };
  const results = {
    brands: [],
    shots: [
      { start: 0, end: 4.204 },
      { start: 4.204, end: 60 },
    ],
    on_screen_text: [
      { text: '=SALE, "now"', start: 1, end: 2.5, bounding_box: box, confidence: 0.8 },
    ],
    paid_segments: [
      {
        start: 3,
        end: 9,
        brand: 'Pepsi',
        confidence: 0.7,
        evidence: [
          { timestamp: 3, source: 'speech' as const, quote: 'sponsored by Pepsi' },
          { timestamp: 8, source: 'text' as const, quote: 'code PEPSI10' },
        ],
      },
      { start: 12, end: 20.5, confidence: 1, evidence: [], corrected: true as const },
    ],
    disclosures: [
      {
        sign: 'said' as const,
        timestamp: 3,
        duration_seconds: 1.5,
        quote: 'sponsored by Pepsi',
        language: 'en',
        confidence: 0.85,
        brand: 'Pepsi',
      },
    ],
  };
  const rows = (format: (typeof momentFormats)[number]) =>
    rowsOf(exported(format, exportedJob({ results })));
  const first = (format: (typeof momentFormats)[number]) => rows(format)[0];
  const from = (seconds: number) => ({
    moment_url: `https://reels.example/jobs/job_1?t=${seconds}`,
    video: 'walk.mp4',
    job_id: 'job_1',
  });

  test('shots, texts and paid segments have their seconds and what belongs to them', () => {
    assert.deepEqual(first('shots.csv'), {
      start_seconds: '0',
      end_seconds: '4.2',
      seconds: '4.2',
      shot: '1',
      transition: '',
      ...from(0),
    });

    assert.deepEqual(first('on-screen-text.csv'), {
      start_seconds: '1',
      end_seconds: '2.5',
      seconds: '1.5',
      text: `'=SALE, "now"`,
      confidence: '0.8',
      size_percent_of_picture: '3',
      box_x: '0.1',
      box_y: '0.2',
      box_width: '0.3',
      box_height: '0.1',
      ...from(1),
    });

    const [found, added] = rows('paid-segments.csv');
    assert.deepEqual(found, {
      start_seconds: '3',
      end_seconds: '9',
      seconds: '6',
      brand: 'Pepsi',
      confidence: '0.7',
      evidence_seconds: '3',
      evidence_source: 'speech',
      quote: 'sponsored by Pepsi … code PEPSI10',
      ...from(3),
      corrected: 'false',
    });

    assert.deepEqual(added, {
      start_seconds: '12',
      end_seconds: '20.5',
      seconds: '8.5',
      brand: '',
      confidence: '1',
      evidence_seconds: '',
      evidence_source: '',
      quote: '',
      ...from(12),
      corrected: 'true',
    });
    assert.equal(Object.keys(added ?? {}).at(-1), 'corrected', 'the other columns stay in place');

    assert.deepEqual(first('disclosures.csv'), {
      start_seconds: '3',
      end_seconds: '4.5',
      seconds: '1.5',
      sign: 'said',
      brand: 'Pepsi',
      language: 'en',
      confidence: '0.85',
      quote: 'sponsored by Pepsi',
      ...from(3),
    });
  });

  test('without them in the results the file is refused; none found is a head alone', () => {
    for (const format of momentFormats) {
      assert.throws(() => exported(format, exportedJob({ results: { brands: [] } })), {
        code: 'EXPORT_UNAVAILABLE',
      });

      const none = {
        brands: [],
        shots: [],
        on_screen_text: [],
        paid_segments: [],
        disclosures: [],
      };
      const text = exported(format, exportedJob({ results: none }));
      assert.equal(text.split('\r\n').length, 2);
    }
  });
});

describe('Records', () => {
  const recordsOf = (results: Partial<Results>, names: string[] | null = null) =>
    exported('jsonl', exportedJob({ results }), { names })
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));

  const all: Partial<Results> = {
    ...spoken([{ start: 0, end: 1, text: 'Hello\n\u2028"you"', speaker: 1 }]),
    summary: { text: 'Short.', key_topics: ['x'] },
    brands: [brand('Sony', [[1, 2]])],
    objects: [thing('dog', [], [[3, 4]])],
    query_results: [{ query: 'Who?', answer: '', answered: false, confidence: 0, evidence: [] }],
  };

  test('are one a line, each with its type and job', () => {
    const records = recordsOf(all);
    assert.deepEqual(
      records.map(({ type }) => type),
      ['summary', 'segment', 'appearance', 'appearance', 'answer'],
    );
    assert.ok(records.every(({ job_id }) => job_id === 'job_1'));
    assert.deepEqual(records[1], {
      type: 'segment',
      job_id: 'job_1',
      start: 0,
      end: 1,
      text: 'Hello\n\u2028"you"',
      speaker: 1,
    });

    const { kind, name, category, timestamp_start } = records[3];
    assert.deepEqual([kind, name, category, timestamp_start], ['object', 'dog', 'animal', 3]);
  });

  test('of a name are its appearances', () => {
    assert.deepEqual(
      recordsOf(all, ['SONY']).map(({ type, name }) => [type, name]),
      [['appearance', 'Sony']],
    );
  });

  test('of a name are those of its other spellings, as in exposure and reports', () => {
    const brands = [brand('Coca-Cola', [[1, 2]]), brand('Nestlé', [[3, 4]])];
    assert.deepEqual(
      recordsOf({ brands }, ['Coca Cola', 'nestle']).map(({ name }) => name),
      ['Coca-Cola', 'Nestlé'],
    );
  });
});

describe('File names', () => {
  const nameOf = (title: string, ending = 'srt') =>
    attachment(fileStem(title, 'job_1'), ending, 'job_1');
  const headerOf = (ascii: string, full: string) =>
    `attachment; filename="${ascii}.srt"; filename*=UTF-8''${full}.srt`;

  test('are made of the title, in ASCII and in full', () => {
    assert.equal(nameOf('My walk.mp4'), headerOf('My walk', 'My%20walk'));
    assert.equal(nameOf('Café (2)'), headerOf('Cafe (2)', 'Caf%C3%A9%20%282%29'));
    assert.equal(nameOf('Spring, week 2'), headerOf('Spring, week 2', 'Spring%2C%20week%202'));
    assert.equal(nameOf('ナイキ'), headerOf('job_1', '%E3%83%8A%E3%82%A4%E3%82%AD'));
    assert.equal(nameOf('نايك 24'), headerOf('_ 24', '%D9%86%D8%A7%D9%8A%D9%83%2024'));
  });

  test('are none of those that Windows keeps for devices, whatever follows', () => {
    for (const title of [
      'aux',
      'AUX.notes',
      'con .x',
      'nul.tar.gz',
      'COM1',
      'lpt9.mov',
      'com¹',
      'prn.mp4',
    ])
      assert.match(fileStem(title, 'job_1'), /^_/, title);

    for (const title of ['auxiliary', 'Con Air', 'com10', 'my.aux', 'console.log'])
      assert.equal(fileStem(title, 'job_1'), title);

    // Without its accent, as in the ASCII name, this title would be the reserved name `nul`.
    assert.match(nameOf('nùl'), /filename="_nul\.srt"/);
  });

  test('are composed, and the same for what a file system does not tell apart', () => {
    assert.equal(fileStem('Cafe\u0301', 'job_1'), 'Caf\u00e9');
    const pairs = [
      ['Café', 'CAFE\u0301'],
      ['Straße', 'STRASSE'],
      ['Ångström', 'A\u030angstro\u0308m'],
      ['ΣΊΣΥΦΟΣ', 'σίσυφος'],
    ] as const;
    for (const [one, other] of pairs) assert.equal(fileIdentity(one), fileIdentity(other), one);

    assert.notEqual(fileIdentity('Café'), fileIdentity('Cafe'));
  });

  test('of hostile titles are harmless', () => {
    const hostile = [
      ...['', '.', '..', '../../etc/passwd', 'C:\\x', 'a"b; filename="c', 'a\r\nSet-Cookie: x=1'],
      ...[
        '\u0000',
        '\u202egpj.exe',
        'con',
        'NUL',
        'aux.mp4',
        '-',
        '…',
        '\ud800',
        '%2e%2e%2f',
        'x'.repeat(5000),
      ],
      '😀'.repeat(300),
    ];
    for (const title of hostile) {
      const header = nameOf(title);
      assert.match(header, /^attachment; filename="[\w ._()-]+"; filename\*=UTF-8''[\w.%~-]+$/);

      const stem = fileStem(title, 'job_1');
      assert.doesNotMatch(
        stem,
        /[\\/:*?"<>|\p{Cc}\u202e]|^[. ]|^(con|nul|aux)(\.|$)/iu,
        JSON.stringify(title),
      );
      assert.ok(Array.from(stem).length <= 80 && stem !== '');
      assert.equal(decodeURIComponent(header.split("''")[1] ?? ''), `${stem}.srt`);
    }
  });
});

describe('Answers as a table', () => {
  const evidence = [{ timestamp: 12.5, source: 'speech' as const, quote: 'nine dollars a month' }];

  test('an answer with a form has a row for each value, with its evidence', () => {
    const results = {
      query_results: [
        {
          query: 'What is offered?',
          answer: 'sponsor: Acme, price: 9',
          answered: true,
          outcome: 'answered' as const,
          confidence: 0.5,
          evidence,
          value: { sponsor: 'Acme', price: 9 },
          fields: [
            { path: '/sponsor', value: 'Acme', evidence: [] },
            { path: '/price', value: 9, evidence },
          ],
        },
      ],
    };
    const rows = rowsOf(exported('answers.csv', exportedJob({ results })));
    assert.equal(rows.length, 2);
    assert.deepEqual(rows[1], {
      question: 'What is offered?',
      answered: 'true',
      field: '/price',
      value: '9',
      answer: 'sponsor: Acme, price: 9',
      confidence: '0.5',
      reason: '',
      evidence_seconds: '12.5',
      evidence_source: 'speech',
      quote: 'nine dollars a month',
      moment_url: 'https://reels.example/jobs/job_1?t=12.5',
      video: 'walk.mp4',
      job_id: 'job_1',
    });
  });

  test('a question without an answer has a row that says why', () => {
    const missing = { answer: '', answered: false, confidence: 0, evidence: [] };
    const results = {
      query_results: [
        { query: 'Who?', ...missing, outcome: 'not_found' as const },
        { query: 'Which?', ...missing, reason: 'does_not_fit' as const },
        {
          query: 'Why?',
          ...missing,
          reason: 'not_said' as const,
          outcome: 'not_tested' as const,
        },
      ],
    };
    const rows = rowsOf(exported('answers.csv', exportedJob({ results })));
    assert.deepEqual(
      rows.map(({ question, answered, value, reason }) => [question, answered, value, reason]),
      [
        ['Who?', 'false', '', 'not_found'],
        ['Which?', 'false', '', 'does_not_fit'],
        ['Why?', 'false', '', 'not_tested'],
      ],
    );
  });

  test('as one row for the video there is a column for each question and property', () => {
    const found = { answered: true, confidence: 0.5, evidence: [] };
    const missing = { answer: '', answered: false, confidence: 0, evidence: [] };
    const schema = {
      type: 'object',
      properties: {
        price: { type: 'number' },
        tags: { type: 'array', items: { type: 'string' } },
        until: { type: ['string', 'null'] },
        seller: {
          type: 'object',
          properties: { name: { type: 'string' }, part_of: { $ref: '#/$defs/firm' } },
        },
      },
      $defs: {
        firm: {
          type: 'object',
          properties: { name: { type: 'string' }, part_of: { $ref: '#/$defs/firm' } },
        },
      },
    };
    const results = {
      query_results: [
        { query: 'Who?', answer: '=Ada', ...found },
        { query: 'Which?', answer: 'tea', value: 'tea', ...found },
        {
          query: 'What?',
          answer: '',
          value: {
            price: 9,
            tags: ['a', 'b'],
            until: null,
            seller: { name: 'Ada', part_of: { name: 'Acme', part_of: { name: 'Ace' } } },
          },
          ...found,
        },
        { query: 'Who sponsors the video, and what do the sponsors offer?', ...missing },
        { query: 'Where?', answer: '', value: [{ x: 1, at: ['a', 'b'] }, { x: 2 }], ...found },
      ],
    };
    const items = { type: 'object', properties: { x: { type: 'number' } } };
    const job = {
      ...exportedJob({ results }),
      external_id: 'clip 7',
      queries: ['Who?'],
      shaped_queries: [
        { query: 'Which?', choices: ['tea', 'coffee'] },
        { query: 'What?', schema },
        { ready: 'sponsors' as const },
        { query: 'Where?', schema: { type: 'array', items } },
      ],
    };

    assert.deepEqual(rowsOf(exported('answers-by-video.csv', job)), [
      {
        video: 'walk.mp4',
        external_id: 'clip 7',
        job_id: 'job_1',
        'Who?': "'=Ada",
        'Which?': 'tea',
        'What? price': '9',
        'What? tags': 'a; b',
        'What? until': '',
        'What? seller name': 'Ada',
        'What? seller part_of name': 'Acme',
        'What? seller part_of part_of': 'name: Ace',
        'Who sponsors the video, and what do the sponsors offer?': '',
        'Where?': 'x: 1, at: (a; b); x: 2',
      },
    ]);
  });

  test('where references lead to more columns than can be counted, there is one for each property', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const level = (item: object) => ({
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, item])),
    });
    const Defs = {
      d0: level({ type: 'string' }),
      ...Object.fromEntries(
        [0, 1, 2, 3, 4].map((depth) => [`d${depth + 1}`, level({ $ref: `#/$defs/d${depth}` })]),
      ),
    };
    const schema = { ...level({ $ref: '#/$defs/d5' }), $defs: Defs };
    const results = { query_results: [] };
    const job = { ...exportedJob({ results }), shaped_queries: [{ query: 'What?', schema }] };
    const [row = {}] = rowsOf(exported('answers-by-video.csv', job));
    assert.deepEqual(
      Object.keys(row).filter((title) => title.startsWith('What?')),
      names.map((name) => `What? ${name}`),
    );
  });
});
