/**
 * Files made to do harm when opened: they refer to other files, expand to gigabytes, or never end. Each must be
 * refused quickly.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { constants, deflateRawSync } from 'node:zlib';
import { Fault } from '@reelsight/contract';
import { box, replaceBox, u32 } from '../../testing/media/boxes.ts';
import { makeClip, steadyTimes } from '../../testing/media/made-clip.ts';
import { ingestHere, limits, temporaryDir } from '../../testing/media/test-media.ts';
import { probeMedia } from './probe.ts';

const noFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0 ? false : 'ffmpeg is not installed';

const inDir = (name: string): string => join(temporaryDir(), name);

function write(name: string, content: string | Buffer): string {
  const path = inDir(name);
  writeFileSync(path, content);
  return path;
}

type Outputs<Name extends string> = Readonly<Record<Name, readonly string[]>>;

/** Encodes an input in several ways with a single run of ffmpeg. Returns the paths by name. */
function encoded<Name extends string>(input: readonly string[], outputs: Outputs<Name>) {
  const names = Object.keys(outputs) as Name[];
  const paths = Object.fromEntries(names.map((name) => [name, inDir(name)])) as Record<
    Name,
    string
  >;
  const options = names.flatMap((name) => [...outputs[name], paths[name]]);

  const { status, stderr } = spawnSync('ffmpeg', ['-v', 'error', ...input, ...options]);

  assert.equal(status, 0, String(stderr));

  return paths;
}

/**
 * A zlib stream that inflates to the given number of millions of zeros. Building it takes only a buffer of one
 * million.
 */
function deflatedZeros(millions: number): Buffer {
  const million = 1_000_000;
  const block = deflateRawSync(Buffer.alloc(million), {
    level: 9,
    finishFlush: constants.Z_FULL_FLUSH,
  });
  const checksum = Buffer.alloc(4);
  checksum.writeUInt16BE((millions * million) % 65_521, 0);
  checksum.writeUInt16BE(1, 2);

  const header = Buffer.from([0x78, 0xda]);
  const emptyLastBlock = Buffer.from([3, 0]);

  return Buffer.concat([header, ...Array(millions).fill(block), emptyLastBlock, checksum]);
}

async function refused(path: string, text: RegExp, code = 'EXTRACTION_FAILED'): Promise<void> {
  const startMs = performance.now();
  await assert.rejects(ingestHere(path), (fault) => {
    assert.ok(fault instanceof Fault, String(fault));
    assert.equal(fault.code, code);
    assert.match(fault.message, text);
    return true;
  });
  assert.ok(performance.now() - startMs < 20_000);
}

const small = { width: 64, height: 64, draw: () => [] };

test('files that name others are not followed, whatever they are called', async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const { port } = server.address() as { port: number };
  const web = `http://127.0.0.1:${port}/a.ts`;
  const clip = inDir('clip.mp4');
  makeClip(clip, { video: { ...small, times: steadyTimes(10, 1) } });

  const list = (target: string) =>
    `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n${target}\n#EXT-X-ENDLIST\n`;
  const mpd = `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT1S"><Period><AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="1"><BaseURL>${web}</BaseURL></Representation></AdaptationSet></Period></MPD>`;
  const files = {
    'web.mp4': list(web),
    'secret.mp4': list('/etc/passwd'),
    'clip.mp4': list(clip),
    'concat.mp4': `ffconcat version 1.0\nfile '${clip}'\n`,
    'subtitled.mp4': `1\n00:00:00,000 --> 00:00:01,000\n${web}\n`,
    'dash.mp4': mpd,
    'session.mp4': `v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nm=video ${port} RTP/AVP 96\na=rtpmap:96 H264/90000\n`,
    'pattern-%03d.jpg': readFileSync(clip).subarray(0, 100),
    'lavfi.mp4': `movie=${clip}`,
  };
  for (const [name, content] of Object.entries(files))
    await refused(write(name, content), /^The file is (not a video|cut off)/);

  server.close();
  assert.deepEqual(asked, []);
});

test('a QuickTime file whose data lie in another file reads none of it', async () => {
  const clip = inDir('clip.mov');
  makeClip(clip, { video: { ...small, times: steadyTimes(10, 1) } });

  const bytes = readFileSync(clip);
  // An alias record that refers to the clip itself, which does contain all samples.
  const name = Buffer.from(clip);
  const alias = Buffer.concat([
    Buffer.alloc(142),
    Buffer.from([0, 18, 0, name.length]),
    name,
    Buffer.from([255, 255, 0, 0]),
  ]);
  alias.writeUInt16BE(alias.length, 4);

  const path = ['moov', 'trak', 'mdia', 'minf', 'dinf', 'dref'];
  const drefs = replaceBox(bytes, path, () => box('dref', u32(0, 1), box('alis', u32(0), alias)));
  const media = drefs.indexOf('mdat');
  const without = Buffer.concat([
    drefs.subarray(0, media - 4),
    drefs.subarray(drefs.indexOf('moov') > media ? drefs.indexOf('moov') - 4 : drefs.length),
  ]);
  await assert.rejects(ingestHere(write('alias.mov', without)), { code: 'EXTRACTION_FAILED' });
});

test('codecs that no camera or platform makes are refused by name, with what is accepted', {
  skip: noFfmpeg,
}, async () => {
  const source = ['-f', 'lavfi', '-i', 'testsrc=d=1:s=64x64:r=10'];
  const pictures = encoded(source, {
    'a.avi': ['-c:v', 'asv1'],
    'b.mkv': ['-c:v', 'snow', '-strict', '-2'],
    'e.nut': [],
  });
  const tone = ['-f', 'lavfi', '-i', 'sine=d=1'];
  const sounds = encoded(tone, { 'c.mkv': ['-c:a', 'sonic', '-strict', '-2'], 'd.sox': [] });

  await refused(pictures['a.avi'], /is asv1\. Accepted are H\.264/);
  await refused(pictures['b.mkv'], /is snow\. Accepted/);
  await refused(sounds['c.mkv'], /sound of the video is sonic\. Accepted are AAC/);
  await refused(
    sounds['d.sox'],
    /^The file is not a video of a kind that is accepted\. Accepted are MP4/,
  );
  await refused(pictures['e.nut'], /not a video of a kind/);
});

test('what phones, cameras and recorders make is accepted', { skip: noFfmpeg }, async () => {
  const both = ['-f', 'lavfi', '-i', 'testsrc=d=1:s=64x64:r=10', '-f', 'lavfi', '-i', 'sine=d=1'];
  const files = encoded(both, {
    'a.mp4': ['-c:v', 'libx264', '-c:a', 'aac'],
    'b.mov': ['-c:v', 'prores_ks', '-c:a', 'pcm_s24le'],
    'c.webm': ['-c:v', 'libvpx', '-c:a', 'libvorbis'],
    'd.webm': ['-c:v', 'libvpx-vp9', '-c:a', 'libopus'],
    'e.ts': ['-c:v', 'mpeg2video', '-c:a', 'ac3'],
    'f.avi': ['-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p', '-c:a', 'libmp3lame'],
    'g.mkv': ['-c:v', 'libx265', '-x265-params', 'log-level=none', '-c:a', 'flac'],
    'h.mp4': ['-c:v', 'mpeg4', '-c:a', 'alac'],
    'i.flv': ['-c:v', 'flv', '-ar', '44100', '-c:a', 'libmp3lame'],
    'j.ogv': ['-c:v', 'libtheora', '-c:a', 'libvorbis'],
    'k.wmv': ['-c:v', 'wmv2', '-c:a', 'wmav2'],
    'l.mxf': ['-c:v', 'mpeg2video', '-r', '25', '-c:a', 'pcm_s16le', '-ar', '48000'],
    'm.mov': ['-c:v', 'qtrle', '-c:a', 'pcm_s8'],
    'n.avi': ['-c:v', 'ffv1', '-c:a', 'adpcm_ms'],
  });
  for (const [name, path] of Object.entries(files)) {
    const { pass } = await ingestHere(path);
    assert.ok(pass.audio && pass.frames.length > 0, name);
  }

  const silent = encoded(both.slice(0, 4), { 'o.gif': [], 'p.mov': ['-c:v', 'png'] });
  for (const [name, path] of Object.entries(silent)) {
    const { pass } = await ingestHere(path);
    assert.equal(pass.frames.length, 1, name);
  }
});

test('a small file that lasts for hours is taken for what its packets say, up to the longest duration', async () => {
  const sound = inDir('sound.mkv');
  makeClip(sound, {
    tones: [
      { start: 0, end: 0.1 },
      { start: 35_000, end: 35_000.1 },
    ],
  });
  assert.ok(statSync(sound).size < 100_000);

  const { pass: quiet } = await ingestHere(sound);
  assert.ok(Math.abs((quiet.audio?.durationSeconds ?? 0) - 35_000.1) < 0.1);

  const picture = inDir('picture.mkv');
  makeClip(picture, { video: { ...small, times: [0, 1, 7000] } });

  const { pass: still } = await ingestHere(picture);
  assert.equal(still.images.length, 1);
  assert.ok(Math.abs(still.frames.length - 7000) <= 1);

  const never = inDir('never.mkv');
  makeClip(never, { video: { ...small, times: [0, 1, 100_000] } });
  await refused(never, /./, 'VIDEO_TOO_LONG');
});

test('a header that claims hours is not believed', async () => {
  const path = inDir('clip.mp4');
  makeClip(path, { video: { ...small, times: steadyTimes(10, 3) } });

  const long = replaceBox(readFileSync(path), ['moov', 'mvhd'], (old) => {
    const copy = Buffer.from(old);
    copy.writeUInt32BE(9 * 3600 * copy.readUInt32BE(20), 24);
    return copy;
  });
  const { pass } = await ingestHere(write('long.mp4', long));
  assert.ok(Math.abs(pass.probe.durationSeconds - 3) < 0.5, `${pass.probe.durationSeconds} s`);
});

test('an hour of silence in a file of the size for it is taken, and costs nothing', async () => {
  const path = inDir('quiet.mkv');
  makeClip(path, {
    tones: [
      { start: 0, end: 0.5 },
      { start: 3600, end: 3600.5 },
    ],
  });

  const { dir, pass } = await ingestHere(path);
  assert.ok(Math.abs((pass.audio?.durationSeconds ?? 0) - 3600.5) < 0.1);
  assert.ok(statSync(join(dir, 'sound.pack')).size < 20_000);
});

test('caps of the owner hold while a file goes on beyond what its header states', async () => {
  const path = inDir('longer.mp4');
  makeClip(path, {
    video: { ...small, times: steadyTimes(10, 30) },
    tones: [{ start: 0, end: 30 }],
  });

  const brief = replaceBox(readFileSync(path), ['moov', 'mvhd'], (old) => {
    const copy = Buffer.from(old);
    copy.writeUInt32BE(2 * copy.readUInt32BE(20), 24);
    return copy;
  });
  const lying = write('brief.mp4', brief);
  const { durationSeconds } = await probeMedia(lying, limits);
  const none = 1e9;
  const told: number[] = [];
  const ingest = (maxSeconds: number, budgetSeconds: number) =>
    ingestHere(lying, {
      onProbed: async (probe) => {
        told.push(probe.durationSeconds);
        return { maxSeconds, budgetSeconds };
      },
    });
  await assert.rejects(ingest(10, none), { code: 'VIDEO_TOO_LONG' });
  await assert.rejects(ingest(none, 10), { code: 'BUDGET_EXCEEDED' });
  assert.equal((await ingest(31, 31)).pass.frames.length, 30);
  assert.deepEqual(told, [durationSeconds, durationSeconds, durationSeconds]);
});

test('the pictures a file may unfold to are bounded by its size', {
  skip: noFfmpeg,
}, async () => {
  const files = encoded(['-f', 'lavfi', '-i', 'color=c=gray:s=1920x1080:r=30:d=2'], {
    'huge.mp4': ['-c:v', 'libx264', '-preset', 'ultrafast'],
  });
  const { VideoBudget } = await import('./bounds.ts');
  const budget = new VideoBudget(statSync(files['huge.mp4']).size);

  assert.throws(() => {
    for (let frame = 0; frame < 2000; frame += 1) budget.count(8192 * 4800);
  }, /unfolds to far more pictures/);
});

test('thousands of streams, a compressed header and a million edits end soon, in little memory', async () => {
  const clip = inDir('clip.mp4');
  makeClip(clip, { video: { ...small, times: steadyTimes(10, 2) } });

  const bytes = readFileSync(clip);
  const track = (() => {
    let found = Buffer.alloc(0);
    replaceBox(bytes, ['moov', 'trak'], (old) => {
      found = Buffer.from(old);
      return old;
    });
    return found;
  })();
  const streams = replaceBox(bytes, ['moov', 'trak'], () =>
    Buffer.concat(Array.from({ length: 3000 }, () => track)),
  );
  await refused(write('streams.mp4', streams), /^The file/);

  const bomb = deflatedZeros(600);
  const compressed = Buffer.concat([
    box('ftyp', Buffer.from('qt  '), u32(0)),
    box('moov', box('cmov', box('dcom', Buffer.from('zlib')), box('cmvd', u32(600_000_000), bomb))),
  ]);
  await refused(write('compressed.mov', compressed), /^The file/);

  const edits = replaceBox(bytes, ['moov', 'trak'], (old) => {
    const entry = u32(1, 0, 0x10000);
    const list = box('elst', u32(0, 1_000_000), Buffer.alloc(1_000_000 * entry.length, entry));
    return box('trak', box('edts', list), old.subarray(8));
  });
  const startMs = performance.now();

  await ingestHere(write('edits.mp4', edits)).catch((fault) => assert.ok(fault instanceof Fault));
  assert.ok(performance.now() - startMs < 30_000);

  const usedMb = process.resourceUsage().maxRSS / 1024;
  assert.ok(usedMb < 2000, `${usedMb} MB`);
});
