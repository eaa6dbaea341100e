/**
 * Runs docs/quick-start.md as it is written, in a copy of the checkout: one shell from the start of the service to the
 * last result.
 */
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { freePort } from '../server/src/wiring/start/free-port.ts';
import { copyCheckout, shellIn } from '../server/testing/checkout.ts';
import { codeBlocks } from '../server/testing/code-blocks.ts';
import { waitFor } from '../server/testing/wait-for.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const file = 'docs/quick-start.md';
const blocks = await codeBlocks(file);
const [start, ...rest] = blocks;
const page = await readFile(join(root, file), 'utf8');

let folder: string;
let checkout: string;
let service: ChildProcess | undefined;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reelsight-quick-start-'));
  checkout = await copyCheckout(folder);
});
after(async () => {
  if (service?.pid && service.exitCode === null) {
    process.kill(-service.pid, 'SIGTERM');
    await once(service, 'close');
  }
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

const shell = (script: string, env: Readonly<Record<string, string>>): ChildProcess =>
  shellIn(checkout, script, { HOME: folder, ...env });

/** Joins the blocks after the first into one script. Code that the page says to save is written to the named file. */
function scriptOf(port: number): string {
  const names = [...page.matchAll(/Save this as `([\w.-]+)`:\n\n```js\n/g)].map(([, name]) => name);
  const parts = rest.map(({ language, text }) => {
    if (language === 'sh') return text;
    assert.equal(language, 'js', text);
    const name = names.shift() ?? assert.fail('code without the name of its file');
    return `cat > ${name} <<'END OF FILE'\n${text}END OF FILE\n`;
  });
  return `set -eu -o pipefail\n${parts.join('\necho "== next"\n')}`.replaceAll(
    'localhost:8080',
    `localhost:${port}`,
  );
}

test('from the start of the service to the result of own code', { timeout: 400_000 }, async (t) => {
  const port = await freePort();
  const env = {
    PORT: String(port),
    UPLOAD_PORT: String(await freePort()),
    REELSIGHT_DATA_DIR: join(folder, 'data'),
    REELSIGHT_LINKS_UPDATE: 'off',
  };
  const startedMs = Date.now();

  assert.equal(start?.text.trim(), 'npm start');
  service = shell(start.text, env);
  service.stdout?.resume();
  await waitFor(async () => {
    assert.equal(service?.exitCode, null, 'the service ended');
    assert.equal((await fetch(`http://localhost:${port}/readyz`)).status, 200);
  });
  t.diagnostic(`serves after ${((Date.now() - startedMs) / 1000).toFixed(1)} s`);

  const typed = shell(scriptOf(port), env);
  let output = '';
  let firstResultMs: number | undefined;
  typed.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    if (/welcome/i.test(output)) firstResultMs ??= Date.now() - startedMs;
  });

  const [code] = await once(typed, 'close');
  assert.equal(code, 0, output);
  t.diagnostic(`first result after ${((firstResultMs ?? 0) / 1000).toFixed(1)} s`);

  const steps = output.split('== next\n');
  assert.equal(steps.length, rest.length);

  const [, byCurl = '', , , byCode = ''] = steps;
  assert.match(byCurl, /welcome/i);
  assert.ok(byCode.startsWith(byCurl.trim()), `${byCode}\n${byCurl}`);
  assert.match(byCode, /^1\n00:00:\d\d,\d{3} --> 00:00:\d\d,\d{3}\n/m);
});
