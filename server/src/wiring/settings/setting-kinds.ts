/** Defines how the text of an environment variable is parsed. Values are converted to the unit that the code uses. */
import { isIP } from 'node:net';
import { bytesInMb, defaultPlans, planNames } from '@reelsight/contract';
import { nearest } from '@reelsight/contract/nearest';
import { z } from 'zod';
import { cronFields } from '../start/cron.ts';

export const text = z.string().min(1);
/** Used unchanged, including spaces at its beginning and end. */
export const prefix = z.string().min(1).max(500);
export const secret = z.string().min(32, 'must have at least 32 characters');
export const url = z.url('must be an address such as s3://videos?endpoint=https://s3.example.com');
export const postgresUrl = z
  .url('must be an address such as postgres://user@db.example.com/reelsight')
  .refine((value) => /^postgres(ql)?:\/\//.test(value), 'must begin with postgres://');
/** A web address; a slash at its end is removed. */
export const address = z
  .url({ protocol: /^https?$/, error: 'must be an address such as https://video.example.com' })
  .transform((value) => value.replace(/\/+$/, ''));
/** The address of an identity provider. Secrets are sent to it, so it must use https or be on this machine. */
export const issuer = z.string().refine((value) => {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}, 'must begin with https://');
/** Address of a mail server: it must contain a host; a user name and password are optional. */
export const smtpUrl = z
  .string()
  .refine(
    (value) =>
      /^smtps?:$/.test(URL.parse(value)?.protocol ?? '') && URL.parse(value)?.hostname !== '',
    'must be an address such as smtp://user:password@mail.example.com:587',
  );
/** An e-mail address, with or without a name before it. */
export const mailAddress = z
  .string()
  .regex(
    /^([^<>\r\n]*<)?[^\s@<>]+@[^\s@<>]+>?$/,
    'must be an address such as Reelsight <reelsight@example.com>',
  );
const number = z.coerce.number('must be a number');
const portRange = 'must be a whole number from 0 to 65535';
export const port = z.coerce
  .number(portRange)
  .int(portRange)
  .min(0, portRange)
  .max(65_535, portRange);
export const count = number.int().min(1);
export const countOrNone = number.int().min(0);
export const amount = number.min(0);
export const credits = number.int().min(0).max(1_000_000_000);
export const flag = z
  .enum(['true', 'false', '1', '0'])
  .transform((value) => value === 'true' || value === '1');

export const oneOf = <const T extends readonly string[]>(values: T) => z.enum(values);

const times = (unit: number) => amount.transform((value) => value * unit);
export const seconds = times(1000);
export const minutes = times(60_000);
export const hours = times(3_600_000);
export const days = times(86_400_000);
/** A number of days. 0 is not allowed, because it would remove jobs that have just ended. */
export const someDays = number
  .gt(0, 'must be more than 0; leave it out to keep them')
  .transform((value) => value * 86_400_000);
export const minutesInSeconds = times(60);
/** Whole days, returned in seconds. Browsers keep no cookie for more than 400 days. */
export const daysInSeconds = count.max(400).transform((value) => value * 86_400);
/** Minutes, returned in seconds; or `off`, which is null. */
export const minutesOrOff = z.string().transform((value, context): number | null => {
  if (value === 'off') return null;
  const minutesGiven = Number(value);
  if (minutesGiven > 0 && Number.isFinite(minutesGiven)) return minutesGiven * 60;

  context.addIssue(`${value} is neither a number of minutes above 0 nor off`);
  return z.NEVER;
});
export const megabytes = count.transform((value) => value * bytesInMb);
export const megabytesOrNone = countOrNone.transform((value) => value * bytesInMb);
export const kilobytes = amount.transform((value) => value * 1024);
export const share = amount.max(1);
export const percent = amount.max(100);

/** Entries separated by commas. */
export const list = z.string().transform((value) =>
  value
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean),
);

/** Values for `--extractor-args`, separated by white space: `extractor:name=value;name=value`. */
export const extractorArguments = z.string().transform((value, context): string[] => {
  const entries = value.split(/\s+/).filter(Boolean);
  const wrong = entries.find((entry) => !/^[\w:.+-]+:[\w-]+=/.test(entry));
  if (wrong === undefined) return entries;
  context.addIssue(`${wrong} is not of the form youtube:player_client=tv,web`);
  return z.NEVER;
});

/** Pairs `name=value`, separated by commas; values may be percent-encoded. */
export const pairs = list.transform((pairTexts, context): Readonly<Record<string, string>> => {
  const entries = pairTexts.map((pair): [string, string] => {
    const index = pair.indexOf('=');
    return [pair.slice(0, Math.max(0, index)).trim(), unescaped(pair.slice(index + 1).trim())];
  });
  const wrong = entries.findIndex(([name]) => name === '');
  if (wrong < 0) return Object.fromEntries(entries);

  // The message does not show the entry, because it may be a secret.
  context.addIssue(`entry ${wrong + 1} is no name=value`);
  return z.NEVER;
});

function unescaped(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

export const lowerList = list.transform((entries) => entries.map((entry) => entry.toLowerCase()));

/** `port`, `host:port`, `[IPv6]:port` or `off`; without a host, the parsed host is null. */
export const listenOn = z.string().transform((value, context) => {
  if (value === 'off') return value;
  const [, v6, name, port = ''] = /^(?:(?:\[([^\]]+)\]|([^:]+)):)?(\d{1,5})$/.exec(value) ?? [];
  if (port !== '' && Number(port) <= 65_535 && (v6 === undefined || isIP(v6) === 6))
    return { host: v6 ?? name ?? null, port: Number(port) };
  context.addIssue(`${value} is no port, address and port such as 127.0.0.1:9100, or off`);
  return z.NEVER;
});

const originList = (allowed: (entry: string) => boolean) =>
  list.transform((entries, context) => {
    const wrong = entries.find((entry) => !allowed(entry));
    if (wrong === undefined) return entries;
    context.addIssue(`${wrong} is no origin such as https://app.example.com`);
    return z.NEVER;
  });

/** Origins of web pages, each without a path, separated by commas. */
export const origins = originList((entry) => isOrigin(entry));

/** Like `origins`, but also allows `*` for any origin. */
export const originsOrAny = originList((entry) => entry === '*' || isOrigin(entry));

const isOrigin = (candidate: string): boolean =>
  /^https?:\/\/[\w.:[\]-]+$/.test(candidate) &&
  URL.canParse(candidate) &&
  new URL(candidate).origin === candidate;

export const passphrase = z.string().min(12, 'must have at least 12 characters');

/** Public keys of age, separated by commas. */
export const ageRecipients = list.transform((entries, context) => {
  const wrong = entries.find((entry) => !/^age1[a-z0-9]{20,}$/.test(entry));
  if (wrong === undefined) return entries;
  context.addIssue(`${wrong} is no public key of age; they begin with age1`);
  return z.NEVER;
});

/** A cron line of five fields, with numbers, `*`, lists, ranges and steps. */
export const cron = z
  .string()
  .refine(
    (value) => cronFields(value) !== null,
    'must be a cron line of five fields such as 30 3 * * *',
  );

const msOf = { s: 1000, m: 60_000, h: 3_600_000 } as const;
const tailWaitsAtMost = 10;
const tailHoursAtMost = 72;

/**
 * Waits such as `30s`, `5m` or `2h`, separated by commas; returned in milliseconds. Their number and total are limited.
 */
export const retryTail = list.transform((entries, context): number[] => {
  const refuse = (message: string) => {
    context.addIssue(message);
    return z.NEVER;
  };
  const waits = entries.map((entry) => {
    const [, count, unit] = /^(\d{1,6})([smh])$/.exec(entry) ?? [];
    return Number(count) * (unit ? msOf[unit as keyof typeof msOf] : Number.NaN);
  });
  const wrong = waits.findIndex((wait) => !(wait > 0));
  if (wrong >= 0) return refuse(`${entries[wrong]} is no wait such as 30s, 5m or 2h`);
  if (waits.length > tailWaitsAtMost) return refuse(`has more than ${tailWaitsAtMost} waits`);

  const sum = waits.reduce((total, wait) => total + wait, 0);
  if (sum > tailHoursAtMost * msOf.h) return refuse(`is longer than ${tailHoursAtMost}h in all`);

  return waits;
});

const readingDaysAtMost = { readings: 20, days: 3650 } as const;

/** Days such as `1,3,7,30`, in ascending order; or `off` for none. */
export const readingDays = list.transform((entries, context): number[] => {
  if (entries.length === 1 && entries[0] === 'off') return [];

  const { readings, days: daysAtMost } = readingDaysAtMost;
  const wrong = entries.find((entry) => !(Number(entry) > 0 && Number(entry) <= daysAtMost));
  const fault =
    wrong !== undefined
      ? `${wrong} is no number of days up to ${daysAtMost}, nor off`
      : entries.length === 0 || entries.length > readings
        ? `must have 1 to ${readings} days, or be off`
        : null;
  if (fault === null) return [...new Set(entries.map(Number))].sort((a, b) => a - b);

  context.addIssue(fault);
  return z.NEVER;
});

const queues = ['hear', 'see', 'join'] as const;
type Queue = (typeof queues)[number];
const isQueue = (entry: string): entry is Queue => queues.some((queue) => queue === entry);

/** Queues of parts, separated by commas; or `none`. */
export const partQueues = list.transform((entries, context): Queue[] => {
  if (entries.length === 1 && entries[0] === 'none') return [];
  const wrong = entries.find((entry) => !isQueue(entry));
  if (wrong === undefined) return entries.filter(isQueue);
  context.addIssue(`${wrong} is none of ${queues.join(', ')}`);
  return z.NEVER;
});

/** IP addresses of name servers, separated by commas, each with a port if that is not 53. */
export const nameServers = list.transform((entries, context) => {
  const hostOf = (entry: string) =>
    /^(?:\[(.+)\]:\d{1,5}|([\d.]+):\d{1,5})$/.exec(entry)?.slice(1).join('') ?? entry;
  const wrong = entries.find((entry) => isIP(hostOf(entry)) === 0);
  if (wrong === undefined) return entries;
  context.addIssue(`${wrong} is no address of a name server such as 10.0.0.2 or 10.0.0.2:5353`);
  return z.NEVER;
});

/** IP addresses and networks, separated by commas. */
export const networks = list.transform((entries, context) => {
  const wrong = entries.find((entry) => !isNetwork(entry));
  if (wrong === undefined) return entries;
  context.addIssue(`${wrong} is neither an address nor a network such as 10.0.0.0/8`);
  return z.NEVER;
});

function isNetwork(network: string): boolean {
  const [, host = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(network) ?? [];
  const family = isIP(host);
  return family > 0 && (bits === undefined || Number(bits) <= (family === 4 ? 32 : 128));
}

const changes = z.partialRecord(
  z.enum(planNames),
  z.record(z.string(), z.union([z.number().int().min(0), z.boolean()])),
);
export type PlanChanges = z.output<typeof changes>;

const planNumbers: readonly string[] = [
  ...Object.keys(defaultPlans.free.limits),
  'burst',
  'max_follows',
  'signup_credits',
  'monthly_allowance',
  'max_pending_jobs',
  'max_uncharged_jobs',
  'max_unused_uploads',
  'max_unused_upload_mb',
  'max_upload_mb',
];

/** JSON that maps each plan to the numbers in the plan table that change, with their new values. */
export const planChanges = z.string().transform((value, context): PlanChanges => {
  try {
    const parsedChanges = changes.parse(JSON.parse(value));
    for (const line of unknownNumbers(parsedChanges)) context.addIssue(line);
    return parsedChanges;
  } catch {
    context.addIssue('must be JSON such as {"pro":{"max_fps":2,"burst":120}}');
    return z.NEVER;
  }
});

function unknownNumbers(parsedChanges: PlanChanges): string[] {
  return Object.entries(parsedChanges).flatMap(([plan, numbers]) =>
    Object.keys(numbers)
      .filter((name) => !planNumbers.includes(name))
      .map((name) => {
        const meant = nearest(name, planNumbers, Math.max(2, Math.floor(name.length / 4)));
        const hint = meant ? `did you mean ${meant}?` : `known: ${planNumbers.join(', ')}`;
        return `${plan}.${name} is not a number of a plan; ${hint}`;
      }),
  );
}
