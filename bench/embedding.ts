/**
 * Measures the memory of the process of a pulled embedding model after it has embedded a text. The model is made up,
 * but as large as `multilingual-e5-small`: weights of 120 MB and a vocabulary of 250,000 pieces. Its network is only
 * one table, so its times mean nothing.
 *
 * Usage: node bench/embedding.ts
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLocalEmbedding } from '../server/src/jobs/embedding/local-embedding.ts';
import { writeTinyEmbeddingModel } from '../server/testing/engines/tiny-embedding-model.ts';

/** In the table of weights, each word has a row of 256 four-byte numbers. */
const words = 120_000;
const pieces = 250_000;

/** A different word of five letters for each number. */
const wordOf = (number: number): string =>
  Array.from({ length: 5 }, (_, index) =>
    String.fromCharCode(97 + (Math.floor(number / 26 ** index) % 26)),
  ).join('');

const folder = await mkdtemp(join(tmpdir(), 'reelsight-embedding-'));
try {
  const model = await writeTinyEmbeddingModel(join(folder, 'model'), [
    Array.from({ length: words }, (_, number) => wordOf(number)).join(' '),
  ]);
  const path = join(model.folder, 'tokenizer.json');
  const tokenizer = JSON.parse(await readFile(path, 'utf8'));
  const known = Object.keys(tokenizer.model.vocab);
  // These pieces must never occur in a text, because the table of weights has no rows for them.
  const others = Array.from({ length: pieces - known.length }, (_, index) => `#${wordOf(index)}#`);
  const vocab = [...known, ...others].map((piece, index) => [piece, -10 - index / pieces]);
  tokenizer.model = { type: 'Unigram', unk_id: 1, vocab };
  await writeFile(path, JSON.stringify(tokenizer));

  const engine = openLocalEmbedding(model, {
    tmpDir: folder,
    environment: { PATH: process.env.PATH ?? '' },
    onTrouble: (trouble) => console.error(trouble),
  });
  await engine.embed([wordOf(7)], 'query', new AbortController().signal);
  const status = await readFile(`/proc/${engine.pid}/status`, 'utf8');

  for (const [name, field] of [
    ['now', 'VmRSS'],
    ['most', 'VmHWM'],
  ] as const) {
    const [, kilobytes] = new RegExp(`${field}:\\s+(\\d+)`).exec(status) ?? [];
    console.log(`resident memory, ${name}: ${Math.round(Number(kilobytes) / 1000)} MB`);
  }

  await engine.close();
} finally {
  await rm(folder, { recursive: true, force: true });
}
