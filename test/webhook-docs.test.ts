/** The functions on docs/webhooks.md that verify deliveries, run unchanged with the page's test vectors. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { signatureHeaders } from '@reelsight/contract/webhook-signature';
import { verifyWebhook } from '../sdk/src/webhook.ts';

const page = await readFile(new URL('../docs/webhooks.md', import.meta.url), 'utf8');

function block(name: string): string {
  const [, text] = new RegExp(`^\`\`\`${name}\\n(.*?)^\`\`\``, 'ms').exec(page) ?? [];
  return text ?? assert.fail(`docs/webhooks.md has no block ${name}`);
}

interface Vector {
  readonly name: string;
  readonly secret: string;
  readonly previous_secret: string | null;
  readonly id: string;
  readonly timestamp: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}
const vectors = JSON.parse(block('json vectors')) as Vector[];

/** A delivery that a function of the page has to verify, with the right answer. */
interface Question {
  readonly about: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly secret: string;
  readonly now: number;
  readonly fits: boolean;
}

const foreign = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;

const questions: Question[] = vectors.flatMap((vector) => {
  const { name, body, secret, previous_secret: previous, headers } = vector;
  const now = Number(vector.timestamp);
  const asked = { about: name, body, headers, secret, now, fits: true };
  const { 'webhook-signature': _, ...unsigned } = headers;
  const { 'webhook-timestamp': __, ...untimed } = headers;

  return [
    asked,
    ...(previous ? [{ ...asked, about: `${name}, by the previous secret`, secret: previous }] : []),
    { ...asked, about: `${name}, 300 s later`, now: now + 300 },
    { ...asked, about: `${name}, too late`, now: now + 301, fits: false },
    { ...asked, about: `${name}, too early`, now: now - 301, fits: false },
    { ...asked, about: `${name}, altered`, body: body.replace('event', 'Event'), fits: false },
    { ...asked, about: `${name}, another secret`, secret: foreign, fits: false },
    { ...asked, about: `${name}, unsigned`, headers: unsigned, fits: false },
    { ...asked, about: `${name}, without its time`, headers: untimed, fits: false },
    {
      ...asked,
      about: `${name}, another id`,
      headers: { ...headers, 'webhook-id': 'evt_0' },
      fits: false,
    },
  ];
});

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reelsight-webhook-docs-'));
});
after(() => rm(folder, { recursive: true, force: true }));

/** Checks the output of a program: one line, `true` or `false`, per question. */
function checkLines(text: string): void {
  const answers = text.trim().split(/\s+/);
  assert.equal(answers.length, questions.length, text);
  for (const [index, { about, fits }] of questions.entries())
    assert.equal(answers[index]?.toLowerCase(), String(fits), about);
}

/** Runs a program that reads one question per line as base64 fields: now, secret, body, id, time, signatures. */
function ask(command: string, args: readonly string[]): void {
  const base64 = (text: string) => Buffer.from(text).toString('base64') || '-';
  const input = questions
    .map(({ body, headers, secret, now }) => {
      const named = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
      const fields = [String(now), secret, body, ...named.map((name) => headers[name] ?? '')];
      return fields.map(base64).join(' ');
    })
    .join('\n');
  const { status, stdout, stderr } = spawnSync(command, args, {
    input: `${input}\n`,
    encoding: 'utf8',
    timeout: 120_000,
  });

  assert.equal(status, 0, stderr);
  checkLines(stdout);
}

const runs = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args, { timeout: 60_000 }).status === 0;

describe('docs/webhooks.md', () => {
  test('our signer gives its vectors', async () => {
    assert.ok(vectors.length >= 3);
    for (const { secret, previous_secret, id, timestamp, body, headers } of vectors) {
      const now = new Date(Number(timestamp) * 1000);
      const signed = { secret, previousSecret: previous_secret, eventId: id, body, now };
      assert.deepEqual(await signatureHeaders(signed), headers);
    }
  });

  test('its JavaScript by the client', async () => {
    for (const { about, body, headers, secret, now, fits } of questions) {
      const answer = verifyWebhook(body, headers, secret, { nowMs: now * 1000 });
      if (fits) assert.deepEqual(await answer, JSON.parse(body), about);
      else await assert.rejects(answer, { name: 'WebhookVerificationError' }, about);
    }

    const client = fileURLToPath(new URL('../sdk/src/webhook.ts', import.meta.url));
    const code = block('js by-client').replace('@reelsight/sdk', pathToFileURL(client).href);
    const file = join(folder, 'by-client.mjs');
    await writeFile(file, code);

    const { receive } = await import(pathToFileURL(file).href);
    const [vector] = vectors;
    assert.ok(vector);

    const now = new Date();
    const signed = { secret: vector.secret, eventId: 'evt_1', body: vector.body, now };
    const event = await receive(vector.body, await signatureHeaders(signed), vector.secret);
    assert.equal(event.event_id, vector.id);
    await assert.rejects(receive(vector.body, vector.headers, vector.secret), /300 s/);
  });

  test('its JavaScript for plain Node', async () => {
    const file = join(folder, 'plain.mjs');
    await writeFile(file, block('js node'));
    const { verify } = await import(pathToFileURL(file).href);
    for (const { about, body, headers, secret, now, fits } of questions)
      assert.equal(verify(Buffer.from(body), headers, secret, now), fits, about);
  });

  test('its Python', async (context) => {
    if (!runs('python3', '--version')) return context.skip('there is no python3');
    const file = join(folder, 'verify.py');
    await writeFile(file, block('python') + pythonReader);
    ask('python3', [file]);
  });

  // Tested only if Java is installed; nothing in the project needs it.
  if (runs('java', '--list-modules'))
    test('its Java', async () => {
      const [imports = '', ...code] = block('java').split(/^(?=final class)/m);
      const file = join(folder, 'Reader.java');
      await writeFile(file, imports + javaReader + code.join(''));
      ask('java', [file]);
    });

  if (runs('ruby', '--version'))
    test('its Ruby', async () => {
      const file = join(folder, 'verify.rb');
      await writeFile(file, block('ruby') + rubyReader);
      ask('ruby', [file]);
    });
});

const pythonReader = `

import sys

for line in sys.stdin:
    fields = [b"" if one == "-" else base64.b64decode(one) for one in line.split()]
    names = ["webhook-id", "webhook-timestamp", "webhook-signature"]
    headers = {name: value.decode() for name, value in zip(names, fields[3:]) if value}
    print(verify(fields[2], headers, fields[1].decode(), int(fields[0])))
`;

const javaReader = `
class Reader {
  static byte[] field(String text) {
    return text.equals("-") ? new byte[0] : Base64.getDecoder().decode(text);
  }

  public static void main(String[] args) throws Exception {
    String[] names = {"webhook-id", "webhook-timestamp", "webhook-signature"};
    java.util.Scanner lines = new java.util.Scanner(System.in);
    while (lines.hasNextLine()) {
      String[] parts = lines.nextLine().split(" ");
      Map<String, String> headers = new java.util.HashMap<>();
      for (int at = 0; at < names.length; at++) {
        String value = new String(field(parts[at + 3]), StandardCharsets.UTF_8);
        if (!value.isEmpty()) headers.put(names[at], value);
      }
      String secret = new String(field(parts[1]), StandardCharsets.UTF_8);
      long now = Long.parseLong(new String(field(parts[0]), StandardCharsets.UTF_8));
      System.out.println(Webhooks.verify(field(parts[2]), headers, secret, now));
    }
  }
}

`;

const rubyReader = `

STDIN.each_line do |line|
  now, secret, body, id, time, signatures = line.split.map { |one| one == "-" ? "" : Base64.strict_decode64(one) }
  headers = { "webhook-id" => id, "webhook-timestamp" => time, "webhook-signature" => signatures }
  puts verify(body, headers, secret, now.to_i)
end
`;
