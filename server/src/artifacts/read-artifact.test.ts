/** Errors about an artifact name its file and the invalid field, for every kind of artifact and every field. */
import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { wholePass } from '../../testing/media/media-pass.ts';
import { temporaryDir } from '../../testing/media/test-media.ts';
import { storedLibrary } from '../jobs/library.ts';
import { reusedFlags } from '../jobs/parts/reuse.ts';
import { mediaPass } from '../media/media.ts';
import { storedArtifacts } from '../perception/artifacts.ts';
import { loadArtifacts } from '../perception/join/load-artifacts.ts';
import { captionsForm } from '../perception/speech/caption-transcript.ts';
import { storedTranscript } from '../perception/speech/transcript.ts';
import {
  ArtifactDamaged,
  type ArtifactSchema,
  parseArtifact,
  readArtifact,
  readOptionalArtifact,
} from './read-artifact.ts';

const span = { start: 0, end: 1 };
const engine = { name: 'e', version: '1', kind: 'embedded' };
const box = { x: 0, y: 0, width: 1, height: 1 };
const word = { ...span, text: 'word', confidence: 1 };
const segment = { ...span, text: 'word', confidence: 1, words: [word] };
const failure = { code: 'TRANSCRIPTION_FAILED', text: 'It failed.', detail: 'stack' };
const sighting = { sample: 0, box, name: 'Acme', confidence: 1 };

/** One artifact of each kind, with a value in every field; keyed by file name. */
const samples: Readonly<Record<string, [ArtifactSchema<unknown>, unknown]>> = {
  'media.json': [mediaPass, wholePass],
  'transcript.json': [
    storedTranscript,
    {
      language: 'en',
      segments: [{ ...segment, speaker: 1, unsure: true }],
      speakersDetected: 1,
      flags: ['speech_unsure'],
      engines: { speech: 'a', diarization: 'b' },
      failure: null,
    },
  ],
  'captions.json': [
    captionsForm,
    { platform: 'YouTube', language: 'en', automatic: false, cues: [segment] },
  ],
  'library.json': [
    storedLibrary,
    {
      brands: [{ name: 'Acme', aliases: ['A'], support: ['b'], unless: ['c'], exclude: false }],
      logos: [{ name: 'Acme', brandId: 'brand_1', logoId: 'logo_1' }],
    },
  ],
  'reused.json': [reusedFlags, ['media_reused']],
  'hear-00000.json': [
    storedArtifacts.hear,
    {
      spans: [
        {
          ...span,
          channel: 0,
          utterances: [{ ...span, words: [word], segments: [segment], sureness: 1 }],
          speechSeconds: 1,
          language: 'en',
          degraded: false,
          engine,
        },
      ],
      failure,
    },
  ],
  'speakers-00000.json': [storedArtifacts.speakers, { turns: [{ ...span, speaker: 1 }], engine }],
  'read-00000.json': [
    storedArtifacts.read,
    {
      lines: [{ text: 'ACME', confidence: 1, box, samples: [0] }],
      pieces: [
        {
          cell: 0,
          shot: 0,
          sightings: [{ ...sighting, source: 'logo', clarity: 1, seen: 'ACME' }],
          verdict: 'yes',
          surface: 'headwear',
        },
      ],
      degraded: false,
      surfaces: { asked: 1, failed: 0 },
      failure,
      engines: { text: engine, logos: engine },
    },
  ],
  'detect-00000.json': [
    storedArtifacts.detect,
    {
      engines: [{ info: engine, minConfidence: 0.5 }],
      sightings: [{ ...sighting, look: 0, outline: [[[0, 0]]], engine: 0 }],
      looks: [{ sighting: 0, confidence: 1, byModel: false }],
      unsupported: ['unicorn'],
      degraded: false,
      failure,
    },
  ],
};

/** Optional fields: earlier versions did not write them, or they are present only if they apply. */
const mayLack: Readonly<Record<string, readonly string[]>> = {
  'media.json': [
    'probe.audioTracks',
    'probe.tags.title',
    'audio.track',
    'audio.channels',
    'audio.pieces',
    'images.0.between',
    'images.0.between.leftOut',
    'tail',
    'tail.leftOut',
    'scenes',
    'scenes.0.transition',
    'scenes.0.part',
    'unseen',
    'unreadable',
    'unreadable.picture',
    'unreadable.sound',
  ],
  'transcript.json': [
    'segments.0.confidence',
    'segments.0.words',
    'segments.0.words.0.confidence',
    'segments.0.speaker',
    'segments.0.unsure',
    'engines.speech',
    'engines.diarization',
  ],
  'captions.json': ['cues.0.confidence', 'cues.0.words', 'cues.0.words.0.confidence'],
  'hear-00000.json': [
    'spans.0.channel',
    'spans.0.utterances.0.words',
    'spans.0.utterances.0.words.0.confidence',
    'spans.0.utterances.0.segments',
    'spans.0.utterances.0.segments.0.confidence',
    'spans.0.utterances.0.segments.0.words',
    'spans.0.utterances.0.segments.0.words.0.confidence',
    'spans.0.utterances.0.sureness',
  ],
  'read-00000.json': ['pieces.0.sightings.0.clarity', 'pieces.0.surface'],
  'detect-00000.json': ['sightings.0.outline'],
};

type Path = readonly (string | number)[];

/** Paths of all fields, from the outermost to the innermost. */
function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const keys = Array.isArray(value) ? value.keys() : Object.keys(value);
  const inner = [...keys].flatMap((key) =>
    pathsOf((value as Record<string | number, unknown>)[key], [...path, key]),
  );
  return path.length === 0 ? inner : [path, ...inner];
}

/** A copy of the value with `put` at the given path. */
function changed(value: unknown, [key, ...rest]: Path, put: unknown): unknown {
  if (key === undefined) return put;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<
    string | number,
    unknown
  >;
  copy[key] = changed(copy[key], rest, put);
  return copy;
}

const damageOf = (value: unknown, schema: ArtifactSchema<unknown>, file: string) => {
  try {
    parseArtifact(JSON.stringify(value), schema, file);
    return null;
  } catch (error) {
    assert.ok(error instanceof ArtifactDamaged, String(error));
    return error;
  }
};

for (const [file, [schema, sample]] of Object.entries(samples))
  describe(file, () => {
    test('is read as it was written, with fields that only a later version knows', () => {
      assert.equal(damageOf(sample, schema, file), null);
      if (Array.isArray(sample)) return;
      const later = { ...(sample as object), later: { more: 1 } };
      assert.deepEqual(parseArtifact(JSON.stringify(later), schema, file), later);
    });

    test('a field that is missing is named, unless it need not be there', () => {
      const optional = [];

      for (const path of pathsOf(sample)) {
        if (typeof path.at(-1) === 'number') continue;
        const field = path.join('.');
        const error = damageOf(changed(sample, path, undefined), schema, file);
        if (error) assert.equal(error.field, field);
        else optional.push(field);
      }

      assert.deepEqual(optional, mayLack[file] ?? []);
    });

    test('a field of another type is named', () => {
      for (const path of pathsOf(sample)) {
        // A value that no field of any artifact may have, so it is wrong everywhere.
        const error = damageOf(changed(sample, path, [[{}]]), schema, file);
        const field = path.join('.');
        assert.ok(error, `${file}: ${field} is not looked at`);
        assert.equal(error.file, file);
        assert.ok(error.field?.startsWith(field), `${error.field} instead of ${field}`);
        assert.ok(error.message.startsWith(`${file} is damaged: ${error.field}: `), error.message);
      }
    });
  });

describe('The reader', () => {
  const path = join(temporaryDir(), 'media.json');

  test('names the file whose text is cut short, and quotes nothing of it', async () => {
    await writeFile(path, '{"probe": {"tags": {"title": "A secre');
    await assert.rejects(readArtifact(path, mediaPass), {
      name: 'ArtifactDamaged',
      message: 'media.json is damaged: it is not valid JSON',
      file: 'media.json',
      field: null,
    });
  });

  test('tells a file that is missing from one that is damaged', async () => {
    await writeFile(path, '{}');
    await assert.rejects(
      readOptionalArtifact(path, mediaPass),
      /^ArtifactDamaged: media\.json is damaged: /,
    );
    await rm(path);
    assert.equal(await readOptionalArtifact(path, mediaPass), null);

    await assert.rejects(readArtifact(path, mediaPass), { code: 'ENOENT' });
  });
});

test('the join names the damaged artifact of a part', async () => {
  const path = join(temporaryDir(), 'read-00003.json');
  await writeFile(path, JSON.stringify({ lines: [] }));

  const parts = [{ kind: 'read' as const, span: { from: 3, to: 4 }, path }];
  await assert.rejects(loadArtifacts(parts), {
    name: 'ArtifactDamaged',
    file: 'read-00003.json',
    field: 'pieces',
  });
});
