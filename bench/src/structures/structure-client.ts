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

export interface StructureClient extends Pick<BenchClient, 'counters' | 'shutdown'> {
  readonly structures: Structures;
}

/** Opens the official client with its defaults. */
export async function openOfficialStructures(cluster: string): Promise<StructureClient> {
  const { client, ...rest } = await connectOfficial(cluster);
  return { structures: client as unknown as Structures, ...rest };
}

/** Opens offloop with its defaults. */
export async function openOffloopStructures(cluster: string): Promise<StructureClient> {
  const { client, ...rest } = await connectOffloop(cluster);
  return { structures: client, ...rest };
}
