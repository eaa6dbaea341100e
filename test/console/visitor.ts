/** A browser that uses the console: keeps cookies, and sends the Origin header of the console's pages. */
import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { waitFor } from '../../server/testing/wait-for.ts';
import {
  type Answer,
  accepted,
  type Call,
  Caller,
  type Json,
  type Subject,
} from '../interface/subject.ts';

export const password = 'correct horse battery';

export class Visitor extends Caller {
  readonly origin: string;
  #cookies = new Map<string, string>();

  constructor(apiUrl: string, headers: Record<string, string> = {}) {
    super(apiUrl, headers);
    this.origin = apiUrl;
  }

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  override async call(method: string, path: string, call: Call = {}): Promise<Answer> {
    const answer = await super.call(method, path, {
      ...call,
      headers: {
        ...(method !== 'GET' && { Origin: this.origin }),
        ...(this.cookie !== '' && { Cookie: this.cookie }),
        ...call.headers,
      },
    });
    this.#keep(answer.headers.getSetCookie());

    return answer;
  }

  #keep(lines: readonly string[]): void {
    for (const line of lines) {
      const [pair = '', ...attributes] = line.split(';');
      const [name = '', value = ''] = pair.split(/=(.*)/s);
      const gone = attributes.some((attribute) => /^\s*max-age=0$/i.test(attribute));
      if (gone) this.#cookies.delete(name.trim());
      else this.#cookies.set(name.trim(), value);
    }
  }

  /** Forgets all cookies, as if the browser had lost them. */
  forget(): void {
    this.#cookies.clear();
  }

  /** `more`: the token of an invitation, or the code of the first account. */
  signUp(
    name: string,
    email = `${name.toLowerCase()}@example.com`,
    more: { invitation?: string | null; code?: string } = {},
  ): Promise<Answer> {
    const { invitation, ...rest } = more;
    const account = { name, email, password, ...(invitation && { invitation }), ...rest };
    return this.post('/console/auth/sign-up/email', account);
  }

  signIn(email: string, secret = password): Promise<Answer> {
    return this.post('/console/auth/sign-in/email', { email, password: secret });
  }

  async session(): Promise<Json> {
    return accepted(await this.get('/console/v1/session'), 200);
  }
}

let strangers = 0;

/**
 * A browser with an address of its own, for a service that trusts this machine as a proxy. So attempts are counted
 * separately for each.
 */
export function strangerAt(apiUrl: string): Visitor {
  strangers += 1;
  return new Visitor(apiUrl, { 'X-Forwarded-For': `203.0.113.${strangers % 250}` });
}

export interface Person {
  readonly visitor: Visitor;
  readonly userId: string;
  readonly email: string;
  /** Id of the workspace with which this person began. */
  readonly workspaceId: string;
  /** Path below which that workspace's calls are. */
  readonly home: string;
}

/** Somebody who has just signed up. */
export async function signUp(subject: Subject, name: string): Promise<Person> {
  const visitor = new Visitor(subject.service.apiUrl);
  const email = `${name.toLowerCase()}@example.com`;
  // Only the first account of a service needs the code.
  const answer = await visitor.signUp(name, email, { code: subject.service.firstCode });
  assert.equal(answer.status, 200, answer.text);

  const { user, workspaces } = await visitor.session();
  const workspaceId = workspaces[0].workspace_id;

  return {
    visitor,
    userId: user.user_id,
    email,
    workspaceId,
    home: `/console/v1/workspaces/${workspaceId}`,
  };
}

/**
 * Signs in with one password again and again while `change` takes that password away, and a little longer. Returns how
 * many of the sessions that began so are still alive.
 */
export async function sessionsLeftBy(
  subject: Subject,
  email: string,
  change: () => Promise<unknown>,
): Promise<number> {
  let isOver = false;
  const signedIn: Visitor[] = [];
  const keepSigningIn = async () => {
    let status = 200;
    while (!isOver && status === 200) {
      const visitor = strangerAt(subject.service.apiUrl);
      ({ status } = await visitor.signIn(email));
      if (status === 200) signedIn.push(visitor);
    }
  };

  const attempts = [keepSigningIn(), keepSigningIn(), keepSigningIn()];
  await waitFor(() => assert.ok(signedIn.length > 3));
  await change();
  // What was under way ends by itself, because the password is refused from now on.
  await Promise.race([Promise.all(attempts), setTimeout(5000)]);
  isOver = true;
  await Promise.all(attempts);

  const users = await Promise.all(signedIn.map(async (visitor) => (await visitor.session()).user));
  return users.filter((user) => user !== null).length;
}
