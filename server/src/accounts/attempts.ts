/**
 * Limits attempts to sign in, to sign up and to change a password: only callers who fail have to wait.
 *
 * Failures are counted by e-mail address, by block of IP addresses (see address-block.ts), and by both together. The
 * limit is strictest for an e-mail address from one block, looser for an e-mail address alone and for a block, and
 * loosest for a wide block, because the holder of an IPv6 /48 has 65,536 blocks. A device on which the e-mail's owner
 * has signed in before has its own counter, so strangers cannot make the owner wait there.
 *
 * Once an e-mail address has too many failures, each new block must wait once for a short time. This stops guessing
 * from many blocks at once, but delays an owner at a new address by no more than this short wait, however many others
 * are guessing.
 */
import { createHash } from 'node:crypto';
import { Fault } from '@reelsight/contract';
import { hasEmail } from '../db/accounts/accounts.ts';
import {
  countInWindow,
  failuresOf,
  forgetFailures,
  takeBack,
  takeTry,
  waitOf,
} from '../db/accounts/sign-in-failures.ts';
import type { Queryable } from '../db/database.ts';
import { addressBlock, wideBlock } from '../network/address-block.ts';
import type { Device } from './devices.ts';

export interface AttemptRules {
  /** Number of failures for an e-mail address from one block, or on one device, before waits begin. */
  readonly failures: number;
  /** The first wait; each further failure doubles it, up to `mostWaitMs`. */
  readonly firstWaitMs: number;
  readonly mostWaitMs: number;
  /**
   * Number of failures for an e-mail address within an hour after which each new block of IP addresses must first wait
   * for `newBlockWaitMs`.
   */
  readonly failuresOfEmail: number;
  readonly newBlockWaitMs: number;
  /** Number of failures allowed from one block in a minute, whatever the e-mail address. */
  readonly failuresOfBlock: number;
  /** Number of accounts that one block may create in a day without an invitation. */
  readonly accountsOfBlock: number;
}

export interface AttemptBy {
  readonly what: 'signUp' | 'signIn' | 'changePassword';
  readonly email: string;
  /** The caller's address. */
  readonly address: string;
  readonly device: Device | null;
}

/** A permitted attempt. It counts as a failure from the start, so that many simultaneous attempts all count. */
export interface Attempt {
  /** The attempt succeeded: the counter for this e-mail address and block, or for this device, restarts at zero. */
  passed(): Promise<void>;
  /** The attempt failed. Nothing needs to be done, because it already counts as a failure. */
  failed(): Promise<void>;
  /** The attempt must not count, because the form was incomplete or the fault is ours. */
  takeBack(): Promise<void>;
}

const failed = async (): Promise<void> => undefined;

/** How long a counter is kept after its last failure. */
const forgetSeconds = 86_400;
const hourSeconds = 3600;
const blockSeconds = 60;
const daySeconds = 86_400;
/**
 * How many times the limit of one block applies to a wide block: one customer may have many blocks, and thousands of a
 * provider's customers may share one wide block.
 */
const blocksInWide = 10;

/** Maximum number of single sign-ons that start from one block in a minute. */
const oidcStarts = 600;

/** Maximum number of wrong codes in a period. Of the million possible codes, three are valid at any time. */
const codes = { most: 10, seconds: 900 };

const keyOf = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/**
 * Counts an attempt, if it may be made now. Throws Fault RATE_LIMITED, which says how long to wait but not whether
 * there is an account with this e-mail address.
 */
export async function beginAttempt(
  db: Queryable,
  rules: AttemptRules,
  by: AttemptBy,
): Promise<Attempt> {
  const email = by.email.toLowerCase();
  const { what: action, device } = by;
  if (device && (await hasEmail(db, device.userId, email)))
    return onDevice(db, rules, keyOf(action, 'device', device.id));

  const block = addressBlock(by.address);
  const keys = {
    pair: keyOf(action, 'pair', email, block),
    email: keyOf(action, 'email', email),
    block: keyOf(action, 'block', block),
    wide: keyOf(action, 'wide', wideBlock(by.address)),
  };
  await countBlock(db, keys.wide, rules.failuresOfBlock * blocksInWide);
  await countBlock(db, keys.block, rules.failuresOfBlock);

  const crowded = (await failuresOf(db, keys.email)) >= rules.failuresOfEmail;
  if (!(await takeTry(db, keys.pair, waitsOf(rules, crowded)))) {
    await takeBack(db, keys.block);
    await takeBack(db, keys.wide);
    throw tooMany(await waitOf(db, keys.pair, 'blocked_until'));
  }

  await countInWindow(db, keys.email, { most: null, seconds: hourSeconds });
  return {
    passed: async () => {
      await forgetFailures(db, keys.pair);
      await takeBack(db, keys.email);
      // A successful sign-up stays counted, so that creating accounts endlessly is slowed down too.
      if (action === 'signUp') return;
      await takeBack(db, keys.block);
      await takeBack(db, keys.wide);
    },
    failed,
    takeBack: async () => {
      for (const key of Object.values(keys)) await takeBack(db, key);
    },
  };
}

async function countBlock(db: Queryable, key: string, limit: number): Promise<void> {
  if (await countInWindow(db, key, { most: limit, seconds: blockSeconds })) return;
  throw tooMany(await waitOf(db, key, 'forget_at'));
}

/**
 * Counts an account that a stranger creates. Each begins with credits, so a network may create only so many in a day.
 * Throws Fault RATE_LIMITED, with which the transaction must end, so that the refused account counts nowhere.
 */
export async function countAccount(
  tx: Queryable,
  rules: AttemptRules,
  address: string,
): Promise<void> {
  const limits = [
    { key: keyOf('account', 'wide', wideBlock(address)), blocks: blocksInWide },
    { key: keyOf('account', 'block', addressBlock(address)), blocks: 1 },
  ];
  for (const { key, blocks } of limits) {
    const window = { most: rules.accountsOfBlock * blocks, seconds: daySeconds };
    if (await countInWindow(tx, key, window)) continue;

    const seconds = await waitOf(tx, key, 'forget_at');
    throw new Fault('RATE_LIMITED', 'accounts of a network', {
      text: `Too many accounts were created from this network in a day. Try again in ${timeOf(seconds)}, or ask the operator of this Reelsight, or an owner of a workspace, for an invitation.`,
      retryAfterSeconds: seconds,
    });
  }
}

/**
 * Returns whether one more single sign-on may start from this address. Each start stores a row before the person is
 * known, so starts are limited per block of IP addresses, at a rate that no office reaches, and per wide block.
 */
export async function mayStartOidc(db: Queryable, address: string): Promise<boolean> {
  const ofWide = { most: oidcStarts * blocksInWide, seconds: blockSeconds };
  if (!(await countInWindow(db, keyOf('oidc', 'wide', wideBlock(address)), ofWide))) return false;
  const ofBlock = { most: oidcStarts, seconds: blockSeconds };
  return countInWindow(db, keyOf('oidc', addressBlock(address)), ofBlock);
}

/**
 * Counts an attempt to enter a code of the second step. Strangers, who must already know the password, all share one
 * strict counter; each device of the account's owner has its own, so that strangers cannot lock out the owner. Returns
 * a function that takes the attempt back if the code was right. Throws Fault RATE_LIMITED.
 */
export async function countCode(
  db: Queryable,
  userId: string,
  device: Device | null,
): Promise<() => Promise<void>> {
  const deviceId = device?.userId === userId ? device.id : '';
  const key = keyOf('code', userId, deviceId);
  if (await countInWindow(db, key, codes)) return () => takeBack(db, key);
  throw tooMany(await waitOf(db, key, 'forget_at'), 'codes');
}

async function onDevice(db: Queryable, rules: AttemptRules, key: string): Promise<Attempt> {
  if (!(await takeTry(db, key, waitsOf(rules, false))))
    throw tooMany(await waitOf(db, key, 'blocked_until'));
  return { passed: () => forgetFailures(db, key), failed, takeBack: () => takeBack(db, key) };
}

/** `crowded`: the e-mail address has too many failures, so a new block must wait before its first attempt. */
const waitsOf = (rules: AttemptRules, crowded: boolean) => ({
  free: rules.failures,
  least: crowded ? rules.newBlockWaitMs / 1000 : 0,
  newWaits: crowded,
  first: rules.firstWaitMs / 1000,
  most: rules.mostWaitMs / 1000,
  forget: forgetSeconds,
});

function tooMany(seconds: number, of = 'attempts'): Fault {
  return new Fault('RATE_LIMITED', 'sign-in', {
    text: `Too many ${of}. Wait ${timeOf(seconds)} and try again.`,
    retryAfterSeconds: seconds,
  });
}

function timeOf(seconds: number): string {
  if (seconds === 1) return 'a second';
  if (seconds < 120) return `${seconds} seconds`;
  return seconds < 7200
    ? `${Math.ceil(seconds / 60)} minutes`
    : `${Math.ceil(seconds / hourSeconds)} hours`;
}
