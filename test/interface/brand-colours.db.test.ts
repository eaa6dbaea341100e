/** The colours of brand names: one colour per name in a workspace, whoever reads it. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { keptSlots } from '../../contract/src/brand-colours.ts';
import { removeWorkspace } from '../../server/src/db/workspaces/workspaces.ts';
import { slotsOf } from '../../server/src/domain/brands/brand-colours.ts';
import type { TestService } from '../../server/testing/service.ts';
import { sharedService } from '../../server/testing/shared-service.ts';

let service: TestService;
before(async () => {
  service = await sharedService();
});
after(() => service.close());

const workspace = async (): Promise<string> => (await service.workspace()).tenantId;
const ask = (id: string, names: readonly string[]) => slotsOf(service.domain.db, id, names);
const namesOf = (word: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${word} ${index}`);

describe('colours of brand names', () => {
  test('stay, however names are written and in whatever order they come', async () => {
    const id = await workspace();
    const [nike, cola] = await ask(id, ['Nike', 'Coca-Cola']);

    assert.notEqual(nike, cola);
    assert.deepEqual(await ask(id, ['COCA COLA', 'Škoda', ' nike ']), [
      cola,
      (await ask(id, ['Skoda']))[0],
      nike,
    ]);
  });

  test('of two that ask at once are the same, and no two names share one', async () => {
    const id = await workspace();
    const names = namesOf('Brand', 40);
    const [one, other, third] = await Promise.all([
      ask(id, names),
      ask(id, names.toReversed()),
      ask(id, names.slice(10, 30)),
    ]);

    assert.deepEqual(one, other?.toReversed());
    assert.deepEqual(one?.slice(10, 30), third);
    assert.equal(new Set(one).size, names.length);
  });

  test('of another workspace do not matter, and go with theirs', async () => {
    const one = await workspace();
    const other = await workspace();
    const [alone] = await ask(other, ['Nike']);

    await ask(one, namesOf('Taken', 30));
    assert.deepEqual(await ask(other, ['Nike']), [alone]);

    const { db } = service.domain;
    const left = () =>
      db.query('select workspace_id from brand_colours where workspace_id = any($1)', [
        [one, other],
      ]);
    assert.equal((await left()).length, 31);
    await db.query('update workspaces set deleted_at = now() where id = $1', [one]);
    await removeWorkspace(db, one);
    assert.deepEqual(await left(), [{ workspace_id: other }]);
  });

  test('are kept for so many names, and beyond them are those of the name', async () => {
    const id = await workspace();
    const names = namesOf('Name', 50_000);
    const slots = await ask(id, names);
    assert.equal(new Set(slots.slice(0, keptSlots)).size, keptSlots);
    assert.deepEqual(await ask(id, names.slice(-200)), slots.slice(-200));

    const [kept] = await service.domain.db.query<{ count: number }>(
      'select count(*)::int as count from brand_colours where workspace_id = $1',
      [id],
    );
    assert.equal(kept?.count, keptSlots);
  });

  test('are given for texts that no column takes', async () => {
    const id = await workspace();
    const odd = ['\u0000', '\ud800', '', '🙂', 'x'.repeat(1000), ' '];
    const slots = await ask(id, odd);
    assert.deepEqual(await ask(id, odd), slots);
  });
});
