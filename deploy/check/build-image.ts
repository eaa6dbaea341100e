/**
 * Builds the image from deploy/Dockerfile on a Debian bootstrapped by this script. Packages are fetched with this
 * machine's own settings.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const checkout = fileURLToPath(new URL('../..', import.meta.url));
const baseName = 'localhost/reelsight-base';
const imageName = 'localhost/reelsight';
const mirrorConfig = '/run/build';

/** The image's files, and the part of its configuration that a container engine would use. */
export interface Image {
  /** Folder that contains the image's files. */
  readonly root: string;
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** `user:group`, as numbers. */
  readonly user: string;
  readonly workingDir: string;
  readonly health: readonly string[];
  readonly volumes: readonly string[];
  readonly sizeMb: number;
  release(): void;
}

interface Config {
  readonly Cmd: string[];
  readonly Entrypoint: string[];
  readonly Env: string[];
  readonly User: string;
  readonly WorkingDir: string;
  readonly Volumes: Record<string, unknown>;
  readonly Healthcheck: { readonly Test: string[] };
}

interface Inspected {
  readonly Docker: { readonly config: Config };
}

/** Builds the image and stores its layers in `folder`. */
export function buildImage(folder: string): Image {
  mkdirSync(folder, { recursive: true });
  const buildah = openBuildah(folder);
  makeBase(folder, buildah);
  build(folder, buildah);

  const container = buildah('from', imageName);
  const release = () => void buildah('rm', container);
  const { config } = (JSON.parse(buildah('inspect', '--type', 'image', imageName)) as Inspected)
    .Docker;
  const [, ...health] = config.Healthcheck.Test;
  const size = buildah('images', '--json', imageName);

  return {
    root: buildah('mount', container),
    command: [...config.Entrypoint, ...config.Cmd],
    env: Object.fromEntries(config.Env.map((line) => splitOnce(line))),
    user: config.User,
    workingDir: config.WorkingDir,
    health,
    volumes: Object.keys(config.Volumes),
    sizeMb: sizeInMb((JSON.parse(size) as { size: string }[])[0]?.size ?? ''),
    release,
  };
}

type Buildah = (...args: string[]) => string;

/** Stores layers as overlays if this machine's kernel supports them; otherwise each layer is a full copy. */
function openBuildah(folder: string): Buildah {
  const open =
    (driver: string): Buildah =>
    (...args) => {
      const places = ['--root', join(folder, driver), '--runroot', join(folder, `${driver}-run`)];
      return execFileSync('buildah', ['--storage-driver', driver, ...places, ...args], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'inherit'],
        maxBuffer: 2 ** 26,
      }).trim();
    };
  const overlay = open('overlay');
  try {
    const trial = overlay('from', 'scratch');
    overlay('mount', trial);
    overlay('rm', trial);
    return overlay;
  } catch {
    console.log('no overlays here: each layer is a copy');
    return open('vfs');
  }
}

function makeBase(folder: string, buildah: Buildah): void {
  if (buildah('images', '--json').includes(`${baseName}:latest`)) return;

  const archive = join(folder, 'base.tar');
  const options = join(folder, 'apt.conf');
  const format = ['--no-empty', '--format', '%F "%v";%n'];
  writeFileSync(options, execFileSync('apt-config', ['dump', ...format, 'Acquire']));

  const sources = ['/etc/apt/sources.list.d/debian.sources', '/etc/apt/sources.list'];
  const source = sources.find((file) => existsSync(file)) ?? assert.fail('no sources of packages');
  const release = readFileSync('/etc/os-release', 'utf8');
  const [, suite = ''] = /^VERSION_CODENAME=(\w+)$/m.exec(release) ?? [];
  const variant = ['--variant=minbase', `--aptopt=${options}`, '--quiet'];
  execFileSync('mmdebstrap', [...variant, suite, archive, source], { stdio: 'inherit' });

  const container = buildah('from', 'scratch');
  buildah('add', container, archive, '/');
  buildah('commit', '--quiet', '--rm', container, baseName);
  rmSync(archive);
}

function build(folder: string, buildah: Buildah): void {
  const config = join(folder, 'config');
  const npmrc = join(config, 'npmrc');

  mkdirSync(config, { recursive: true });
  writeFileSync(npmrc, npmSettings(config));

  const mounts = [`${config}:${mirrorConfig}:ro`, `${npmrc}:/root/.npmrc:ro`];
  buildah(
    ...['bud', '--quiet', '--isolation', 'chroot', '--format', 'docker', '--layers'],
    ...['--file', 'deploy/Dockerfile', '--target', 'cpu', '--build-arg', `BASE_IMAGE=${baseName}`],
    ...mounts.flatMap((mount) => ['--volume', mount]),
    ...['--tag', imageName, checkout],
  );
}

/** The machine's own npm settings, including its registry and certificates. */
function npmSettings(config: string): string {
  const npmrc = join(homedir(), '.npmrc');
  const lines = [existsSync(npmrc) ? readFileSync(npmrc, 'utf8') : ''];
  const registry = execFileSync('npm', ['config', 'get', 'registry'], {
    cwd: homedir(),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  lines.push(`registry=${registry.trim()}`);

  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  if (certificates !== undefined) {
    copyFileSync(certificates, join(config, 'ca.crt'));
    lines.push(`cafile=${mirrorConfig}/ca.crt`);
  }

  return `${lines.join('\n')}\n`;
}

function splitOnce(line: string): [string, string] {
  const index = line.indexOf('=');
  return [line.slice(0, index), line.slice(index + 1)];
}

/** Converts a size such as `1.02 GB` or `881 MB`. */
function sizeInMb(text: string): number {
  const [, amount, unit] = /^([\d.]+) ([MG])B$/.exec(text) ?? assert.fail(text);
  return Number(amount) * (unit === 'G' ? 1000 : 1);
}
