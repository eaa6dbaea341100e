/**
 * The first process in yt-dlp's sandbox: it forwards connections from the sandbox's loopback interface to sockets of
 * the service, which are the only ways out, and runs the program. It imports none of the service's code, because the
 * sandbox shows no other file of the service.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { networkInterfaces, setPriority } from 'node:os';
import { pipeline } from 'node:stream';

const [order = '', program = '', ...args] = process.argv.slice(2);
const { doors, niceness } = JSON.parse(order) as {
  readonly doors: Readonly<Record<number, string>>;
  readonly niceness: number;
};

const isOpen = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ internal }) => !internal),
);
if (isOpen) fail('the sandbox has a network');

setPriority(niceness);
for (const [port, door] of Object.entries(doors)) {
  const server = createServer({ allowHalfOpen: true }, (inside) => join(inside, door));
  await once(server.listen(Number(port), '127.0.0.1'), 'listening');
}

const child = spawn(program, args, { stdio: 'inherit' });
child.once('error', ({ message }) => fail(message));
child.once('exit', (code) => process.exit(code ?? 1));

function join(inside: Socket, door: string): void {
  const outside = connect({ path: door, allowHalfOpen: true });
  pipeline([inside, outside, inside], () => undefined);
}

function fail(reason: string): void {
  process.stderr.write(`${reason}\n`);
  // Must be the same value as `programMissing` in sandbox.ts.
  process.exit(127);
}
