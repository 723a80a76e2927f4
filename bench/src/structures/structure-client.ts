import type { Client } from 'offloop';
import type { BenchClient } from '../clients/client.js';
import { connectOfficial, connectOffloop } from '../clients/open.js';

/** The structures by the names and signatures that both clients give them. */
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

export interface StructureClient extends Pick<BenchClient, 'counters' | 'shutdown'> {
  readonly structures: Structures;
}

/** The official client with its defaults. */
export async function openOfficialStructures(cluster: string): Promise<StructureClient> {
  const { client, ...rest } = await connectOfficial(cluster);
  return { structures: client as unknown as Structures, ...rest };
}

/** offloop with its defaults. */
export async function openOffloopStructures(cluster: string): Promise<StructureClient> {
  const { client, ...rest } = await connectOffloop(cluster);
  return { structures: client, ...rest };
}
