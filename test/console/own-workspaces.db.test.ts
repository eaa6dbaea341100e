/**
 * Workspaces that people create themselves, and accounts without one: none of this gives credits without the operator.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  accepted,
  dayMs,
  type Json,
  refused,
  type Subject,
  startSubject,
} from '../interface/subject.ts';
import { type Person, signUp, Visitor } from './visitor.ts';

async function withSubject(
  env: Record<string, string>,
  work: (subject: Subject, operator: Person) => Promise<void>,
): Promise<void> {
  const subject = await startSubject(env);
  try {
    await work(subject, await signUp(subject, 'Operator'));
  } finally {
    await subject.close();
  }
}

const make = (visitor: Visitor, name = 'Mine') => visitor.post('/console/v1/workspaces', { name });

/** Creates an invitation and returns the token in its link. */
async function invited(by: Person, email: string, role = 'member'): Promise<string> {
  const body = { email, role };
  const { link } = accepted(await by.visitor.post(`${by.home}/invitations`, body), 201);
  return new URL(link).searchParams.get('token') ?? '';
}

/** The browser of a person who signed up by an invitation. */
async function guest(subject: Subject, by: Person, name: string, role?: string): Promise<Visitor> {
  const email = `${name.toLowerCase()}@example.com`;
  const visitor = new Visitor(subject.service.apiUrl);
  const invitation = await invited(by, email, role);
  assert.equal((await visitor.signUp(name, email, { invitation })).status, 200);
  return visitor;
}

const balanceIn = async (visitor: Visitor, workspace: string): Promise<number> =>
  accepted(await visitor.get(`/console/v1/workspaces/${workspace}/v1/account`), 200).credits
    .balance;

describe('Where sign-up is closed', () => {
  test('an invited owner invites others, and no credits come of it', async () => {
    await withSubject({ REELSIGHT_SIGN_UP_CREDITS: '700' }, async (subject, operator) => {
      const owner = await guest(subject, operator, 'Owner', 'owner');
      const home = operator.home;
      const email = 'friend@example.com';
      const { link } = accepted(
        await owner.post(`${home}/invitations`, { email, role: 'owner' }),
        201,
      );
      const friend = new Visitor(subject.service.apiUrl);
      const invitation = new URL(link).searchParams.get('token');
      assert.equal((await friend.signUp('Friend', email, { invitation })).status, 200);

      for (const visitor of [owner, friend]) {
        const { workspaces, own_workspaces } = await visitor.session();
        assert.deepEqual(
          [workspaces.map((workspace: Json) => workspace.workspace_id), own_workspaces],
          [[operator.workspaceId], false],
        );
        refused(await make(visitor), 403, 'INSUFFICIENT_SCOPE', 'operator');
      }

      assert.deepEqual(accepted(await owner.get(`${home}/invitations`), 200), []);
      const [{ count }] = (await subject.domain.db.query(
        'select count(*) as count from workspaces',
      )) as [{ count: number }];
      assert.equal(count, 1);

      const more = accepted(await make(operator.visitor), 201);
      assert.equal(await balanceIn(operator.visitor, more.workspace_id), 100_000);
    });
  });

  test('the operator may let everyone make them, with credits of the operator’s choice', async () => {
    const env = {
      REELSIGHT_OWN_WORKSPACES: 'everyone',
      REELSIGHT_OWN_WORKSPACE_CREDITS: '7',
      REELSIGHT_SIGN_UP_PLAN: 'starter',
    };
    await withSubject(env, async (subject, operator) => {
      const visitor = await guest(subject, operator, 'Guest');
      assert.equal((await visitor.session()).own_workspaces, true);
      const { workspace_id: id } = accepted(await make(visitor), 201);
      assert.equal(await balanceIn(visitor, id), 7);
    });
  });

  test('one may be a test workspace, which counts like any other and is marked as one', async () => {
    const env = { REELSIGHT_OWN_WORKSPACES: 'everyone', REELSIGHT_OWN_WORKSPACES_MOST: '1' };
    await withSubject(env, async (subject, operator) => {
      const visitor = await guest(subject, operator, 'Guest');
      const path = '/console/v1/workspaces';
      const { workspace_id: id } = accepted(
        await visitor.post(path, { name: 'Mine', test: true }),
        201,
      );
      const { workspaces } = await visitor.session();
      const marks = workspaces.map(({ workspace_id, test: isTest }: Json) => [
        workspace_id,
        isTest,
      ]);
      assert.deepEqual(marks, [
        [operator.workspaceId, undefined],
        [id, true],
      ]);

      const home = `${path}/${id}`;
      assert.equal(accepted(await visitor.get(`${home}/v1/account`), 200).test, true);
      const key = accepted(
        await visitor.post(`${home}/keys`, { name: 'CI', scopes: ['jobs:write'] }),
        201,
      );
      assert.match(key.api_key, /^rs_test_/);
      refused(
        await visitor.post(path, { name: 'More', test: true }),
        422,
        'VALIDATION_FAILED',
        'at most 1',
      );
    });
  });

  test('credits do not come again with workspaces that take the place of deleted ones', async () => {
    const env = {
      REELSIGHT_OWN_WORKSPACES: 'everyone',
      REELSIGHT_OWN_WORKSPACE_CREDITS: '7',
      REELSIGHT_OWN_WORKSPACES_MOST: '2',
    };
    await withSubject(env, async (subject, operator) => {
      const visitor = await guest(subject, operator, 'Guest');
      const balances: number[] = [];
      for (let i = 0; i < 4; i += 1) {
        const { workspace_id: id } = accepted(await make(visitor), 201);
        balances.push(await balanceIn(visitor, id));
        const path = `/console/v1/workspaces/${id}/delete`;
        accepted(await visitor.post(path, { name: 'Mine' }), 204);
      }

      assert.deepEqual(balances, [7, 7, 0, 0]);
    });
  });

  test('an account that lost its last workspace can sign in, and join another', async () => {
    await withSubject({}, async (subject, operator) => {
      const visitor = await guest(subject, operator, 'Guest');
      const { user } = await visitor.session();
      accepted(await operator.visitor.delete(`${operator.home}/members/${user.user_id}`), 204);
      refused(await visitor.get(`${operator.home}/members`), 404, 'NOT_FOUND');
      assert.equal((await visitor.signIn(user.email)).status, 200);

      const session = await visitor.session();
      assert.deepEqual([session.workspaces, session.own_workspaces], [[], false]);

      const token = await invited(operator, user.email);
      accepted(await visitor.post('/console/v1/invitations/accept', { token }), 200);
      assert.equal((await visitor.session()).workspaces.length, 1);
    });
  });
});

describe('Where sign-up is open', () => {
  const open = { REELSIGHT_SIGN_UP: 'open', REELSIGHT_SIGN_UP_PLAN: 'pro' };

  test('an invitation leads into its workspace only; one that is void is refused', async () => {
    await withSubject(open, async (subject, operator) => {
      const visitor = await guest(subject, operator, 'Guest');
      const { workspaces } = await visitor.session();
      assert.deepEqual(
        workspaces.map((workspace: Json) => workspace.workspace_id),
        [operator.workspaceId],
      );

      const late = new Visitor(subject.service.apiUrl);
      const answer = await late.signUp('Late', 'late@example.com', { invitation: 'used' });
      refused(answer, 422, 'VALIDATION_FAILED', 'invitation:');
      assert.equal((await late.signUp('Late')).status, 200);
    });
  });

  test('what somebody makes for themselves has no credits, and a plan grants it none in any month', async () => {
    await withSubject(open, async (subject) => {
      const { visitor } = await signUp(subject, 'Bob');
      const { workspace_id: id } = accepted(await make(visitor), 201);
      const path = `/console/v1/workspaces/${id}`;
      assert.equal(accepted(await visitor.patch(path, { name: 'Renamed' }), 200).name, 'Renamed');

      const admin = `/admin/v1/workspaces/${id}`;
      accepted(await subject.operator.patch(admin, { past_due: false }), 200);
      await subject.clock.ahead(40 * dayMs, async () => {
        await subject.sweep('resets');
        assert.equal(await balanceIn(visitor, id), 0);
        // A plan that the operator sets counts as paid.
        accepted(await subject.operator.patch(admin, { plan: 'pro' }), 200);
      });

      await subject.clock.ahead(80 * dayMs, async () => {
        await subject.sweep('resets');
        assert.equal(await balanceIn(visitor, id), 10_000);
      });
    });
  });

  test('a person owns at most 20, also of 30 that are made at once', async () => {
    await withSubject(open, async (subject, operator) => {
      const { visitor } = await signUp(subject, 'Bob');
      for (const person of [visitor, operator.visitor]) {
        const answers = await Promise.all(
          Array.from({ length: 30 }, (_, index) => make(person, `w${index}`)),
        );
        const made = answers.filter(({ status }) => status === 201);
        // One of the 20 workspaces came with the sign-up.
        assert.equal(made.length, 19);

        for (const answer of answers) {
          if (answer.status !== 201) refused(answer, 422, 'VALIDATION_FAILED', 'at most 20');
        }

        assert.equal((await person.session()).workspaces.length, 20);
      }
    });
  });

  test('the operator may keep workspaces to operators, and say how many', async () => {
    const env = {
      ...open,
      REELSIGHT_OWN_WORKSPACES: 'operators',
      REELSIGHT_OWN_WORKSPACES_MOST: '2',
    };
    await withSubject(env, async (subject, operator) => {
      const bob = await signUp(subject, 'Bob');
      refused(await make(bob.visitor), 403, 'INSUFFICIENT_SCOPE');
      accepted(await make(operator.visitor), 201);
      refused(await make(operator.visitor), 422, 'VALIDATION_FAILED', 'at most 2');
    });
  });
});
