/**
 * Makes `media/sample.mp4`, the video of the demo: five drawn scenes with hard cuts, names and a logo on screen, and a
 * synthetic voice. Needs ffmpeg, flite (voice slt) and the fonts DejaVu and Liberation; run `node scripts/make-sample.ts` after
 * changing this file, and look at the result.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const target = fileURLToPath(new URL('../media/sample.mp4', import.meta.url));
const width = 1280;
const height = 720;
const fps = 25;
/** Backgrounds are wider than the frame, so that the camera can pan. */
const panWidth = 1600;
const silenceSeconds = { before: 0.5, leastAfter: 0.3 };
const sizeLimitBytes = 3_000_000;

interface Layer {
  /** SVG elements in a frame of 1280x720, on a transparent background. */
  readonly svg: string;
  /** ffmpeg expressions of the offset in pixels; `t` is the second of the scene. */
  readonly x?: string;
  readonly y?: string;
}

interface Scene {
  /**
   * Length of the scene, a whole number of frames. Fixed, so that changing a sentence or the voice does not shift any
   * scene.
   */
  readonly seconds: number;
  readonly speech: string;
  /** SVG elements in a frame of 1600x720. */
  readonly background: string;
  readonly layers: readonly Layer[];
}

const sans = 'font-family="Liberation Sans" font-weight="bold"';
const bold = 'font-family="DejaVu Sans" font-weight="bold"';

function gradient(id: string, from: string, to: string): string {
  return `<defs><linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>`;
}

function octagon(x: number, y: number, radius: number): string {
  const corner = (index: number) => Math.PI / 8 + (index * Math.PI) / 4;
  return Array.from({ length: 8 }, (_, index) => {
    const angle = corner(index);
    return `${x + radius * Math.cos(angle)},${y + radius * Math.sin(angle)}`;
  }).join(' ');
}

function houses(count: number, colours: readonly string[], base: number): string {
  return Array.from({ length: count }, (_, index) => {
    const x = index * 170 - 20;
    const tall = 150 + ((index * 73) % 140);
    const windows = Array.from({ length: 6 }, (_unused, windowIndex) => {
      const wx = x + 22 + (windowIndex % 3) * 42;
      const wy = base - tall + 24 + Math.floor(windowIndex / 3) * 58;
      return `<rect x="${wx}" y="${wy}" width="24" height="34" fill="#fff" opacity=".55"/>`;
    });
    const wall = colours[index % colours.length];

    return `<rect x="${x}" y="${base - tall}" width="150" height="${tall}" fill="${wall}"/>${windows.join('')}`;
  }).join('');
}

const stopSign = `<rect x="330" y="330" width="20" height="390" fill="#8a8f94"/>
<polygon points="${octagon(340, 270, 150)}" fill="#fff"/><polygon points="${octagon(340, 270, 139)}" fill="#b3121d"/>
<text x="340" y="302" font-family="Liberation Sans Narrow" font-weight="bold" font-size="104" text-anchor="middle" fill="#fff">STOP</text>`;

const billboard = `<rect x="640" y="110" width="520" height="220" rx="6" fill="#f7f4ee" stroke="#39424d" stroke-width="10"/>
<rect x="700" y="330" width="16" height="300" fill="#39424d"/><rect x="1084" y="330" width="16" height="300" fill="#39424d"/>
<text x="900" y="252" ${bold} font-size="98" text-anchor="middle" fill="#c8102e">TOYOTA</text>`;

const cup = `<defs><linearGradient id="glaze" x1="0" x2="1"><stop offset="0" stop-color="#7d1f16"/><stop offset=".35" stop-color="#e2574a"/><stop offset="1" stop-color="#84241a"/></linearGradient></defs>
<path d="M495 400 q110 -10 110 80 q0 90 -120 85" fill="none" stroke="#a8301f" stroke-width="26"/>
<path d="M230 350 L236 600 Q370 650 504 600 L510 350Z" fill="url(#glaze)"/>
<ellipse cx="370" cy="350" rx="140" ry="38" fill="#d7d0c8"/><ellipse cx="370" cy="355" rx="124" ry="30" fill="#2e1a0f"/>`;

const clock = `<circle cx="330" cy="330" r="170" fill="#333"/><circle cx="330" cy="330" r="154" fill="#fbfaf5"/>
${Array.from({ length: 12 }, (_, hour) => {
  const angle = ((hour + 1) * Math.PI) / 6 - Math.PI / 2;
  return `<text x="${330 + 124 * Math.cos(angle)}" y="${330 + 124 * Math.sin(angle) + 12}" font-family="Liberation Sans" font-size="33" text-anchor="middle">${hour + 1}</text>`;
}).join('')}
<line x1="330" y1="330" x2="330" y2="228" stroke="#111" stroke-width="8"/><line x1="330" y1="330" x2="262" y2="330" stroke="#111" stroke-width="11"/><circle cx="330" cy="330" r="9"/>`;

/** The shape of a brand's logo without a word, as `simple-icons` draws it in a square of 24. */
function shapeOf(slug: string): string {
  const file = createRequire(import.meta.url).resolve(`simple-icons/icons/${slug}.svg`);
  return /<path d="[^"]+"\/>/.exec(readFileSync(file, 'utf8'))?.[0] ?? '';
}

const shopSign = `<rect x="545" y="470" width="190" height="190" rx="28" fill="#1d2233" stroke="#4a5578" stroke-width="4"/>
<g transform="translate(577 500) scale(5.25)" fill="#f4f6ff">${shapeOf('apple')}</g>`;

const scenes: readonly Scene[] = [
  {
    seconds: 3.72,
    speech: 'Good morning, and welcome to the town.',
    background: `${gradient('dawn', '#27476e', '#e8a87c')}<rect width="1600" height="720" fill="url(#dawn)"/>
<circle cx="1120" cy="430" r="90" fill="#fbe3b5"/><g opacity=".9">${houses(10, ['#3b4a63', '#44546f', '#364358'], 720)}</g>`,
    layers: [
      {
        svg: `<text x="640" y="250" ${bold} font-size="84" text-anchor="middle" fill="#fff">A walk in town</text>
<text x="640" y="320" font-family="DejaVu Sans" font-size="36" text-anchor="middle" fill="#fff">a sample video</text>`,
        y: '-8*t',
      },
    ],
  },
  {
    seconds: 5.84,
    speech:
      'At the corner is a stop sign. The driver of the Toyota drives on when the light is green.',
    background: `${gradient('sky', '#6fa8dc', '#dbe9f4')}<rect width="1600" height="720" fill="url(#sky)"/>
${houses(10, ['#c9a27e', '#b7876a', '#d6b892'], 560)}<rect y="560" width="1600" height="160" fill="#6b6f74"/>
${Array.from({ length: 9 }, (_, index) => `<rect x="${index * 190}" y="635" width="110" height="12" fill="#f2f2f2"/>`).join('')}`,
    layers: [
      { svg: billboard, x: '-14*t' },
      { svg: stopSign, x: '-26*t' },
    ],
  },
  {
    seconds: 5.96,
    speech: 'At Starbucks we buy two cups of coffee. Together they cost nine dollars.',
    background: `${gradient('wall', '#9db3bd', '#b9c9cf')}<rect width="1600" height="720" fill="url(#wall)"/><rect y="520" width="1600" height="200" fill="#7a5a3a"/>
${Array.from({ length: 8 }, (_, index) => `<rect x="${index * 220}" y="${540 + (index % 3) * 50}" width="150" height="5" fill="#5f4429"/>`).join('')}`,
    layers: [
      {
        svg: `<rect x="640" y="90" width="560" height="150" rx="75" fill="#0b5d3f"/><text x="920" y="192" ${sans} font-size="80" text-anchor="middle" fill="#fff">STARBUCKS</text>
<text x="920" y="330" font-family="DejaVu Sans" font-size="44" text-anchor="middle" fill="#2b2b2b">2 coffees $9</text>`,
        x: '30',
        y: '4*sin(2*t)',
      },
      { svg: cup, x: '-40+12*t' },
    ],
  },
  {
    seconds: 6.36,
    speech: 'The offices of Google and Microsoft open at nine. A parcel from Amazon has come.',
    background: `<rect width="1600" height="720" fill="#cbbfa8"/><rect y="590" width="1600" height="130" fill="#8d7a60"/>
${Array.from({ length: 12 }, (_, index) => `<rect x="${index * 140}" width="70" height="590" fill="#c3b69d"/>`).join('')}`,
    layers: [
      { svg: clock, y: '6*sin(1.5*t)' },
      {
        svg: `<rect x="640" y="170" width="540" height="150" fill="#fff" stroke="#555" stroke-width="6"/><text x="910" y="272" font-family="DejaVu Sans" font-size="84" text-anchor="middle" fill="#3c3c3c">Microsoft</text>
<rect x="640" y="370" width="540" height="150" fill="#fff" stroke="#555" stroke-width="6"/><text x="910" y="474" ${sans} font-size="92" text-anchor="middle" fill="#1a56c4">Google</text>`,
        x: '-8*t',
      },
    ],
  },
  {
    seconds: 5.96,
    speech:
      'In the evening the lights come on. This is the end of the story. Thank you for watching.',
    background: `${gradient('night', '#0a0f24', '#2a2447')}<rect width="1600" height="720" fill="url(#night)"/>
${Array.from({ length: 60 }, (_, index) => `<circle cx="${(index * 397) % 1600}" cy="${(index * 151) % 380}" r="2" fill="#fff" opacity=".7"/>`).join('')}
${houses(10, ['#151a30', '#1b2140', '#12162a'], 720)}`,
    layers: [
      { svg: shopSign, x: '-18*t' },
      {
        svg: `<rect x="270" y="230" width="740" height="190" rx="14" fill="#0d1b4c" stroke="#6c8cff" stroke-width="8"/>
<text x="640" y="367" ${sans} font-size="128" text-anchor="middle" letter-spacing="6" fill="#eef2ff">SAMSUNG</text>`,
        x: '-10*t',
        y: '3*sin(3*t)',
      },
    ],
  },
];

const folder = mkdtempSync(join(tmpdir(), 'reelsight-sample-'));
const ffmpeg = (...options: string[]) =>
  execFileSync('ffmpeg', ['-y', '-v', 'error', ...options], { stdio: 'inherit' });

async function picture(name: string, svg: string, columns: number): Promise<string> {
  const path = join(folder, `${name}.png`);
  const markup = `<svg xmlns="http://www.w3.org/2000/svg" width="${columns}" height="${height}">${svg}</svg>`;
  await sharp(Buffer.from(markup)).png().toFile(path);
  return path;
}

function secondsOf(path: string): number {
  const options = ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', path];
  return Number(execFileSync('ffprobe', options, { encoding: 'utf8' }));
}

/** Renders one scene with its voice, and returns the path of the file. */
async function render(scene: Scene, index: number): Promise<string> {
  const voice = join(folder, `voice${index}.wav`);
  execFileSync('flite', ['-voice', 'slt', '-t', scene.speech, '-o', voice]);

  const { seconds } = scene;
  const neededSeconds = silenceSeconds.before + secondsOf(voice) + silenceSeconds.leastAfter;
  if (neededSeconds > seconds)
    throw new Error(`scene ${index} needs ${neededSeconds.toFixed(2)} s`);

  const background = await picture(`background${index}`, scene.background, panWidth);
  const layers: string[] = [];
  for (const [layerIndex, layer] of scene.layers.entries()) {
    layers.push(await picture(`layer${index}-${layerIndex}`, layer.svg, width));
  }

  const still = (path: string) => ['-loop', '1', '-framerate', String(fps), '-i', path];
  const pan = `(${panWidth}-${width})*t/${seconds}`;
  const chain = [
    `[0]crop=${width}:${height}:'${pan}':0[v0]`,
    ...scene.layers.map(
      ({ x = '0', y = '0' }, index) =>
        `[v${index}][${index + 1}]overlay=x='${x}':y='${y}'[v${index + 1}]`,
    ),
    `[${layers.length + 1}]adelay=${silenceSeconds.before * 1000},apad,loudnorm=I=-18:TP=-2,aresample=44100[a]`,
  ];
  const path = join(folder, `scene${index}.mkv`);
  ffmpeg(
    ...[background, ...layers].flatMap(still),
    ...['-i', voice, '-filter_complex', chain.join(';')],
    ...['-map', `[v${layers.length}]`, '-map', '[a]', '-t', String(seconds), '-r', String(fps)],
    ...['-c:v', 'ffv1', '-pix_fmt', 'yuv420p', '-c:a', 'pcm_s16le', '-ac', '1', path],
  );

  return path;
}

try {
  const parts: string[] = [];
  for (const [index, scene] of scenes.entries()) parts.push(await render(scene, index));
  const joined = parts.map((_, index) => `[${index}:v][${index}:a]`).join('');
  ffmpeg(
    ...parts.flatMap((part) => ['-i', part]),
    ...['-filter_complex', `${joined}concat=n=${parts.length}:v=1:a=1[v][a]`],
    ...['-map', '[v]', '-map', '[a]', '-c:v', 'libx264', '-preset', 'slow', '-crf', '24'],
    ...['-pix_fmt', 'yuv420p', '-g', '50', '-c:a', 'aac', '-b:a', '96k', '-ac', '1'],
    ...['-metadata', 'title=A walk in town', '-map_chapters', '-1', '-movflags', '+faststart'],
    target,
  );
  const sizeBytes = statSync(target).size;
  console.log(`${target}: ${secondsOf(target).toFixed(1)} s, ${sizeBytes} bytes`);
  if (sizeBytes > sizeLimitBytes) throw new Error(`larger than ${sizeLimitBytes} bytes`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
