/** The glossary of a workspace: reading, replacing, limits, and which revision a job uses. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { libraryOf } from '../../server/src/jobs/library.ts';
import { ownEngines } from '../../server/testing/perception/perceive-whole.ts';
import {
  type Answer,
  accepted,
  type Json,
  type Owner,
  refused,
  type Subject,
  startSubject,
} from './subject.ts';

let subject: Subject;
before(async () => {
  subject = await startSubject();
});
after(() => subject.close());

const path = '/v1/glossary';
const set = (owner: Pick<Owner, 'call'>, json: object): Promise<Answer> =>
  owner.call('PUT', path, { json });
const termsOf = (...names: string[]): { term: string }[] => names.map((term) => ({ term }));

describe('the glossary of a workspace', () => {
  test('is empty at first, is replaced as a whole, and is nobody else’s', async () => {
    const owner = await subject.owner();
    const stranger = await subject.owner();
    assert.deepEqual(accepted(await owner.get(path), 200), {
      terms: [],
      revision: 0,
      updated_at: null,
    });

    const terms = [{ term: 'Kubernetes', sounds_like: ['cooper netties'] }, { term: 'Siobhán' }];
    const stored = accepted(await set(owner, { terms: [...terms, { term: ' 小米 ' }] }), 200);
    assert.deepEqual(stored.terms, [...terms, { term: '小米' }]);
    assert.equal(stored.revision, 1);
    assert.deepEqual(accepted(await owner.get(path), 200), stored);
    assert.equal(accepted(await stranger.get(path), 200).revision, 0);

    const same = accepted(await set(owner, { terms: stored.terms, revision: 1 }), 200);
    assert.deepEqual(same, stored);
    assert.deepEqual(accepted(await set(owner, { terms: [] }), 200).terms, []);

    const audit: Json[] = accepted(
      await subject.operator.get(`/admin/v1/audit?workspace_id=${owner.tenantId}`),
      200,
    );
    assert.equal(audit.filter(({ action }) => action === 'glossary.changed').length, 2);
  });

  test('keeps everybody’s change: another revision is GLOSSARY_CHANGED (409)', async () => {
    const owner = await subject.owner();
    const answers = await Promise.all(
      ['Alpha', 'Beta', 'Gamma'].map((name) => set(owner, { terms: termsOf(name), revision: 0 })),
    );
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409, 409]);
    refused(await set(owner, { terms: [], revision: 7 }), 409, 'GLOSSARY_CHANGED');
  });

  test('needs jobs:write to be changed, and jobs:read to be read', async () => {
    const owner = await subject.owner();
    const reader = await owner.limitedTo('jobs:read');
    const accountant = await owner.limitedTo('account:read');
    accepted(await reader.get(path), 200);
    refused(await reader.call('PUT', path, { json: { terms: [] } }), 403, 'INSUFFICIENT_SCOPE');
    refused(await accountant.get(path), 403, 'INSUFFICIENT_SCOPE');
  });

  test('refuses what is too much, too short, twice the same or no text', async () => {
    const owner = await subject.owner();
    const numbered = (count: number, characters: number) =>
      Array.from({ length: count }, (_, n) => ({ term: `t${n}`.padEnd(characters, 'x') }));
    const wrong: readonly [terms: unknown, mention: string][] = [
      [numbered(10_000, 5), 'terms: must have at most 1000 items'],
      [numbered(1000, 66), 'terms: they have 66,000 bytes together'],
      [termsOf('a'), 'terms.0.term: must have at least 2 letters or digits'],
      [termsOf('é!'), 'terms.0.term: must have at least 2 letters or digits'],
      [termsOf('x'.repeat(81)), 'terms.0.term: must have at most 80 characters'],
      [termsOf('Acme', ' '), 'terms.1.term'],
      [termsOf('Ac\u0000me'), 'terms.0.term: must not contain control characters'],
      [termsOf('Acme\nInc'), 'terms.0.term: must be on one line'],
      [termsOf('Acme', 'ÁCME'), 'terms.1.term: “ÁCME” is there already, in terms.0'],
      [
        [{ term: 'Acme' }, { term: 'Akmi', sounds_like: ['ac me'] }],
        'terms.1.sounds_like.0: “ac me” is there already, in terms.0',
      ],
      [[{ term: 'Acme', sounds_like: ['a1', 'b2', 'c3', 'd4', 'e5', 'f6'] }], 'at most 5 items'],
      [[{ term: 'Acme', sounds: ['ackme'] }], 'terms.0.sounds: unknown field'],
      ['Acme', 'terms'],
      [undefined, 'terms: must be given'],
    ];
    for (const [terms, mention] of wrong)
      refused(await set(owner, { terms }), 422, 'VALIDATION_FAILED', mention);

    refused(await set(owner, { terms: numbered(10_000, 60) }), 413, 'BODY_TOO_LARGE');
    assert.equal(accepted(await owner.get(path), 200).revision, 0);
    accepted(await set(owner, { terms: numbered(1000, 65) }), 200);
  });
});

describe('a job and the glossary', () => {
  test('a job uses the revision that stood when it was created, whatever follows', async () => {
    const owner = await subject.owner();
    assert.ok(!('glossary_revision' in (await owner.job())));

    accepted(await set(owner, { terms: [{ term: 'Acme', sounds_like: ['ack me'] }] }), 200);
    const job = await owner.job({ glossary_terms: ['Zorblax'] });
    assert.equal(job.glossary_revision, 1);
    assert.deepEqual(job.glossary_terms, ['Zorblax']);

    // Old revisions are removed, but not those that jobs still need.
    for (let n = 0; n < 15; n++) accepted(await set(owner, { terms: termsOf(`Term ${n}`) }), 200);
    const { domain } = subject.service;
    const revisions = await domain.db.query<{ revision: number }>(
      'select revision from glossaries where workspace_id = $1 order by revision',
      [owner.tenantId],
    );
    assert.deepEqual(
      revisions.map(({ revision }) => revision),
      [1, ...Array.from({ length: 11 }, (_, n) => n + 6)],
    );

    const [row] = await domain.db.query<Json>('select * from jobs where id = $1', [job.job_id]);
    const { terms } = await libraryOf({ domain, engines: ownEngines }, row);
    assert.deepEqual(terms, [{ term: 'Acme', sounds: ['ack me'] }]);
    assert.deepEqual(await owner.read(job.job_id), job);
  });

  test('open jobs keep 200 revisions at most', async () => {
    const owner = await subject.owner('scale');
    const { db } = subject.domain;
    accepted(await set(owner, { terms: termsOf('Acme') }), 200);
    const { job_id: id } = await owner.job();
    await db.query(
      `insert into glossaries (workspace_id, revision, terms, created_at)
       select workspace_id, n, '[]', now() from jobs, generate_series(2, 200) n where id = $1`,
      [id],
    );
    await db.query(
      `insert into jobs select (jsonb_populate_record(j, jsonb_build_object(
         'id', 'job_' || n, 'task_id', null, 'ask', ask || jsonb_build_object('glossary_revision', n)))).*
       from jobs j, generate_series(2, 200) n where id = $1`,
      [id],
    );

    refused(await set(owner, { terms: termsOf('Late') }), 429, 'RATE_LIMITED', '200 revisions');
    await db.query(`update jobs set status = 'cancelled' where id = 'job_7'`);
    accepted(await set(owner, { terms: termsOf('Late') }), 200);
  });

  test('a job may leave the glossary out, and name terms of its own', async () => {
    const owner = await subject.owner();
    accepted(await set(owner, { terms: termsOf('Acme') }), 200);

    const without = await owner.job({ glossary: false });
    assert.equal(without.glossary, false);
    assert.ok(!('glossary_revision' in without));

    const terms = (glossary_terms: readonly string[]) =>
      owner.post('/v1/jobs', {
        url: 'https://www.youtube.com/watch?v=abcdefghijk',
        capabilities: ['transcription'],
        glossary_terms,
      });
    refused(await terms(['a']), 422, 'VALIDATION_FAILED', 'glossary_terms.0');
    refused(await terms(['x\ny']), 422, 'VALIDATION_FAILED', 'glossary_terms.0');
    const tooMany = Array.from({ length: 51 }, (_, n) => `term ${n}`);
    refused(await terms(tooMany), 422, 'VALIDATION_FAILED', 'glossary_terms');
  });
});
