import assert from 'node:assert/strict';
import type { LookupAddress } from 'node:dns';
import type net from 'node:net';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import tls from 'node:tls';
import { testNames } from '../../testing/network/test-names.ts';
import {
  startRawReceiver,
  startReceiver,
  startTlsReceiver,
  testAuthority,
} from '../../testing/webhooks/receiver.ts';
import type { Lookup } from '../network/names.ts';
import { checkWebhookUrl } from './address.ts';
import { attemptDelivery, type Delivery } from './deliver.ts';

const loopback: LookupAddress[] = [{ address: '127.0.0.1', family: 4 }];
const deliver = (url: string, change: Partial<Delivery> = {}) =>
  attemptDelivery({
    url,
    body: '{"event":"job.completed"}',
    headers: {},
    allowPrivate: true,
    workspaceId: 'ws_a',
    lookup: testNames,
    timeoutMs: 30_000,
    ...change,
  });

/** A receiver that answers the first bytes of a connection with raw text, then hands the socket to the test. */
const rawAnswer = (text: string, then: (socket: net.Socket) => void = (socket) => socket.end()) =>
  startRawReceiver((socket) => {
    socket.once('data', () => {
      socket.write(text);
      then(socket);
    });
  });

const authorities = tls.getCACertificates('default');
const trustTestAuthority = () => tls.setDefaultCACertificates([...authorities, testAuthority()]);
const distrustTestAuthority = () => tls.setDefaultCACertificates(authorities);
after(distrustTestAuthority);

test('the body arrives byte for byte by POST, as JSON, with the given headers and ours', async () => {
  await using receiver = await startReceiver();
  const body = '{ "title": "Füße 🎬",\n "x": 1 }';
  const attempt = await deliver(`${receiver.url}?token=a%20b`, {
    body,
    headers: { 'webhook-id': 'evt_1' },
  });
  assert.deepEqual(
    { ...attempt, durationMs: 0 },
    { status: 200, error: null, durationMs: 0, response: '' },
  );

  const [request] = receiver.received;
  assert.equal(request?.method, 'POST');
  assert.equal(request.path, '/hook?token=a%20b');
  assert.equal(request.body, body);
  assert.equal(request.headers['content-type'], 'application/json');
  assert.equal(request.headers['content-length'], String(Buffer.byteLength(body)));
  assert.equal(request.headers['user-agent'], 'Reelsight-Webhooks/1');
  assert.equal(request.headers['webhook-id'], 'evt_1');
  assert.equal(request.headers.host, `127.0.0.1:${receiver.port}`);
});

test('any 2xx is a success, anything else is not', async () => {
  await using receiver = await startReceiver((response, { path }) => {
    response.writeHead(Number(path.slice(1))).end();
  });

  for (const status of [200, 201, 202, 204, 226, 299]) {
    const attempt = await deliver(`http://127.0.0.1:${receiver.port}/${status}`);
    assert.deepEqual([attempt.status, attempt.error], [status, null]);
  }

  for (const status of [400, 401, 404, 410, 429, 500, 503]) {
    const attempt = await deliver(`http://127.0.0.1:${receiver.port}/${status}`);
    assert.deepEqual([attempt.status, attempt.error], [status, `answered ${status}`]);
  }
});

test('redirects are failures and are not followed', async () => {
  await using target = await startReceiver();

  for (const status of [300, 301, 302, 303, 307, 308]) {
    await using receiver = await startReceiver((response) => {
      response.writeHead(status, { location: target.url }).end();
    });
    const attempt = await deliver(receiver.url);
    assert.deepEqual([attempt.status, attempt.error], [status, 'redirects are not followed']);
  }

  assert.equal(target.received.length, 0);
});

test('informational answers before the real one are passed over', async () => {
  const informational =
    'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n';
  await using receiver = await rawAnswer(
    `${informational}HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok`,
  );
  const attempt = await deliver(receiver.url);
  assert.deepEqual([attempt.status, attempt.error, attempt.response], [200, null, 'ok']);
});

test('an answer that switches protocols is a failure', async () => {
  const upgrade = 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n';
  await using receiver = await rawAnswer(upgrade, () => undefined);
  const { status, error } = await deliver(receiver.url);
  assert.deepEqual([status, error], [null, 'connection closed before an answer (ECONNRESET)']);
});

test('a receiver that never answers costs the limit and no more', async () => {
  await using receiver = await startRawReceiver(() => undefined);
  const attempt = await deliver(receiver.url, { timeoutMs: 200 });
  assert.deepEqual([attempt.status, attempt.error], [null, 'no answer within 0.2 s']);
  assert.ok(attempt.durationMs >= 195 && attempt.durationMs < 20_000, String(attempt.durationMs));
});

test('headers that trickle in do not stretch the limit', async () => {
  await using receiver = await startRawReceiver(async (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    for (let n = 0; !socket.destroyed; n += 1) {
      socket.write(`x-${n}: y\r\n`);
      await sleep(20);
    }
  });
  const attempt = await deliver(receiver.url, { timeoutMs: 200 });
  assert.deepEqual([attempt.status, attempt.error], [null, 'no answer within 0.2 s']);
});

test('endless informational answers do not stretch the limit', async () => {
  await using receiver = await startRawReceiver(async (socket) => {
    while (!socket.destroyed) {
      socket.write('HTTP/1.1 102 Processing\r\n\r\n');
      await sleep(10);
    }
  });
  const attempt = await deliver(receiver.url, { timeoutMs: 200 });
  assert.deepEqual([attempt.status, attempt.error], [null, 'no answer within 0.2 s']);
});

test('the limit includes the look-up', async () => {
  const attempt = await deliver('http://hooks.reelsight.test/', {
    lookup: () => sleep(60_000, loopback, { ref: false }),
    timeoutMs: 100,
  });
  assert.deepEqual([attempt.status, attempt.error], [null, 'no answer within 0.1 s']);
  assert.ok(attempt.durationMs < 20_000);
});

test('the limit includes the TLS handshake', async () => {
  await using receiver = await startRawReceiver(() => undefined);
  const attempt = await deliver(`https://127.0.0.1:${receiver.port}/`, { timeoutMs: 200 });
  assert.deepEqual([attempt.status, attempt.error], [null, 'no answer within 0.2 s']);
});

test('the default limit is 5 seconds', async () => {
  await using receiver = await startRawReceiver(() => undefined);
  const { durationMs, error } = await attemptDelivery({
    url: receiver.url,
    body: '{}',
    headers: {},
    allowPrivate: true,
    workspaceId: 'ws_a',
    lookup: testNames,
  });

  assert.equal(error, 'no answer within 5 s');
  assert.ok(durationMs >= 4_990 && durationMs < 30_000, String(durationMs));
});

test('a 2xx counts although its body stalls until the limit', async () => {
  await using receiver = await rawAnswer(
    'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\npart',
    () => undefined,
  );
  const attempt = await deliver(receiver.url, { timeoutMs: 2_000 });
  assert.deepEqual([attempt.status, attempt.error, attempt.response], [200, null, 'part']);
});

test('a 2xx counts although its body breaks off', async () => {
  await using receiver = await rawAnswer(
    'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\npart',
    (socket) => {
      setTimeout(() => socket.resetAndDestroy(), 30);
    },
  );
  const attempt = await deliver(receiver.url);
  assert.deepEqual([attempt.status, attempt.error, attempt.response], [200, null, 'part']);
});

test('of an endless body 1 KB is read, then the connection is closed', async () => {
  const closed = Promise.withResolvers<void>();
  let sentBytes = 0;
  await using receiver = await startRawReceiver((socket) => {
    const piece = Buffer.alloc(16_384, 'x');
    socket.on('close', () => closed.resolve());
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      const more = () => {
        while (!socket.destroyed && socket.write(piece)) sentBytes += piece.length;
      };
      socket.on('drain', more);
      more();
    });
  });
  const attempt = await deliver(receiver.url);

  assert.deepEqual(
    [attempt.status, attempt.error, attempt.response],
    [200, null, 'x'.repeat(1024)],
  );
  await closed.promise;
  // Only as much as the sockets' buffers hold; reading for a second would take far more.
  assert.ok(sentBytes < 20_000_000, String(sentBytes));
});

test('the kept answer is text: no control characters, no half characters, nothing that a database refuses', async () => {
  const body = Buffer.concat([
    Buffer.from('\u0000a\u001b[31mb\r\nc\td\u007f\u0085'),
    Buffer.from([0xff, 0xfe, 0xed, 0xa0, 0x80]),
    Buffer.from('🎬'.repeat(400)),
  ]);
  await using receiver = await startReceiver((response) => response.end(body));
  const { response } = await deliver(receiver.url);

  assert.match(response ?? '', /^a\[31mb\nc\td\ufffd+(🎬)+$/u);
  assert.ok(response?.isWellFormed());
});

test('headers of more than 16 KB are a failure', async () => {
  const huge = `x-huge: ${'y'.repeat(20_000)}\r\n`;
  await using receiver = await rawAnswer(`HTTP/1.1 200 OK\r\n${huge}\r\n`);
  const attempt = await deliver(receiver.url);

  assert.equal(attempt.status, null);
  assert.match(
    attempt.error ?? '',
    /not valid HTTP or its headers are too large \(HPE_HEADER_OVERFLOW\)/,
  );
});

test('what is not HTTP is a failure', async () => {
  await using receiver = await rawAnswer('220 mail.example ESMTP\r\n');
  assert.match((await deliver(receiver.url)).error ?? '', /not valid HTTP/);
});

test('a connection that is refused, cut or reset is a failure with its reason and no address', async () => {
  const gone = await startReceiver();
  await gone[Symbol.asyncDispose]();

  const refused = await deliver(gone.url);
  assert.deepEqual([refused.status, refused.error], [null, 'connection refused (ECONNREFUSED)']);

  for (const cut of [
    (socket: net.Socket) => socket.end(),
    (socket: net.Socket) => socket.resetAndDestroy(),
  ]) {
    await using receiver = await startRawReceiver((socket) =>
      socket.once('data', () => cut(socket)),
    );
    const attempt = await deliver(receiver.url);
    assert.deepEqual(
      [attempt.status, attempt.error, attempt.response],
      [null, 'connection closed before an answer (ECONNRESET)', null],
    );
  }
});

test('a receiver that answers and closes before it has read the body does no harm', async () => {
  await using receiver = await startRawReceiver((socket) => {
    socket.write('HTTP/1.1 413 Content Too Large\r\ncontent-length: 0\r\n\r\n');
    socket.once('data', () => socket.resetAndDestroy());
  });
  const attempt = await deliver(receiver.url, { body: 'x'.repeat(10_000_000) });
  assert.ok(attempt.error);
  await sleep(50);
});

test('every attempt opens a connection of its own', async () => {
  let connections = 0;
  await using receiver = await startRawReceiver((socket) => {
    connections += 1;
    socket.on('data', () =>
      socket.write('HTTP/1.1 204 No Content\r\nconnection: keep-alive\r\n\r\n'),
    );
  });

  await deliver(receiver.url);
  await deliver(receiver.url);
  assert.equal(connections, 2);
});

test('the connection goes to an address of the one look-up, whatever the resolver would say next', async () => {
  await using receiver = await startReceiver();
  let lookups = 0;
  const lookup: Lookup = async () => {
    lookups += 1;
    return lookups === 1 ? loopback : [{ address: '127.0.0.2', family: 4 }];
  };
  const attempt = await deliver(`http://hooks.reelsight.test:${receiver.port}/`, { lookup });

  assert.equal(attempt.status, 200);
  assert.equal(lookups, 1);
  assert.equal(receiver.received[0]?.headers.host, `hooks.reelsight.test:${receiver.port}`);
});

test('a name that was public at creation and is private at the attempt is refused without a connection', async () => {
  let connections = 0;
  await using receiver = await startRawReceiver(() => {
    connections += 1;
  });
  const answers = [[{ address: '93.184.216.34', family: 4 }], loopback];
  const lookup: Lookup = async () => answers.shift() ?? loopback;
  const url = `https://hooks.reelsight.test:${receiver.port}/`;
  const signal = new AbortController().signal;
  await checkWebhookUrl(url, { allowPrivate: false, workspaceId: 'ws_a', lookup, signal });

  const attempt = await deliver(url, { allowPrivate: false, lookup });
  assert.equal(attempt.status, null);
  assert.match(attempt.error ?? '', /^webhook_url: must resolve to public addresses only/);
  await sleep(20);
  assert.equal(connections, 0);
});

test('without the switch an http URL or an IP address in the table is refused at the attempt', async () => {
  await using receiver = await startReceiver();
  assert.match(
    (await deliver(receiver.url, { allowPrivate: false })).error ?? '',
    /must use https/,
  );

  const literal = `https://127.0.0.1:${receiver.port}/`;
  assert.match((await deliver(literal, { allowPrivate: false })).error ?? '', /not an IP address/);
  assert.equal(receiver.received.length, 0);
});

test('of several addresses one that refuses is passed over for one that answers', async () => {
  await using receiver = await startReceiver();
  const lookup: Lookup = async () => [
    { address: '::1', family: 6 },
    { address: '127.0.0.2', family: 4 },
    ...loopback,
  ];
  assert.equal(
    (await deliver(`http://hooks.reelsight.test:${receiver.port}/`, { lookup })).status,
    200,
  );
});

test('https: a certificate of a trusted authority for the name is accepted, and the name is sent (SNI)', async () => {
  trustTestAuthority();
  await using receiver = await startTlsReceiver((response) => {
    response.end((response.socket as tls.TLSSocket & { servername?: string }).servername);
  });
  const attempt = await deliver(receiver.url, { lookup: async () => loopback });

  assert.deepEqual(
    [attempt.status, attempt.error, attempt.response],
    [200, null, 'hooks.reelsight.test'],
  );
});

test('https: a trailing dot of the host changes nothing', async () => {
  trustTestAuthority();
  await using receiver = await startTlsReceiver();
  const url = `https://hooks.reelsight.test.:${receiver.port}/`;
  assert.equal((await deliver(url, { lookup: async () => loopback })).status, 200);
});

test('https: an untrusted certificate is refused and nothing is sent', async () => {
  distrustTestAuthority();
  await using receiver = await startTlsReceiver();
  const attempt = await deliver(receiver.url, { lookup: async () => loopback });
  assert.equal(attempt.status, null);
  assert.match(attempt.error ?? '', /^certificate not accepted \(/);
  assert.equal(receiver.received.length, 0);
});

test('https: a certificate for another name is refused and nothing is sent', async () => {
  trustTestAuthority();
  await using receiver = await startTlsReceiver();
  const url = `https://other.reelsight.test:${receiver.port}/`;
  const attempt = await deliver(url, { lookup: async () => loopback });
  assert.equal(attempt.error, 'certificate not accepted (ERR_TLS_CERT_ALTNAME_INVALID)');
  assert.equal(receiver.received.length, 0);
});

test('https to a port that speaks plain HTTP is a failure', async () => {
  await using receiver = await startReceiver();
  const attempt = await deliver(`https://127.0.0.1:${receiver.port}/`);
  assert.equal(attempt.status, null);
  assert.match(attempt.error ?? '', /^TLS failed|^connection closed/);
});
