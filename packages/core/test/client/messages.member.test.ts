import { createServer, type AddressInfo } from 'node:net';

import { certificateAuthority, freePort } from '@offloop/tools';
import { Client } from 'offloop';
import { describe, expect, onTestFinished, test } from 'vitest';

import { memberOfTest, embeddedMember } from './support/embedded-member.js';
import {
  connectMap,
  codeOf,
  connect,
  eventually,
  freshMap,
  testConfig,
  type Config,
  TESTED_WORKERS,
} from './support/client-bench.js';
import { Code } from './support/codes.js';

const authority = await certificateAuthority('an authority');
const certificate = await authority.issue(['127.0.0.1']);

const member = await embeddedMember();

const messageOf = async (promise: Promise<unknown>): Promise<string> => {
  const error: unknown = await promise.then(
    () => new Error('resolved'),
    (reason: unknown) => reason,
  );
  return (error as Error).message;
};

/** The address of what is no member. */
async function webServer(): Promise<string> {
  const server = createServer((socket) =>
    socket.on('error', () => undefined).end('HTTP/1.1 400 Bad Request\r\n\r\n'),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('options of a call', () => {
  test('that stand in the place of another argument are named', async () => {
    const { client, map } = await connectMap<string, number>(member.address);
    const options = { timeout: 300 } as never;
    expect(await codeOf(map.set('k', 1, options))).toBe(Code.ILLEGAL_ARGUMENT);
    expect(await messageOf(map.set('k', 1, options))).toMatch(
      /^ttl must be .*, got options .* fifth argument/,
    );
    expect(await messageOf(map.put('k', 1, 0, options))).toMatch(/^maxIdle must be .*, got options .* fifth/);
    expect(await messageOf(map.tryPut('k', 1, options))).toMatch(/^timeout must be .* last argument/);
    const queue = await client.getQueue('q');
    expect(await messageOf(queue.offer('item', options))).toMatch(/^time must be .* last argument/);
    expect(await map.size()).toBe(0);
  });
});

describe('a mistake of a program without types', () => {
  test('new Client', () => {
    expect(() => new (Client as unknown as new (config: object) => Client)({})).toThrow(
      'a client is made by await Client.newHazelcastClient(config)',
    );
  });

  test('a listener of other names, which would never be called', async () => {
    const { map } = await connectMap(member.address);
    const listener = { onAdded: () => undefined };
    expect(await codeOf(map.addEntryListener(listener))).toBe(Code.ILLEGAL_ARGUMENT);
    expect(await messageOf(map.addEntryListener(listener))).toMatch(
      /^an entry listener has some of the functions added, removed, .*, and this has none$/,
    );
    expect(await messageOf(map.addEntryListener((() => undefined) as never))).toMatch(
      /^an entry listener must be an object with some of the functions added, .*, got a function$/,
    );
  });

  test('pairs and predicates of other kinds', async () => {
    const { map } = await connectMap(member.address);
    expect(await messageOf(map.putAll(new Map() as never))).toMatch(
      /^pairs must be an array of \[key, value\]/,
    );
    expect(await messageOf(map.valuesWithPredicate('a > 1' as never))).toMatch(/Predicates\.sql makes one$/);
  });
});

describe.each([TESTED_WORKERS, 0])('with workers: %s', (workers) => {
  const runtime = { workers };

  /** What `newHazelcastClient` rejects with where no member can be entered. */
  const refusal = (address: string, network: Config['network'] = {}): Promise<string> => {
    const { config } = testConfig(address, {
      runtime,
      network: { clusterMembers: [address], ...network },
      connectionStrategy: { connectionRetry: { clusterConnectTimeoutMillis: 1 } },
    });
    return messageOf(Client.newHazelcastClient(config));
  };

  test('a client without TLS says that the member has it', async () => {
    const secured = await memberOfTest({ tls: certificate });
    expect(await refusal(secured.address)).toMatch(
      /(answers in|wants) TLS.*network\.ssl\.enabled is false here/,
    );
  });

  test('a client with TLS says that the member does without', async () => {
    const ssl = { enabled: true };
    expect(await refusal(member.address, { ssl })).toMatch(/TLS.*network\.ssl\.enabled is true here/);
    expect(await refusal(await webServer(), { ssl })).toMatch(
      /something else than TLS.*enabled is true here/,
    );
  });

  test('a client whose member is something else says so, and where', async () => {
    const address = await webServer();
    expect(await refusal(address)).toContain(
      `${address} does not answer as a member does on its port for clients: Not a frame header`,
    );
  });

  test('a call that had no connection says since when, and why', async () => {
    const leaving = await memberOfTest();
    const { log, map } = await connectMap<string, number>(leaving.address, { runtime });
    await map.set('k', 1);
    const offline = await connect(leaving.address, {
      runtime,
      connectionStrategy: { reconnectMode: 'ASYNC', connectionRetry: { initialBackoffMillis: 20 } },
    });
    const other = await freshMap(offline.client);
    await leaving.stop();
    const refused = (lines: readonly { text: string }[]): boolean =>
      lines.some(({ text }) => text.startsWith('no member could be reached'));
    await eventually(() => refused(log) && refused(offline.log));
    const why =
      /: not connected since \d{4}-\d\d-\d\dT[\d:.]+Z, last error: 127\.0\.0\.1:\d+: .*ECONNREFUSED/;
    const late = await messageOf(map.get('k', { timeout: 30 }));
    // The caller's clock and the worker's both end it: who comes first is anybody's guess.
    expect(late).toMatch(/^no (answer within 30 ms|attempt succeeded before the deadline; .*): /);
    expect(late).toMatch(why);
    const error = await messageOf(other.get('k'));
    expect(error).toMatch(/^No connection found to cluster: /);
    expect(error).toMatch(why);
  });

  test('a call whose member is connected, and silent, says no more than that', async () => {
    const { map } = await connectMap(member.address, { runtime });
    const silent = member.faults.add({ message: 'map.get', action: { kind: 'swallow' } });
    onTestFinished(() => silent.remove());
    expect(await messageOf(map.get('k', { timeout: 20 }))).toBe('no answer within 20 ms');
  });

  test('the option that would end the search for a cluster is named once', async () => {
    const address = `127.0.0.1:${await freePort()}`;
    const { client, log } = await connect(address, {
      runtime,
      connectionStrategy: { asyncStart: true, connectionRetry: { initialBackoffMillis: 5 } },
    });
    const rounds = (): string[] =>
      log.map(({ text }) => text).filter((text) => text.startsWith('no member could be reached'));
    await eventually(() => rounds().length >= 3);
    const naming = rounds().filter((text) => text.includes('clusterConnectTimeoutMillis'));
    expect(naming).toEqual([rounds()[0]]);
    expect(naming[0]).toMatch(
      /; it tries for ever: connectionStrategy\.connectionRetry\.clusterConnectTimeoutMillis is -1$/,
    );
    const call = client.getMap('m').then((map) => map.get('k'));
    expect(await messageOf(call)).toMatch(/not connected since .*ECONNREFUSED/);
  });
});
