import type { Client, IMap, Member } from 'offloop';

import { connect, eventually, type Config } from '../../client/support/client-bench.js';
import { compactSerializer } from './tasks.js';

/** What naps say of themselves, by their names. */
export type Naps = IMap<string, string, null>;

/** A client that knows who owns what. */
export interface TaskBench {
  readonly client: Client;
  readonly naps: Naps;
  readonly members: readonly Member[];
}

export async function openTaskBench(address: string, config: Config = {}): Promise<TaskBench> {
  const { client } = await connect(address, {
    serialization: { compact: { serializers: [compactSerializer] } },
    ...config,
  });
  const naps = (await client.getMap<string, string>('naps')) as Naps;
  // Partitions are handed out when the first of them is needed.
  await naps.size();
  await eventually(() => client.getPartitionService().getPartitionOwner(0) !== undefined);
  return { client, naps, members: client.getCluster().getMembers() };
}

/** Waits until a nap says this. */
export async function untilSaid(naps: Naps, name: string, said: string): Promise<void> {
  // oxlint-disable-next-line no-await-in-loop -- one after the other
  while ((await naps.get(name)) !== said);
}

/** A key that a member owns. */
export function keyOf({ client }: TaskBench, owner: Member): number {
  const partitions = client.getPartitionService();
  for (let key = 0; ; key++) {
    if (partitions.getPartitionOwner(partitions.getPartitionId(key)).equals(owner.uuid)) return key;
  }
}
