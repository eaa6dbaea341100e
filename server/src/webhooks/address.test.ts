import assert from 'node:assert/strict';
import { BlockList } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from '@reelsight/contract';
import fc from 'fast-check';
import { testNames } from '../../testing/network/test-names.ts';
import { type Lookup, NameError } from '../network/names.ts';
import { isPublicAddress } from '../network/public-address.ts';
import { checkWebhookUrl, checkWebhookUrlForm } from './address.ts';

const common = { workspaceId: 'ws_a', lookup: testNames };
const strict = { ...common, allowPrivate: false };
const relaxed = { ...common, allowPrivate: true };
const signal = new AbortController().signal;
const asker = { workspaceId: 'ws_a', own: false, signal };

const finds =
  (...addresses: string[]): Lookup =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

function refusedFor(reason: RegExp) {
  return (error: unknown) => {
    assert.ok(error instanceof Fault);
    assert.equal(error.code, 'VALIDATION_FAILED');
    assert.match(error.message, /^webhook_url: /);
    assert.match(error.message, reason);
    return true;
  };
}

const refusedForms: Record<string, [RegExp, string[]]> = {
  'what is no absolute URL': [
    /absolute URL/,
    [
      '',
      'hooks.example.com',
      '/hook',
      'https:',
      'https://',
      'https:///hook',
      'https:hooks.example.com',
      'https://a%20b.example/',
      'https://[::1',
      'https://1.2.3.4.5',
      'https://hooks.example.com:99999/',
    ],
  ],
  'what is not https': [
    /https/,
    [
      'http://hooks.example.com/',
      'ftp://hooks.example.com/',
      'ws://hooks.example.com',
      'file://hooks.example.com/etc',
    ],
  ],
  'a user name or password': [
    /user name/,
    [
      'https://user@hooks.example.com/',
      'https://user:pass@hooks.example.com/',
      'https://:@hooks.example.com/',
      'https://@hooks.example.com/',
      'https://hooks.example.com@10.0.0.1/',
    ],
  ],
  'a fragment': [/fragment/, ['https://hooks.example.com/#part', 'https://hooks.example.com/#']],
  'blanks, control characters and backslashes': [
    /blanks/,
    [
      ' https://hooks.example.com/',
      'https://hooks.example.com/ ',
      'https://hooks.example.com/a b',
      'https://hooks.exa\nmple.com/',
      'https://hooks.example.com\\@10.0.0.1/',
      'https:\\\\hooks.example.com',
      'https://hooks.example.com/\u0000',
      'https://hooks.example.com/\u00a0',
    ],
  ],
  'port 0': [/port 0/, ['https://hooks.example.com:0/']],
  'more than 2048 characters': [/2048/, [`https://hooks.example.com/${'a'.repeat(2048)}`]],
  'an IPv4 address in any spelling': [
    /not an IP address/,
    [
      'https://93.184.216.34/',
      'https://127.0.0.1/',
      'https://2130706433/',
      'https://0177.0.0.1/',
      'https://0x7f.1/',
      'https://0x7f000001/',
      'https://127.1/',
      'https://127.0.0.1./',
      'https://0/',
      'https://１２７.０.０.１/',
      'https://127。0。0。1/',
      'https://%31%32%37.0.0.1/',
    ],
  ],
  'an IPv6 address': [
    /not an IP address/,
    [
      'https://[::1]/',
      'https://[2606:2800:220:1::1]/',
      'https://[::ffff:127.0.0.1]/',
      'https://[::ffff:7f00:1]:8443/',
      'https://[fd00:ec2::254]/',
      'https://[::]/',
    ],
  ],
  'a name that is not public by its form': [
    /public domain/,
    [
      'https://localhost/',
      'https://LOCALHOST./',
      'https://app.localhost/',
      'https://receiver/',
      'https://receiver./',
      'https://printer.local/',
      'https://metadata.google.internal/',
      'https://nas.home.arpa/',
      'https://Printer.LOCAL.:8443/',
    ],
  ],
};

for (const [what, [reason, urls]] of Object.entries(refusedForms)) {
  test(`refused by form: ${what}`, () => {
    for (const url of urls) {
      assert.throws(() => checkWebhookUrlForm(url, strict), refusedFor(reason), url);
    }
  });
}

test('a refusal names the field that was sent, and what helps in development where that is the reason', () => {
  const messageOf = (url: string) => {
    try {
      checkWebhookUrlForm(url, { ...strict, field: 'url' });
    } catch (error) {
      return (error as Fault).message;
    }
    return '';
  };
  const hint = '; for development the operator may set REELSIGHT_ALLOW_PRIVATE_WEBHOOKS=true';

  assert.equal(messageOf('http://localhost:1/hook'), `url: must use https${hint}`);
  assert.equal(messageOf('https://localhost/'), `url: must name a public domain${hint}`);
  assert.equal(messageOf('https://10.0.0.1/'), `url: must name a domain, not an IP address${hint}`);
  assert.equal(messageOf('ftp://hooks.example.com/'), 'url: must use https');
  assert.equal(
    messageOf('https://hooks.example.com/#a'),
    'url: must not have a fragment, it would not be sent',
  );
});

test('accepted by form: any port, any case, a trailing dot, a name in any script, a query', () => {
  const host = (url: string) => checkWebhookUrlForm(url, strict).host;
  assert.equal(host('https://hooks.example.com'), 'hooks.example.com');
  assert.equal(host('HTTPS://Hooks.EXAMPLE.com:443/Path?token=a%20b'), 'hooks.example.com');
  assert.equal(host('https://hooks.example.com.:8443/'), 'hooks.example.com:8443');
  assert.equal(host('https://bücher.example:22/'), 'xn--bcher-kva.example:22');
  assert.equal(host('https://xn--bcher-kva.example/'), 'xn--bcher-kva.example');
  assert.equal(host('https://a_b.example.com/'), 'a_b.example.com');

  const exact = `https://hooks.example.com/${'a'.repeat(2048 - 26)}`;
  assert.equal(checkWebhookUrlForm(exact, strict).href.length, 2048);
});

const ipv4Number = fc.integer({ min: 0, max: 0xffff_ffff });

/**
 * The spellings that inet_aton and the URL standard accept: 1 to 4 parts, each decimal, octal or hex; the last part
 * covers the remaining bytes.
 */
const ipv4Spelling = fc
  .tuple(
    ipv4Number,
    fc.integer({ min: 1, max: 4 }),
    fc.array(fc.constantFrom(8, 10, 16), { minLength: 4, maxLength: 4 }),
    fc.boolean(),
    fc.constantFrom('', '.'),
  )
  .map(([value, parts, radixes, upper, dot]) => {
    const bytes = [24, 16, 8, 0].map((shift) => (value >>> shift) & 255);
    const head = bytes.slice(0, parts - 1);
    const rest = bytes.slice(parts - 1).reduce((sum, byte) => sum * 256 + byte, 0);
    const spelled = [...head, rest].map((part, index) => {
      const radix = radixes[index] ?? 10;
      return (radix === 16 ? '0x' : radix === 8 ? '0' : '') + part.toString(radix);
    });
    const text = spelled.join('.');

    return (upper ? text.toUpperCase() : text) + dot;
  });

test('no spelling of an IPv4 address passes as a name', () => {
  fc.assert(
    fc.property(ipv4Spelling, (host) => {
      assert.throws(
        () => checkWebhookUrlForm(`https://${host}/`, strict),
        refusedFor(/IP address/),
      );
    }),
    { numRuns: 2_000 },
  );
});

test('no IPv6 address passes as a name', () => {
  fc.assert(
    fc.property(fc.ipV6(), (host) => {
      assert.throws(
        () => checkWebhookUrlForm(`https://[${host}]/`, strict),
        refusedFor(/IP address/),
      );
    }),
  );
});

// The blocks of the IANA special-purpose address registries, plus multicast, reserved space and Azure's wire server, as
// an oracle that shares no code with ipaddr.js. Globally reachable anycast blocks of protocols are included, because no
// receiver can be there.
const specialBlocks = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '168.63.129.16/32',
];
const special = new BlockList();
for (const block of specialBlocks) {
  const [address = '', prefix] = block.split('/');
  special.addSubnet(address, Number(prefix));
}
const dotted = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.');
const specialIpv4 = fc
  .tuple(fc.constantFrom(...specialBlocks), ipv4Number)
  .map(([block, value]) => {
    const [address = '', prefix] = block.split('/');
    const base = address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
    return dotted(base + (value % 2 ** (32 - Number(prefix))));
  });
const publicIpv4 = ipv4Number.map(dotted).filter((address) => !special.check(address));

test('an IPv4 address is public exactly when no special block holds it', () => {
  fc.assert(
    fc.property(fc.oneof(ipv4Number.map(dotted), specialIpv4), (address) => {
      assert.equal(isPublicAddress(address), !special.check(address), address);
    }),
    { numRuns: 5_000 },
  );
});

test('the edges of the special blocks are where they belong', () => {
  for (const address of [
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '169.253.255.255',
    '169.255.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '1.0.0.0',
    '168.63.129.17',
  ]) {
    assert.equal(isPublicAddress(address), true, address);
  }
  for (const address of [
    '10.0.0.0',
    '10.255.255.255',
    '100.64.0.0',
    '100.127.255.255',
    '127.255.255.255',
    '169.254.169.254',
    '172.16.0.0',
    '172.31.255.255',
    '192.168.255.255',
    '198.19.255.255',
    '224.0.0.0',
    '255.255.255.255',
    '0.255.255.255',
  ]) {
    assert.equal(isPublicAddress(address), false, address);
  }
});

const privateIpv6 = [
  '::',
  '::1',
  '::ffff:8.8.8.8',
  '::ffff:127.0.0.1',
  '::ffff:0:127.0.0.1',
  '::127.0.0.1',
  '64:ff9b::8.8.8.8',
  '64:ff9b::10.0.0.1',
  '64:ff9b::169.254.169.254',
  '64:ff9b:1::808:808',
  '100::1',
  '2001::1',
  '2001:2::1',
  '2001:10::1',
  '2001:20::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '2002:808:808::',
  '3fff::1',
  '5f00::1',
  '4000::1',
  'fc00::1',
  'fd00:ec2::254',
  'fd20:ce::254',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  'ffff::1',
];

test('IPv6 addresses: global unicast is public, everything else is not', () => {
  for (const address of privateIpv6) assert.equal(isPublicAddress(address), false, address);
  for (const address of [
    '2606:2800:220:1:248:1893:25c8:1946',
    '2a00:1450:4001:800::200e',
    '2001:4860:4860::8888',
  ]) {
    assert.equal(isPublicAddress(address), true, address);
  }
});

test('an IPv6 address that wraps a private IPv4 one is never public', () => {
  fc.assert(
    fc.property(
      specialIpv4,
      fc.constantFrom('::', '::ffff:', '::ffff:0:', '64:ff9b::', '64:ff9b:1::'),
      (inner, prefix) => {
        assert.equal(isPublicAddress(prefix + inner), false, prefix + inner);
      },
    ),
    { numRuns: 1_000 },
  );
});

test('text that is no address is not public', () => {
  for (const text of ['', 'localhost', '2130706433', '0177.0.0.1', '127.1', 'example.com']) {
    assert.equal(isPublicAddress(text), false, text);
  }
});

test('every record must be public: one private among many refuses, wherever it stands', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(publicIpv4, { maxLength: 5 }),
      fc.oneof(specialIpv4, fc.constantFrom(...privateIpv6)),
      fc.nat(),
      async (good, bad, place) => {
        const records = good.toSpliced(place % (good.length + 1), 0, bad);
        await assert.rejects(
          checkWebhookUrl('https://hooks.example.com/', {
            ...strict,
            signal,
            lookup: finds(...records),
          }),
          refusedFor(/public addresses/),
        );
      },
    ),
    { numRuns: 300 },
  );
});

test('a name with public records passes and gives exactly these records', async () => {
  const lookup = finds('93.184.216.34', '2606:2800:220:1::1');
  const checked = await checkWebhookUrl('https://Hooks.Example.com.:8443/a?b', {
    ...strict,
    signal,
    lookup,
  });

  assert.equal(checked.url.href, 'https://hooks.example.com:8443/a?b');
  assert.deepEqual(checked.addresses, await lookup('', asker));
});

test('the look-up asks for the name as the URL parser reads it, without the trailing dot', async () => {
  const asked: string[] = [];
  const lookup: Lookup = (name) => {
    asked.push(name);
    return finds('93.184.216.34')(name, asker);
  };
  await checkWebhookUrl('https://BÜCHER.example.:8443/', { ...strict, signal, lookup });
  assert.deepEqual(asked, ['xn--bcher-kva.example']);
});

test('the public text of a refusal holds no address; the detail for the log does', async () => {
  const refusal = checkWebhookUrl('https://hooks.example.com/', {
    ...strict,
    signal,
    lookup: finds('10.1.2.3'),
  });
  await assert.rejects(refusal, (error: Fault) => {
    assert.doesNotMatch(error.message, /10\.1\.2\.3/);
    assert.match(error.detail, /10\.1\.2\.3/);
    return true;
  });
});

test('a name that does not resolve is refused, with the switch too', async () => {
  const unknown: Lookup = async () => {
    throw Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });
  };
  for (const form of [strict, relaxed]) {
    for (const lookup of [unknown, finds()]) {
      const check = checkWebhookUrl('https://hooks.example.com/', { ...form, signal, lookup });
      await assert.rejects(check, refusedFor(/does not resolve/));
    }
  }
});

test('local names are known with the switch', async () => {
  const local = await checkWebhookUrl('http://localhost:9/', { ...relaxed, signal });
  assert.ok(local.addresses.some(({ address }) => address === '127.0.0.1' || address === '::1'));
  await assert.rejects(
    checkWebhookUrl('http://no-such-name.invalid/', { ...relaxed, signal }),
    refusedFor(/resolve/),
  );
});

test('why a name has no answer is told', async () => {
  for (const [reason, text] of [
    ['slow', /in time/],
    ['unknown', /does not resolve/],
    ['tooMany', /too many addresses/],
  ] as const) {
    const lookup: Lookup = async () => {
      throw new NameError(reason, 'hooks.example.com: 127.0.0.53');
    };
    const check = checkWebhookUrl('https://hooks.example.com/', { ...strict, signal, lookup });
    await assert.rejects(check, refusedFor(text));
  }
});

test('a caller that gives up ends the look-up with its own reason', async () => {
  const reason = new Error('shutdown');
  const control = new AbortController();
  const options = {
    ...strict,
    signal: control.signal,
    lookup: (): ReturnType<Lookup> => sleep(300, []),
  };
  const check = checkWebhookUrl('https://hooks.example.com/', options);

  control.abort(reason);
  await assert.rejects(check, reason);
  await assert.rejects(checkWebhookUrl('https://hooks.example.com/', options), reason);
});

test('the switch for development allows http, addresses, local names and private targets', async () => {
  const lookup = finds('10.0.0.1');

  for (const url of [
    'http://hooks.example.com/',
    'http://receiver:3000/',
    'https://localhost/',
    'https://printer.local/',
  ]) {
    assert.deepEqual((await checkWebhookUrl(url, { ...relaxed, signal, lookup })).addresses, [
      { address: '10.0.0.1', family: 4 },
    ]);
  }

  const addresses = async (url: string) =>
    (await checkWebhookUrl(url, { ...relaxed, signal })).addresses;
  assert.deepEqual(await addresses('http://127.1:8080/'), [{ address: '127.0.0.1', family: 4 }]);
  assert.deepEqual(await addresses('https://[::1]/'), [{ address: '::1', family: 6 }]);
});

test('the switch allows nothing else', () => {
  for (const what of [
    'what is no absolute URL',
    'a user name or password',
    'a fragment',
    'port 0',
  ]) {
    const [reason, urls] = refusedForms[what] ?? [/^$/, []];
    for (const url of urls)
      assert.throws(() => checkWebhookUrlForm(url, relaxed), refusedFor(reason), url);
  }
  assert.throws(
    () => checkWebhookUrlForm('ftp://hooks.example.com/', relaxed),
    refusedFor(/https/),
  );
});

test('whatever the text, the answer is a URL or a refusal that names webhook_url', () => {
  const piece = fc.constantFrom(
    'https://',
    'http://',
    '//',
    '@',
    ':',
    '/',
    '\\',
    '.',
    '[',
    ']',
    '%',
    '#',
    '?',
    '127.0.0.1',
    '0x7f',
    'localhost',
    'a.example',
    '\t',
    '🎬',
    '443',
    '%00',
    '..',
  );
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.webUrl(),
    fc.array(piece, { maxLength: 8 }).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(text, fc.boolean(), (value, allowPrivate) => {
      try {
        const url = checkWebhookUrlForm(value, { allowPrivate });
        assert.ok(allowPrivate || url.protocol === 'https:');
        // Another program that parses the URL must see what was checked: parsing the result again changes nothing.
        assert.equal(new URL(url.href).href, url.href);
      } catch (error) {
        refusedFor(/./)(error);
      }
    }),
    { numRuns: 3_000 },
  );
});
