/** Runs the commands of the pages about using results, on a real service with a real video. */
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { installTinyPictureText } from '../server/testing/engines/tiny-clip-model.ts';
import { cutClip } from '../server/testing/media/cut-clip.ts';
import { startTestService, type TestService } from '../server/testing/service.ts';
import { waitFor } from '../server/testing/wait-for.ts';
import { builtProgram, sample } from './cli/harness.ts';
import { accepted, Caller, type Json } from './interface/subject.ts';

const lacks = ['bash', 'curl'].find((name) => spawnSync(name, ['--version']).status !== 0) ?? false;

let service: TestService;
let folder: string;
let owner: Caller;
let env: Record<string, string>;
const words = (page: string): Promise<string> =>
  readFile(new URL(`../docs/${page}.md`, import.meta.url), 'utf8');

before(async () => {
  if (lacks) return;

  folder = await mkdtemp(join(tmpdir(), 'reelsight-docs-results-'));
  const models = join(folder, 'models');
  await installTinyPictureText(models);
  service = await startTestService({ REELSIGHT_ROLE: 'all', REELSIGHT_MODELS_DIR: models });

  const { apiKey } = await service.workspace('scale', 1_000_000);
  owner = new Caller(service.apiUrl, { 'X-Api-Key': apiKey });

  // Makes the command available as an installed program.
  const program = await builtProgram(folder);
  await mkdir(join(folder, 'bin'));

  const command = join(folder, 'bin', 'reelsight');
  await writeFile(command, `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`);
  await chmod(command, 0o755);

  for (const name of ['match', 'first', 'second'])
    await cutClip(sample, join(folder, `${name}.mp4`), 5);
  await sharp(join(import.meta.dirname, '../docs/images/search.png'))
    .jpeg()
    .toFile(join(folder, 'picture.jpg'));

  env = {
    PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
    HOME: folder,
    REELSIGHT_URL: service.apiUrl,
    REELSIGHT_API_KEY: apiKey,
    URL: service.apiUrl,
    KEY: apiKey,
  };

  const batch = JSON.parse(
    await shell(
      'reelsight batch create first.mp4 match.mp4 -c brands -c transcription --json --wait',
    ),
  );
  env.BATCH = batch.batch_id;
  env.JOB = batch.jobs[0].job_id;
  // Gives the job the names that the pages mention.
  await correct({ kind: 'rename', name: 'Toyota', new_name: 'Nike' });

  const added = {
    start: 1,
    end: 2,
    box: { x: 0, y: 0, width: 0.2, height: 0.2 },
    source: 'visual',
  };
  await correct({ kind: 'add', name: 'Sonos', appearance_added: added });
  env.CORRECTION = await correct({ kind: 'confirm', name: 'Nike' });
});
after(async () => {
  await service?.close();
  if (folder) await rm(folder, { recursive: true, force: true });
});

async function correct(asked: object): Promise<string> {
  const body = { target: 'brand', ...asked };
  return accepted(await owner.post(`/v1/jobs/${env.JOB}/corrections`, body), 201).correction_id;
}

/** No engine tells speakers apart here, so those whom the page names are given the parts of a line. */
async function giveLinesToSpeakers(): Promise<void> {
  const parts = [1, 2].map((speaker) => ({ text: 'Hello.', speaker }));
  const path = `/v1/jobs/${env.JOB}/transcript/segments/0`;
  accepted(await owner.call('PUT', path, { json: { parts } }), 200);
}

/** The id in an answer that a command wrote. */
const idIn = async (file: string, name: string): Promise<string> =>
  JSON.parse(await readFile(join(folder, file), 'utf8'))[name];

async function shell(commands: string): Promise<string> {
  const { stdout } = await promisify(execFile)('bash', ['-euc', commands], { cwd: folder, env });
  return stdout;
}

/** The lines in the code blocks of a page, each of which is a command. */
async function commandsOf(page: string): Promise<string[]> {
  const blocks = [...(await words(page)).matchAll(/```sh\n([\s\S]*?)```/g)];
  const lines = blocks.map(([, block = '']) =>
    block
      .replace(/\\\n/g, ' ')
      .trim()
      .split(/\n(?! )/),
  );
  return lines.flat();
}

/** The commands in the sentences of a page. */
async function inSentences(page: string): Promise<string[]> {
  const found = [...(await words(page)).matchAll(/`(reelsight [^`]*)`/g)];
  return found.map(([, command = '']) => command.replace(/(?<!\$)\bJOB(\.\.\.)?/, '$$JOB'));
}

describe('what the pages say', { skip: lacks && `${lacks} is not installed here` }, () => {
  test('exposure', async () => {
    const [job, batch, chosen, valued, views] = await Promise.all(
      (await commandsOf('exposure')).map(shell),
    );
    for (const answer of [job, batch, chosen]) {
      const { brands } = JSON.parse(answer ?? '').data;
      assert.ok(brands.some(({ name }: Json) => name === 'Nike'));
    }
    assert.ok(JSON.parse(job ?? '').data.brands[0].media_value_usd > 0);
    assert.equal(JSON.parse(valued ?? '').data.videos_not_valued, 1, 'nobody set its audience');
    assert.equal(JSON.parse(views ?? '').data.reading, 'no_link');

    for (const command of await inSentences('exposure')) {
      const output = await shell(command);
      if (command.startsWith('reelsight exposure')) assert.match(output, /Nike/);
    }
  });

  test('search', async () => {
    const commands = [...(await commandsOf('search')), ...(await inSentences('search'))];
    assert.equal(commands.length, 5);
    const answers = await Promise.all(commands.map(shell));
    // By words, like a moment, and by words for a picture.
    for (const answer of answers.slice(0, 3)) assert.ok(Array.isArray(JSON.parse(answer).data));
    // With a name that exists, the same commands find something, as soon as its words are in the index.
    const nike = (commands[3] ?? '').replace('running shoes', 'nike');
    await waitFor(async () => assert.match(await shell(nike), /Nike/));
  });

  test('sharing', async () => {
    const [command = ''] = await commandsOf('sharing');
    const { url } = JSON.parse(await shell(command)).data;
    assert.equal((await fetch(url)).status, 200);
    assert.match(await shell('reelsight shares list'), /brands, exposure/);
  });

  test('clips', async () => {
    const [command = ''] = await commandsOf('clips');
    assert.match(JSON.parse(await shell(command)).data.clip_id, /^clip_/);
    for (const each of await inSentences('clips')) await shell(each);
    assert.ok((await stat(join(folder, 'nike.mp4'))).size > 1000);
  });

  test('reports', async () => {
    for (const command of await commandsOf('reports')) await shell(command);
    const pdf = await readFile(join(folder, 'spring.pdf'));
    assert.equal(pdf.toString('latin1', 0, 5), '%PDF-');
    assert.match(await readFile(join(folder, 'spring.csv'), 'utf8'), /,Nike,visual,/);
  });

  test('corrections', async () => {
    const commands = await commandsOf('corrections');
    assert.equal(commands.length, 10);

    const answers: string[] = [];
    for (const command of commands) {
      if (command.includes('/speakers/1')) await giveLinesToSpeakers();
      answers.push(await shell(command));
    }
    assert.ok(JSON.parse(answers[1] ?? '').data.length >= 3);

    const names = JSON.parse(answers[2] ?? '').data.results.brands.map(({ name }: Json) => name);
    assert.ok(names.includes('Sony') && !names.includes('Sonos'), names.join());
    assert.equal(answers[3], '');

    const add = 'reelsight corrections add $JOB rename';
    const [command = ''] = (await inSentences('corrections')).filter((one) => one.startsWith(add));
    // The names have changed since the page's example, so they are swapped in the command.
    assert.match(await shell(command.replace('Sonos --to Sony', 'Sony --to Sonos')), /Sonos/);
    assert.match(await shell('reelsight evaluate'), /\S/);
    assert.match(await shell('reelsight jobs get $JOB'), /Sonos/);
    assert.doesNotMatch(await shell('reelsight jobs get $JOB --as-found'), /Sonos/);
  });

  test('presets', async () => {
    const commands = await commandsOf('presets');
    assert.equal(commands.length, 5);

    const answers: string[] = [];
    for (const command of commands) answers.push(await shell(command));
    assert.match(answers[1] ?? '', /Spring campaign/);
    assert.match(answers[2] ?? '', /completed/);
    assert.match(answers[3] ?? '', /batch_/);
    assert.doesNotMatch(await shell('reelsight presets list'), /Spring campaign/);
  });

  test('cookbook', async () => {
    for (const name of ['talk', 'interview'])
      await cutClip(sample, join(folder, `${name}.mp4`), 16);

    const commands = await commandsOf('cookbook');
    const answers = new Map<string, string>();
    for (const command of commands) {
      answers.set(command.split(' ', 2).join(' '), await shell(command));
      if (command.endsWith('> asked.json')) env.ASKED = await idIn('asked.json', 'batch_id');
      if (command.endsWith('> correction.json'))
        env.CORRECTION = await idIn('correction.json', 'correction_id');
    }

    const fileText = (name: string) => readFile(join(folder, name), 'utf8');
    assert.match(await fileText('talk.srt'), /-->/);
    assert.match(await fileText('brands.csv'), /^\uFEFF.*\r\n.*,Nike,/s);
    assert.match(await fileText('answers.csv'), /,Which drink is bought\?\r\n.*,coffee\r\n/);
    assert.match(answers.get('reelsight exposure') ?? '', /Nike/);
    assert.ok((await stat(join(folder, 'nike.mp4'))).size > 1000);
    assert.match(answers.get('reelsight search') ?? '', /welcome/i);
    assert.equal(JSON.parse(await fileText('annotations.json')).annotations.length > 0, true);
    assert.equal((await readFile(join(folder, 'proof-frames.zip'))).toString('latin1', 0, 2), 'PK');
  });

  test('notifications: the settings start a service', async (context) => {
    const [block = ''] = (await words('notifications')).match(/(?<=```sh\n)[\s\S]*?(?=```)/) ?? [];
    const lines = [...block.matchAll(/^(\w+)='(.*)'$/gm)];
    assert.equal(lines.length, 3);

    const settings = Object.fromEntries(lines.map(([, name = '', value = '']) => [name, value]));
    const other = await startTestService(settings);
    context.after(() => other.close());
    // Links in e-mails begin with this address.
    assert.equal(other.apiUrl, settings.PUBLIC_URL);
  });
});
