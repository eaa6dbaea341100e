/**
 * Loaded into a process before everything else: makes its `Date` wrong by the number of seconds in the file that
 * SOAK_CLOCK names.
 */
import { readFileSync } from 'node:fs';

const file = process.env.SOAK_CLOCK;
const lookEveryMs = 200;
const RealDate = Date;
const realNow = Date.now.bind(Date);
let lookedAt = Number.NEGATIVE_INFINITY;
let offsetMs = 0;

function offset(): number {
  const now = performance.now();
  if (file !== undefined && now - lookedAt > lookEveryMs) {
    lookedAt = now;
    try {
      offsetMs = Number(readFileSync(file, 'utf8')) * 1000;
    } catch {
      offsetMs = 0;
    }
  }

  return offsetMs;
}

const now = (): number => realNow() + offset();

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
  apply: (target) => new target(now()).toString(),
  get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
});
