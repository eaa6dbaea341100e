/** Sign-up, sign-in and sessions of the console. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { accepted, refused, type Subject, startSubject } from '../interface/subject.ts';
import { type Person, signUp, Visitor } from './visitor.ts';

describe('The first account', () => {
  let subject: Subject;
  before(async () => {
    subject = await startSubject();
  });
  after(() => subject.close());

  test('two at once make one operator, then sign-up is closed', async () => {
    const stranger = new Visitor(subject.service.apiUrl);
    assert.equal((await stranger.session()).sign_up, 'first');
    assert.equal((await stranger.session()).user, null);
    const [ada, bob] = [new Visitor(subject.service.apiUrl), new Visitor(subject.service.apiUrl)];
    const answers = await Promise.all([ada.signUp('Ada'), bob.signUp('Bob')]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 403]);
    const winner = answers[0]?.status === 200 ? ada : bob;
    const session = await winner.session();
    assert.equal(session.user.operator, true);
    assert.equal(session.sign_up, 'closed');
    assert.equal(session.workspaces.length, 1);
    assert.equal(session.workspaces[0].name, session.user.name);
    assert.equal(session.workspaces[0].plan, 'scale');
    assert.equal(session.workspaces[0].role, 'owner');
    const path = `/console/v1/workspaces/${session.workspaces[0].workspace_id}/v1/account`;
    const account = accepted(await winner.get(path), 200);
    assert.equal(account.credits.balance, 100_000);
    assert.match(account.webhook_secret, /^whsec_/);
  });
});
