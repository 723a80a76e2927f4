import { createRequire } from 'node:module';
import { Client } from 'hazelcast-client';
import type Long from 'long';
import { onTestFinished } from 'vitest';

export type OfficialClient = Awaited<ReturnType<typeof Client.newHazelcastClient>>;
export type OfficialConfig = NonNullable<Parameters<typeof Client.newHazelcastClient>[0]>;

type Constructor<T> = new (...args: unknown[]) => T;

const ours = createRequire(import.meta.url);
const theirs = createRequire(ours.resolve('hazelcast-client'));

/** The official client's own copy of `long`, whose class it looks for. */
export const OfficialLong: typeof Long = theirs('long') as typeof Long;
export const OfficialUUID: Constructor<object> = (theirs('./core/UUID.js') as { UUID: Constructor<object> })
  .UUID;

/** A connected official client that is shut down when the test is over. */
export async function connectOfficial(
  address: string,
  overrides: OfficialConfig = {},
): Promise<OfficialClient> {
  const client = await Client.newHazelcastClient({
    ...overrides,
    network: { clusterMembers: [address], ...overrides.network },
    properties: { 'hazelcast.logging.level': 'OFF', ...overrides.properties },
  });
  onTestFinished(() => client.shutdown());
  return client;
}
