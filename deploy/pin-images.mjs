#!/usr/bin/env node
/**
 * `node deploy/pin-images.mjs [--check] [FILE…]`: asks the registries which digest the tag of each image has, and writes it
 * behind the tag. A digest names the same bytes for ever, and a tag whatever was pushed last. With `--check` nothing is
 * written: the exit code is 1 if an image has no digest, or another than the registry says. Plain JavaScript without
 * packages, for Node 20 or later; of an image for several platforms the digest is that of all of them together.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const folder = new URL('./', import.meta.url);
const usual = ['compose.yaml', 'Dockerfile'].map((name) => fileURLToPath(new URL(name, folder)));

/** The registry in front is required, so images of our own, which no registry has, are left alone. */
const image =
  /(image: |_IMAGE=)([a-z0-9.-]+\.[a-z]+(?::\d+)?)\/([a-z0-9._/-]+):([\w.-]+)(?:@(sha256:[0-9a-f]{64}))?/g;
const digestForm = /^sha256:[0-9a-f]{64}$/;

/** The lists of platforms first, so that no registry answers with the image of one of them. */
const accepted = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ');
const limitMs = 30_000;

/** Docker Hub has its interface at another name than its images. */
const hosts = { 'docker.io': 'registry-1.docker.io' };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    check: { type: 'boolean', default: false },
    // For a mirror, and for tests: asked instead of every registry.
    registry: { type: 'string' },
  },
});
process.exitCode = await pin(positionals.length > 0 ? positionals : usual);

/** Returns the exit code. */
async function pin(files) {
  const digests = new Map();
  let faults = 0;
  for (const file of files) {
    const text = await readFile(file, 'utf8');
    for (const [, , registry, repository, tag, current] of text.matchAll(image)) {
      const name = `${registry}/${repository}:${tag}`;
      try {
        if (!digests.has(name)) digests.set(name, await digestOf({ registry, repository, tag }));
      } catch (error) {
        console.error(`${name}: ${error.message}`);
        return 2;
      }
      const digest = digests.get(name);
      if (current === digest) continue;
      console.log(`${name}: ${current ?? 'no digest'}, the registry says ${digest}`);
      faults += 1;
    }

    const pinned = text.replace(image, (_whole, before, registry, repository, tag) => {
      const name = `${registry}/${repository}:${tag}`;
      return `${before}${name}@${digests.get(name)}`;
    });
    if (!values.check && pinned !== text) await writeFile(file, pinned);
  }
  if (digests.size === 0) {
    console.error('No file names an image of a registry.');
    return 2;
  }
  console.log(
    `${digests.size} images, ${faults} ${values.check ? 'to be pinned' : 'pinned anew'}.`,
  );
  return values.check && faults > 0 ? 1 : 0;
}

/** Throws if the registry does not say it. */
async function digestOf({ registry, repository, tag }) {
  const base = values.registry ?? `https://${hosts[registry] ?? registry}`;
  const url = `${base}/v2/${repository}/manifests/${tag}`;
  let answer = await ask(url);
  if (answer.status === 401) answer = await ask(url, await tokenFor(answer, repository));
  if (!answer.ok) throw new Error(`the registry answers ${answer.status}`);

  const digest = answer.headers.get('docker-content-digest') ?? '';
  if (!digestForm.test(digest)) throw new Error('the registry states no digest');
  return digest;
}

function ask(url, token) {
  return fetch(url, {
    method: 'HEAD',
    headers: { Accept: accepted, ...(token && { Authorization: `Bearer ${token}` }) },
    signal: AbortSignal.timeout(limitMs),
  });
}

/** A token for everybody, of the service that the registry names. */
async function tokenFor(answer, repository) {
  const challenge = answer.headers.get('www-authenticate') ?? '';
  const stated = Object.fromEntries(
    [...challenge.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );
  if (!/^bearer /i.test(challenge) || !stated.realm)
    throw new Error('the registry wants a sign-in of another kind');

  const url = new URL(stated.realm);
  if (stated.service) url.searchParams.set('service', stated.service);
  url.searchParams.set('scope', `repository:${repository}:pull`);
  const given = await fetch(url, { signal: AbortSignal.timeout(limitMs) });
  if (!given.ok) throw new Error(`${url.host} answers ${given.status}`);
  const { token, access_token: other } = await given.json();
  return token ?? other;
}
