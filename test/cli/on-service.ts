/** The command line on a service, for the tests of one suite. It runs with a key of one workspace. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cutClip } from '../../server/testing/media/cut-clip.ts';
import {
  startTestService,
  type TestService,
  type TestWorkspace,
} from '../../server/testing/service.ts';
import type { Json } from '../interface/subject.ts';
import { type Ended, reelsight, sample } from './harness.ts';

export interface OnService {
  readonly service: TestService;
  readonly owner: TestWorkspace;
  /** Home folder of the user who runs the commands; removed at the end. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** Writes the first seconds of the sample into a file and returns its path. */
  clip(seconds: number): Promise<string>;
  run(...args: string[]): Promise<Ended>;
  /** Output of a command, which must end with exit code 0. */
  text(...args: string[]): Promise<string>;
  /** Like `text`, with `--json`. */
  json(...args: string[]): Promise<Json>;
  close(): Promise<void>;
}

/** With `REELSIGHT_ROLE: 'all'`, the service has a worker. */
export async function startOnService(
  settings: Record<string, string> = { REELSIGHT_ROLE: 'all' },
): Promise<OnService> {
  const service = await startTestService(settings);
  const owner = await service.workspace('scale', 1_000_000);
  const folder = await mkdtemp(join(tmpdir(), 'reelsight-cli-'));
  const env = { REELSIGHT_URL: service.apiUrl, REELSIGHT_API_KEY: owner.apiKey };
  const run = (...args: string[]) => reelsight(args, { home: folder, env });
  async function text(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await run(...args);
    assert.equal(code, 0, `${args.join(' ')}: ${stderr}`);
    return stdout;
  }

  return {
    service,
    owner,
    folder,
    env,
    run,
    text,
    async clip(seconds) {
      const path = join(folder, `clip-${seconds}.mp4`);
      await cutClip(sample, path, seconds);
      return path;
    },
    json: async (...args) => JSON.parse(await text(...args, '--json')),
    async close() {
      await service.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
