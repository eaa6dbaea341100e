/** Transcripts that people mend, over HTTP: lines, speakers, undo, two people at once, and where the change shows. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Results } from '@reelsight/contract';
import { followOneTranscript } from '../server/src/jobs/heard-brands.ts';
import { brand } from '../server/testing/exported.ts';
import { libraryDeps } from '../server/testing/library-deps.ts';
import { waitFor } from '../server/testing/wait-for.ts';
import { sharedSubject } from './interface/shared-subject.ts';
import {
  type Answer,
  accepted,
  type Json,
  type Owner,
  refused,
  type Subject,
} from './interface/subject.ts';

let subject: Subject;
let owner: Owner;
before(async () => {
  subject = await sharedSubject();
  owner = await subject.owner('scale', 100_000);
});
after(() => subject.close());

const heard = ['who do you ride for', 'sandini of course', 'thank you very much'];

function found(lines: readonly string[] = heard): Results {
  const nike = brand('Nike', []);
  nike.appearances.push({ timestamp: 10, context: 'Said.', source: 'audio' });
  return {
    transcription: {
      text: lines.join(' '),
      segments: lines.map((text, index) => ({
        start: index * 10,
        end: index * 10 + 4,
        text,
        speaker: (index % 2) + 1,
      })),
      language: 'en',
      duration_seconds: lines.length * 10,
      word_count: lines.join(' ').split(' ').length,
      speakers_detected: Math.min(lines.length, 2),
    },
    brands: [nike],
    meta: { fps_used: 2, frames_analyzed: 100, engines: {} },
  } as Results;
}

async function completed(results: Results = found()): Promise<string> {
  const { job_id } = await owner.job({ capabilities: ['transcription', 'brands'] });
  await subject.worker.complete(job_id, results);
  return job_id;
}

const lineOf = (id: string, line: number | string): string =>
  `/v1/jobs/${id}/transcript/segments/${line}`;
const put = (path: string, json: unknown): Promise<Answer> => owner.call('PUT', path, { json });
const edit = async (id: string, line: number, body: object): Promise<Json> =>
  accepted(await put(lineOf(id, line), body), 200);
const setSpeaker = async (id: string, speaker: number, body: object): Promise<Json> =>
  accepted(await put(`/v1/jobs/${id}/speakers/${speaker}`, body), 200);
const transcript = async (id: string, corrected = true): Promise<Json> =>
  accepted(await owner.get(`/v1/jobs/${id}?corrected=${corrected}`), 200).results.transcription;
const textsOf = async (id: string): Promise<string[]> =>
  (await transcript(id)).segments.map(({ text }: Json) => text);

describe('Lines of a transcript', () => {
  test('stay as heard, are shown corrected where asked, and are as heard again when undone', async () => {
    const id = await completed();
    const before = await transcript(id, false);
    const made = await edit(id, 1, { text: ' Santini,\n of course! ' });
    assert.deepEqual([made.segment, made.text, made.stands], [1, 'Santini, of course!', true]);
    assert.equal(made.actor.type, 'key');
    assert.deepEqual(await transcript(id, false), before);

    const { segments, corrected } = await transcript(id);
    assert.equal(corrected, true);
    assert.equal(segments[1].text, 'Santini, of course!');
    assert.deepEqual([segments[1].corrected, segments[1].revision], [true, made.revision]);
    assert.equal(segments[0].corrected, undefined);

    accepted(await owner.delete(`${lineOf(id, 1)}?revision=${made.revision}`), 204);
    assert.deepEqual(await textsOf(id), heard);
    refused(await owner.delete(lineOf(id, 1)), 404, 'NOT_FOUND');
  });

  test('go back version by version, of which the list tells', async () => {
    const id = await completed();
    const first = await edit(id, 0, { text: 'one' });
    const second = await edit(id, 0, { text: 'two', revision: first.revision });
    await edit(id, 2, { text: '' });

    const listed = accepted(await owner.get(`/v1/jobs/${id}/transcript/edits?limit=2`), 200);
    assert.deepEqual(
      listed.map(({ text }: Json) => text),
      ['', 'two'],
    );
    const { json } = await owner.get(`/v1/jobs/${id}/transcript/edits?limit=2`);
    const next = `/v1/jobs/${id}/transcript/edits?cursor=${json.pagination.next_cursor}`;
    const [rest] = accepted(await owner.get(next), 200);
    assert.deepEqual([rest.text, rest.stands], ['one', false]);
    refused(
      await owner.get(`/v1/jobs/${id}/transcript/edits?cursor=abc`),
      422,
      'VALIDATION_FAILED',
    );
    const ofLine = accepted(await owner.get(`/v1/jobs/${id}/transcript/edits?segment=2`), 200);
    assert.equal(ofLine.length, 1);

    assert.deepEqual(await textsOf(id), ['two', 'sandini of course']);
    accepted(await owner.delete(lineOf(id, 0)), 204);
    assert.equal((await textsOf(id))[0], 'one');
    // The revision that was undone is never given again, so whoever still sees it is told.
    const third = await edit(id, 0, { text: 'three', revision: first.revision });
    assert.ok(third.revision > second.revision);
    refused(
      await put(lineOf(id, 0), { text: 'late', revision: second.revision }),
      409,
      'TRANSCRIPT_CHANGED',
    );
  });

  test('that two people change at once keep the first change, and the second is told what stands', async () => {
    const id = await completed();
    const answers = await Promise.all(
      ['first', 'second'].map((text) => put(lineOf(id, 0), { text, revision: 0 })),
    );
    const [kept] = answers.filter(({ status }) => status === 200);
    const [other] = answers.filter(({ status }) => status === 409) as [Answer];
    assert.equal(other.json.error.code, 'TRANSCRIPT_CHANGED');
    assert.ok(other.json.error.message.includes(`“${kept?.json.data.text}”`));
    assert.equal((await textsOf(id))[0], kept?.json.data.text);
  });

  test('of ten people at once are all kept', async () => {
    const lines = Array.from({ length: 100 }, (_, index) => `line ${index}`);
    const id = await completed(found(lines));
    await Promise.all(
      Array.from({ length: 10 }, async (_, person) => {
        for (let line = person; line < lines.length; line += 10)
          await edit(id, line, { text: `person ${person} wrote line ${line}` });
      }),
    );
    assert.deepEqual(
      await textsOf(id),
      lines.map((_, line) => `person ${line % 10} wrote line ${line}`),
    );
  });

  test('keep their earlier versions, but not without end', async () => {
    const id = await completed();
    let revision = 0;
    for (let version = 0; version < 25; version += 1)
      ({ revision } = await edit(id, 0, { text: `version ${version}`, revision }));
    const listed = accepted(await owner.get(`/v1/jobs/${id}/transcript/edits?limit=100`), 200);
    assert.deepEqual([listed.length, listed[0].text], [21, 'version 24']);
  });

  test('that cannot be are refused with the reason', async () => {
    const id = await completed();
    for (const body of [
      { text: 'x'.repeat(5001) },
      { text: 'bell \u0007' },
      { text: 'lone \ud800' },
      { text: 1 },
      { speaker: 0 },
      { speaker: 1001 },
      { speaker: 1.5 },
      { parts: [{ text: 'one' }] },
      { parts: [{ text: 'one' }, { text: ' ' }] },
      { parts: [{ text: 'one' }, { text: 'two' }], text: 'three' },
      { parts: [{ text: 'x'.repeat(3000) }, { text: 'y'.repeat(3000) }] },
      { text: 'one', revision: -1 },
      { words: [] },
    ])
      refused(await put(lineOf(id, 0), body), 422, 'VALIDATION_FAILED');
    for (const line of ['3', '-1', '1e3', '01', '4294967296', 'x'])
      refused(await put(lineOf(id, line), { text: 'a' }), 404, 'NOT_FOUND');
    refused(await put(lineOf(id, 0), { text: 'x'.repeat(70_000) }), 413, 'BODY_TOO_LARGE');
    assert.deepEqual(await textsOf(id), heard);

    // As long as allowed, and in another language.
    await edit(id, 0, { text: 'ж'.repeat(5000) });
    await edit(id, 1, { text: '東京タワー' });
    assert.equal((await textsOf(id))[1], '東京タワー');
  });

  test('are there only for a completed job with a transcript, of the own workspace, with the scope to write', async () => {
    const { job_id: waiting } = await owner.job();
    refused(await put(lineOf(waiting, 0), { text: 'a' }), 409, 'JOB_NOT_COMPLETED');
    const { transcription: _, ...silent } = found();
    refused(
      await put(lineOf(await completed(silent as Results), 0), { text: 'a' }),
      404,
      'NOT_FOUND',
    );

    const id = await completed();
    const stranger = await subject.owner('scale', 100);
    const path = `/v1/jobs/${id}/speakers`;
    for (const answer of [
      await stranger.call('PUT', lineOf(id, 0), { json: { text: 'a' } }),
      await stranger.delete(lineOf(id, 0)),
      await stranger.get(`/v1/jobs/${id}/transcript/edits`),
      await stranger.get(path),
      await stranger.call('PUT', `${path}/1`, { json: { name: 'a' } }),
    ])
      refused(answer, 404, 'JOB_NOT_FOUND');
    const reader = await owner.limitedTo('jobs:read');
    refused(
      await reader.call('PUT', lineOf(id, 0), { json: { text: 'a' } }),
      403,
      'INSUFFICIENT_SCOPE',
    );
    accepted(await reader.get(path), 200);
  });
});

describe('Speakers', () => {
  test('are named, merged and given lines', async () => {
    const id = await completed();
    const named = await setSpeaker(id, 1, { name: '  Ada   Lovelace ' });
    assert.deepEqual([named.name, named.same_as], ['Ada Lovelace', null]);
    await edit(id, 1, { speaker: 3 });
    await setSpeaker(id, 3, { same_as: 1 });

    const { segments, speakers, speakers_detected } = await transcript(id);
    assert.deepEqual(
      segments.map(({ speaker, speaker_name }: Json) => [speaker, speaker_name]),
      [
        [1, 'Ada Lovelace'],
        [1, 'Ada Lovelace'],
        [1, 'Ada Lovelace'],
      ],
    );
    assert.deepEqual(speakers, [{ speaker: 1, name: 'Ada Lovelace', merged: [3] }]);
    assert.equal(speakers_detected, 1);

    const { brands } = accepted(await owner.get(`/v1/jobs/${id}?corrected=true`), 200).results;
    assert.deepEqual(
      [brands[0].appearances[0].speaker, brands[0].appearances[0].speaker_name],
      [1, 'Ada Lovelace'],
    );

    const list = accepted(await owner.get(`/v1/jobs/${id}/speakers`), 200);
    assert.deepEqual(
      list.map(({ speaker, same_as }: Json) => [speaker, same_as]),
      [
        [1, null],
        [3, 1],
      ],
    );
    const { revision } = list[1];
    await setSpeaker(id, 3, { revision });
    assert.equal((await transcript(id)).speakers_detected, 2);
  });

  test('keep their name through a merge, which counts where the other one has none', async () => {
    const id = await completed();
    const { revision } = await setSpeaker(id, 2, { name: 'Ada' });
    const merged = await setSpeaker(id, 2, { same_as: 1, revision });
    assert.deepEqual([merged.name, merged.same_as], ['Ada', 1]);
    const names = async () =>
      (await transcript(id)).segments.map(({ speaker_name: name }: Json) => name);
    assert.deepEqual(await names(), ['Ada', 'Ada', 'Ada']);
    await setSpeaker(id, 1, { name: 'Eve' });
    assert.deepEqual(await names(), ['Eve', 'Eve', 'Eve']);

    const separate = await setSpeaker(id, 2, { revision: merged.revision });
    assert.deepEqual([separate.name, separate.same_as], ['Ada', null]);
    assert.deepEqual(await names(), ['Eve', 'Ada', 'Eve']);
    const nameless = await setSpeaker(id, 2, { revision: separate.revision });
    assert.equal(nameless.name, null);
  });

  test('whom no line has are refused, with the numbers of those there are', async () => {
    const id = await completed();
    const path = `/v1/jobs/${id}/speakers`;
    for (const body of [{ name: 'Ada' }, { same_as: 1 }, {}]) {
      const unknown = await put(`${path}/7`, body);
      refused(unknown, 404, 'NOT_FOUND');
      assert.match(unknown.json.error.message, /said by speaker 7\. The speakers are 1, 2;/);
    }
    const intoNobody = await put(`${path}/1`, { same_as: 7 });
    refused(intoNobody, 422, 'VALIDATION_FAILED');
    assert.match(intoNobody.json.error.message, /same_as: .* speaker 7\. The speakers are 1, 2;/);
    assert.deepEqual(accepted(await owner.get(path), 200), []);

    await edit(id, 0, { speaker: 7 });
    const named = await setSpeaker(id, 7, { name: 'Ada' });
    // A transcript that was changed before its speakers were stored has them read again.
    await subject.domain.db.query(
      'update edited_transcripts set speakers = null where job_id = $1',
      [id],
    );
    await setSpeaker(id, 1, { same_as: 7 });

    // What was said of a speaker whose line is gone can still be taken back.
    accepted(await owner.delete(lineOf(id, 0)), 204);
    await setSpeaker(id, 7, { revision: named.revision });
    refused(await put(`${path}/7`, { name: 'Eve', revision: 99 }), 409, 'TRANSCRIPT_CHANGED');
  });

  test('cannot be named where nobody was told apart, until a line is given to them', async () => {
    const results = found();
    for (const segment of results.transcription?.segments ?? []) delete segment.speaker;
    const id = await completed(results);
    const early = await put(`/v1/jobs/${id}/speakers/1`, { name: 'Ada' });
    refused(early, 404, 'NOT_FOUND');
    assert.match(early.json.error.message, /no speakers were told apart\. Give a line/);
    await edit(id, 0, { speaker: 1 });
    await setSpeaker(id, 1, { name: 'Ada' });
  });

  test('cannot be merged with themselves, named nothing, or changed unseen', async () => {
    const id = await completed();
    const path = `/v1/jobs/${id}/speakers`;
    await setSpeaker(id, 2, { same_as: 1 });
    for (const [speaker, body] of [
      [1, { same_as: 1 }],
      [1, { same_as: 2 }],
      [1, { name: ' ' }],
      [1, { name: 'x'.repeat(61) }],
      [1, { name: 'Ada', same_as: 2 }],
      [1, { same_as: 0 }],
    ] as const)
      refused(await put(`${path}/${speaker}`, body), 422, 'VALIDATION_FAILED');
    for (const speaker of ['0', '1001', 'x'])
      refused(await put(`${path}/${speaker}`, { name: 'Ada' }), 404, 'NOT_FOUND');
    await setSpeaker(id, 1, { name: 'Ada' });
    const late = await put(`${path}/1`, { name: 'Eve' });
    refused(late, 409, 'TRANSCRIPT_CHANGED');
    assert.match(late.json.error.message, /“Ada”/);
  });
});

describe('A mended transcript shows', () => {
  // The rate limit of a workspace has no room for all of these tests together.
  before(async () => {
    owner = await subject.owner('scale', 100_000);
  });

  test('in files, with names, unless they are asked for as found', async () => {
    const id = await completed();
    await edit(id, 1, { text: 'Santini, of course!' });
    await setSpeaker(id, 2, { name: 'Ada <b>' });

    const file = async (format: string, query = '') =>
      (await owner.get(`/v1/jobs/${id}/exports/${format}${query}`)).text;
    assert.match(await file('srt'), /Santini, of course!/);
    assert.match(await file('vtt'), /<v Ada &lt;b&gt;>Santini/);
    assert.match(await file('txt'), /^Speaker 1: who do you ride for\nAda <b>: Santini/);
    assert.match(await file('jsonl'), /"speaker_name":"Ada <b>"/);

    const asFound = await file('txt', '?corrected=false');
    assert.match(asFound, /Speaker 2: sandini/);
  });

  test('in search, by its words and by who says them, and is found again as heard when undone', async () => {
    const id = await completed();
    const hits = async (query: Record<string, string>) => {
      const asked = new URLSearchParams({ job_id: id, kinds: 'speech', ...query });
      return accepted(await owner.get(`/v1/search?${asked}`), 200);
    };
    await waitFor(async () => assert.equal((await hits({ q: 'sandini' })).length, 1));

    await edit(id, 1, { text: 'Bianchi, of course!' });
    await setSpeaker(id, 2, { name: 'Ada Lovelace' });
    await waitFor(async () => {
      assert.equal((await hits({ q: 'sandini' })).length, 0);
      const [hit, ...others] = await hits({ q: 'bianchi', speaker_name: 'ada lovelace' });
      assert.deepEqual(
        [hit?.speaker, hit?.speaker_name, hit?.corrected],
        [2, 'Ada Lovelace', true],
      );
      assert.equal(others.length, 0);
    });

    assert.equal((await hits({ q: 'bianchi', speaker_name: 'Eve' })).length, 0);

    accepted(await owner.delete(lineOf(id, 1)), 204);
    await waitFor(async () => assert.equal((await hits({ q: 'sandini' })).length, 1));
  });

  test('on shared pages, in the log of changes, and by another ETag', async () => {
    const id = await completed();
    const shared = { parts: ['transcript'], expires_in_days: 1 };
    const { url } = accepted(await owner.post(`/v1/jobs/${id}/shares`, shared), 201);
    const link = `${subject.service.apiUrl}/shared/v1/${new URL(url).pathname.split('/').at(-1)}`;
    const seen = async (): Promise<Json> =>
      ((await (await fetch(link)).json()) as Json).data.results.transcription.segments[1];
    const tag = async () => (await owner.get(`/v1/jobs/${id}?corrected=true`)).headers.get('etag');
    const before = await tag();
    assert.equal((await seen()).text, 'sandini of course');

    await edit(id, 1, { text: 'Santini, of course!' });
    await setSpeaker(id, 2, { name: 'Ada' });
    assert.notEqual(await tag(), before);
    assert.deepEqual(
      [(await seen()).text, (await seen()).speaker_name],
      ['Santini, of course!', 'Ada'],
    );

    const path = `/admin/v1/audit?tenant_id=${owner.tenantId}&limit=3`;
    const entries = accepted(await subject.operator.get(path), 200);
    const [named, changed] = entries.filter(({ target }: Json) => target.id === id);
    assert.deepEqual(
      [named.action, named.details.name, changed.action, changed.details.segment],
      ['transcript.speaker_set', 'Ada', 'transcript.changed', 1],
    );
  });

  test('in the heard brands, which follow soon, and in exposure', async () => {
    const id = await completed(found(['I ride for Nike', 'sandini of course', 'thank you']));
    const brandsOf = async (query = 'corrected=true') =>
      accepted(await owner.get(`/v1/jobs/${id}?${query}`), 200).results.brands;
    const followed = () =>
      waitFor(async () => {
        while ((await followOneTranscript(deps, '')) !== undefined);
        const [row] = await subject.domain.db.query<{ open: boolean }>(
          'select heard_revision < revision as open from edited_transcripts where job_id = $1',
          [id],
        );
        assert.equal(row?.open, false);
      });
    const deps = libraryDeps(subject.domain);

    await edit(id, 1, { text: 'I ride for Adidas, of course.' });
    await followed();
    const [brand, ...others] = await brandsOf();
    assert.deepEqual([brand.name, brand.corrected, others.length], ['Adidas', true, 0]);
    const [appearance] = brand.appearances;
    assert.deepEqual([appearance.source, appearance.speaker], ['audio', 2]);
    assert.ok(appearance.timestamp > 10 && appearance.timestamp < 14);
    assert.equal((await brandsOf('corrected=false'))[0].name, 'Nike');
    const { brands } = accepted(await owner.get(`/v1/jobs/${id}/exposure`), 200);
    assert.deepEqual(
      brands.map(({ name }: Json) => name),
      ['Adidas'],
    );

    const rename = { kind: 'rename', target: 'brand', name: 'Adidas', new_name: 'Puma' };
    accepted(await owner.post(`/v1/jobs/${id}/corrections`, rename), 201);
    assert.equal((await brandsOf())[0].name, 'Puma');
    accepted(await owner.delete(lineOf(id, 1)), 204);
    await followed();
    assert.equal((await brandsOf())[0].name, 'Nike');
  });

  test('with corrections of brands, and exposure is counted anew', async () => {
    const id = await completed();
    const path = `/v1/jobs/${id}/exposure`;
    const before = accepted(await owner.get(path), 200);

    await edit(id, 1, { text: 'Santini' });
    const rename = { kind: 'rename', target: 'brand', name: 'Nike', new_name: 'Santini' };
    accepted(await owner.post(`/v1/jobs/${id}/corrections`, rename), 201);

    const { results } = accepted(await owner.get(`/v1/jobs/${id}?corrected=true`), 200);
    assert.equal(results.brands[0].name, 'Santini');
    assert.equal(results.brands[0].appearances[0].speaker, 2);
    assert.equal(results.transcription.segments[1].text, 'Santini');

    const after = accepted(await owner.get(path), 200);
    assert.deepEqual([before.brands[0].name, after.brands[0].name], ['Nike', 'Santini']);
    assert.deepEqual(accepted(await owner.get(path), 200), after);
  });
});
