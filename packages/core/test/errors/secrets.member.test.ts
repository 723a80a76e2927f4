import { Client, defineTransform, HazelcastJsonValue, msgpackSerializer, Predicates } from 'offloop';
import { describe, expect, test } from 'vitest';

import { embeddedMember } from '../client/support/embedded-member.js';
import { connect, freshMap, testConfig, type LogLine } from '../client/support/client-bench.js';
import { argumentsOf } from '../client/support/every-method.js';
import { failureOf } from './support/failure-of.js';
import { indiscretion, PLANTED, SECRET, textTells } from './support/planted.js';

const member = await embeddedMember();

const THROWING = defineTransform('data:text/javascript,export default (value) => JSON.parse(value.text)');
const LEAVING = defineTransform(
  'data:text/javascript,export default (value) => [() => value, Symbol(value)]',
);

type AnyMethod = (...args: unknown[]) => unknown;
type AnyMap = Record<string, AnyMethod>;

const METHODS = `
  get put set putIfAbsent putAll setAll getAll remove delete containsKey size isEmpty clear keySet values
  entrySet keySetWithPredicate valuesWithPredicate entrySetWithPredicate replace replaceIfSame tryPut
  tryRemove evict evictAll setTtl getEntryView addEntryListener addEntryListenerWithPredicate
  removeEntryListener getTransformed getAllTransformed lock tryLock unlock forceUnlock isLocked
`
  .trim()
  .split(/\s+/);
/** Of each method, options included: each is replaced by wrong ones in turn. */
const MOST_ARGUMENTS = 5;
/** Durations and limits, which show the number that was given. */
const SHOW_NUMBERS = /^(put|set|putIfAbsent|tryPut|tryRemove|setTtl|lock|tryLock)$/;

const tellsInLog = ({ source, text }: LogLine): boolean => textTells(`${source} ${text}`);

test.each(METHODS)('a wrong argument of map.%s stands in no error', async (name) => {
  const connected = await connect(member.address);
  const map = (await freshMap(connected.client)) as unknown as AnyMap;
  await map['set']('k', 'v');
  const right = Array.from({ length: MOST_ARGUMENTS }, (_, at) => argumentsOf('map', name)[at]);
  let failures = 0;
  for (const [kind, value] of PLANTED) {
    if (kind === 'a number' && SHOW_NUMBERS.test(name)) continue;
    const wrongs = [value, [value], [[value, value]], { signal: value }];
    // A timeout shows the number, too.
    if (kind !== 'a number') wrongs.push({ timeout: value });
    for (let at = 0; at < right.length; at++) {
      for (const wrong of wrongs) {
        const args = right.with(at, wrong);
        // A lock that one attempt leaves behind is the next one's, since both are of no context.
        const error = await failureOf(() => map[name](...args));
        if (error === undefined) continue;
        failures++;
        expect(indiscretion(error, `${name}, argument ${at}: ${kind}`)).toBeUndefined();
      }
    }
  }
  expect(failures).toBeGreaterThan(name === 'removeEntryListener' ? -1 : 5);
  expect(connected.log.filter(tellsInLog)).toEqual([]);
});

test('nor does one of the client’s methods', async () => {
  const connected = await connect(member.address);
  const client = connected.client as unknown as AnyMap;
  const cluster = connected.client.getCluster() as unknown as AnyMap;
  const partitions = connected.client.getPartitionService() as unknown as AnyMap;
  for (const [kind, value] of PLANTED) {
    const attempts: Record<string, () => unknown> = {
      getMap: () => client['getMap'](kind === 'a string' ? undefined : value),
      addDistributedObjectListener: () =>
        client['addDistributedObjectListener'](kind === 'a function' ? undefined : value),
      addMembershipListener: () => cluster['addMembershipListener'](Object(value) === value ? 7 : value),
      getMembers: () => cluster['getMembers'](kind === 'a function' ? 7 : value),
      getPartitionId: () => partitions['getPartitionId']({ value, n: 1n }),
      defineTransform: () => defineTransform(value as never),
      // Whatever a serializer may write may be a predicate.
      and: () => Predicates.and((Object(value) === value ? 7 : value) as never),
      HazelcastJsonValue: () => new HazelcastJsonValue(kind === 'a string' ? (7 as never) : (value as never)),
    };
    for (const [name, attempt] of Object.entries(attempts)) {
      expect(indiscretion(await failureOf(attempt), `${name}: ${kind}`)).toBeUndefined();
    }
  }
  expect(connected.log.filter(tellsInLog)).toEqual([]);
});

describe('a stored value that cannot be read stands in no error:', () => {
  test('text that is not JSON', async () => {
    const connected = await connect(member.address);
    const map = await freshMap<string, unknown>(connected.client);
    for (const text of [SECRET, `{"password":"${SECRET}"`, `{"password":"${SECRET}" no`, `"${SECRET}\n"`]) {
      await map.set('k', new HazelcastJsonValue(text));
      for (const read of [
        () => map.get('k'),
        () => map.getAll(['k']),
        () => map.entrySet(),
        async () => (await map.values()).get(0),
        () => map.getEntryView('k'),
        () => map.getTransformed('k', LEAVING),
        () => map.getAllTransformed(['k'], LEAVING),
      ]) {
        expect(indiscretion(await failureOf(read), `${text} by ${String(read)}`)).toBeUndefined();
      }
    }
    expect(connected.log.filter(tellsInLog)).toEqual([]);
  });

  test('bytes that are not msgpack', async () => {
    const packed = msgpackSerializer();
    const writer = await connect(member.address, {
      serialization: {
        globalSerializer: {
          id: packed.id,
          read: () => undefined,
          // One value, and bytes behind it.
          write: (output) => output.writeByteArray(Buffer.from(`\xb2${SECRET}\x01`, 'latin1')),
        },
      },
    });
    const reader = await connect(member.address, { serialization: { globalSerializer: packed } });
    const map = await freshMap<string, unknown>(writer.client);
    await map.set('k', {});
    const error = await failureOf(async () => (await reader.client.getMap(map.getName())).get('k'));
    expect(indiscretion(error, 'msgpack')).toBeUndefined();
    const unknown = await failureOf(async () =>
      (await reader.client.getMap(map.getName())).set('k', { password: SECRET, s: Symbol(SECRET) }),
    );
    expect(indiscretion(unknown, 'a symbol')).toBeUndefined();
  });

  test('what a transform returns and cannot cross, or is given', async () => {
    const connected = await connect(member.address);
    const map = await freshMap<string, unknown>(connected.client);
    await map.set('k', { text: SECRET });
    for (const [what, call] of Object.entries({
      result: () => map.getTransformed('k', LEAVING),
      results: () => map.getAllTransformed([SECRET, 'k'], LEAVING),
      argument: () => map.getTransformed('k', LEAVING, { [Symbol(SECRET)]: 1, f: () => SECRET } as never),
      symbol: () => map.getTransformed('k', LEAVING, Symbol(SECRET) as never),
    })) {
      expect(indiscretion(await failureOf(call), what)).toBeUndefined();
    }
    // What a function throws is its own words: the cause, and nowhere else.
    const thrown = (await failureOf(() => map.getTransformed('k', THROWING))) as Error;
    expect(textTells(thrown.message)).toBe(false);
    expect(thrown.cause).toBeInstanceOf(SyntaxError);
    expect(connected.log.filter(tellsInLog)).toEqual([]);
  });
});

describe('TLS options that Node refuses stand in no error and no log line:', () => {
  const moduleOf = (options: string): string =>
    `data:text/javascript,export const getSSLOptions = () => (${encodeURIComponent(options)})`;

  test.each([
    ['a key', { sslOptions: { key: SECRET, cert: SECRET } }],
    ['a passphrase', { sslOptions: { passphrase: { SECRET } as never, key: 'k' } }],
    ['ciphers', { sslOptions: { ciphers: [SECRET] as never } }],
    ['a version', { sslOptions: { minVersion: SECRET as never } }],
    ['a curve', { sslOptions: { ecdhCurve: SECRET } }],
    ['a module’s ciphers', { sslOptionsFactory: moduleOf(`{ ciphers: ['${SECRET}'] }`) }],
    ['a module’s key', { sslOptionsFactory: moduleOf(`{ key: '${SECRET}' }`) }],
    ['a broken module', { sslOptionsFactory: `data:text/javascript,const ${SECRET} = 1` }],
    ['a module without its function', { sslOptionsFactory: `data:text/javascript,//${SECRET}` }],
  ])('%s', async (_what, ssl) => {
    const { config, log } = testConfig(member.address, {
      network: { ssl: { enabled: true, ...ssl } },
      connectionStrategy: { connectionRetry: { clusterConnectTimeoutMillis: 0 } },
    });
    expect(
      indiscretion(await failureOf(() => Client.newHazelcastClient(config)), 'the start'),
    ).toBeUndefined();
    expect(log.filter(tellsInLog)).toEqual([]);
  });
});
