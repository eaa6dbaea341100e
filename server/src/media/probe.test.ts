/** Tests of the probe on the shared media, on broken files and on generated clips. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Fault } from '@reelsight/contract';
import { makeClip, steadyTimes } from '../../testing/media/made-clip.ts';
import {
  limits,
  mediaDir,
  noMedia,
  temporaryDir,
  truthOf,
} from '../../testing/media/test-media.ts';
import { parseSummary } from './chapters.ts';
import { probeMedia } from './probe.ts';

const files = [
  'talk.mp4',
  'spoken-brands.mp4',
  'objects.mp4',
  'dialogue.mp4',
  'silence.mp4',
  'noaudio.mp4',
  'audioonly.mp4',
  'portrait.mp4',
  'rotated.mp4',
  'vfr.mp4',
  'tiny.webm',
  'movie.mov',
];

for (const file of files) {
  test(`${file} is what it is`, { skip: noMedia }, async () => {
    const { media } = truthOf(file);
    const probe = await probeMedia(join(mediaDir, file), limits);
    assert.equal(probe.container, file.split('.')[1]);
    assert.ok(Math.abs(probe.durationSeconds - media.duration_seconds) < 0.05);
    assert.equal(probe.audio?.codec ?? null, media.audio_codec ?? null);
    assert.equal(probe.video !== null, media.has_video);

    if (!media.has_video) return;
    assert.equal(probe.video?.codec, media.video_codec);
    assert.equal(probe.video?.width, media.display_width ?? media.width);
    assert.equal(probe.video?.height, media.display_height ?? media.height);
    assert.equal(probe.video?.rotation, file === 'rotated.mp4' ? 90 : 0);
  });
}

const broken: readonly (readonly [file: string, text: RegExp])[] = [
  ['empty.mp4', /^The file is empty\.$/],
  ['ftyp-only.mp4', /^The file is cut off or damaged: its index is missing\.$/],
  ['truncated.mp4', /^The file is cut off or damaged: its index is missing\.$/],
  ['text.mp4', /^The file is not a video of a kind that is accepted/],
  ['zero-duration.mp4', /duration is 0/],
];

for (const [file, text] of broken) {
  test(`bad/${file} is refused with words that help`, { skip: noMedia }, async () => {
    await refused(join(mediaDir, 'bad', file), text);
  });
}

async function refused(path: string, text: RegExp): Promise<void> {
  await assert.rejects(probeMedia(path, limits), (fault) => {
    assert.ok(fault instanceof Fault);
    assert.equal(fault.code, 'EXTRACTION_FAILED');
    assert.match(fault.message, text);
    assert.doesNotMatch(fault.message, /[\\/]|ffmpeg|Error/i);
    return true;
  });
}

test('content decides, not the name', { skip: noMedia }, async () => {
  const probe = await probeMedia(join(mediaDir, 'bad', 'wrong-ext.mp4'), limits);
  assert.equal(probe.container, 'webm');
  assert.equal(probe.video?.codec, 'vp9');
});

test('a header that claims a huge picture is not believed', { skip: noMedia }, async () => {
  const probe = await probeMedia(join(mediaDir, 'bad', 'bomb-header.mp4'), limits);
  assert.deepEqual([probe.video?.width, probe.video?.height], [640, 360]);
});

test('play lists that name other files are not followed', async () => {
  const dir = temporaryDir();
  const clip = join(dir, 'clip.mp4');
  makeClip(clip, { video: { width: 64, height: 64, times: steadyTimes(10, 1), draw: () => [] } });

  const lists = {
    'list.ffconcat': 'ffconcat version 1.0\nfile clip.mp4\n',
    'list.m3u8': `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n${clip}\n#EXT-X-ENDLIST\n`,
  };
  for (const [name, content] of Object.entries(lists)) {
    const path = join(dir, name);
    writeFileSync(path, content);
    await refused(path, /^The file is not a video of a kind that is accepted/);
  }
});

test('a picture beyond the limits is said to be, by side and by area', async () => {
  const path = join(temporaryDir(), 'clip.mp4');
  makeClip(path, { video: { width: 640, height: 64, times: steadyTimes(10, 1), draw: () => [] } });

  const wide = await probeMedia(path, { ...limits, maxSidePixels: 639 });
  assert.match(wide.pictureFault?.message ?? '', /640x64; at most 639x639/);

  const large = await probeMedia(path, { ...limits, maxFramePixels: 40_000 });
  assert.match(large.pictureFault?.message ?? '', /640x64; at most 0.04 megapixels/);

  const allowed = await probeMedia(path, { ...limits, maxFramePixels: 40_960 });
  assert.equal(allowed.pictureFault, null);
  assert.equal(allowed.video?.width, 640);
});

test('a huge picture is refused before it is decoded', { skip: noMedia }, async () => {
  const probe = await probeMedia(join(mediaDir, 'bad', 'bomb-dimensions.mp4'), limits);
  assert.match(
    probe.pictureFault?.message ?? '',
    /^The picture is 16000x16000; at most 8192x8192 is allowed\.$/,
  );
});

test('rotation and pixel shape make the size as shown', async () => {
  const path = join(temporaryDir(), 'clip.mp4');
  const video = { width: 360, height: 288, times: steadyTimes(25, 1), draw: () => [] };
  makeClip(path, { video: { ...video, pixelAspect: [16, 15], rotation: 270 } });
  const { video: seen } = await probeMedia(path, limits);
  assert.deepEqual(seen, { codec: 'h264', width: 288, height: 384, rotation: 270, fps: seen?.fps });
  assert.ok(Math.abs((seen?.fps ?? 0) - 25) < 1.5);
});

test('how much there is to decode is told from the packets, or from the frame rate where there is an index', async () => {
  const video = { width: 360, height: 288, times: steadyTimes(25, 2), draw: () => [] };
  for (const name of ['clip.mp4', 'clip.mkv']) {
    const path = join(temporaryDir(), name);
    makeClip(path, { video });
    const { allPixels } = await probeMedia(path, limits);
    const expected = 360 * 288 * video.times.length;
    assert.ok(Math.abs(allPixels / expected - 1) < 0.05, `${name}: ${allPixels} of ${expected}`);

    const unreadable = await probeMedia(path, { ...limits, maxSidePixels: 100 });
    assert.equal(unreadable.allPixels, 0);
  }
});

test('a recording without a duration in its header is measured', async () => {
  const path = join(temporaryDir(), 'clip.mkv');
  const video = { width: 64, height: 64, times: steadyTimes(10, 3), draw: () => [] };
  makeClip(path, { video, tones: [{ start: 0, end: 3.5 }], container: { live: '1' } });
  const probe = await probeMedia(path, limits);
  assert.ok(Math.abs(probe.durationSeconds - 3.5) < 0.05, `${probe.durationSeconds}`);
});

const noFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0 ? false : 'ffmpeg is not installed';

test('tags and chapters are read, cover art is no video', { skip: noFfmpeg }, async () => {
  const dir = temporaryDir();
  const sound = join(dir, 'sound.mkv');
  const cover = join(dir, 'cover.mp4');
  const notes = join(dir, 'notes.txt');

  makeClip(sound, { tones: [{ start: 0, end: 4 }] });
  makeClip(cover, { video: { width: 64, height: 64, times: [0], draw: () => [] } });
  writeFileSync(
    notes,
    ';FFMETADATA1\ntitle=Two halves\nARTIST=Nobody\n' +
      '[CHAPTER]\nTIMEBASE=1/10\nSTART=0\nEND=20\ntitle=First: äöü\n' +
      '[CHAPTER]\nTIMEBASE=1/10\nSTART=20\nEND=40\ntitle=Second \\\n    Chapter #0:9: \n',
  );

  const path = join(dir, 'all.m4a');
  const inputs = ['-i', sound, '-i', cover, '-i', notes];
  const maps = ['-map', '0:a', '-map', '1:v', '-map_metadata', '2', '-map_chapters', '2'];
  const codecs = ['-c:a', 'aac', '-c:v', 'mjpeg', '-disposition:v', 'attached_pic'];
  execFileSync('ffmpeg', ['-v', 'error', ...inputs, ...maps, ...codecs, path]);

  const probe = await probeMedia(path, limits);
  assert.equal(probe.video, null);
  assert.equal(probe.audio?.codec, 'aac');
  assert.equal(probe.tags.title, 'Two halves');
  assert.equal(probe.tags.artist, 'Nobody');
  assert.deepEqual(probe.chapters, [
    { start: 0, end: 2, title: 'First: äöü' },
    { start: 2, end: 4, title: 'Second' },
  ]);
});

test('probes at the same time keep their chapters apart', { skip: noMedia }, async () => {
  const dir = temporaryDir();
  const paths = ['talk.mp4', 'tiny.webm', 'movie.mov'].map((file) => join(mediaDir, file));
  const copy = join(dir, 'copy.mp4');
  copyFileSync(paths[0] ?? '', copy);

  const probes = await Promise.all([...paths, copy].map((path) => probeMedia(path, limits)));
  assert.deepEqual(
    probes.map((probe) => probe.container),
    ['mp4', 'webm', 'mov', 'mp4'],
  );
  for (const probe of probes) assert.deepEqual(probe.chapters, []);
});

test('a chapter without a title and one with wrong times', () => {
  const entries = [
    '  Chapters:',
    '    Chapter #0:0: ',
    'start 1.500000, ',
    'end 3.000000\n',
    '    Chapter #0:1: ',
    'start 3.000000, ',
    'end 2.000000\n',
    '  Stream #0',
    '        title           : ',
    'of a stream',
  ];
  assert.deepEqual(parseSummary(entries, 1), [{ start: 0.5, end: 2, title: '' }]);
});
