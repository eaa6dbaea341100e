/** What the console's pages say about the installed engines before the user pays for a job. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { startTestService, type TestService } from '../server/testing/service.ts';
import { Visitor } from './console/visitor.ts';
import { accepted, refused } from './interface/subject.ts';

const ada = { name: 'Ada', email: 'ada@example.com', password: 'a quiet walk in town' };

let service: TestService;
let visitor: Visitor;
let path = '';
before(async () => {
  service = await startTestService();
  visitor = new Visitor(service.apiUrl);
  await visitor.post('/console/auth/sign-up/email', { ...ada, code: service.firstCode });
  const { workspaces } = await visitor.session();
  path = `/console/v1/workspaces/${workspaces[0].workspace_id}/abilities`;
});
after(() => service.close());

test('without models, brands have names only and objects are common things', async () => {
  const { lacking, unseen_objects } = accepted(await visitor.get(path), 200);
  for (const one of [
    'logos',
    'vision',
    'language_model',
    'objects',
    'meaning',
    'words_for_pictures',
  ])
    assert.ok(lacking.includes(one), one);
  assert.deepEqual(unseen_objects, []);
});

test('brands whose logo nobody has a picture of are named', async () => {
  const asked = `${path}?brands=${encodeURIComponent('nike,Globex')}`;
  const unseen = async () => accepted(await visitor.get(asked), 200).unseen_logos;
  assert.deepEqual(await unseen(), ['Globex']);

  const brands = path.replace('/abilities', '/v1/brands');
  const { brand_id } = accepted(await visitor.post(brands, { name: 'GLOBEX' }), 201);
  assert.deepEqual(await unseen(), ['Globex']);
  const circle = `<svg width="80" height="80"><path d="M10 70L40 10L70 70"/></svg>`;
  const picture = await sharp(Buffer.from(circle)).png().toBuffer();
  const call = { body: picture as never, headers: { 'Content-Type': 'image/png' } };
  accepted(await visitor.call('POST', `${brands}/${brand_id}/logos`, call), 201);
  assert.deepEqual(await unseen(), []);
});

test('things that the engine can’t see are named as they were typed; synonyms are known', async () => {
  const asked = `${path}?objects=${encodeURIComponent('Cups,sneaker,,  ,mobile phone,red car')}`;
  const { unseen_objects } = accepted(await visitor.get(asked), 200);
  assert.deepEqual(unseen_objects, ['sneaker', 'red car']);
  refused(await visitor.get(`${path}?objects=${'x'.repeat(1001)}`), 422, 'VALIDATION_FAILED');
});

test('strangers and other workspaces learn nothing', async () => {
  refused(await new Visitor(service.apiUrl).get(path), 401, 'SIGN_IN_REQUIRED');
  refused(await visitor.get(path.replace(/ws_\w+/, 'ws_none')), 404, 'NOT_FOUND');
});
