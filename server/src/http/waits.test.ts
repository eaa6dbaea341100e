/** Places of reads that wait: nobody takes those of all others with many workspaces. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Waits } from './waits.ts';

test('an owner with many workspaces has three times the places of one, and leaves places for others', () => {
  const waits = new Waits({
    db: { query: async () => [], onCommitted: () => undefined },
    limits: { ofWorkspace: 10, all: 100, mostMs: 1000 },
    onFault: (fault) => assert.fail(fault),
  });
  const enter = (owner: string, workspace: number) =>
    waits.enter({ workspaceId: `${owner} ${workspace}`, owner });
  const placesOf = (owner: string): number => {
    let places = 0;
    for (let request = 0; request < 100; request += 1) if (enter(owner, request % 20)) places += 1;
    return places;
  };

  const leave = enter('early', 0);
  assert.equal(placesOf('busy'), 30);
  assert.equal(placesOf('second'), 30);
  // Together they have three quarters of all places.
  assert.equal(placesOf('third'), 14);
  assert.ok(enter('new', 0), 'who has none yet gets one of the rest');
  leave?.();
  assert.ok(enter('early', 0));
});
