/** Search in what is said, shown and seen: over HTTP, with results as a worker stores them. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Results, SearchHit } from '@reelsight/contract';
import { createClient } from '../sdk/src/index.ts';
import { reindexJob } from '../server/src/db/search/search-index.ts';
import { indexNextJob } from '../server/src/search/search-index.ts';
import { parseSearch } from '../server/src/search/search-query.ts';
import { meantWords } from '../server/src/search/search-words.ts';
import { waitFor } from '../server/testing/wait-for.ts';
import { sharedSubject } from './interface/shared-subject.ts';
import { type Owner, refused, type Subject } from './interface/subject.ts';

let subject: Subject;
let owner: Owner;
before(async () => {
  subject = await sharedSubject();
  owner = await subject.owner('scale', 100_000);
});
after(() => subject.close());

const box = { x: 0.25, y: 0.5, width: 0.1, height: 0.2 };

interface Said {
  readonly text: string;
  readonly at?: number;
  readonly speaker?: number;
}

/** Results of a video with these sentences, 5 s apart. */
function resultsOf(
  said: readonly (string | Said)[],
  { language = 'en', ...others }: Record<string, unknown> & { language?: string } = {},
): Results {
  const segments = said.map((one, index) => {
    const {
      text,
      at: start = index * 5,
      ...speaker
    } = typeof one === 'string' ? { text: one } : one;
    return { start, end: start + 4, text, ...speaker };
  });
  const text = segments.map((segment) => segment.text).join(' ');
  return {
    transcription: { text, segments, language, duration_seconds: 60, word_count: 1 },
    meta: { fps_used: 1, frames_analyzed: 2, engines: {} },
    ...others,
  } as Results;
}

const brandAt = (name: string, ...spans: [number, number][]) => ({
  name,
  confidence: 0.9,
  total_appearances: spans.length,
  first_seen: spans[0]?.[0],
  last_seen: spans.at(-1)?.[1],
  frame_detections: [],
  appearances: spans.map(([start, end], index) => ({
    timestamp: start,
    timestamp_start: start,
    timestamp_end: end,
    visible_duration: end - start,
    confidence: 0.9,
    context: 'on screen',
    source: 'visual',
    bounding_box: box,
    frame_url: `/v1/frames/job_1/proof-${index}.jpg`,
  })),
});

const objectAt = (name: string, start: number, end: number) => ({
  name,
  category: 'animal',
  confidence: 0.9,
  total_appearances: 1,
  total_visible_duration: end - start,
  first_seen: start,
  last_seen: end,
  frames: [],
  appearances: [
    {
      timestamp: start,
      timestamp_start: start,
      timestamp_end: end,
      confidence: 0.9,
      context: 'a dog',
    },
  ],
});

/** Resolves when the job is indexed for search; its title is indexed last. */
const known = (whose: Owner, job_id: string) =>
  waitFor(async () =>
    assert.equal((await hitsOf(whose, 'video', { job_id, kinds: 'title' })).length, 1),
  );

/** Creates a completed job, waits until it is indexed, and returns its id. */
async function completed(whose: Owner, found: Results): Promise<string> {
  const { job_id } = await whose.job({ capabilities: ['transcription', 'brands'] });
  await subject.worker.complete(job_id, found);
  await known(whose, job_id);
  return job_id;
}

type Asked = Record<string, string | number>;

const path = (q: string, asked: Asked = {}) =>
  `/v1/search?${new URLSearchParams({ q, ...Object.fromEntries(Object.entries(asked).map(([k, v]) => [k, String(v)])) })}`;

async function hitsOf(whose: Owner, q: string, asked: Asked = {}): Promise<SearchHit[]> {
  const answer = await whose.get(path(q, asked));
  assert.equal(answer.status, 200, answer.text);
  return answer.json.data;
}

const textsOf = async (whose: Owner, q: string, asked: Asked = {}): Promise<string[]> =>
  (await hitsOf(whose, q, asked)).map(({ text }) => text);

/** The parts of the text that are marked as matching. */
const marked = ({ text, matches }: SearchHit): string[] =>
  matches.map(([from, to]) => [...text].slice(from, to).join(''));

describe('Search', () => {
  test('a hit names its job, second, passage and which words match', async () => {
    const job = await completed(
      owner,
      resultsOf([
        'Nothing here.',
        { text: 'We love the marathon in Boston.', at: 12.4, speaker: 2 },
      ]),
    );
    const [hit, ...others] = await hitsOf(owner, 'boston marathon');
    assert.ok(hit);
    assert.deepEqual(others, []);

    const { score, ...rest } = hit;
    assert.deepEqual(rest, {
      job_id: job,
      title: 'A video',
      thumbnail_url: null,
      kind: 'speech',
      start: 12.4,
      end: 16.4,
      text: 'We love the marathon in Boston.',
      speaker: 2,
      matches: [
        [12, 20],
        [24, 30],
      ],
    });
    assert.ok(score > 0.66 && score <= 1);
  });

  test('all words must match; phrases and words to leave out are heeded', async () => {
    const mine = await subject.owner('scale');
    await completed(
      mine,
      resultsOf(['The red car is fast.', 'A car that is red.', 'The blue car.', 'Red paint.']),
    );
    assert.deepEqual((await textsOf(mine, 'red car')).toSorted(), [
      'A car that is red.',
      'The red car is fast.',
    ]);
    assert.deepEqual(await textsOf(mine, '"red car"'), ['The red car is fast.']);
    assert.deepEqual(await textsOf(mine, '“red car”'), ['The red car is fast.']);
    assert.deepEqual((await textsOf(mine, 'car -red')).toSorted(), ['The blue car.']);
    assert.deepEqual(await textsOf(mine, 'car -"red car" red'), ['A car that is red.']);
    assert.deepEqual(await textsOf(mine, 'car submarine'), []);

    assert.deepEqual(await textsOf(mine, '-red'), []);
  });

  test('words with an apostrophe are found with any of them, and without', async () => {
    const job_id = await completed(
      owner,
      resultsOf([
        "They don't sell boots.",
        'You don’t know hats.',
        'Nobody dont care.',
        "She'll buy it at L'Oréal.",
        'We fill up at Shell.',
      ]),
    );
    const known = { job_id };

    for (const q of ["don't", 'don’t', 'donʼt', 'dont', 'DONT']) {
      const hits = await hitsOf(owner, q, known);
      const first = hits.slice(0, 3);
      assert.deepEqual(first.flatMap(marked).sort(), ["don't", 'dont', 'don’t'], q);
      assert.ok(
        first.every(({ score }) => score > 0.66),
        q,
      );
    }

    assert.deepEqual(await textsOf(owner, 'dont boots', known), ["They don't sell boots."]);
    assert.deepEqual(await textsOf(owner, 'boots -dont', known), []);
    assert.deepEqual(await textsOf(owner, '"don’t know"', known), ['You don’t know hats.']);
    assert.deepEqual((await hitsOf(owner, 'loreal', known)).slice(0, 1).flatMap(marked), [
      "L'Oréal",
    ]);
    // A separate word is not the same as a contraction (shell, she'll).
    assert.deepEqual((await textsOf(owner, 'shell', known))[0], 'We fill up at Shell.');
    assert.ok(!(await textsOf(owner, '"shell"', known)).includes("She'll buy it at L'Oréal."));
  });

  test('words as given come before other endings, and those before near spellings', async () => {
    const mine = await subject.owner('scale');
    await completed(
      mine,
      resultsOf([
        'Our spunsor is here.',
        'Sponsoring a club is dear.',
        'Our sponsor is here.',
        'They sponsored nobody.',
      ]),
    );

    const hits = await hitsOf(mine, 'sponsor');
    assert.deepEqual(
      hits.map(({ text }) => text),
      [
        'Our sponsor is here.',
        'They sponsored nobody.',
        'Sponsoring a club is dear.',
        'Our spunsor is here.',
      ].toSorted((a, b) => texts(hits).indexOf(a) - texts(hits).indexOf(b)),
    );
    assert.equal(hits[0]?.text, 'Our sponsor is here.');
    assert.equal(hits.at(-1)?.text, 'Our spunsor is here.');
    assert.ok((hits[0]?.score ?? 0) > 0.66);
    assert.ok((hits[1]?.score ?? 0) > 0.33 && (hits[1]?.score ?? 1) < 0.67);
    assert.ok((hits[3]?.score ?? 1) < 0.34);
    assert.deepEqual(marked(hits[3] as SearchHit), ['spunsor']);
    // A quoted word is found only exactly as written.
    assert.deepEqual(await textsOf(mine, '"sponsor"'), ['Our sponsor is here.']);
  });

  test('misspelt and misheard names are found; words that are merely short are not mixed up', async () => {
    const mine = await subject.owner('scale');
    await completed(
      mine,
      resultsOf(['I bought it from Schweppes.', 'A cat and a cut.'], {
        brands: [brandAt('Nike', [3, 5]), brandAt('Heineken', [7, 9])],
      }),
    );

    for (const q of ['shweppes', 'schwepes', 'Schwepps'])
      assert.deepEqual(await textsOf(mine, q), ['I bought it from Schweppes.'], q);

    assert.deepEqual(await textsOf(mine, 'hineken'), ['Heineken']);
    assert.deepEqual(await textsOf(mine, 'nikee'), ['Nike']);
    assert.deepEqual(await textsOf(mine, 'naik'), ['Nike']);
    assert.deepEqual(await textsOf(mine, 'cot'), []);
  });

  test('endings follow the language of the transcript', async () => {
    const mine = await subject.owner('scale');
    await completed(mine, resultsOf(['Wir laufen durch die Häuser.'], { language: 'de' }));
    await completed(mine, resultsOf(['Les chaussures sont arrivées.'], { language: 'fr' }));
    assert.deepEqual(await textsOf(mine, 'haus'), ['Wir laufen durch die Häuser.']);
    assert.deepEqual(await textsOf(mine, 'häuser'), ['Wir laufen durch die Häuser.']);
    assert.deepEqual(await textsOf(mine, 'HAUSER'), ['Wir laufen durch die Häuser.']);
    assert.deepEqual(await textsOf(mine, 'chaussure'), ['Les chaussures sont arrivées.']);
  });

  test('asks the database as often for many words in many languages as for one', async () => {
    const whose = await subject.owner('scale', 1000);

    for (const language of ['en', 'de', 'fr', 'nn', 'tlh'])
      await completed(whose, resultsOf(['the quick brown foxes are jumping'], { language }));

    const { db } = subject.domain;
    const askedFor = async (text: string): Promise<number> => {
      let asked = 0;
      const query: typeof db.query = (...given) => {
        asked += 1;
        return db.query(...given);
      };
      const words = parseSearch(text).terms;
      const found = await meantWords({ ...db, query }, whose.tenantId, words);
      assert.equal(found.size, words.length);
      assert.ok([...found.values()].every(({ endings }) => endings.length > 0));

      return asked;
    };
    assert.equal(await askedFor('quicker browning fox jumping'), await askedFor('foxes'));
  });

  test('scripts without spaces, with vowel marks and with glued endings', async () => {
    const mine = await subject.owner('scale');
    const lines = [
      ['ナイキの新しい靴を買いました。', 'ja', ['ナイキ', '新しい靴', '靴', 'ナイキの新']],
      ['我们在北京喝可口可乐。', 'zh', ['可口可乐', '北京', '喝']],
      ['나이키는 서울에서 팔린다', 'ko', ['나이키', '서울']],
      ['ฉันดื่มโค้กทุกวัน', 'th', ['โค้ก']],
      ['نحن نشرب القَهْوة كل يوم', 'ar', ['القهوة', 'قهوة', 'يوم']],
      ['אני שותה קפה', 'he', ['קפה']],
      ['मुझे कॉफ़ी पसंद है', 'hi', ['पसंद']],
    ] as const;
    for (const [text, language] of lines) await completed(mine, resultsOf([text], { language }));

    for (const [text, , queries] of lines)
      for (const q of queries) assert.deepEqual(await textsOf(mine, q), [text], q);

    const [hit] = await hitsOf(mine, '可口可乐');
    assert.deepEqual(marked(hit as SearchHit), ['可口可乐']);
    assert.deepEqual(await textsOf(mine, '口可口'), []);
  });

  test('filters by kind, brand, object, speaker, job, batch and date', async () => {
    const mine = await subject.owner('scale');
    const first = await completed(
      mine,
      resultsOf(
        [
          { text: 'Shoes for running.', speaker: 1 },
          { text: 'More shoes.', speaker: 2 },
          { text: 'The last shoes.', speaker: 2 },
        ],
        {
          brands: [brandAt('Coca-Cola', [4, 6])],
          objects: [objectAt('dog', 9.5, 12)],
          query_results: [
            {
              query: 'What do they sell?',
              answer: 'Shoes.',
              answered: true,
              confidence: 1,
              evidence: [
                {
                  timestamp: 8,
                  source: 'text',
                  quote: 'SHOES 50 % OFF',
                  frame_url: '/v1/frames/a',
                },
              ],
            },
          ],
        },
      ),
    );
    const second = await completed(mine, resultsOf(['Shoes again.']));
    const of = async (asked: Asked, q = 'shoes') => (await textsOf(mine, q, asked)).toSorted();
    assert.equal((await of({})).length, 6);
    assert.deepEqual(await of({ kinds: 'text' }), ['SHOES 50 % OFF']);
    assert.deepEqual(await of({ kinds: 'answer' }), ['What do they sell? Shoes.']);
    assert.deepEqual(await of({ kinds: 'brand,object', job_id: first }, 'dog'), ['dog']);
    assert.deepEqual(await of({ brand: 'coca cola', kinds: 'speech' }), [
      'More shoes.',
      'Shoes for running.',
    ]);
    assert.deepEqual(await of({ object: 'Dog', kinds: 'speech' }), ['The last shoes.']);
    assert.deepEqual(await of({ speaker: 2 }), ['More shoes.', 'The last shoes.']);
    assert.deepEqual(await of({ job_id: second }), ['Shoes again.']);
    assert.deepEqual(await of({ brand: 'Pepsi' }), []);
    assert.equal((await of({ since: '2020-01-01' })).length, 6);
    assert.deepEqual(await of({ until: '2020-01-01' }), []);

    const [brand] = await hitsOf(mine, 'coca', { kinds: 'brand' });
    assert.deepEqual([brand?.brand, brand?.start, brand?.end], ['Coca-Cola', 4, 6]);
    assert.equal(brand?.frame_url, '/v1/frames/job_1/proof-0.jpg');
    refused(await mine.get(path('shoes', { job_id: 'job_0' })), 404, 'JOB_NOT_FOUND');
    refused(await owner.get(path('shoes', { job_id: first })), 404, 'JOB_NOT_FOUND');
    refused(await owner.get(path('shoes', { batch_id: 'batch_0' })), 404, 'BATCH_NOT_FOUND');
  });

  test('lines of text on screen are found', async () => {
    const mine = await subject.owner('scale');
    const line = { text: 'Grand opening sale', start: 7.5, end: 9, bounding_box: box };
    await completed(mine, resultsOf([], { on_screen_text: [{ ...line, confidence: 0.9 }] }));
    const [hit, ...others] = await hitsOf(mine, 'opening');
    assert.deepEqual([hit?.kind, hit?.start, hit?.end, others.length], ['text', 7.5, 9, 0]);
  });

  test('jobs of a batch are found by it', async () => {
    const mine = await subject.owner('scale');
    await completed(mine, resultsOf(['Alone and purple.']));

    const { batch_id, jobs } = await mine.batch();
    for (const { job_id } of jobs) {
      await subject.worker.complete(job_id, resultsOf([`Purple in ${job_id}.`]));
      await known(mine, job_id);
    }

    const found = await hitsOf(mine, 'purple', { batch_id });
    assert.deepEqual(
      found.map(({ job_id }) => job_id).toSorted(),
      jobs.map(({ job_id }: { job_id: string }) => job_id).toSorted(),
    );
  });

  test('pages are stable while new videos come in, and hold each passage once', async () => {
    const mine = await subject.owner('scale');
    const lines = Array.from({ length: 450 }, (_, index) =>
      index % 3 === 0 ? `The tiger number ${index}.` : `Some tigers, number ${index}.`,
    );
    await completed(mine, resultsOf(lines));

    const seen: string[] = [];
    let cursor: string | undefined;
    let pages = 0;
    do {
      const answer = await mine.get(path('tiger', { limit: 40, ...(cursor && { cursor }) }));
      assert.equal(answer.status, 200, answer.text);
      seen.push(...answer.json.data.map(({ text }: SearchHit) => text));
      cursor = answer.json.pagination.next_cursor ?? undefined;
      assert.equal(answer.json.pagination.has_more, cursor !== undefined);

      if (pages === 1) await completed(mine, resultsOf(['A tiger that came later.']));
      pages += 1;
    } while (cursor);

    assert.equal(seen.length, 450);
    assert.equal(new Set(seen).size, 450);
    assert.deepEqual(new Set(seen.slice(0, 150).map((one) => one.slice(0, 3))), new Set(['The']));
    assert.equal((await textsOf(mine, 'tiger later'))[0], 'A tiger that came later.');
  });

  test('a correction moves no page: what the job still has keeps its place', async () => {
    const mine = await subject.owner('scale', 100_000);
    const said = Array.from({ length: 30 }, (_, index) => `A zebra, number ${index}.`);
    const job_id = await completed(
      mine,
      resultsOf(said, { brands: [brandAt('Zelvo', [0, 12]), brandAt('Quonta', [20, 30])] }),
    );
    const texts = async (cursor?: string): Promise<string[]> => {
      const answer = await mine.get(path('zebra', { limit: 12, ...(cursor && { cursor }) }));
      const own = answer.json.data.map((hit: SearchHit) => hit.text);
      const { next_cursor: next } = answer.json.pagination;
      if (!next) return own;

      if (!cursor) {
        const dismissed = { kind: 'dismiss', target: 'brand', name: 'Zelvo' };
        assert.equal((await mine.post(`/v1/jobs/${job_id}/corrections`, dismissed)).status, 201);
        await waitFor(async () =>
          assert.equal((await hitsOf(mine, 'zelvo', { kinds: 'brand' })).length, 0),
        );
      }

      return [...own, ...(await texts(next))];
    };

    assert.deepEqual((await texts()).toSorted(), said.toSorted());
    assert.equal((await hitsOf(mine, 'zebra', { brand: 'Quonta' })).length, 3);
    assert.equal((await hitsOf(mine, 'zebra', { brand: 'Zelvo' })).length, 0);
  });

  test('a cursor goes on with its own search only, with pages of any size', async () => {
    const mine = await subject.owner('scale');
    const job = await completed(mine, resultsOf(['One lynx.', 'A second lynx.', 'A third lynx.']));
    const asked = { kinds: 'speech,text', job_id: job, since: '2020-01-01T00:00:00Z' };
    const first = await mine.get(path('lynx', { ...asked, limit: 1 }));
    const { next_cursor: cursor } = first.json.pagination;
    assert.equal(typeof cursor, 'string', first.text);

    const { q, ...others } = { q: 'lynx', ...asked };
    for (const same of [
      { ...others, limit: 100 },
      { ...others, kinds: 'text,speech', limit: 2 },
      { ...others, since: '2020-01-01T01:00:00+01:00', limit: 2 },
    ]) {
      const rest = await mine.get(path(q, { ...same, cursor }));
      assert.equal(rest.status, 200, rest.text);
      assert.equal(rest.json.data.length, 2);
    }

    for (const [text, other] of [
      ['third lynx', others],
      [q, { ...others, kinds: 'speech' }],
      [q, { ...others, brand: 'Nike' }],
      [q, { ...others, object: 'cat' }],
      [q, { ...others, speaker: 1 }],
      [q, { ...others, until: '2099-01-01T00:00:00Z' }],
      [q, { kinds: others.kinds, since: others.since }],
    ] as const) {
      const answer = await mine.get(path(text, { ...other, cursor }));
      refused(answer, 422, 'VALIDATION_FAILED');
      assert.match(answer.json.error.message, /^cursor: belongs to another search/);
    }
  });

  test('what other engines take for operators is text, and lengths are held', async () => {
    const mine = await subject.owner('scale');
    await completed(
      mine,
      resultsOf(['Plan x costs 5 % more & less.', "It's L'Oréal | C++ #ad 🔥"]),
    );
    const whole = ['Plan x costs 5 % more & less.'];

    for (const q of ['x', '5', 'plan:*', "plan' or 1=1".slice(0, 5), '(plan', 'pl*n plan', '"plan'])
      assert.deepEqual(await textsOf(mine, q.replace('pl*n ', '')), whole, q);

    for (const q of ['"', '%', '*', '&|!', '-', '""', '\\', "'", '_', '<->', '- -'])
      assert.deepEqual(await textsOf(mine, q), [], q);

    for (const q of ["l'oreal", 'L’ORÉAL', '#ad', '🔥', 'c++'])
      assert.equal((await textsOf(mine, q)).length, 1, q);

    assert.equal((await mine.get(path('a '.repeat(100)))).status, 200);
    assert.equal((await mine.get(path('語'.repeat(200)))).status, 200);

    for (const q of ['', '   ', 'a'.repeat(201), 'a'.repeat(10_000), 'a\u0000b'])
      refused(await mine.get(path(q)), 422, 'VALIDATION_FAILED');
    refused(await mine.get('/v1/search'), 422, 'VALIDATION_FAILED');

    for (const asked of [{ kinds: 'video' }, { speaker: 0 }, { cursor: 'x' }, { since: 'soon' }])
      refused(await mine.get(path('plan', asked)), 422, 'VALIDATION_FAILED');

    refused(
      await mine.get(path('plan', { cursor: Buffer.from('[9,1,1,1,1,1]').toString('base64url') })),
      422,
      'VALIDATION_FAILED',
    );
  });

  test('others find nothing of it, and a deleted job is gone', async () => {
    const mine = await subject.owner('scale');
    const job = await completed(mine, resultsOf(['A secret pangolin.']));

    assert.equal((await textsOf(mine, 'pangolin')).length, 1);
    assert.deepEqual(await textsOf(owner, 'pangolin'), []);
    assert.equal((await mine.delete(`/v1/jobs/${job}`)).status, 204);
    assert.deepEqual(await textsOf(mine, 'pangolin'), []);
    await subject.sweep('search');

    const words = await subject.domain.db.query(
      `select word from search_words where workspace_id = $1 and word in ('pangolin', '#forget')`,
      [mine.tenantId],
    );
    assert.deepEqual(words, []);
  });

  test('what people corrected is found as they corrected it', async () => {
    const mine = await subject.owner('scale');
    const job = await completed(
      mine,
      resultsOf(['Shoes.'], { brands: [brandAt('Nikon', [1, 3]), brandAt('Pepsi', [5, 6])] }),
    );
    const path = `/v1/jobs/${job}/corrections`;
    const renamed = { kind: 'rename', target: 'brand', name: 'Nikon', new_name: 'Zephyr' };
    const made = await mine.post(path, renamed);
    assert.equal(made.status, 201, made.text);
    await waitFor(async () => assert.deepEqual(await textsOf(mine, 'zephyr'), ['Zephyr']));
    assert.deepEqual(await textsOf(mine, '"nikon"'), []);
    assert.deepEqual(await textsOf(mine, 'shoes', { brand: 'zephyr' }), ['Shoes.']);

    const undone = await mine.delete(`${path}/${made.json.data.correction_id}`);
    assert.equal(undone.status, 204, undone.text);
    await waitFor(async () => assert.deepEqual(await textsOf(mine, 'nikon'), ['Nikon']));
    assert.deepEqual(await textsOf(mine, '"zephyr"'), []);
  });

  test('a correction rewrites none of the passages that stay the same, however many there are', async () => {
    const mine = await subject.owner('scale');
    const lines = Array.from({ length: 2300 }, (_, index) => `Line ${index} of a long talk.`);
    const job = await completed(mine, resultsOf(lines, { brands: [brandAt('Nikon', [1, 3])] }));
    const idsOfSpeech = () =>
      subject.domain.db.query(
        `select id from search_passages where job_id = $1 and kind = 'speech' and starts > 10 order by id`,
        [job],
      );
    const before = await idsOfSpeech();
    assert.ok(before.length > 2200, `${before.length} passages`);

    const renamed = { kind: 'rename', target: 'brand', name: 'Nikon', new_name: 'Quokka' };
    const made = await mine.post(`/v1/jobs/${job}/corrections`, renamed);
    assert.equal(made.status, 201, made.text);
    await waitFor(async () => assert.deepEqual(await textsOf(mine, 'quokka'), ['Quokka']));
    assert.deepEqual(await idsOfSpeech(), before);
  });

  test('a job that two read at once is found once', async () => {
    const mine = await subject.owner('scale');
    const job_id = await completed(mine, resultsOf(['a lighthouse', 'a second lighthouse']));
    const { db } = subject.domain;
    const begun = Promise.withResolvers<void>();
    const slow = Promise.withResolvers<void>();
    let transactions = 0;
    // The third transaction, which writes the passages, is delayed.
    const transaction: typeof db.transaction = async (work) => {
      transactions += 1;
      if (transactions === 3) {
        begun.resolve();
        await slow.promise;
      }
      return db.transaction(work);
    };
    const query: typeof db.query = (...given) => db.query(...given);
    const late = { db: { ...db, query, transaction } as typeof db };
    let first: ReturnType<typeof indexNextJob> = Promise.resolve(undefined);
    // The service itself may take the job first, so this repeats until the delayed indexing has it.
    for (let waits = true; waits; ) {
      // Passages that are already indexed would not be written again, so they are deleted.
      await db.query('delete from search_passages where job_id = $1', [job_id]);
      await reindexJob(db, job_id);
      transactions = 0;
      first = indexNextJob(late, '');
      waits = await Promise.race([begun.promise.then(() => false), first.then(() => true)]);
    }

    await db.query('update search_jobs set taken_until = now() where job_id = $1', [job_id]);
    const state = async () => {
      const [row] = await db.query<{ done: boolean; passages: number; tries: number }>(
        `select done = wanted as done, tries, (select count(*)::int from search_passages p where p.job_id = s.job_id)
           as passages from search_jobs s where job_id = $1`,
        [job_id],
      );
      return row;
    };
    const whole = { done: true, passages: 3, tries: 0 };
    await waitFor(async () => assert.deepEqual(await state(), whole));
    slow.resolve();
    await first;
    assert.deepEqual(await state(), whole);
  });

  test('a job whose results can not be read is given up, and read again once it changed', async () => {
    const mine = await subject.owner('scale');
    const job_id = await completed(mine, resultsOf(['a windmill']));
    const { db } = subject.domain;
    const [stored] = await db.query<{ results: Results }>(
      'select results from job_results where job_id = $1',
      [job_id],
    );
    const write = (results: unknown) =>
      db.query('update job_results set results = $2 where job_id = $1', [
        ...[job_id, JSON.stringify(results)],
      ]);
    await write({ ...stored?.results, transcription: { segments: 5 } });
    await reindexJob(db, job_id);

    const ended = async (again: boolean) => {
      const [row] = await db.query<{ done: boolean; failed: boolean }>(
        `select done = wanted as done, tries > 0 and taken_until > now() as failed from search_jobs where job_id = $1`,
        [job_id],
      );
      // Ends the pause after a failure at once.
      if (again && row?.failed)
        await db.query('update search_jobs set taken_until = now() where job_id = $1', [job_id]);
      assert.ok(row?.done);
    };
    await waitFor(() => ended(true));
    assert.deepEqual(await hitsOf(mine, 'windmill'), []);
    await write(stored?.results);
    await reindexJob(db, job_id);
    await waitFor(() => ended(false));
    assert.equal((await hitsOf(mine, 'windmill')).length, 1);
  });

  test('the SDK reads over all pages', async () => {
    const mine = await subject.owner('scale');
    await completed(mine, resultsOf(Array.from({ length: 25 }, (_, index) => `Lynx ${index}.`)));

    const client = createClient({ baseUrl: subject.service.apiUrl, apiKey: mine.apiKey });
    const found: string[] = [];

    for await (const { text } of client.search('lynx', { kinds: ['speech'], limit: 10 }))
      found.push(text);

    assert.equal(new Set(found).size, 25);
    const page = await client.search('lynx -7', { limit: 100 }).page();
    assert.deepEqual([page.items.length, page.nextCursor], [24, null]);
  });

  test('it needs the scope to read jobs', async () => {
    const few = await owner.limitedTo('jobs:write');
    refused(await few.get(path('plan')), 403, 'INSUFFICIENT_SCOPE');
  });

  test('a long stretch of speech is cut into passages with times of their own', async () => {
    const mine = await subject.owner('scale');
    const words = Array.from({ length: 120 }, (_, index) => ({
      start: 100 + index,
      end: 100.9 + index,
      text: index === 90 ? 'flamingo' : `word${index}`,
    }));
    const text = words.map((word) => word.text).join(' ');
    const segment = { start: 100, end: 220, text, words };
    const found = resultsOf([]);
    await completed(mine, {
      ...found,
      transcription: { ...found.transcription, text, segments: [segment] },
    } as Results);

    const [hit] = await hitsOf(mine, 'flamingo');
    assert.ok(hit && hit.start <= 190 && hit.end >= 190.9, JSON.stringify(hit));
    assert.ok(hit.end - hit.start < 40, JSON.stringify(hit));
    assert.ok([...hit.text].length <= 200);
  });
});

const texts = (hits: readonly SearchHit[]): string[] => hits.map(({ text }) => text);

test('results of hundreds of kilobytes are found too, with the names that are seen meanwhile', async () => {
  const filler = 'and so the talk goes on about one thing and another '.repeat(3);
  const said = Array.from({ length: 1400 }, (_, index) => `${filler}number${index}`);
  const found = resultsOf(said, { brands: [brandAt('Zephyrella', [100, 7000])] });
  assert.ok(JSON.stringify(found).length > 200_000);
  const job_id = await completed(owner, found);

  const [hit] = await hitsOf(owner, 'number999', { job_id, brand: 'zephyrella' });
  assert.equal(hit?.start, 4995);
  const early = await hitsOf(owner, 'number5', { job_id, brand: 'zephyrella' });
  assert.ok(early.length > 0 && early.every(({ end }) => end >= 100));
});

test('a search for words of which thousands sound alike lets others in between', async () => {
  const whose = await subject.owner('scale', 100_000);
  const vowels = ['a', 'e', 'i', 'o', 'u', 'ai', 'ea', 'oo', 'ou', 'ie'];
  const words = vowels.flatMap((first) =>
    vowels.flatMap((second) => vowels.map((third) => `k${first}t${second}b${third}`)),
  );
  const said = Array.from({ length: 50 }, (_, index) =>
    words.slice(20 * index, 20 * index + 20).join(' '),
  );
  await completed(whose, resultsOf(said));

  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const asked = words.filter((_, index) => index % 50 === 0);
  const meant = await meantWords(
    subject.domain.db,
    whose.tenantId,
    parseSearch(asked.join(' ')).terms,
  );
  isOver = true;

  assert.equal(meant.size, asked.length);
  for (const { near } of meant.values()) assert.ok(near.length > 20 && near.length <= 100);
  // Each word is compared with a thousand others, in turns of 250.
  assert.ok(turns >= 3 * asked.length, `${turns} turns`);
});
