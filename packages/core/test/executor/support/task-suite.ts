import { startRealCluster, type RealCluster } from '@offloop/tools';
import type { Client, IMap, Member } from 'offloop';
import { onTestFinished } from 'vitest';

import { FACTORIES } from '../../../../../test/setup/shared-member.js';
import { connect, eventually, type Config } from '../../client/support/client-bench.js';
import { shared, sharedCluster } from '../../cluster/support/shared-member.js';
import { fresh } from './fresh.js';
import { compactSerializer } from './tasks.js';

/** What naps say of themselves, by their names. */
export type Naps = IMap<string, string, null>;

/** A client that knows who owns what, and an executor that nobody else uses. */
export interface TaskBench<E> {
  readonly client: Client;
  readonly executor: E;
  readonly naps: Naps;
  readonly members: readonly Member[];
}

/** Two members that know the tasks, and executors of one kind. */
export interface TaskSuite<E> {
  /** Addresses of the members. */
  readonly addresses: readonly string[];
  /** Connects a client, and gets an executor. @param address of any member that knows the tasks. Default: the first of these. */
  open(address?: string, config?: Config): Promise<TaskBench<E>>;
}

/** To be called once a file. @param get gets an executor of the kind that is tested. */
export function useTaskSuite<E>(get: (client: Client, name: string) => Promise<E>): TaskSuite<E> {
  const cluster = sharedCluster();
  return {
    get addresses() {
      return cluster.addresses;
    },
    open: async (address = cluster.addresses[0], config = {}) => {
      const { client } = await connect(address, {
        serialization: { compact: { serializers: [compactSerializer] } },
        ...config,
      });
      const naps = (await client.getMap<string, string>('naps')) as Naps;
      // Partitions are handed out when the first of them is needed.
      await naps.size();
      await eventually(() => client.getPartitionService().getPartitionOwner(0) !== undefined);
      const executor = await get(client, fresh());
      return { client, executor, naps, members: client.getCluster().getMembers() };
    },
  };
}

/** Two members that know the tasks, for a test that kills one. */
export async function startMortals(): Promise<RealCluster> {
  const classes = await shared('classes');
  const cluster = await startRealCluster(2, {
    heap: '256m',
    testClasses: true,
    classPath: [classes],
    extraXml: FACTORIES,
  });
  onTestFinished(() => cluster.kill());
  return cluster;
}

/** Waits until a nap says this. */
export async function untilSaid(naps: Naps, name: string, said: string): Promise<void> {
  while ((await naps.get(name)) !== said);
}

/** A key that a member owns. */
export function keyOf({ client }: TaskBench<unknown>, owner: Member): number {
  const partitions = client.getPartitionService();
  for (let key = 0; ; key++) {
    if (partitions.getPartitionOwner(partitions.getPartitionId(key)).equals(owner.uuid)) return key;
  }
}
