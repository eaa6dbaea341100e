/** Single sign-on with a real OpenID Connect provider on a socket. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import {
  type OidcClaims,
  type OidcServer,
  startOidcServer,
} from '../../server/testing/accounts/oidc-server.ts';
import {
  type Answer,
  accepted,
  Caller,
  type Json,
  refused,
  type Subject,
  startSubject,
} from '../interface/subject.ts';
import { codeOf } from './authenticator.ts';
import {
  type Person,
  password,
  sessionsLeftBy,
  signUp,
  strangerAt,
  type Visitor,
} from './visitor.ts';

const callback = '/console/auth/oidc/callback';

interface Scene {
  readonly subject: Subject;
  readonly provider: OidcServer;
  close(): Promise<void>;
}

async function startScene(env: Record<string, string> = {}): Promise<Scene> {
  let subject: Subject | undefined;
  const provider = await startOidcServer(() => [`${subject?.service.apiUrl}${callback}`]);
  subject = await startSubject({
    REELSIGHT_SIGN_UP: 'open',
    REELSIGHT_TRUSTED_PROXIES: '127.0.0.1, ::1/128',
    REELSIGHT_OIDC_ISSUER: provider.issuer,
    REELSIGHT_OIDC_CLIENT_ID: provider.client.id,
    REELSIGHT_OIDC_CLIENT_SECRET: provider.client.secret,
    ...env,
  });

  const made = subject;
  return {
    subject: made,
    provider,
    close: async () => {
      await made.close();
      await provider.close();
    },
  };
}

/** Follows the redirects within the provider, with its cookies, and returns the address outside to which they lead. */
async function throughProvider(provider: OidcServer, start: string): Promise<string> {
  const cookies = new Map<string, string>();
  let url = start;
  for (let hops = 0; hops < 10 && url.startsWith(provider.issuer); hops += 1) {
    const path = url.slice(provider.issuer.length);
    const Cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await new Caller(provider.issuer, { Cookie }).get(path);
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s);
      cookies.set(name, value);
    }

    assert.ok([302, 303].includes(answer.status), `${path}: ${answer.status} ${answer.text}`);
    url = new URL(answer.headers.get('location') ?? '', provider.issuer).href;
  }

  return url;
}

const locationOf = (answer: Answer): string => {
  assert.equal(answer.status, 302, answer.text);
  return answer.headers.get('location') ?? '';
};

/** The address to which the provider sends the browser back. */
async function comeFrom(scene: Scene, visitor: Visitor, next?: string): Promise<string> {
  const query = next === undefined ? '' : `?next=${encodeURIComponent(next)}`;
  const start = locationOf(await visitor.get(`/console/auth/oidc/start${query}`));
  assert.ok(start.startsWith(scene.provider.issuer), start);
  const back = await throughProvider(scene.provider, start);
  const { apiUrl } = scene.subject.service;
  assert.ok(back.startsWith(apiUrl + callback), back);
  return back.slice(apiUrl.length);
}

/** The address at which the whole sign-on ends. */
async function signOn(scene: Scene, visitor: Visitor, next?: string): Promise<string> {
  return locationOf(await visitor.get(await comeFrom(scene, visitor, next)));
}

/** A person signs in at the provider. */
function arrives({ provider }: Scene, sub: string, claims: OidcClaims): void {
  provider.people.set(sub, claims);
  provider.signedIn = sub;
}

const verified = (email: string, name = 'Somebody'): OidcClaims => ({
  email,
  email_verified: true,
  name,
});

describe('Where sign-up is open', () => {
  let scene: Scene;
  let operator: Person;

  before(async () => {
    scene = await startScene({
      REELSIGHT_OIDC_LABEL: 'Company account',
      REELSIGHT_ALLOW_PRIVATE_WEBHOOKS: 'true',
      REELSIGHT_SIGN_UP_PLAN: 'pro',
    });
  });
  after(() => scene.close());
  afterEach(() => {
    scene.provider.tamper = null;
  });

  const browser = () => strangerAt(scene.subject.service.apiUrl);
  const count = async (table: string) =>
    (await scene.subject.domain.db.query(`select 1 from ${table}`)).length;

  test('it never makes the first account', async () => {
    arrives(scene, 'sub-early', verified('early@example.com'));
    assert.equal(await signOn(scene, browser()), '/sign-in?failed=first');
    assert.equal(await count('users'), 0);
    operator = await signUp(scene.subject, 'Operator');
    assert.deepEqual((await operator.visitor.session()).oidc, { label: 'Company account' });
  });

  test('somebody new gets an account with a workspace, and comes back to it by issuer and sub', async () => {
    arrives(scene, 'sub-nora', verified('Nora@Example.com', 'Nora Quist'));
    const visitor = browser();
    assert.equal(await signOn(scene, visitor, '/jobs?status=failed'), '/jobs?status=failed');

    const { user, workspaces } = await visitor.session();
    assert.deepEqual(
      [user.name, user.email, user.operator, user.password],
      ['Nora Quist', 'nora@example.com', false, false],
    );
    assert.equal(workspaces.length, 1);
    for (const route of ['token', 'userinfo']) assert.ok(scene.provider.routes.includes(route));
    // The e-mail address at the provider is different now and not even verified; only the identity counts.
    arrives(scene, 'sub-nora', { email: 'nora.q@example.com', email_verified: false });

    const again = browser();
    assert.equal(await signOn(scene, again), '/');
    assert.equal((await again.session()).user.user_id, user.user_id);
  });

  test('two browsers at once make one account', async () => {
    arrives(scene, 'sub-twice', verified('twice@example.com'));
    const one = browser();
    const two = browser();
    const backs = [await comeFrom(scene, one), await comeFrom(scene, two)];
    const answers = await Promise.all([one.get(backs[0] ?? ''), two.get(backs[1] ?? '')]);
    assert.deepEqual(answers.map(locationOf), ['/', '/']);

    const ids = [(await one.session()).user.user_id, (await two.session()).user.user_id];
    assert.equal(ids[0], ids[1]);
  });

  test('odd names and addresses of a provider are no fault of ours', async () => {
    const name = `\u0000${'🎬'.repeat(201)}\ud800`;
    arrives(scene, 'sub-odd', verified('odd@example.com', name));
    const visitor = browser();
    assert.equal(await signOn(scene, visitor), '/');
    assert.ok((await visitor.session()).user.name.startsWith('🎬🎬'));
    arrives(scene, 'sub-odder', verified('od\u0000d@example.com'));
    assert.equal(await signOn(scene, browser()), '/sign-in?failed=unverified');
  });

  test('a cookie of the session is for this site alone and out of reach of scripts', async () => {
    arrives(scene, 'sub-cora', verified('cora@example.com'));
    const visitor = browser();
    const answer = await visitor.get(await comeFrom(scene, visitor));
    const line = answer.headers.getSetCookie().find((one) => one.includes('session_token')) ?? '';
    assert.match(line, /HttpOnly/i);
    assert.match(line, /SameSite=Lax/i);
  });

  test('an e-mail that is not verified makes and takes over no account', async () => {
    const users = await count('users');

    for (const claims of [
      { email: operator.email, email_verified: false },
      { email: operator.email },
      { email: 'fresh@example.com', email_verified: false },
      { email: operator.email, email_verified: 'true' as unknown as boolean },
      {},
    ]) {
      arrives(scene, `sub-thief-${JSON.stringify(claims).length}`, claims);
      const visitor = browser();
      assert.equal(await signOn(scene, visitor), '/sign-in?failed=unverified');
      assert.equal((await visitor.session()).user, null);
    }

    assert.equal(await count('users'), users);
  });

  test('an address of the ID token is not verified by what is said of another address', async () => {
    arrives(scene, 'sub-mixed', verified('own@example.com'));
    scene.provider.idTokenClaims = { email: 'named@example.com' };
    try {
      const visitor = browser();
      assert.equal(await signOn(scene, visitor), '/');
      assert.equal((await visitor.session()).user.email, 'own@example.com');

      arrives(scene, 'sub-silent', { email_verified: true });
      assert.equal(await signOn(scene, browser()), '/sign-in?failed=unverified');
    } finally {
      scene.provider.idTokenClaims = {};
    }
  });

  test('who made an account with the e-mail of somebody else keeps no way into it', async () => {
    const thief = await signUp(scene.subject, 'Victim');
    const body = { name: 'kept', scopes: ['jobs:read', 'jobs:write'] };
    const { api_key } = accepted(await thief.visitor.post(`${thief.home}/keys`, body), 201);
    const { secret } = accepted(await thief.visitor.post('/console/v1/totp', { password }), 201);
    const code = { code: codeOf(secret) };
    accepted(await thief.visitor.post('/console/v1/totp/confirm', code), 200);

    // The thief has a second account in the workspace, and has left a key and an open invitation.
    const helper = await signUp(scene.subject, 'Helper');
    const invite = (email: string) =>
      thief.visitor.post(`${thief.home}/invitations`, { email, role: 'owner' });
    const { link } = accepted(await invite(helper.email), 201);
    const token = new URL(link).searchParams.get('token');
    accepted(await helper.visitor.post('/console/v1/invitations/accept', { token }), 200);

    const helpers = accepted(await helper.visitor.post(`${thief.home}/keys`, body), 201);
    accepted(await invite('later@example.com'), 201);
    const follows = [];

    for (const key of [api_key, helpers.api_key]) {
      const program = scene.subject.stranger.with({ 'X-Api-Key': key });
      const source = 'https://www.youtube.com/@news';
      const rule = { name: 'news', source, capabilities: ['metadata'], every_minutes: 60 };
      follows.push(accepted(await program.post('/v1/follows', rule), 201).follow_id);
    }

    // These give no access to the workspace but reveal its data: a Follow with a webhook, and a link to results.
    const source = 'https://www.youtube.com/@other';
    const rule = { name: 'other', source, capabilities: ['metadata'], every_minutes: 60 };
    const follow = await thief.visitor.post(`${thief.home}/v1/follows`, rule);
    const ownFollow = accepted(follow, 201).follow_id;
    const alert = {
      name: 'other',
      condition: { type: 'appears', brands: ['Acme'] },
      targets: [{ type: 'webhook', address: `${scene.subject.service.apiUrl}/healthz` }],
    };
    accepted(await thief.visitor.post(`${thief.home}/v1/alerts`, alert), 201);
    const order = { url: 'https://youtu.be/dQw4w9WgXcQ', capabilities: ['transcription'] };
    const { job_id } = accepted(await thief.visitor.post(`${thief.home}/v1/jobs`, order), 202);
    await scene.subject.worker.complete(job_id);

    const shares = `${thief.home}/v1/jobs/${job_id}/shares`;
    const shown = { parts: ['transcript'], expires_in_days: 7 };
    accepted(await thief.visitor.post(shares, shown), 201);
    accepted(await helper.visitor.post(shares, shown), 201);

    const readSecret = (reader: Visitor) => reader.get(`${thief.home}/v1/account`);
    const knownSecret = accepted(await readSecret(thief.visitor), 200).webhook_secret;
    assert.match(knownSecret, /^whsec_/);
    const address = `${thief.home}/v1/webhooks/address`;
    const hook = { json: { url: 'http://127.0.0.1:9/hook' } };
    accepted(await thief.visitor.call('PUT', `${thief.home}/webhook`, hook), 200);
    arrives(scene, 'sub-victim', verified(thief.email));

    const visitor = browser();
    assert.equal(await signOn(scene, visitor), '/');
    assert.equal((await visitor.session()).user.user_id, thief.userId);
    assert.equal((await thief.visitor.session()).user, null);
    assert.equal((await browser().signIn(thief.email)).status, 401);

    for (const key of [api_key, helpers.api_key]) {
      const program = scene.subject.stranger.with({ 'X-Api-Key': key });
      refused(await program.get('/v1/jobs'), 401, 'INVALID_API_KEY');
    }

    const newSecret = accepted(await readSecret(visitor), 200).webhook_secret;
    assert.match(newSecret, /^whsec_/);
    assert.notEqual(newSecret, knownSecret, 'whoever has read it could sign webhooks');
    assert.equal(accepted(await visitor.get(address), 200).url, null);
    const removals = `${thief.home}/audit?action=webhook_address.removed`;
    const [removal] = accepted(await visitor.get(removals), 200);
    assert.equal(removal.details.url, hook.json.url);
    assert.match(removal.details.reason, /^ACCOUNT_TAKEN_OVER: /);
    refused(await helper.visitor.get(`${thief.home}/members`), 404, 'NOT_FOUND');
    assert.equal(accepted(await visitor.get(`${thief.home}/members`), 200).length, 1);
    assert.deepEqual(accepted(await visitor.get(`${thief.home}/invitations`), 200), []);

    for (const one of accepted(await visitor.get(`${thief.home}/v1/follows`), 200))
      assert.match(
        one.paused_reason,
        one.follow_id === ownFollow ? /^ACCOUNT_TAKEN_OVER: / : /^KEY_REVOKED: /,
      );

    const [{ targets }] = accepted(await visitor.get(`${thief.home}/v1/alerts`), 200);
    assert.match(targets[0].off_reason, /^ACCOUNT_TAKEN_OVER: /);

    assert.deepEqual(accepted(await visitor.get(shares), 200), []);
    const rows = await scene.subject.domain.db.query('select 1 from shares where job_id = $1', [
      job_id,
    ]);
    assert.equal(rows.length, 0);
    // The identity is linked now, so signing in again ends no session.
    await signOn(scene, browser());
    assert.notEqual((await visitor.session()).user, null);

    const [entry] = accepted(
      await operator.visitor.get(
        '/console/v1/operator/admin/v1/audit?action=sign_in.identity_linked',
      ),
      200,
    );
    assert.deepEqual([entry.target.id, entry.details.earlier_ways_ended], [thief.userId, true]);
    assert.deepEqual(new Set(entry.details.follow_ids), new Set([...follows, ownFollow]));
    assert.equal(entry.details.links_ended, 2);
  });

  /** Joins the workspace of `host` with the given role. */
  const join = async (host: Person, guest: Person, role: string) => {
    const body = { email: guest.email, role };
    const { link } = accepted(await host.visitor.post(`${host.home}/invitations`, body), 201);
    const token = new URL(link).searchParams.get('token');
    accepted(await guest.visitor.post('/console/v1/invitations/accept', { token }), 200);
  };

  test('an account that gave its workspace away before its owner arrived leaves the owner in another', async () => {
    const attacker = await signUp(scene.subject, 'Attacker');
    const impostor = await signUp(scene.subject, 'Boss');
    await join(impostor, attacker, 'owner');
    const ownRole = `${impostor.home}/members/${impostor.userId}`;
    accepted(await impostor.visitor.patch(ownRole, { role: 'member' }), 200);

    arrives(scene, 'sub-boss', verified(impostor.email, 'The Boss'));
    const boss = browser();
    await signOn(scene, boss);

    const { workspaces } = await boss.session();
    assert.equal(workspaces.length, 1);
    const [own] = workspaces;
    assert.notEqual(own.workspace_id, impostor.workspaceId);
    assert.deepEqual([own.name, own.role], ['The Boss', 'owner']);
    const home = `/console/v1/workspaces/${own.workspace_id}`;
    assert.equal(accepted(await boss.get(`${home}/members`), 200).length, 1);
    assert.ok(accepted(await boss.get(`${home}/v1/account`), 200).credits.balance > 0);
    refused(await attacker.visitor.get(`${home}/v1/jobs`), 404, 'NOT_FOUND');

    const removals = accepted(
      await attacker.visitor.get(`${impostor.home}/audit?action=member.removed`),
      200,
    );
    assert.deepEqual(
      removals.map((entry: Json) => entry.target.id),
      [impostor.userId],
      'the owners see who left',
    );
  });

  test('what an account joined before its owner arrived goes on without it', async () => {
    const host = await signUp(scene.subject, 'Host');
    const guest = await signUp(scene.subject, 'Guest');
    await join(host, guest, 'owner');
    const path = `${host.home}/v1/account`;
    const secret = accepted(await host.visitor.get(path), 200).webhook_secret;

    arrives(scene, 'sub-guest', verified(guest.email));
    const owner = browser();
    await signOn(scene, owner);

    assert.deepEqual(
      (await owner.session()).workspaces.map((workspace: Json) => workspace.workspace_id),
      [guest.workspaceId],
    );
    const members = accepted(await host.visitor.get(`${host.home}/members`), 200);
    assert.deepEqual(
      members.map((member: Json) => member.user_id),
      [host.userId],
    );
    assert.equal(accepted(await host.visitor.get(path), 200).webhook_secret, secret);
  });

  test('a sign-in that is under way when the owner arrives begins no session', async () => {
    for (const name of ['Olga', 'Pius', 'Rosa']) {
      const intruder = await signUp(scene.subject, name);
      arrives(scene, `sub-${name}`, verified(intruder.email));
      const owner = browser();
      const left = await sessionsLeftBy(scene.subject, intruder.email, () => signOn(scene, owner));
      assert.equal(left, 0);
      assert.notEqual((await owner.session()).user, null);
    }
  });

  test('state, browser, and one use of the way back', async () => {
    arrives(scene, 'sub-nora', verified('nora@example.com'));
    const visitor = browser();
    const back = await comeFrom(scene, visitor);
    assert.equal(locationOf(await browser().get(back)), '/sign-in?failed=expired', 'elsewhere');
    assert.equal(locationOf(await visitor.get(back)), '/');
    visitor.forget();
    assert.equal(locationOf(await visitor.get(back)), '/sign-in?failed=expired', 'again');

    const other = browser();
    const changed = (await comeFrom(scene, other)).replace(/state=[^&]+/, 'state=other');
    assert.equal(locationOf(await other.get(changed)), '/sign-in?failed=refused');

    const late = browser();
    const path = await comeFrom(scene, late);
    await scene.subject.clock.ahead(11 * 60_000, async () => {
      assert.equal(locationOf(await late.get(path)), '/sign-in?failed=expired');
    });
  });

  test('an ID token of another sign-in, or that was changed, is refused', async () => {
    arrives(scene, 'sub-nora', verified('nora@example.com'));
    const { provider } = scene;
    let earlier = '';
    provider.tamper = (answer) => {
      earlier = String(answer.id_token);
    };
    assert.equal(await signOn(scene, browser()), '/');
    provider.tamper = (answer) => {
      answer.id_token = earlier;
    };

    const replay = browser();
    assert.equal(await signOn(scene, replay), '/sign-in?failed=refused');
    assert.equal((await replay.session()).user, null);
    provider.tamper = (answer) => {
      const [head, claims = '', signature] = String(answer.id_token).split('.');
      const read = JSON.parse(Buffer.from(claims, 'base64url').toString());
      const forged = Buffer.from(JSON.stringify({ ...read, sub: 'sub-victim' }));
      answer.id_token = [head, forged.toString('base64url'), signature].join('.');
    };
    assert.equal(await signOn(scene, browser()), '/sign-in?failed=refused');
    provider.tamper = (answer) => {
      delete answer.id_token;
    };
    assert.equal(await signOn(scene, browser()), '/sign-in?failed=refused');
  });

  test('who refuses at the provider is told so, and the page that was wanted is kept', async () => {
    scene.provider.signedIn = null;
    assert.equal(
      await signOn(scene, browser(), '/follows'),
      '/sign-in?failed=refused&next=%2Ffollows',
    );
  });

  test('starts are limited for a wide network too, which has many blocks', async () => {
    const startFrom = async (address: string) => {
      const visitor = new Caller(scene.subject.service.apiUrl, { 'X-Forwarded-For': address });
      return locationOf(await visitor.get('/console/auth/oidc/start'));
    };
    const { db } = scene.subject.domain;
    assert.ok((await startFrom('2001:db8:7:1::1')).startsWith(scene.provider.issuer));
    // As if so many had started within the minute; only blocks and wide blocks that were counted have a row.
    await db.query('update sign_in_failures set failures = 6000');
    assert.equal(await startFrom('2001:db8:7:2::1'), '/sign-in?failed=busy');
    assert.ok((await startFrom('2001:db8:8:1::1')).startsWith(scene.provider.issuer));
    await db.query('delete from sign_in_failures');
  });

  test('the way leads to no other site', async () => {
    arrives(scene, 'sub-nora', verified('nora@example.com'));
    for (const next of [
      '//evil.example',
      'https://evil.example/',
      '/\\evil.example',
      '/\t/evil.example',
      '/.//evil.example',
      '/a/..//evil.example',
      '/./\\evil.example',
    ])
      assert.equal(await signOn(scene, browser(), next), '/', next);
  });

  test('the second step is asked for here too', async () => {
    arrives(scene, 'sub-tess', verified('tess@example.com'));
    const visitor = browser();
    await signOn(scene, visitor);

    // Somebody who has stolen this session could otherwise lock the owner out.
    await scene.subject.clock.ahead(6 * 60_000, async () => {
      const late = await visitor.post('/console/v1/totp', {});
      refused(late, 422, 'VALIDATION_FAILED', 'sign in again');
    });
    // This account has no password, so none is requested.
    const { secret } = accepted(await visitor.post('/console/v1/totp', {}), 201);
    const code = { code: codeOf(secret) };
    accepted(await visitor.post('/console/v1/totp/confirm', code), 200);

    const other = browser();
    assert.equal(await signOn(scene, other, '/jobs'), '/sign-in?step=code&next=%2Fjobs');
    assert.equal((await other.session()).user, null);
    accepted(await other.post('/console/auth/second-step', { code: codeOf(secret, 1) }), 200);
    assert.equal((await other.session()).user.email, 'tess@example.com');
  });

  test('the operator gives a password to who has none', async () => {
    arrives(scene, 'sub-nora', verified('nora@example.com'));
    const visitor = browser();
    await signOn(scene, visitor);
    const { user } = await visitor.session();
    const path = `/console/v1/operator/accounts/${user.user_id}/password`;
    const made = accepted(await operator.visitor.post(path), 201);
    assert.equal((await browser().signIn(user.email, made.password)).status, 200);
  });
});

describe('Where sign-up is closed and domains are named', () => {
  let scene: Scene;
  let operator: Person;
  before(async () => {
    scene = await startScene({
      REELSIGHT_SIGN_UP: 'closed',
      REELSIGHT_OIDC_DOMAINS: 'Example.com, acme.test',
    });
    operator = await signUp(scene.subject, 'Operator');
  });
  after(() => scene.close());

  const browser = () => strangerAt(scene.subject.service.apiUrl);

  test('only who was invited gets an account, by the link of the invitation', async () => {
    arrives(scene, 'sub-guest', verified('guest@acme.test'));
    assert.equal(await signOn(scene, browser()), '/sign-in?failed=closed');

    const body = { email: 'guest@acme.test', role: 'member' };
    const { link } = accepted(
      await operator.visitor.post(`${operator.home}/invitations`, body),
      201,
    );
    const { pathname, search } = new URL(link);
    const visitor = browser();
    assert.equal(await signOn(scene, visitor, pathname + search), '/', 'it is used up');

    const { workspaces } = await visitor.session();
    assert.deepEqual(
      workspaces.map((workspace: Json) => [workspace.workspace_id, workspace.role]),
      [[operator.workspaceId, 'member']],
    );
  });

  test('who is invited under the e-mail of somebody else keeps no way in either', async () => {
    const body = { email: 'late@acme.test', role: 'member' };
    const { link } = accepted(
      await operator.visitor.post(`${operator.home}/invitations`, body),
      201,
    );
    const invitation = new URL(link).searchParams.get('token');
    const thief = browser();

    assert.equal((await thief.signUp('Late', body.email, { invitation })).status, 200);
    arrives(scene, 'sub-late', verified(body.email));
    assert.equal(await signOn(scene, browser()), '/');
    assert.equal((await thief.session()).user, null);
    assert.equal((await browser().signIn(body.email)).status, 401);
  });

  test("the operator's account of the same verified e-mail is linked and keeps its password", async () => {
    arrives(scene, 'sub-operator', verified('OPERATOR@example.com'));
    const visitor = browser();
    assert.equal(await signOn(scene, visitor), '/');
    assert.equal((await visitor.session()).user.user_id, operator.userId);
    assert.notEqual((await operator.visitor.session()).user, null);
    assert.equal((await browser().signIn(operator.email)).status, 200);
  });

  test('an address of another domain is refused, also one that only ends like ours', async () => {
    for (const email of ['x@evil.example', 'x@notexample.com', 'x@example.com.evil.test']) {
      arrives(scene, `sub-${email.length}`, verified(email));
      assert.equal(await signOn(scene, browser()), '/sign-in?failed=domain');
    }
    arrives(scene, 'sub-guest', verified('guest@elsewhere.test'));
    assert.equal(await signOn(scene, browser()), '/sign-in?failed=domain', 'moved away');
  });
});

test('a provider that is away is said to be', async () => {
  const scene = await startScene();
  try {
    await signUp(scene.subject, 'Operator');
    const visitor = strangerAt(scene.subject.service.apiUrl);
    await scene.provider.close();
    const answer = await visitor.get('/console/auth/oidc/start?next=/jobs');
    assert.equal(locationOf(answer), '/sign-in?failed=unavailable&next=%2Fjobs');
  } finally {
    await scene.subject.close();
  }
});

test('without a provider there is no single sign-on', async () => {
  const subject = await startSubject();
  try {
    const visitor = strangerAt(subject.service.apiUrl);
    assert.equal((await visitor.session()).oidc, null);
    for (const path of ['start', 'callback'])
      refused(await visitor.get(`/console/auth/oidc/${path}`), 404, 'NOT_FOUND');
  } finally {
    await subject.close();
  }
});
