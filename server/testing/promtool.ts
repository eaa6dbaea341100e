/** Prometheus' own tool: whether metrics, rules and their tests are as Prometheus wants them. */
import { spawnSync } from 'node:child_process';

const there = spawnSync('promtool', ['--version']).error === undefined;

/** Why a test that needs it skips; false if it is there. */
export const noPromtool: string | false = there
  ? false
  : 'promtool (Debian: prometheus) is not installed';

/** What it printed, and whether it was content. */
export function promtool(
  args: readonly string[],
  input = '',
): { readonly ok: boolean; readonly output: string } {
  const { status, stdout, stderr } = spawnSync('promtool', args, { input, encoding: 'utf8' });
  return { ok: status === 0, output: `${stdout}${stderr}` };
}
