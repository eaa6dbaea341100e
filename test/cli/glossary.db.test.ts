/** `reelsight glossary`: terms are added, removed, and replaced by those of a file. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type OnService, startOnService } from './on-service.ts';

let cli: OnService;
before(async () => {
  cli = await startOnService({ REELSIGHT_ROLE: 'api' });
});
after(() => cli.close());

test('terms are added, said anew, removed, and replaced by those of a file', async () => {
  assert.match(await cli.text('glossary', 'show'), /^The glossary is empty/);
  await cli.text('glossary', 'add', 'Kubernetes', '--sounds-like', 'cooper netties');
  assert.equal(await cli.text('glossary', 'add', 'Siobhán'), 'The glossary has 2 terms.\n');
  assert.equal(await cli.text('glossary', 'show'), 'Kubernetes = cooper netties\nSiobhán\n');

  await cli.text('glossary', 'add', 'siobhan', '--sounds-like', 'shiv on');
  const { terms } = await cli.json('glossary', 'remove', 'KUBERNETES');
  assert.deepEqual(terms, [{ term: 'siobhan', sounds_like: ['shiv on'] }]);
  assert.match((await cli.run('glossary', 'remove', 'Kubernetes')).stderr, /no term Kubernetes/);
  assert.match((await cli.run('glossary', 'add', 'x')).stderr, /at least 2 letters/);

  const file = join(cli.folder, 'terms.txt');
  await writeFile(file, '# people\r\nWojciech = voy check\r\n\r\nC3PO\r\n');
  assert.equal(await cli.text('glossary', 'set', file), 'The glossary has 2 terms.\n');
  assert.equal(await cli.text('glossary', 'show'), 'Wojciech = voy check\nC3PO\n');
  await writeFile(file, 'C3PO\n\nx\n');
  assert.match((await cli.run('glossary', 'set', file)).stderr, /terms\.txt: Line 3: must have at/);
  assert.match(
    (await cli.run('glossary', 'set', `${file}.gone`)).stderr,
    /cannot be read: there is no such file/,
  );
});

test('a job takes terms, leaves the glossary out, and says how many people speak', async () => {
  const file = await cli.clip(2);
  const job = await cli.json(
    ...['analyze', file, '-c', 'transcription', '--no-wait', '--term', 'Zorblax'],
    ...['--no-glossary', '--speakers', '2-4'],
  );
  assert.deepEqual(job.glossary_terms, ['Zorblax']);
  assert.equal(job.glossary, false);
  assert.deepEqual(job.speakers_expected, { min: 2, max: 4 });

  for (const [typed, says] of [
    ['4-2', /the first number is the lower one/],
    ['0', /within 1 to 50/],
    ['two', /a number, or bounds/],
  ] as const)
    assert.match((await cli.run('analyze', file, '--speakers', typed)).stderr, says);
});
