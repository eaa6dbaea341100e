/**
 * Recognizes a browser in which a person has signed in before by a signed cookie. The cookie grants no access, but
 * gives the browser its own counter of failed attempts.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

export interface Device {
  readonly id: string;
  /** The person who signed in on this device. */
  readonly userId: string;
}

export interface Devices {
  /** The device in a Cookie header; null if it contains none of ours that is still valid. */
  known(cookies: string | null): Device | null;
  /**
   * Set-Cookie line for the device of a person who has just signed in. A device that already belonged to that person
   * keeps its id.
   */
  cookieFor(userId: string, device: Device | null): string;
}

const name = 'reelsight.device';
const days = 180;
const form = /^([\w-]{22})\.(usr_[0-9a-z]{1,60})\.(\d{1,12})\.([\w-]{43})$/;

export function openDevices(secret: string, now: () => Date): Devices {
  const key = createHmac('sha256', secret).update('known devices').digest();
  const sign = (text: string) => createHmac('sha256', key).update(text).digest();
  const seconds = () => Math.floor(now().getTime() / 1000);

  return {
    known: (cookies) => {
      const value = cookieOf(cookies);
      const [, id, userId, until, signature] = form.exec(value) ?? [];
      if (!id || !userId || !until || !signature) return null;
      const signatureBytes = Buffer.from(signature, 'base64url');
      if (!timingSafeEqual(signatureBytes, sign(`${id}.${userId}.${until}`))) return null;
      return Number(until) > seconds() ? { id, userId } : null;
    },
    cookieFor: (userId, device) => {
      const id = device?.userId === userId ? device.id : randomBytes(16).toString('base64url');
      const age = days * 86_400;
      const text = `${id}.${userId}.${seconds() + age}`;
      const value = `${text}.${sign(text).toString('base64url')}`;
      return `${name}=${value}; Max-Age=${age}; Path=/console/auth; HttpOnly; SameSite=Lax`;
    },
  };
}

function cookieOf(cookies: string | null): string {
  const pairs = (cookies ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
}
