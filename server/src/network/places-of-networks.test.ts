import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Holder, PlacesOfNetworks } from './places-of-networks.ts';

interface TestHolder extends Holder {
  isEnded: boolean;
}

function holderAt(address: string, isBusy = false): TestHolder {
  const holder: TestHolder = {
    address,
    isEnded: false,
    isBusy: () => isBusy,
    end: () => {
      holder.isEnded = true;
    },
  };
  return holder;
}

test('a block and a wide block have their most, and a place that is left can be taken again', () => {
  const places = new PlacesOfNetworks({ all: 100, ofBlock: 2, ofWideBlock: 4 });
  const first = holderAt('192.0.2.1');
  assert.ok(places.take(first));
  assert.ok(places.take(holderAt('192.0.2.2')));
  assert.ok(!places.take(holderAt('192.0.2.3')));

  for (const address of ['192.0.3.1', '192.0.3.2']) assert.ok(places.take(holderAt(address)));
  assert.ok(places.take(holderAt('198.51.100.1')));

  places.leave(first);
  places.leave(first);
  assert.ok(places.take(holderAt('192.0.2.3')));
  assert.ok(!places.take(holderAt('192.0.2.4')));
});

test('a newcomer gets in too when the wide block around it is full: its largest block gives a place', () => {
  const places = new PlacesOfNetworks({ all: 100, ofBlock: 3, ofWideBlock: 4 });
  const first = holderAt('192.0.2.1');
  const second = holderAt('192.0.2.2');
  for (const holder of [first, second, holderAt('192.0.2.3'), holderAt('192.0.3.1')])
    assert.ok(places.take(holder));

  assert.ok(places.take(holderAt('192.0.4.1')));
  assert.ok(first.isEnded && !second.isEnded);
  // By now two blocks have one place and one has two, so none can give another.
  assert.ok(!places.take(holderAt('192.0.4.2')));
});

test('a newcomer gets in when all is taken: the network with most loses the oldest place not in use', () => {
  const places = new PlacesOfNetworks({ all: 5, ofBlock: 5, ofWideBlock: 5 });
  const busy = holderAt('192.0.2.1', true);
  const idle = holderAt('192.0.2.9');
  const later = holderAt('192.0.2.3');
  const others = [holderAt('198.51.100.1'), holderAt('203.0.113.1')];
  for (const holder of [...others, busy, idle, later]) assert.ok(places.take(holder));

  assert.ok(places.take(holderAt('2001:db8::1')));
  assert.deepEqual(
    [busy, idle, later, ...others].map(({ isEnded }) => isEnded),
    [false, true, false, false, false],
  );
});

test('networks with equally many take nothing from each other, and who holds most gets no more', () => {
  const places = new PlacesOfNetworks({ all: 4, ofBlock: 4, ofWideBlock: 4 });
  const addresses = ['192.0.2.1', '192.0.2.2', '198.51.100.1', '198.51.100.2'];
  for (const address of addresses) assert.ok(places.take(holderAt(address)));

  for (const address of ['192.0.2.3', '198.51.100.3'])
    assert.ok(!places.take(holderAt(address)), address);
});

test('places that others hold count towards all', () => {
  const places = new PlacesOfNetworks({ all: 4, ofBlock: 4, ofWideBlock: 4 });
  assert.ok(places.take(holderAt('192.0.2.1'), 3));
  assert.ok(!places.take(holderAt('192.0.2.2'), 3));
});
