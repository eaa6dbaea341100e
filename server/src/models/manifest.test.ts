import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { describeEntry, parseDescription } from './description.ts';
import { modelManifest, modelSets } from './manifest.ts';
import { modelIdPattern, modelRoles } from './model.ts';

/** Licences that let a company use the model and pass it on. */
const allowedLicences = new Set(['MIT', 'Apache-2.0', 'CC-BY-4.0', 'BSD-3-Clause']);

describe('the manifest of models', () => {
  test('has ids that are folder names, each once', () => {
    const ids = modelManifest.map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
    for (const id of ids) assert.match(id, modelIdPattern);
  });

  test('holds only licences that allow commercial use, and names who has to be named', () => {
    for (const { id, licence, attribution } of modelManifest) {
      assert.ok(allowedLicences.has(licence), `${id}: ${licence}`);
      assert.equal(attribution !== undefined, licence === 'CC-BY-4.0', id);
    }
  });

  test('gives the publisher page of every entry', () => {
    for (const { id, pages } of modelManifest) {
      assert.ok(pages.length > 0, id);
      for (const page of pages) assert.equal(new URL(page).protocol, 'https:', id);
    }
  });

  test('lists every file its loader names', () => {
    for (const { id, files, loader } of modelManifest) {
      const paths = files.map(({ path }) => path);
      assert.equal(new Set(paths).size, paths.length, id);
      for (const path of Object.values(loader.files))
        assert.ok(paths.includes(path), `${id}: ${path}`);
    }
  });

  test('pins a hash only with an exact size, and sizes add up to what people are told', () => {
    for (const { id, files, aboutBytes, source } of modelManifest) {
      for (const { path, sha256, sizeBytes } of files) {
        if (sha256 !== undefined) assert.match(sha256, /^[0-9a-f]{64}$/, `${id}: ${path}`);
        if (sha256 !== undefined) assert.ok(sizeBytes, `${id}: ${path}`);
        // No header states the hash of a release file, so the manifest must contain it.
        if (source.kind === 'address') assert.ok(sha256, `${id}: ${path}`);
      }

      const known = files.reduce((sum, { sizeBytes = 0 }) => sum + sizeBytes, 0);
      assert.ok(known <= aboutBytes * 1.02, `${id}: ${known} > ${aboutBytes}`);
    }
  });

  test('fills every set with one model for each role, language apart where an endpoint is meant to serve it', () => {
    for (const set of Object.keys(modelSets)) {
      const roles = modelManifest
        .filter(({ sets }) => sets.some((s) => s === set))
        .map(({ role }) => role);
      // Models that were never run are in no set: for text, that of the npm package is in their place.
      const expected = modelRoles.filter(
        (role) => role !== 'text' && role !== 'denoiser' && !(set === 'gpu' && role === 'language'),
      );
      assert.deepEqual(new Set(roles), new Set(expected), set);
    }
  });

  test('turns into a model.json that reads back', () => {
    for (const entry of modelManifest) {
      const files = entry.files.map(({ path }) => ({ path, sizeBytes: 1, sha256: '0'.repeat(64) }));
      const description = describeEntry(entry, entry.source, files);
      assert.deepEqual(parseDescription(JSON.stringify(description), entry.id), description);
    }
  });
});

describe('model.json', () => {
  const [entry] = modelManifest;
  assert.ok(entry);

  const files = entry.files.map(({ path }) => ({ path, sizeBytes: 1, sha256: '0'.repeat(64) }));
  const good = describeEntry(entry, entry.source, files);
  const cases: readonly (readonly [string, object, RegExp])[] = [
    ['another format', { format: 2 }, /format/],
    ['an id that is a path', { id: '../secrets' }, /id: /],
    ['an unknown role', { role: 'oracle' }, /role/],
    ['an unknown engine', { loader: { ...good.loader, engine: 'magic' } }, /loader\.engine/],
    [
      'a loader path that leaves the folder',
      { loader: { ...good.loader, files: { a: '../b' } } },
      /loader\.files/,
    ],
    [
      'an absolute file',
      { files: [{ path: '/etc/passwd', sizeBytes: 1, sha256: '0'.repeat(64) }] },
      /files\.0\.path: must be a path inside/,
    ],
    ['a file without a hash', { files: [{ path: 'a', sizeBytes: 1 }] }, /files\.0\.sha256: /],
    ['no files', { files: [] }, /files: /],
  ];
  for (const [name, change, message] of cases) {
    test(`is refused with ${name}`, () => {
      const text = JSON.stringify({ ...good, ...change });
      assert.throws(() => parseDescription(text, 'here'), {
        code: 'PROCESSING_ERROR',
        detail: message,
      });
    });
  }

  test('is refused when it is no JSON', () => {
    assert.throws(() => parseDescription('{', 'here'), { detail: 'here: is not JSON' });
  });
});
