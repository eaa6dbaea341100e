/** `reelsight mcp`: the tools for an assistant on this machine, over standard input and output. */
import { runStdio } from '@reelsight/mcp/stdio';
import { exitCode, UsageError } from './exit-code.ts';
import { type ConnectOptions, type Environment, openWithKey } from './session.ts';
import { version } from './version.ts';

/** Maximum number of credits that one process may spend, unless the environment sets another. */
const defaultMaxCredits = 1000;

export async function serveMcp(options: ConnectOptions, environment: Environment): Promise<number> {
  const { env, stderr, signal } = environment;
  const maxCredits = creditsOf(env.REELSIGHT_MCP_MAX_CREDITS);
  const { client, keyFrom } = await openWithKey(environment, options);
  stderr.write(
    `Reelsight at ${client.baseUrl}, API key from ${keyFrom}, at most ${maxCredits} credits (REELSIGHT_MCP_MAX_CREDITS).\n`,
  );
  await runStdio({
    client,
    version,
    maxCredits,
    signal,
    // The environment's streams are not used, because they escape control characters for a terminal.
    input: process.stdin,
    output: process.stdout,
    log: (line) => stderr.write(`${line}\n`),
  });

  return exitCode.done;
}

function creditsOf(text: string | undefined): number {
  if (!text) return defaultMaxCredits;
  if (!/^\d{1,9}$/.test(text)) {
    throw new UsageError(`REELSIGHT_MCP_MAX_CREDITS is ${text}; it must be a whole number.`);
  }
  return Number(text);
}
