/** Checks at startup whether neural networks can run on the device set by REELSIGHT_DEVICE. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import type { Config } from '../settings/config.ts';
import { StartError } from '../start/start-error.ts';

const script = fileURLToPath(new URL('../../engines/try-device.ts', import.meta.url));
/** Time limit of the check. It is long because on a GPU newer than the libraries, their code must first be compiled. */
const limitMs = 180_000;
/** Maximum number of characters of ONNX Runtime's message to show. */
const mostTold = 400;

/** Throws StartError if the device does not work. The CPU always works. */
export async function checkDevice({ engines: { device }, worker }: Config): Promise<void> {
  if (device === 'cpu') return;
  const trouble = await deviceTrouble(device, worker.environment);
  if (trouble === null) return;
  throw new StartError(
    `REELSIGHT_DEVICE is ${device}, and ONNX Runtime cannot use it here: ${trouble}. Run the image ${device} with a GPU (docs/install.md), or set REELSIGHT_DEVICE=cpu.`,
  );
}

/**
 * Returns the reason why the device does not work; null if it works. The test runs in a separate process with the
 * environment of engine hosts, because a GPU keeps memory for each process that has used it, and a failing driver may
 * crash the process.
 */
export async function deviceTrouble(
  device: string,
  env: Readonly<Record<string, string>>,
): Promise<string | null> {
  return new Promise((resolve) => {
    execFile(process.execPath, [script, device], { env, timeout: limitMs }, (error, _, stderr) => {
      if (error === null) resolve(null);
      else if (error.killed) resolve(`it did not answer in ${limitMs / 1000} s`);
      else resolve(causeIn(stripVTControlCharacters(stderr)) ?? `it ended by ${error.signal}`);
    });
  });
}

/**
 * Extracts the cause from ONNX Runtime's log, which names a missing library, or from the error that follows. Folders
 * are removed from file names.
 */
function causeIn(text: string): string | null {
  const [, library] = / with error: (.+)/.exec(text) ?? [];
  const [, thrown] = /^Error: (.+)/m.exec(text) ?? [];
  const cause = (library ?? thrown)?.trim().replaceAll(/(^|\s)\/\S+\//g, '$1');
  return cause?.slice(0, mostTold) ?? null;
}
