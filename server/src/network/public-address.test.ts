import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownAddress } from '../../testing/sources/media-server.ts';
import { allowsNetworks, isPublicAddress } from './public-address.ts';

const special = {
  'this network': ['0.0.0.0', '0.1.2.3', '::'],
  loopback: ['127.0.0.1', '127.9.9.9', '::1'],
  private: ['10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd12::1'],
  'carrier grade NAT': ['100.64.0.1', '100.127.255.255', '100.100.100.200'],
  'link-local, with cloud metadata': ['169.254.0.1', '169.254.169.254', 'fe80::1', 'fe80::1%lo'],
  'IETF protocols': ['192.0.0.1', '192.0.0.170', '192.0.0.192', '2001::1', '2001:1::1'],
  documentation: ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1'],
  benchmarks: ['198.18.0.1', '198.19.255.255', '2001:2::1'],
  'relays and sinks': ['192.88.99.1', '192.31.196.1', '192.52.193.1', '192.175.48.1'],
  'multicast and broadcast': ['224.0.0.1', '239.255.255.255', '255.255.255.255', 'ff02::1'],
  reserved: ['240.0.0.1', '100::1', 'fec0::1', '5f00::1', '4000::1', '2001:20::1'],
  mapped: ['::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:a9fe:a9fe', '::8.8.8.8'],
  translated: ['::ffff:0:8.8.8.8', '64:ff9b::7f00:1', '64:ff9b::808:808', '64:ff9b:1::808:808'],
  tunnelled: ['2002:7f00:1::', '2002:808:808::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  'metadata of clouds elsewhere': ['168.63.129.16', 'fd00:ec2::254', 'fd20:ce::254'],
  'no address': ['example.com', '', '127.1', '0x7f000001', '2130706433', '[::1]', '8.8.8.8/32'],
};

test('what is special is not public', () => {
  for (const [kind, addresses] of Object.entries(special))
    for (const address of addresses)
      assert.equal(isPublicAddress(address), false, `${kind} ${address}`);
});

test('what anybody can reach is public', () => {
  for (const address of [
    '8.8.8.8',
    '142.250.1.1',
    '100.63.255.255',
    '2607:f8b0::1',
    '2a00:1450::1',
  ])
    assert.equal(isPublicAddress(address), true, address);
});

test('listed networks are open, the rest of the private ones is not', () => {
  const open = allowsNetworks(['10.20.0.0/16', '192.168.7.9', 'fd12:3456::/32'], []);
  const allows = (address: string) => open(address, 443);

  for (const address of ['10.20.0.1', '10.20.255.255', '192.168.7.9', 'fd12:3456::1', '8.8.8.8'])
    assert.equal(allows(address), true, address);

  for (const address of [
    '10.21.0.1',
    '192.168.7.8',
    'fd12:3457::1',
    '127.0.0.1',
    'example.com',
    '',
  ])
    assert.equal(allows(address), false, address);
});

test('no list opens this machine, its link, metadata, or a form that carries another address', () => {
  const all = ['0.0.0.0/0', '::/0', '127.0.0.1', '169.254.169.254', '::1'];
  const allows = (address: string) => allowsNetworks(all, [])(address, 443);
  const closed = [
    ...special['this network'],
    ...special.loopback,
    ...special['link-local, with cloud metadata'],
    ...special['multicast and broadcast'],
    ...special.mapped,
    ...special.translated,
    ...special.tunnelled,
    ...special['metadata of clouds elsewhere'],
    ...['100.100.100.200', '192.0.0.192', '64:ff9b::a00:1', '::ffff:10.0.0.1', '2002:a00:1::1'],
  ];

  for (const address of closed) assert.equal(allows(address), false, address);
  assert.equal(allows('10.0.0.1'), true);
});

test('the ports of the service are closed on the addresses of this machine, and on no other', (t) => {
  const own = ownAddress();
  if (own === undefined) {
    t.skip('this machine has no address but loopback');
    return;
  }

  const allows = allowsNetworks([own, '10.0.0.0/8'], [8080, 8081]);
  assert.deepEqual(
    [8080, 8081, 8082].map((port) => allows(own, port)),
    [false, false, true],
  );
  assert.equal(allows('10.255.254.253', 8080), true);
});
