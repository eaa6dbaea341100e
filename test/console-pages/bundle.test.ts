/** What a visitor's browser loads first: little, and only from this service. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const dist = fileURLToPath(new URL('../../console/dist/', import.meta.url));
const skip = !existsSync(`${dist}index.html`) && 'the console is not built: npm run setup';

describe('the built console', { skip }, () => {
  test('its first page weighs less than 200 KB compressed', async () => {
    const page = await readFile(`${dist}index.html`, 'utf8');
    const files = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, path]) => path);
    assert.ok(files.length >= 2, 'a script and a style sheet');
    let sizeBytes = 0;
    for (const file of files) sizeBytes += gzipSync(await readFile(dist + file)).length;
    assert.ok(sizeBytes < 200_000, `${sizeBytes} bytes`);
  });

  test('nothing stands inline in it and nothing comes from elsewhere', async () => {
    const page = await readFile(`${dist}index.html`, 'utf8');
    assert.doesNotMatch(page, /<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=|https?:\/\//);
    const styles = (await readdir(`${dist}assets`)).filter((name) => name.endsWith('.css'));
    for (const name of styles)
      assert.doesNotMatch(await readFile(`${dist}assets/${name}`, 'utf8'), /url\(|@import/, name);
  });
});
