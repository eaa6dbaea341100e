/** Tests remote transcription against a local server: requests, answers and failures. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { Fault } from '@reelsight/contract';
import {
  hearWhole,
  type Said,
  type Scene,
  sentences,
  writeScene,
} from '../../../testing/engines/speech-scene.ts';
import { requestBody } from '../../../testing/network/request-body.ts';
import type { SpokenTerm } from '../speech.ts';
import { openRemote, type RemoteOptions } from './client.ts';
import { openRemoteSpeech, type RemoteSpeechLimits, remoteSpeechLimits } from './speech.ts';

const dir = await mkdtemp(join(tmpdir(), 'reelsight-remote-speech-'));
after(() => rm(dir, { recursive: true, force: true }));

/** One request as the server understood it. */
interface Upload {
  readonly path: string;
  readonly authorization: string;
  readonly fields: Readonly<Record<string, string | readonly string[]>>;
  /** Length of the WAV file in seconds. */
  readonly seconds: number;
  readonly bytes: number;
}

type Respond = (upload: Upload, before: number, response: ServerResponse) => void;

async function openServer(respond: Respond) {
  const uploads: Upload[] = [];
  const server = createServer(async (request, response) => {
    const body = await requestBody(request);
    if (body === null) return;

    const headers = { 'content-type': request.headers['content-type'] ?? '' };
    const form = await new Response(new Uint8Array(body), { headers }).formData();
    const wav = Buffer.from(await (form.get('file') as File).arrayBuffer());
    assert.equal(wav.toString('latin1', 0, 4), 'RIFF');
    assert.equal(wav.readUInt32LE(40), wav.length - 44);

    const names = [...new Set(form.keys())].filter((name) => name !== 'file');
    const upload: Upload = {
      path: request.url ?? '',
      authorization: request.headers.authorization ?? '',
      fields: Object.fromEntries(
        names.map((name) => [
          name,
          name.endsWith('[]') ? (form.getAll(name) as string[]) : String(form.get(name)),
        ]),
      ),
      seconds: (wav.length - 44) / 32_000,
      bytes: wav.length,
    };
    uploads.push(upload);
    respond(upload, uploads.length - 1, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    uploads,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const json =
  (body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Respond =>
  (_upload, _before, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };

const spoken = {
  text: 'one two',
  language: 'english',
  segments: [{ start: 0.3, end: 2.5, text: ' one two' }],
};

interface Setup {
  readonly audio?: Scene;
  readonly hints?: readonly string[];
  readonly terms?: readonly SpokenTerm[];
  readonly language?: string;
  readonly options?: Partial<RemoteOptions>;
  readonly limits?: Partial<RemoteSpeechLimits>;
  readonly signal?: AbortSignal;
}

async function hear(respond: Respond, setup: Setup = {}) {
  await using server = await openServer(respond);
  let seconds = 0;
  const remote = openRemote({
    url: server.url,
    apiKey: 'sk-secret',
    timeoutMs: 3000,
    maxRetries: 2,
    maxTokensPerJob: 0,
    models: { language: null, vision: null, speech: 'whisper-1' },
    ...setup.options,
  });
  const engine = openRemoteSpeech(remote, { ...remoteSpeechLimits, ...setup.limits });
  assert.ok(engine);

  const context = {
    signal: setup.signal ?? new AbortController().signal,
    meter: (_item: string, amount: number) => {
      seconds += amount;
    },
  };
  const { language = null, hints = [], terms = [] } = setup;
  const asked = { language, hints, terms };
  const outcome = await hearWhole(engine, setup.audio ?? scene, asked, context).then(
    (speech) => ({ speech, fault: null }),
    (fault: unknown) => ({ speech: null, fault }),
  );

  return { ...outcome, uploads: server.uploads, seconds };
}

async function heard(respond: Respond, setup: Setup = {}) {
  const { speech, fault, ...rest } = await hear(respond, setup);
  if (!speech) throw fault;
  return { speech, ...rest };
}

async function failed(respond: Respond, detail: RegExp, setup: Setup = {}) {
  const { fault, uploads } = await hear(respond, setup);
  assert.ok(fault instanceof Fault && fault.code === 'TRANSCRIPTION_FAILED', String(fault));
  assert.match(fault.detail, detail);
  assert.ok(!fault.detail.includes('sk-secret'));
  return uploads;
}

/** The sound has speech from 1.2 s to 3.5 s; the only piece sent begins 0.3 s earlier. */
const scene = await writeScene(join(dir, 'scene.wav'), 5, [{ at: 1, sentence: 'river' }]);
const pieceStart = 1 + sentences.river.start - 0.3;

const near = (value: number | undefined, wanted: number, by = 0.15) =>
  assert.ok(value !== undefined && Math.abs(value - wanted) < by, `${value} is not near ${wanted}`);

describe('the language of the text', () => {
  const english =
    'Thank you for watching this video, and please remember to subscribe to the channel before you leave.';

  test('text in another language than the server heard is not shown, and the speech is reported', async () => {
    const answer = {
      text: english,
      language: 'japanese',
      segments: [{ start: 0.3, end: 2.5, text: english }],
    };
    const { speech } = await heard(json(answer));
    assert.deepEqual(speech.segments, []);
    assert.equal(speech.language, 'und');
    assert.equal(speech.degraded, true);
    assert.deepEqual(
      speech.languageSpans.map(({ language, understood }) => [language, understood]),
      [['und', false]],
    );
  });

  test('is told by the text where the server does not tell it', async () => {
    const { speech } = await heard(json({ text: english }));
    assert.equal(speech.language, 'en');
    assert.deepEqual(
      speech.languageSpans.map(({ language }) => language),
      ['en'],
    );
  });

  test('speech of which the server writes nothing is not silence', async () => {
    const { speech } = await heard(json({ text: '', language: 'japanese', segments: [] }));
    assert.equal(speech.degraded, true);
    assert.equal(speech.languageSpans[0]?.understood, false);
  });
});

describe('what is sent and understood', () => {
  test('the protocol: model, times, names as a prompt, the key', async () => {
    const { uploads, seconds, speech } = await heard(json(spoken), {
      hints: ['Adidas', 'Coca-Cola'],
    });
    const [upload] = uploads;

    assert.equal(uploads.length, 1);
    assert.equal(upload?.path, '/v1/audio/transcriptions');
    assert.equal(upload?.authorization, 'Bearer sk-secret');
    assert.deepEqual(upload?.fields, {
      model: 'whisper-1',
      prompt: 'Adidas, Coca-Cola',
      response_format: 'verbose_json',
      'timestamp_granularities[]': ['word', 'segment'],
    });
    near(upload?.seconds, 2.9, 0.3);
    assert.equal(seconds.toFixed(2), upload?.seconds.toFixed(2));
    assert.equal(speech.language, 'en');
    assert.equal(speech.segments[0]?.text, 'one two');
    near(speech.segments[0]?.start, pieceStart + 0.3);
  });

  test('terms of a glossary follow the names in the prompt, as many as fit', async () => {
    const long = { term: 'x'.repeat(590), sounds: [] };
    const terms = [{ term: 'Kubernetes', sounds: ['cooper netties'] }, long];
    const short = { term: 'Acme', sounds: [] };
    const { uploads } = await heard(json(spoken), { hints: ['Adidas'], terms: [...terms, short] });
    assert.equal(uploads[0]?.fields.prompt, 'Adidas, Kubernetes, Acme');
  });

  test('words go to their segments; text keeps its marks', async () => {
    const answer = {
      text: 'One. Two three!',
      language: 'de',
      segments: [
        { id: 0, start: 0.3, end: 1, text: ' One.', no_speech_prob: 0.1, avg_logprob: -0.2 },
        { id: 1, start: 1, end: 2.4, text: ' Two three!', no_speech_prob: 0.9, avg_logprob: -0.2 },
      ],
      words: [
        { word: 'One', start: 0.3, end: 0.8 },
        { word: 'Two', start: 1.1, end: 1.5 },
        { word: 'three', start: 1.6, end: 2.3 },
      ],
    };
    const { speech } = await heard(json(answer));

    assert.equal(speech.language, 'de');
    assert.deepEqual(
      speech.segments.map(({ text, words }) => [text, words?.map((word) => word.text).join(' ')]),
      [
        ['One.', 'One'],
        ['Two three!', 'Two three'],
      ],
    );
    near(speech.segments[1]?.words?.[1]?.start, pieceStart + 1.6);
  });

  test('words alone make segments', async () => {
    const words = [
      { word: 'one', start: 0.3, end: 0.6 },
      { word: 'two', start: 1.9, end: 2.2 },
    ];
    const { speech } = await heard(json({ text: 'one two', words }), { language: 'en-GB' });

    assert.deepEqual(
      speech.segments.map(({ text }) => text),
      ['one', 'two'],
    );
    assert.equal(speech.language, 'en');
  });

  test('a server without times is sent single utterances, each with the times of its speech', async () => {
    const said: Said[] = [1, 5, 9].map((at) => ({ at, sentence: 'river' }));
    const audio = await writeScene(join(dir, 'three.wav'), 13, said);
    const { speech, uploads } = await heard(
      ({ fields, seconds }, before, response) => {
        if (fields.response_format === 'verbose_json') {
          json({ error: { message: "response_format 'verbose_json' is not compatible" } }, 400)(
            uploadless,
            0,
            response,
          );
        } else
          json({ text: `${before}: ${seconds < 4 ? 'short' : 'long'}` })(uploadless, 0, response);
      },
      { audio },
    );
    assert.equal(uploads.length, 4);
    assert.deepEqual(
      speech.segments.map(({ text }) => text),
      ['1: short', '2: short', '3: short'],
    );

    for (const [n, { start, end }] of speech.segments.entries()) {
      near(start, (said[n]?.at ?? 0) + sentences.river.start);
      near(end, (said[n]?.at ?? 0) + sentences.river.end, 0.25);
    }

    assert.equal(speech.language, 'und');
  });

  test('a server that answers text where times were asked for is asked again in utterances', async () => {
    const { speech, uploads } = await heard(json({ text: 'all of it' }));
    assert.equal(uploads.length, 2);
    assert.deepEqual(
      speech.segments.map(({ text }) => text),
      ['all of it'],
    );
  });

  test('long speech goes in pieces below the limits, cut at pauses, with its times put back', async () => {
    const said = Array.from({ length: 8 }, (_, n): Said => ({ at: 1 + n * 4, sentence: 'river' }));
    const audio = await writeScene(join(dir, 'long.wav'), 34, said);

    for (const limits of [{ maxPieceBytes: 400_000 }, { maxPieceSeconds: 11.5 }]) {
      const { speech, uploads, seconds } = await heard(json(spoken), { audio, limits });
      assert.ok(
        uploads.length >= 3 && uploads.every(({ bytes }) => bytes <= 400_000),
        `${uploads.length}`,
      );
      assert.ok(seconds < 34);

      // Every piece begins at the start of a sentence, so no sentence was cut.
      for (const { start } of speech.segments)
        assert.ok(
          said.some(({ at }) => Math.abs(at + sentences.river.start - start) < 0.2),
          `${start}`,
        );

      assert.equal(speech.segments.length, uploads.length);
    }
  });
});

const uploadless: Upload = { path: '', authorization: '', fields: {}, seconds: 0, bytes: 0 };

describe('what is not believed', () => {
  test('silence is never sent', async () => {
    const audio = await writeScene(join(dir, 'silent.wav'), 20, [], true);
    const { speech, uploads } = await heard(json(spoken), { audio });
    assert.deepEqual(speech, { language: '', segments: [], languageSpans: [] });
    assert.equal(uploads.length, 0);
  });

  test('text made up in a pause, or called so by the model itself, is left out', async () => {
    const said: Said[] = [
      { at: 1, sentence: 'river' },
      { at: 9.5, sentence: 'river' },
    ];
    const audio = await writeScene(join(dir, 'pause.wav'), 13, said);
    const segments = [
      { start: 0.3, end: 2.4, text: 'said', no_speech_prob: 0.7, avg_logprob: -0.3 },
      { start: 4.5, end: 6, text: 'Thank you for watching!' },
      { start: 8.9, end: 10, text: 'noise', no_speech_prob: 0.8, avg_logprob: -1.4 },
      { start: 10, end: 11, text: 'said too', no_speech_prob: null, avg_logprob: null },
      { start: 20, end: 29.98, text: 'Subtitles by nobody' },
    ];
    const { speech } = await heard(json({ text: 'x', segments }), { audio });

    assert.deepEqual(
      speech.segments.map(({ text }) => text),
      ['said', 'said too'],
    );
  });

  for (const [name, respond, detail] of [
    [
      'a page instead of JSON',
      (_u, _b, response) => {
        response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Hello</html>');
      },
      /not of the expected form/,
    ],
    [
      'half an answer',
      (_u, _b, response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"text": "one tw');
      },
      /remote: /,
    ],
    ['another schema', json({ result: 'one two' }), /not of the expected form.*text/s],
    [
      'an error with status 200',
      json({ error: { message: 'no GPU' } }),
      /not of the expected form/,
    ],
    ['text that is a number', json({ text: 5 }), /not of the expected form/],
    [
      'segments that are none',
      json({ text: 'one', segments: [{ text: 'one' }] }),
      /segments\[0\]\.start/,
    ],
    [
      'times beyond the audio',
      json({ text: 'a', segments: [{ start: 300, end: 2500, text: 'a' }] }),
      /times 300 to 2500/,
    ],
    [
      'times that run backwards',
      json({ text: 'a', words: [{ word: 'a', start: 2, end: 1 }] }),
      /times 2 to 1/,
    ],
  ] as readonly (readonly [string, Respond, RegExp])[]) {
    test(`${name} is a fault, not words`, async () => {
      assert.equal((await failed(respond, detail)).length, 1);
    });
  }
});

describe('what goes wrong on the way', () => {
  test('429 is waited for as long as the server says, then it goes on', async () => {
    const before = performance.now();
    const { speech, uploads } = await heard((upload, count, response) => {
      if (count === 0)
        json({ error: { message: 'slow down' } }, 429, { 'retry-after': '1' })(upload, 0, response);
      else json(spoken)(upload, 1, response);
    });

    assert.equal(uploads.length, 2);
    assert.ok(performance.now() - before > 950);
    assert.equal(uploads[0]?.bytes, uploads[1]?.bytes);
    assert.equal(speech.segments.length, 1);
  });

  test('a cut connection and a 503 are retried', async () => {
    const { speech, uploads } = await heard((upload, count, response) => {
      if (count === 0) response.destroy();
      else if (count === 1) json({ error: { message: 'loading' } }, 503)(upload, 0, response);
      else json(spoken)(upload, 0, response);
    });
    assert.equal(uploads.length, 3);
    assert.equal(speech.segments.length, 1);
  });

  test('500s end in a fault after the last retry', async () => {
    const uploads = await failed(
      json({ error: { message: 'broken' } }, 500),
      /remote: 500 broken/,
      {
        options: { maxRetries: 1 },
      },
    );
    assert.equal(uploads.length, 2);
  });

  test('a refused key is not tried again', async () => {
    const wrong = json({ error: { message: 'Incorrect API key provided: sk-secret' } }, 401);
    assert.equal((await failed(wrong, /401 .*\[key\]/)).length, 1);
  });

  test('a server that hangs is left after the timeout, before and inside its answer', async () => {
    const hang: readonly Respond[] = [
      () => {},
      (_upload, _before, response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).write('{"text":');
      },
    ];
    for (const respond of hang) {
      const before = performance.now();
      await failed(respond, /remote: /, { options: { timeoutMs: 400, maxRetries: 0 } });
      assert.ok(performance.now() - before < 20_000);
    }
  });

  test('nobody at the address', async () => {
    await failed(json(spoken), /remote: /, {
      options: { url: 'http://127.0.0.1:9', maxRetries: 0 },
    });
  });

  test('abort ends a call that hangs, with the reason', async () => {
    const stop = new AbortController();
    const reason = new Error('told to end');
    setTimeout(() => stop.abort(reason), 700);
    const before = performance.now();
    const { fault } = await hear(() => {}, { signal: stop.signal });
    assert.equal(fault, reason);
    assert.ok(performance.now() - before < 20_000);
  });
});

test('no speech model, no engine', () => {
  const models = { language: 'x', vision: null, speech: null };
  const remote = openRemote({
    url: 'http://127.0.0.1:9',
    apiKey: null,
    models,
    timeoutMs: 1,
    maxRetries: 0,
    maxTokensPerJob: 0,
  });
  assert.equal(openRemoteSpeech(remote), null);
});
