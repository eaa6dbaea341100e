/** The brand library of a workspace over HTTP: entries, pictures of logos, limits, and who may see them. */
import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { libraryBrand } from '@reelsight/contract';
import sharp from 'sharp';
import { addBrand, libraryLimits } from '../../server/src/domain/brands/brand-library.ts';
import { waitFor } from '../../server/testing/wait-for.ts';
import {
  type Answer,
  accepted,
  isTimestamp,
  type Json,
  refused,
  type Subject,
  startSubject,
} from '../interface/subject.ts';
import { type Person, signUp, Visitor } from './visitor.ts';

let subject: Subject;
let ada: Person;
let bob: Person;
before(async () => {
  subject = await startSubject({ REELSIGHT_SIGN_UP: 'open' });
  ada = await signUp(subject, 'Ada');
  bob = await signUp(subject, 'Bob');
});
after(() => subject.close());

const brandsOf = (person: Person) => `${person.home}/v1/brands`;
const list = async (person: Person): Promise<Json[]> =>
  accepted(await person.visitor.get(brandsOf(person)), 200);
const create = (entry: unknown, person = ada): Promise<Answer> =>
  person.visitor.post(brandsOf(person), entry);
const created = async (entry: unknown, person = ada): Promise<Json> =>
  accepted(await create(entry, person), 201);
const change = (id: string, entry: unknown, person = ada): Promise<Answer> =>
  person.visitor.call('PUT', `${brandsOf(person)}/${id}`, { json: entry });
const remove = (path: string, person = ada): Promise<Answer> =>
  person.visitor.delete(`${brandsOf(person)}/${path}`);

const picture = (width = 300, height = 100): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 4, background: '#20a0e0' } })
    .png()
    .toBuffer();
const upload = (id: string, bytes: Buffer, person = ada, type = 'image/png'): Promise<Answer> =>
  person.visitor.call('POST', `${brandsOf(person)}/${id}/logos`, {
    body: new Uint8Array(bytes),
    headers: { 'Content-Type': type },
  });

/** The pictures stored below a folder of the library. */
const stored = (folder: string): string[] =>
  globSync(`**/*.png`, { cwd: join(subject.service.dataDir, 'storage', 'brands', folder) });

async function storedBecome(folder: string, count: number): Promise<void> {
  await waitFor(() => assert.equal(stored(folder).length, count));
}

describe('An entry', () => {
  test('is made, listed by name, replaced and removed', async () => {
    const acme = await created({ name: ' Acme ', aliases: ['Acme Corp'], support: ['anvil'] });
    libraryBrand.parse(acme);
    assert.match(acme.brand_id, /^brand_/);

    const { name, aliases, support, unless, exclude, logos } = acme;
    assert.deepEqual(
      { name, aliases, support, unless, exclude, logos },
      {
        name: 'Acme',
        aliases: ['Acme Corp'],
        support: ['anvil'],
        unless: [],
        exclude: false,
        logos: [],
      },
    );
    isTimestamp(acme.updated_at);

    const aardvark = await created({ name: 'aardvark', exclude: true });
    assert.deepEqual(
      (await list(ada)).map((one) => [one.name, one.exclude]),
      [
        ['aardvark', true],
        ['Acme', false],
      ],
    );

    const changed = accepted(await change(acme.brand_id, { name: 'ACME' }), 200);
    assert.deepEqual([changed.name, changed.aliases, changed.support], ['ACME', [], []]);
    accepted(await remove(acme.brand_id), 204);
    accepted(await remove(aardvark.brand_id), 204);
    assert.deepEqual(await list(ada), []);
    refused(await remove(acme.brand_id), 404, 'NOT_FOUND');
    refused(await change(acme.brand_id, { name: 'Acme' }), 404, 'NOT_FOUND');
  });

  test('takes names of any script, emoji, 100 characters, patterns and markup as they are', async () => {
    const names = [
      ...['株式会社', 'Ζόρβεξ', 'شركة', '🦊🚀', '.*(a+)+$', '<img src=x onerror=alert(1)>'],
      ...["Robert'); drop table brands;--", '🦊'.repeat(100)],
    ];
    for (const name of names) {
      const made = await created({ name, aliases: [`${name.slice(0, 20)} alias`] });
      assert.equal(made.name, name);
      accepted(await remove(made.brand_id), 204);
    }
  });

  test('of a name the library has, however it is written, is refused', async () => {
    const acme = await created({ name: 'Coca-Cola' });

    for (const name of ['coca-cola', 'COCA COLA', ' Ｃoca-Cola '])
      refused(
        await create({ name }),
        422,
        'VALIDATION_FAILED',
        'name: the library has “Coca-Cola”',
      );

    const other = await created({ name: 'Pepsi' });
    refused(await change(other.brand_id, { name: 'cocaCola' }), 422, 'VALIDATION_FAILED', 'name: ');
    accepted(await change(acme.brand_id, { name: 'COCA-COLA' }), 200);
    accepted(await create({ name: 'Coca-Cola' }, bob), 201);

    const answers = await Promise.all([1, 2, 3].map(() => create({ name: 'Twice' })));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 422, 422]);
  });

  test('that is not valid is refused, naming the field', async () => {
    const wrong: [unknown, string][] = [
      [{}, 'name'],
      [{ name: ' ' }, 'name'],
      [{ name: 'x'.repeat(101) }, 'name'],
      [{ name: 'a\u0000b' }, 'name'],
      [{ name: '\ud800' }, 'name'],
      [{ name: 'A', colour: 'red' }, 'colour'],
      [{ name: 'A', aliases: 'B' }, 'aliases'],
      [{ name: 'A', aliases: [''] }, 'aliases.0'],
      [{ name: 'A', aliases: Array(51).fill('B') }, 'aliases'],
      [{ name: 'A', aliases: ['B', 'b'] }, 'aliases.1'],
      [{ name: 'A', aliases: ['a'] }, 'aliases.0'],
      [{ name: 'A', support: ['x', ' X '] }, 'support.1'],
      [{ name: 'A', unless: ['x', 'x'] }, 'unless.1'],
      [{ name: 'A', exclude: 'yes' }, 'exclude'],
    ];
    for (const [entry, field] of wrong)
      refused(await create(entry), 422, 'VALIDATION_FAILED', `${field}`);
  });

  test('beyond the limit of the library is refused', async () => {
    const { domain } = subject;
    const { workspaceId } = bob;
    const free = libraryLimits.brands - (await list(bob)).length;
    for (let n = 0; n < free; n += 1) await addBrand(domain, workspaceId, { name: `Filler ${n}` });
    refused(await create({ name: 'Once more' }, bob), 422, 'VALIDATION_FAILED', '500 brands');

    const [first] = await list(bob);
    accepted(await change(first.brand_id, { name: 'Still changes' }, bob), 200);
    accepted(await remove(first.brand_id, bob), 204);
    accepted(await create({ name: 'Once more' }, bob), 201);
  });
});

describe('A picture of a logo', () => {
  test('is kept as a small PNG, shown, and removed', async () => {
    const { brand_id: id } = await created({ name: 'Pictured' });
    const jpeg = await sharp(await picture(2000, 1000))
      .jpeg()
      .toBuffer();
    const logo = accepted(await upload(id, jpeg, ada, 'application/octet-stream'), 201);
    assert.deepEqual([logo.width, logo.height], [512, 256]);

    const [brand] = (await list(ada)).filter((one) => one.brand_id === id);
    // Only the answer to the upload contains this warning: a picture of a single colour cannot be recognised.
    const { plain, ...kept } = logo;
    assert.equal(plain, true);
    assert.deepEqual(brand.logos, [kept]);
    libraryBrand.parse(brand);

    const shown = await fetch(subject.service.apiUrl + ada.home + logo.path, {
      headers: { Cookie: ada.visitor.cookie },
    });
    assert.equal(shown.status, 200);
    assert.equal(shown.headers.get('content-type'), 'image/png');
    assert.equal(shown.headers.get('x-content-type-options'), 'nosniff');
    assert.match(shown.headers.get('cache-control') ?? '', /^private, max-age=\d+/);

    const bytes = Buffer.from(await shown.arrayBuffer());
    assert.equal((await sharp(bytes).metadata()).width, 512);
    assert.deepEqual(stored(`${ada.workspaceId}/${id}`), [`${logo.logo_id}.png`]);
    accepted(await remove(`${id}/logos/${logo.logo_id}`), 204);
    await storedBecome(`${ada.workspaceId}/${id}`, 0);
    refused(await ada.visitor.get(ada.home + logo.path), 404, 'NOT_FOUND');
    refused(await remove(`${id}/logos/${logo.logo_id}`), 404, 'NOT_FOUND');
  });

  test('leaves with its brand, and stays when the brand changes', async () => {
    const { brand_id: id } = await created({ name: 'Leaving' });
    accepted(await upload(id, await picture()), 201);
    const changed = accepted(await change(id, { name: 'Leaving soon' }), 200);
    assert.equal(changed.logos.length, 1);
    accepted(await remove(id), 204);
    await storedBecome(`${ada.workspaceId}/${id}`, 0);
  });

  test('that is none, broken or too large is refused and leaves nothing', async () => {
    const { brand_id: id } = await created({ name: 'Refusing' });
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
    refused(await upload(id, svg, ada, 'image/png'), 422, 'VALIDATION_FAILED', 'PNG, JPEG or WebP');
    refused(await upload(id, Buffer.alloc(0)), 422, 'VALIDATION_FAILED');

    const half = (await picture(600, 600)).subarray(0, 200);
    refused(await upload(id, half), 422, 'VALIDATION_FAILED', 'broken');
    refused(await upload(id, Buffer.alloc(2 * 1024 * 1024 + 1)), 413, 'BODY_TOO_LARGE', '2 MB');
    refused(await upload('brand_none', await picture()), 404, 'NOT_FOUND');
    assert.deepEqual(stored(`${ada.workspaceId}/${id}`), []);
  });

  test('that a logo is compared with is shown: of the library, else the known shape', async () => {
    const referenceOf = (name: string, person = ada) =>
      person.visitor.get(`${person.home}/logo-reference?name=${encodeURIComponent(name)}`);
    const drawn = await referenceOf('Nike');
    assert.equal(drawn.status, 200);
    assert.equal(drawn.headers.get('content-type'), 'image/png');

    const { brand_id: id } = await created({ name: 'NIKE' });
    assert.equal((await referenceOf('Nike')).text, drawn.text);
    accepted(await upload(id, await picture()), 201);
    assert.notEqual((await referenceOf('Nike')).text, drawn.text);
    assert.equal((await referenceOf('Nike', bob)).text, drawn.text);

    refused(await referenceOf('Nobody knows it'), 404, 'NOT_FOUND');
    refused(await referenceOf(''), 422, 'VALIDATION_FAILED');
    accepted(await remove(id), 204);
  });

  test('is one of ten at most, however many are sent at once', async () => {
    const { brand_id: id } = await created({ name: 'Many' });
    const bytes = await picture();
    const answers = await Promise.all(Array.from({ length: 13 }, () => upload(id, bytes)));
    const statuses = answers.map(({ status }) => status);
    assert.equal(statuses.filter((status) => status === 201).length, libraryLimits.logos);

    for (const answer of answers)
      if (answer.status !== 201) refused(answer, 422, 'VALIDATION_FAILED', '10 pictures');

    await storedBecome(`${ada.workspaceId}/${id}`, libraryLimits.logos);
  });

  test('more than may wait to be read are refused, and one at a time is not', async () => {
    const { brand_id: id } = await created({ name: 'Flood' });
    // A large picture, which takes long to read.
    const bytes = await picture(4000, 4000);
    const answers = await Promise.all(Array.from({ length: 80 }, () => upload(id, bytes)));
    const busy = answers.filter(({ status }) => status === 429);

    assert.ok(busy.length > 0 && busy.length < 80, `${busy.length} of 80`);
    for (const one of busy) refused(one, 429, 'RATE_LIMITED', 'one after the other');
    refused(await upload(id, bytes), 422, 'VALIDATION_FAILED', '10 pictures');
  });
});

describe('Another workspace’s library', () => {
  test('is as if it did not exist, for its entries and its pictures', async () => {
    const { brand_id: id } = await created({ name: 'Private' });
    const logo = accepted(await upload(id, await picture()), 201);
    const stranger = new Visitor(subject.service.apiUrl);
    const inHers = `${brandsOf(ada)}/${id}`;
    const inHis = `${brandsOf(bob)}/${id}`;
    for (const [method, path, json] of [
      ['GET', brandsOf(ada)],
      ['POST', brandsOf(ada), { name: 'Mine' }],
      ...[inHers, inHis].flatMap(
        (path) =>
          [
            ['PUT', path, { name: 'Mine' }],
            ['DELETE', path],
            ['DELETE', `${path}/logos/${logo.logo_id}`],
            ['GET', `${path}/logos/${logo.logo_id}`],
          ] as const,
      ),
    ] as const) {
      refused(await bob.visitor.call(method, path, { json }), 404, 'NOT_FOUND');
      if (path !== inHis && !path.startsWith(inHis))
        refused(await stranger.call(method, path, { json }), 401, 'SIGN_IN_REQUIRED');
    }

    for (const path of [inHers, inHis]) {
      const sent = { body: new Uint8Array(await picture()) };
      refused(await bob.visitor.call('POST', `${path}/logos`, sent), 404, 'NOT_FOUND');
    }

    const mine = (await list(ada)).find((one) => one.brand_id === id);
    assert.equal(mine.name, 'Private');
    assert.equal(mine.logos.length, 1);
  });

  test('is not changed by a page of another site', async () => {
    const headers = { Origin: 'https://evil.example' };
    const json = { name: 'Forged' };
    const forged = await ada.visitor.call('POST', brandsOf(ada), { json, headers });
    refused(forged, 403, 'INSUFFICIENT_SCOPE');
  });
});

test('a workspace takes its library along when it goes', async () => {
  const { brand_id: id } = await created({ name: 'Last' });
  accepted(await upload(id, await picture()), 201);
  accepted(await subject.operator.delete(`/admin/v1/workspaces/${ada.workspaceId}`), 204);
  await storedBecome(ada.workspaceId, 0);

  await waitFor(async () => {
    const rows = await subject.domain.db.query(
      `select b.id from brands b where b.workspace_id = $1
       union all select l.id from brand_logos l where l.brand_id = $2`,
      [ada.workspaceId, id],
    );
    assert.deepEqual(rows, []);
  });
});

test('a preview of a Follow is refused as the API refuses links', async () => {
  const path = `${bob.home}/v1/follows/preview`;
  const preview = (body: unknown) => bob.visitor.post(path, body);
  refused(await preview({ source: 'https://example.com/feed' }), 422, 'INVALID_URL');
  refused(await preview({ source: 'no link' }), 422, 'INVALID_URL');
  refused(await preview({}), 422, 'VALIDATION_FAILED', 'source');

  const filters = { newer_than: 'yesterday' };
  refused(await preview({ source: 'x', filters }), 422, 'VALIDATION_FAILED', 'filters.newer_than');

  const channel = 'https://www.youtube.com/@someone';
  refused(await preview({ source: channel }), 422, 'PLATFORM_UNAVAILABLE', 'yt-dlp is missing');
});
