/**
 * Makes a checkout ready to run: packages, the console's pages, then the system programs of the embedded engines.
 * Plain JavaScript for Node 20 with nothing installed; does nothing, quickly, when nothing is to do.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Node 24 from npm, whatever the machine has. */
export const node24 = join(
  root,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

/**
 * SHA-256 of that program. The package `node` fetches it by an install script of its own, which the lock file does not
 * cover. From the npm packages `node-<platform>-<arch>` of this version; change them with it.
 */
const nodeVersion = '24.21.0';
const nodeDigests = {
  'linux-x64': '7fde7b8afa198da66257f42ee2001d874c7355631e6d1579a5fb5ef1f246df4c',
  'linux-arm64': '0f8949d1028f6d61506b2d5bc57e7e6fe893d7b1997509b7847294fc9c616584',
};

/** What install scripts must not fetch: GPU parts, an ffmpeg binary, telemetry. For an npm too old for "allowScripts". */
const installEnvironment = {
  ONNXRUNTIME_NODE_INSTALL: 'skip',
  SKIP_FFMPEG: 'true',
  SCARF_ANALYTICS: 'false',
};

const systemPackages = [
  { name: 'yt-dlp', gives: 'videos of platforms by link', present: () => onPath('yt-dlp') },
  {
    name: 'bubblewrap',
    gives: 'a sandbox that videos are opened in',
    // Of Linux alone.
    present: () => process.platform !== 'linux' || onPath('bwrap'),
  },
];

/** An attempt that failed is not repeated for an hour, so that an offline machine is not slowed down. */
const failureMark = join(root, 'node_modules', '.cache', 'reelsight', 'apt-failed');
const failureRestMs = 3_600_000;

const say = (line) => console.error(`setup: ${line}`);

function onPath(program) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

function readJson(...path) {
  try {
    return JSON.parse(readFileSync(join(root, ...path), 'utf8'));
  } catch {
    return undefined;
  }
}

/** True where npm's own record of what it installed agrees with the lock file; optional packages of other machines may lack. */
function packagesAreCurrent() {
  const wanted = readJson('package-lock.json')?.packages ?? {};
  const installed = readJson('node_modules', '.package-lock.json')?.packages;
  if (!installed || !existsSync(node24)) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/') || entry.link) return true;
    const found = installed[path];
    return found ? found.version === entry.version : entry.optional === true;
  });
}

async function installPackages() {
  say('installing packages (npm ci), a minute or two …');
  const env = { ...process.env, ...installEnvironment };
  const npm = process.env.npm_execpath;
  const options = ['ci', '--loglevel=error', '--no-audit', '--no-fund'];
  const [program, ...args] = npm?.endsWith('.js')
    ? [process.execPath, npm, ...options]
    : ['npm', ...options];
  const child = spawn(program, args, {
    cwd: root,
    env,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  const stopTelling = tellArrivals();
  const status = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  }).finally(stopTelling);
  if (status !== 0) throw new Error('npm ci failed; its message is above.');
}

const arrivalsMs = 5000;

/** npm says nothing until it is done: this tells what has come. */
export function tellArrivals(folder = root, everyMs = arrivalsMs) {
  const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  const wanted = Object.entries(lock.packages)
    .filter(([path, entry]) => path.includes('node_modules/') && !entry.link && !entry.optional)
    .map(([path]) => path);
  let toldCount = 0;
  const timer = setInterval(() => {
    const count = wanted.filter((path) => existsSync(join(folder, path, 'package.json'))).length;
    if (count !== toldCount) say(`${count} of ${wanted.length} packages are here`);
    toldCount = count;
  }, everyMs);
  return () => clearInterval(timer);
}

/** Throws if the program is another than it should be; says so where no digest is known. */
export function checkNode(path, machine = `${process.platform}-${process.arch}`) {
  const wanted = nodeDigests[machine];
  if (!wanted) {
    say(`no digest of Node ${nodeVersion} for ${machine} is known: not checked`);
    return;
  }
  const found = createHash('sha256').update(readFileSync(path)).digest('hex');
  if (found === wanted) return;
  rmSync(path, { force: true });
  throw new Error(
    `Node as installed is not Node ${nodeVersion} for ${machine} (SHA-256 ${found}): removed. Run npm run setup again.`,
  );
}

/** What the pages are made of; a change in none of it needs no build. */
const consoleSources = [
  'console/index.html',
  'console/vite.config.ts',
  'console/package.json',
  'console/public',
  'console/src',
  'contract/src',
  'sdk/src',
  'package-lock.json',
];
const consoleMark = join(root, 'console', 'dist', '.made-of');

function filesBelow(path) {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesBelow(`${path}/${name}`));
}

function consoleFingerprint() {
  const hash = createHash('sha256');
  for (const file of consoleSources.flatMap(filesBelow)) {
    if (file.endsWith('.test.ts')) continue;
    hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

function buildConsole() {
  const wanted = consoleFingerprint();
  if (existsSync(consoleMark) && readFileSync(consoleMark, 'utf8') === wanted) return;
  say('building the console …');
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const run = spawnSync(node24, [vite, 'build', '--logLevel', 'warn'], {
    cwd: join(root, 'console'),
    stdio: ['ignore', 2, 2],
  });
  if (run.status !== 0) throw new Error('the console could not be built; the message is above.');
  writeFileSync(consoleMark, wanted);
}

function recentlyFailed() {
  try {
    return Date.now() - statSync(failureMark).mtimeMs < failureRestMs;
  } catch {
    return false;
  }
}

function aptInstall(names) {
  say(`installing system packages: ${names.join(' ')} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const limits = ['-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=15'];
  const apt = (...options) =>
    spawnSync('apt-get', ['-qq', ...limits, ...options], {
      env,
      stdio: 'ignore',
      timeout: 300_000,
    });
  apt('update');
  apt('install', '-y', '--no-install-recommends', ...names);
}

function installSystemPackages() {
  const missing = () => systemPackages.filter((one) => !one.present());
  const before = missing();
  if (before.length === 0) return;
  const debian = existsSync('/etc/debian_version') && onPath('apt-get');
  if (debian && process.getuid?.() === 0 && !recentlyFailed()) {
    aptInstall(before.map((one) => one.name));
    if (missing().length > 0) {
      mkdirSync(join(failureMark, '..'), { recursive: true });
      writeFileSync(failureMark, '');
    }
  }
  const left = missing();
  if (left.length === 0) return;
  for (const one of left) say(`without ${one.name}: no ${one.gives}`);
  const names = left.map((one) => one.name).join(' ');
  say(
    debian
      ? `to add: sudo apt-get install -y ${names}`
      : `to add, install ${names} by your system's package manager`,
  );
}

/** Longest that a look for yt-dlp may take; a machine that is offline knows it sooner. */
const linksSeconds = 45;
/** It was tried a moment ago, with whatever success. */
const linksRestMs = 3_600_000;

/**
 * Fetches the newest yt-dlp into the data folder, as platforms change too often for that of a distribution. Whatever goes
 * wrong costs one line; the service tries again by itself.
 */
export function updateLinks(env = process.env) {
  if (env.REELSIGHT_LINKS_UPDATE === 'off' || env.REELSIGHT_YTDLP) return;
  const state = join(env.REELSIGHT_DATA_DIR || join(root, 'data'), 'links', 'state.json');
  if (existsSync(state) && Date.now() - statSync(state).mtimeMs < linksRestMs) return;
  const program = join(root, 'server', 'src', 'wiring', 'operations', 'links.ts');
  say(`looking for a newer yt-dlp, at most ${linksSeconds} s …`);
  const run = spawnSync(node24, [program, 'update', '--seconds', String(linksSeconds)], {
    cwd: root,
    env,
    encoding: 'utf8',
    timeout: (linksSeconds + 15) * 1000,
  });
  const said = `${run.stdout ?? ''}${run.stderr ?? ''}`.trim().split('\n')[0];
  say(
    run.status === 0
      ? said
      : `no newer yt-dlp: ${said || 'it took too long.'} Try again with: npx reelsight links update`,
  );
}

/** Throws where the packages can't be installed; what else is missing costs one line each. */
export async function setUp() {
  if (Number(process.versions.node.split('.')[0]) < 20) {
    throw new Error(`Node 20 or newer is needed; this is ${process.version}.`);
  }
  if (!packagesAreCurrent()) {
    await installPackages();
    checkNode(node24);
  }
  buildConsole();
  installSystemPackages();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await setUp();
    updateLinks();
    say('ready');
  } catch (error) {
    say(error.message);
    process.exitCode = 1;
  }
}
