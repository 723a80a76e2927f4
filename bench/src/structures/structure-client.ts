import type { Client } from 'offloop';
import type { BenchClient } from '../clients/client.js';
import { connectOfficial, connectOffloop } from '../clients/open.js';

/** The methods for structures, by the names and signatures that both clients give them. */
export type Structures = Pick<
  Client,
  | 'getQueue'
  | 'getList'
  | 'getSet'
  | 'getMultiMap'
  | 'getReplicatedMap'
  | 'getRingbuffer'
  | 'getReliableTopic'
  | 'getFlakeIdGenerator'
  | 'getPNCounter'
>;

/** The structures that only offloop has. */
export type OwnStructures = Pick<Client, 'getCardinalityEstimator'>;

export type Executors = Pick<
  Client,
  'getExecutorService' | 'getDurableExecutorService' | 'getScheduledExecutorService'
>;

export interface StructureClient<S = Structures> extends Pick<BenchClient, 'counters' | 'shutdown'> {
  readonly structures: S;
}

/** Opens the official client with its defaults. */
export async function openOfficialStructures(cluster: string): Promise<StructureClient> {
  const { client, ...rest } = await connectOfficial(cluster);
  return { structures: client as unknown as Structures, ...rest };
}

/** Opens offloop with its defaults, or with a `runtime` section. */
export async function openOffloopStructures(
  cluster: string,
  runtime: object = {},
): Promise<StructureClient<Structures & OwnStructures & Executors>> {
  const { client, ...rest } = await connectOffloop(cluster, { runtime });
  return { structures: client, ...rest };
}
