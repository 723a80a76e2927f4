import { ErrorCode } from '@offloop/wire';
import type { CallMessage, ConnectionMessage, DrainMessage, RetryMessage } from 'offloop';
import { describe, expect, test } from 'vitest';

import { embeddedMember } from '../client/support/embedded-member.js';
import { heard } from '../client/support/channels.js';
import { connectMap, connect, eventually } from '../client/support/client-bench.js';

const member = await embeddedMember();

const KEYS = Array.from({ length: 64 }, (_, i) => `key${i}`);

/** For a busy machine. */
const LONG = { timeout: 30_000 };

describe.each([0, 1, 2, 4])('with workers: %i', (workers) => {
  const shards = Math.max(1, workers);
  const runtime = { workers };

  test('diagnostics channels tell of each connection, call and retry once, and name the shard of a slice', async () => {
    const opened = heard<ConnectionMessage>('offloop:connection:open');
    const closed = heard<ConnectionMessage>('offloop:connection:close');
    const { client, map } = await connectMap<string, number>(member.address, { runtime });
    const uuid = client.getCluster().getMembers()[0].uuid.toString();
    const own = { client: client.getName(), member: uuid, address: member.address };
    const ofEachShard = Array.from({ length: shards }, () => own);
    expect(opened).toEqual(ofEachShard);

    const ended = heard<CallMessage>('tracing:offloop:call:asyncEnd');
    const retries = heard<RetryMessage>('offloop:call:retry');
    const slices = heard<DrainMessage>('offloop:ring:drain');
    member.faults.add({
      message: 'map.put',
      times: KEYS.length,
      action: { kind: 'error', code: ErrorCode.RETRYABLE_HAZELCAST, className: 'test.E', message: 'again' },
    });
    await Promise.all(KEYS.map((key, i) => map.put(key, i)));
    const partitions = KEYS.map((key) => client.getPartitionService().getPartitionId(key));
    expect(new Set(ended.map(({ partition }) => partition))).toEqual(new Set(partitions));
    expect(ended).toHaveLength(KEYS.length);
    for (const call of ended) {
      expect(call).toMatchObject({ operation: 'put', requests: 1, member: uuid, address: member.address });
      expect(retries.filter((retry) => retry.call === call)).toHaveLength(call.retries);
    }
    expect(retries).toHaveLength(KEYS.length);
    expect(new Set(slices.map(({ shard }) => shard))).toEqual(
      new Set(
        Array.from({ length: shards }, (_, i) => `offloop:${client.getName()}${i === 0 ? '' : `#${i}`}`),
      ),
    );

    member.closeConnections();
    // One shard may be back before another has lost its connection.
    await eventually(() => closed.length >= shards && opened.length >= 2 * shards);
    expect(opened).toEqual([...ofEachShard, ...ofEachShard]);
    expect(closed).toEqual(ofEachShard.map((each) => ({ ...each, reason: expect.any(String) })));
  });

  test('a near cache has what each shard has read, and drops what another client or this one changes', async () => {
    const name = `near-${workers}`;
    const { client } = await connect(member.address, { runtime, nearCaches: { [name]: {} } });
    const map = await client.getMap<string, number>(name);
    const { client: other } = await connect(member.address);
    const theirs = await other.getMap<string, number>(name);
    const readAll = (): Promise<(number | null)[]> => Promise.all(KEYS.map((key) => map.get(key)));
    const hitsOf = async (reading: () => Promise<unknown>): Promise<number> => {
      const before = client.stats().nearCaches[name].hitCount;
      await reading();
      return client.stats().nearCaches[name].hitCount - before;
    };
    for (let round = 0; round < 3; round++) {
      await theirs.setAll(KEYS.map((key) => [key, round]));
      await expect.poll(readAll, LONG).toEqual(KEYS.map(() => round));
      await expect.poll(() => hitsOf(readAll), LONG).toBe(KEYS.length);
      await Promise.all(KEYS.map((key) => map.set(key, round + 100)));
      expect(await readAll()).toEqual(KEYS.map(() => round + 100));
    }
  });

  test('reliable topics are heard once and in their order, each read by the shard of its ring buffer', async () => {
    const { client } = await connect(member.address, { runtime });
    const numbers = Array.from({ length: 50 }, (_, i) => i);
    const names = KEYS.slice(0, 16).map((key) => `${key} of ${workers}`);
    const topics = await Promise.all(names.map((name) => client.getReliableTopic<number>(name)));
    const messages = topics.map((): number[] => []);
    const listeners = topics.map((topic, i) =>
      topic.addMessageListener(({ messageObject }) => void messages[i].push(messageObject)),
    );
    await Promise.all(topics.flatMap((topic) => numbers.map((number) => topic.publish(number))));
    await eventually(() => messages.every(({ length }) => length >= numbers.length));
    expect(messages).toEqual(topics.map(() => numbers));
    const shardOf = (name: string): number =>
      client.getPartitionService().getPartitionId(`_hz_rb_${name}`) % shards;
    const waiting = Array.from(
      { length: shards },
      (_, i) => names.filter((name) => shardOf(name) === i).length,
    );
    const inFlight = (): number[] => client.stats().shards.map((shard) => shard.inFlight);
    await expect.poll(inFlight, LONG).toEqual(waiting);
    topics.forEach((topic, i) => expect(topic.removeMessageListener(listeners[i])).toBe(true));
  });
});
