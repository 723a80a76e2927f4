import { ErrorCode } from '@offloop/wire';
import { describe, expect, test } from 'vitest';

import { memberOfTest, embeddedMember } from './support/embedded-member.js';
import { connectOfficial } from '../cluster/support/official.js';
import { connectMap, connect, eventually, freshMap } from './support/client-bench.js';
import { parseStatistics } from './support/client-statistics.js';
import { figuresOf } from './support/figures.js';

const MIB = 2 ** 20;

const member = await embeddedMember();

const reports = (): number => member.stats().requests['client.statistics'] ?? 0;

describe.each([1, 0, 2])('with workers: %i', (workers) => {
  const runtime = { workers };

  test('a member gets the attributes and metrics it gets from the official client, under the same names', async () => {
    await connectOfficial(member.address, { instanceName: 'official' });
    const { client } = await connect(member.address, { runtime, instanceName: 'ours' });
    await eventually(() => Object.keys(member.clientStatistics()).length === 2);
    const statistics = member.clientStatistics();
    const [ours, theirs] = [parseStatistics(statistics.ours), parseStatistics(statistics.official)];

    expect(Object.keys(ours.attributes)).toEqual(Object.keys(theirs.attributes));
    expect(ours.metrics.map((metric) => ({ ...metric, value: 0 }))).toEqual(
      theirs.metrics.map((metric) => ({ ...metric, value: 0 })),
    );
    const { host, port } = client.getLocalEndpoint().localAddress;
    const same = ['enterprise', 'clientType', 'os.totalPhysicalMemorySize', 'runtime.availableProcessors'];
    for (const name of same) expect(ours.attributes[name]).toBe(theirs.attributes[name]);
    expect(ours.attributes).toMatchObject({
      clientName: 'ours',
      clientAddress: `${host}:${port}`,
      clusterConnectionTimestamp: expect.stringMatching(/^\d{13}$/) as string,
      lastStatisticsCollectionTime: String(ours.timestamp),
    });
    // Both say the same of themselves twice, as text and as numbers.
    for (const { name, value } of ours.metrics) expect(Number(ours.attributes[name])).toBe(value);
  });

  test('a member gets the figures of near caches under the names that the official client gives them', async () => {
    const nearCaches = { 'near*': {} };
    const metrics = { collectionFrequencySeconds: 0.05 };
    const official = await connectOfficial(member.address, {
      instanceName: 'official near',
      nearCaches,
      metrics,
    });
    const instanceName = `ours near ${workers}`;
    const { client } = await connect(member.address, { runtime, instanceName, nearCaches, metrics });
    const maps = [await client.getMap('near'), await official.getMap('near')];
    for (const map of maps) await map.get('k');
    await eventually(() => {
      for (const map of maps) void map.get('k');
      const heard = [instanceName, 'official near'].map((name) => figure(name, 'nearcache.hits'));
      return heard.every((hits) => hits > 0);
    });
    const { official: theirs, ours } = { official: parsed('official near'), ours: parsed(instanceName) };
    const ofNear = ({ metrics: all }: typeof ours) =>
      all.filter(({ name }) => name.startsWith('nearcache.')).map((metric) => ({ ...metric, value: 0 }));
    expect(ofNear(ours)).toHaveLength(6);
    expect(ofNear(ours)).toEqual(ofNear(theirs));
    expect(Object.keys(ours.attributes)).toEqual(Object.keys(theirs.attributes));

    // What is told is what `stats` says.
    const { near } = client.stats().nearCaches;
    await eventually(() => figure(instanceName, 'nearcache.hits') === near.hitCount);
    expect(parsed(instanceName).attributes).toMatchObject({
      'nc.near.creationTime': String(near.creationTime),
      'nc.near.hits': String(near.hitCount),
      'nc.near.misses': String(near.missCount),
      'nc.near.evictions': '0',
      'nc.near.expirations': '0',
      'nc.near.ownedEntryCount': '1',
    });
  });

  test("a near cache whose map's name has signs of the format is told all the same, and gone when it is destroyed", async () => {
    const map = 'a,b=c.d\\e';
    const long = 'x'.repeat(300);
    const instanceName = `odd names ${workers}`;
    const { client } = await connect(member.address, {
      runtime,
      instanceName,
      nearCaches: { [map]: {}, [long]: {} },
      metrics: { collectionFrequencySeconds: 0.05 },
    });
    const near = await client.getMap(map);
    await client.getMap(long);
    const attributes = (): string[] => Object.keys(parsed(instanceName).attributes);
    await eventually(() => attributes().includes(`nc.${long}.hits`));
    expect(attributes()).toContain('nc.a\\,b\\=c\\.d\\\\e.hits');
    const named = parsed(instanceName).metrics.filter(({ name }) => name === 'nearcache.hits');
    expect(named.map(({ discriminator }) => discriminator)).toEqual([`name=${map}`]);
    await near.destroy();
    await eventually(() => !attributes().some((name) => name.startsWith('nc.a')));
  });

  test("the heap in the figures is the caller's, and the bytes are those of the sockets", async () => {
    const { client } = await connect(member.address, {
      runtime,
      instanceName: 'heavy',
      metrics: { collectionFrequencySeconds: 0.05 },
    });
    const used = (): number => figure('heavy', 'runtime.usedMemory');
    await eventually(() => used() > 0);
    const ballast = Array.from({ length: 8 * MIB }, (_, i) => i + 0.5);
    await eventually(() => used() > 64 * MIB);
    expect(ballast).toHaveLength(8 * MIB);
    expect(figure('heavy', 'runtime.totalMemory')).toBeGreaterThanOrEqual(used());

    // Whichever worker sends and receives them: of two these keys have both.
    const map = await freshMap<string, string>(client);
    const keys = ['a', 'b', 'c', 'd'];
    for (const key of keys) await map.set(key, 'v'.repeat(MIB));
    for (const key of keys) await map.get(key);
    const { shards, total } = client.stats();
    expect(shards.every(({ bytesIn }) => bytesIn > MIB)).toBe(true);
    await eventually(
      () =>
        figure('heavy', 'tcp.bytesSend') >= total.bytesOut &&
        figure('heavy', 'tcp.bytesReceived') >= total.bytesIn,
    );
  });

  test('reports go on while the client has nothing to do, and the caller is not woken for them', async () => {
    const { client } = await connect(member.address, {
      runtime,
      metrics: { collectionFrequencySeconds: 0.02 },
    });
    const before = client.stats().total;
    const already = reports();
    await eventually(() => reports() > already + 5);
    const after = client.stats().total;
    expect(after.callerWakeups).toBe(before.callerWakeups);
    expect(after.operations).toBe(before.operations);
  });

  test('a period that is none is replaced by the default, and the log says so', async () => {
    for (const [seconds, enabled, lines] of [
      [-2, true, 1],
      [1, true, 0],
      [-2, false, 0],
    ] as const) {
      const { log } = await connect(member.address, {
        runtime,
        metrics: { enabled },
        properties: { 'hazelcast.client.statistics.period.seconds': seconds },
      });
      const said = log.filter(({ level, text }) => level === 'warn' && text.includes('period.seconds'));
      expect(said).toHaveLength(lines);
    }
  });

  test('nothing is reported by a client that shall not', async () => {
    const before = reports();
    const { client } = await connect(member.address, { runtime, metrics: { enabled: false } });
    await (await freshMap(client)).size();
    expect(reports()).toBe(before);
  });

  test('a member that refuses the figures, or says nothing to them, is served on', async () => {
    const refusing = await memberOfTest();
    const metrics = { collectionFrequencySeconds: 0.01 };
    const { client, map } = await connectMap(refusing.address, { runtime, metrics });
    const refusal = { kind: 'error', code: ErrorCode.SECURITY, className: 'SecurityException' } as const;
    for (const action of [refusal, { kind: 'swallow' } as const]) {
      refusing.faults.clear();
      const fault = refusing.faults.add({ message: 'client.statistics', times: 3, action });
      await fault.untilHit();
      expect(await map.size()).toBe(0);
    }
    expect(figuresOf(client)).toMatchObject({ connections: 1, epoch: 0 });
  });
});

function parsed(client: string): ReturnType<typeof parseStatistics> {
  return parseStatistics(member.clientStatistics()[client]);
}

function figure(client: string, name: string): number {
  const statistics = member.clientStatistics()[client];
  const metrics = statistics === undefined ? [] : parseStatistics(statistics).metrics;
  return metrics.find((metric) => metric.name === name)?.value ?? 0;
}
