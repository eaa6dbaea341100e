/** Prometheus' own tool promtool: checks metrics, rules and the tests of rules. */
import { spawnSync } from 'node:child_process';

const there = spawnSync('promtool', ['--version']).error === undefined;

/** The reason to skip tests that need promtool; false if it is installed. */
export const noPromtool: string | false = there
  ? false
  : 'promtool (Debian: prometheus) is not installed';

/** Runs promtool; `ok` tells whether it found no fault. */
export function promtool(
  args: readonly string[],
  input = '',
): { readonly ok: boolean; readonly output: string } {
  const { status, stdout, stderr } = spawnSync('promtool', args, { input, encoding: 'utf8' });
  return { ok: status === 0, output: `${stdout}${stderr}` };
}
