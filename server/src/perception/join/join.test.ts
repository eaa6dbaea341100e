/** The join: the effect of failed or abandoned parts, what is copied to the results, and which files are written. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Ask, Results } from '@reelsight/contract';
import { openLoopback, type Reply, refuses, says } from '../../../testing/engines/model-server.ts';
import { makeClip, steadyTimes } from '../../../testing/media/made-clip.ts';
import { limits, temporaryDir } from '../../../testing/media/test-media.ts';
import { ownEngines, plainAsk } from '../../../testing/perception/perceive-whole.ts';
import type { RemoteSettings } from '../../engines/registry.ts';
import { ingestMedia } from '../../media/ingest.ts';
import type { HearArtifact, ReadArtifact, SpeakersArtifact } from '../artifacts.ts';
import type { JoinOrder, PartArtifact, PartKind } from '../part.ts';
import { openResources } from '../resources.ts';
import { runPart } from '../run-part.ts';

const resources = openResources({ now: () => new Date('2026-01-02T03:04:05Z') });
after(() => resources.close());
const context = { signal: new AbortController().signal, meter: () => {} };

const dir = temporaryDir();
before(async () => {
  const path = join(dir, 'clip.mov');
  const draw = () => [{ left: 100, top: 50, width: 80, height: 60, luma: 200 }];
  const video = { width: 320, height: 180, times: steadyTimes(8, 6), draw };
  makeClip(path, { video, tones: [{ start: 0, end: 6 }] });
  await ingestMedia({ path, outDir: dir, fps: 1, limits, ...context });
});

const engine = { name: 'ears', version: '1', kind: 'local' } as const;
const words = 'we bought it from Toshiba yesterday'.split(' ').map((text, n) => ({
  text,
  start: 1 + n * 0.5,
  end: 1.4 + n * 0.5,
}));
const heard: HearArtifact = {
  failure: null,
  spans: [
    {
      start: 0,
      end: 6,
      speechSeconds: 3,
      language: 'en',
      degraded: false,
      engine,
      utterances: [{ start: 1, end: 4, words }],
    },
  ],
};
const speakers: SpeakersArtifact = { engine, turns: [{ start: 0, end: 6, speaker: 1 }] };
const read: ReadArtifact = {
  lines: [],
  pieces: [],
  degraded: false,
  failure: null,
  surfaces: { asked: 0, failed: 0 },
  engines: { text: engine, logos: engine },
};

/** Null: given up. */
type Given = Partial<Record<Exclude<PartKind, 'join'>, object | null>>;

async function joined(given: Given, ask: Partial<Ask>, more: Partial<JoinOrder> = {}) {
  const outDir = temporaryDir();
  const folder = temporaryDir();
  const parts = Object.entries(given).map(([kind, artifact]): PartArtifact => {
    const path = artifact && join(folder, `${kind}.json`);
    if (path) writeFileSync(path, JSON.stringify(artifact));
    return { kind: kind as PartArtifact['kind'], span: { from: 0, to: 1 }, path };
  });
  const order: JoinOrder = {
    kind: 'join',
    jobId: 'job_1',
    ask: { ...plainAsk, ...ask },
    parts,
    outDir,
    library: { brands: [], logos: [] },
    files: {
      pass: join(dir, 'media.json'),
      sound: null,
      frames: { path: join(dir, 'frames.pack'), offset: 0 },
    },
    engines: ownEngines,
    transcript: null,
    title: 'A clip',
    metadata: null,
    flags: [],
    proofFrames: 20,
    storyboardTiles: 150,
    withoutModel: false,
    ...more,
  };
  await runPart(order, resources, context);

  const of = (file: string) => JSON.parse(readFileSync(join(outDir, file), 'utf8'));
  return { results: of('results.json') as Results, transcript: of('transcript.json'), outDir };
}

describe('the join', () => {
  test('writes transcript, brands, metadata, storyboard and thumbnail', async () => {
    const capabilities = ['transcription', 'brands', 'metadata'] as const;
    const { results, outDir } = await joined({ hear: heard, speakers, read }, { capabilities });
    assert.equal(results.transcription?.text, 'we bought it from Toshiba yesterday');
    assert.equal(results.transcription?.speakers_detected, 1);
    assert.equal(results.brands?.[0]?.name, 'Toshiba');
    assert.equal(results.metadata?.fetched_at, '2026-01-02T03:04:05.000Z');
    assert.equal(results.metadata?.title, 'A clip');
    assert.deepEqual(readdirSync(join(outDir, 'frames')).toSorted(), [
      'sheet-000.jpg',
      'thumbnail.jpg',
    ]);

    const { engines, ...flags } = results.meta;
    const video = { width: 320, height: 180, fps: 8 };
    assert.deepEqual(flags, { fps_used: 1, frames_analyzed: 6, video, texts_read: 0 });
    assert.deepEqual(results.possible_brands, []);
    assert.deepEqual(Object.keys(engines as object).toSorted(), [
      ...['diarization', 'logos', 'paid', 'speech', 'text'],
    ]);
  });

  test('offers what was read and may be a brand, and counts it nowhere', async () => {
    const box = { x: 0.3, y: 0.4, width: 0.4, height: 0.15 };
    const lines = [
      { text: 'Trailtec', confidence: 0.98, box, samples: [1, 2, 3] },
      { text: 'Toshiba', confidence: 0.98, box: { ...box, y: 0.1 }, samples: [1, 2, 3] },
    ];
    const parts = { hear: heard, speakers, read: { ...read, lines } };
    const { results } = await joined(parts, { capabilities: ['brands'] });
    assert.deepEqual(
      results.possible_brands?.map(({ text, reasons }) => [text, reasons]),
      [['Trailtec', ['stands_alone']]],
    );
    assert.equal(results.meta.texts_read, 2);
    assert.deepEqual(
      results.brands?.map(({ name }) => name),
      ['Toshiba'],
    );

    const asked = await joined(parts, { capabilities: ['custom_query'], queries: ['Who?'] });
    assert.equal(asked.results.possible_brands, undefined);
    assert.equal(asked.results.meta.texts_read, 2);
  });

  test('parts that were given up cost their capability, not the job', async () => {
    const capabilities = ['transcription', 'brands', 'objects', 'metadata'] as const;
    const gone = { hear: null, speakers: null, read: null, detect: null };
    const { results, transcript } = await joined(gone, { capabilities, objects: ['dog'] });

    for (const one of ['transcription', 'brands', 'objects'] as const)
      assert.equal(results[one], undefined, one);

    for (const flag of ['transcription', 'brand_detection', 'object_detection'])
      assert.equal(results.meta[`${flag}_degraded`], true, flag);

    assert.equal(transcript.failure, 'The speech could not be transcribed.');
  });

  /** The artifact of an embedded engine that heard these sentences with these confidences. */
  const heardSo = (...said: (readonly [text: string, confidence: number])[]): HearArtifact => ({
    failure: null,
    spans: [
      {
        start: 0,
        end: 6,
        speechSeconds: 5,
        language: 'en',
        degraded: false,
        engine,
        utterances: said.map(([text, confidence], index) => ({
          start: index,
          end: index + 0.9,
          sureness: 0.9,
          words: text.split(' ').map((word, n) => ({
            text: word,
            start: index + n * 0.05,
            end: index + n * 0.05 + 0.04,
            confidence,
          })),
        })),
      },
    ],
  });

  const summed = async (hear: HearArtifact) => {
    const { results, transcript } = await joined(
      { hear, speakers: null },
      { capabilities: ['transcription', 'summary'] },
    );
    return {
      results,
      transcript,
      unsure: results.transcription?.segments.map((segment) => segment.unsure),
    };
  };

  test('an unsure sentence is marked, and the summary is made of the others', async () => {
    const { results, transcript, unsure } = await summed(
      heardSo(
        ['Today we look at tomatoes in the garden.', 0.95],
        ['Tomatoes tomatoes garden her mellow.', 0.5],
        ['Plant the tomatoes in May and water them well.', 0.93],
      ),
    );
    assert.deepEqual(unsure, [undefined, true, undefined]);
    assert.match(results.transcription?.text ?? '', /her mellow/);
    assert.match(results.summary?.text ?? '', /tomatoes/);
    assert.doesNotMatch(results.summary?.text ?? '', /mellow/);
    assert.equal(results.meta.speech_unsure, undefined);

    assert.equal(transcript.segments[1].unsure, true);
  });

  test('speech that was hardly understood is not summed up, and the result says so', async () => {
    for (const hear of [
      heardSo(
        ['We are here of the real reaction.', 0.9],
        ['An ebony sir and he demonstrates old ears.', 0.5],
      ),
      heardSo(
        ['Who have land to help him his gospel.', 0.7],
        ['The sorts of facts are represented.', 0.72],
      ),
    ]) {
      const { results, unsure } = await summed(hear);
      assert.deepEqual(results.summary, { text: '', key_topics: [] });
      assert.equal(results.meta.speech_unsure, true);
      assert.ok(unsure?.includes(true), 'no segment says what the flag says');
      assert.ok(results.transcription?.text);
    }
  });

  test('a few words, and an engine that does not tell how sure it is, are summed up', async () => {
    const few = await summed(heardSo(['Book a room.', 0.7]));
    assert.equal(few.results.meta.speech_unsure, undefined);
    assert.equal(few.results.summary?.text, 'Book a room.');
    const other = await summed(heard);
    assert.match(other.results.summary?.text ?? '', /Toshiba/);
  });

  test('the job fails where nothing that was asked for is left', async () => {
    for (const [given, capabilities, code] of [
      [{ hear: null }, ['transcription'], 'TRANSCRIPTION_FAILED'],
      [{ hear: null }, ['transcription', 'summary'], 'TRANSCRIPTION_FAILED'],
      [{ hear: null }, ['summary'], 'TRANSCRIPTION_FAILED'],
      [{ hear: heard, read: null }, ['brands'], 'ANALYSIS_FAILED'],
      [{ hear: null, detect: null }, ['summary', 'objects'], 'ANALYSIS_FAILED'],
      [{ detect: null }, ['objects'], 'ANALYSIS_FAILED'],
    ] as const)
      await assert.rejects(joined(given, { capabilities, objects: ['dog'] }), { code });
  });

  test('places that a part left out are told', async () => {
    const capabilities = ['transcription', 'brands'] as const;
    const parts = { hear: heard, speakers };
    const whole = await joined({ ...parts, read }, { capabilities });
    assert.equal(whole.results.meta.places_left_out, undefined);

    const crowded = await joined({ ...parts, read: { ...read, crowded: true } }, { capabilities });
    assert.equal(crowded.results.meta.places_left_out, true);
  });

  test('names that a part did not look for are told', async () => {
    const capabilities = ['transcription', 'brands'] as const;
    const parts = { hear: heard, speakers, read: { ...read, nearNamesSkipped: true as const } };
    const { results } = await joined(parts, { capabilities });
    assert.equal(results.meta.alike_names_skipped, true);
    assert.equal(results.meta.brand_detection_degraded, undefined);
  });

  test('a transcript of another job is taken over with its flags', async () => {
    const first = await joined({ hear: heard, speakers: null }, {});
    const transcript = join(first.outDir, 'transcript.json');
    const second = await joined({}, {}, { transcript, flags: ['media_reused'] });
    assert.deepEqual(second.results.transcription, first.results.transcription);
    assert.deepEqual(second.transcript, first.transcript);
    assert.equal(second.results.meta.media_reused, true);
    assert.equal(second.results.meta.diarization_unavailable, true);
  });

  test('without a model that ended its process the embedded engine answers, and that is told', async () => {
    const ask = { capabilities: ['custom_query'], queries: ['How long is the video?'] } as const;
    const given = { hear: heard, speakers, read };
    const plain = await joined(given, ask);
    assert.equal(plain.results.meta.query_degraded, undefined);
    const { results } = await joined(given, ask, { withoutModel: true });
    assert.equal(results.meta.query_degraded, true);
    assert.deepEqual(results.query_results, plain.results.query_results);
  });

  describe('paid segments', () => {
    const sponsored = heardSo(
      ['This video is sponsored by Toshiba.', 0.95],
      ['They make laptops for people who travel.', 0.95],
    );
    const control = {
      first_line: 1,
      last_line: 3,
      advertiser: null,
      quote: 'use the code WARM for twenty percent off',
    };
    const marked = {
      first_line: 7,
      last_line: 8,
      advertiser: 'toshiba',
      quote: 'laptops for people who travel',
    };
    const paidBy = async (reply: Reply, more: Partial<JoinOrder> = {}) => {
      await using server = await openLoopback(() => reply);
      const remote: RemoteSettings = {
        url: server.url,
        models: { language: 'small', vision: null, speech: null },
        timeoutMs: 2000,
        retries: 0,
        tokensPerJob: 100_000,
        materialTokens: 4000,
        answerTokens: 300,
      };
      const given = { hear: sponsored, speakers: null, read };
      const engines = { ...ownEngines, remote };
      const { results } = await joined(given, { capabilities: ['brands'] }, { engines, ...more });
      const [segment] = results.paid_segments ?? [];
      return { segment, meta: results.meta, calls: server.received.length };
    };

    test('are refined by the language model, which the results name', async () => {
      const { segment, meta } = await paidBy(says({ segments: [control, marked] }));
      assert.equal(segment?.brand, 'Toshiba');
      assert.ok(segment?.evidence.some(({ quote }) => quote === marked.quote));
      assert.equal(meta.engines.paid, 'paid-words 1 + openai-compatible small, prompts 1.1.1.1');
      assert.equal(meta.paid_segments_degraded, undefined);
    });

    test('are those of the words where it fails or must not be asked, and that is told', async () => {
      const { results } = await joined(
        { hear: sponsored, speakers: null, read },
        { capabilities: ['brands'] },
      );
      assert.equal(results.meta.paid_segments_degraded, undefined);

      const failed = await paidBy(refuses(500, 'oops'));
      const crashed = await paidBy(refuses(500, 'never asked'), { withoutModel: true });
      assert.deepEqual([failed.calls, crashed.calls], [1, 0]);

      for (const { segment, meta } of [failed, crashed]) {
        assert.deepEqual(segment, results.paid_segments?.[0]);
        assert.equal(meta.engines.paid, 'paid-words 1');
        assert.equal(meta.paid_segments_degraded, true);
      }
    });
  });

  test('questions alone can do without what is on screen', async () => {
    const ask = { capabilities: ['custom_query'], queries: ['Who sold it?'] } as const;
    const { results } = await joined({ hear: heard, speakers, read: null }, ask);
    assert.equal(results.query_results?.length, 1);
    assert.equal(results.meta.query_degraded, true);
    assert.equal(results.brands, undefined);
  });

  test('a surface that nothing can tell is a failure of its own', async () => {
    const failure = { code: 'SURFACE_VERIFICATION_UNAVAILABLE', text: 'No.', detail: '' };
    const blind = { ...read, failure };
    const ask = { capabilities: ['brands'], surfaces: ['billboard'] } as const;
    const { code } = failure;
    await assert.rejects(joined({ hear: heard, read: blind }, ask), { code });
  });
});
