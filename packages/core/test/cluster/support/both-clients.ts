import type { Client } from 'offloop';

import { connect, type Config } from '../../client/support/client-bench.js';
import { connectOfficial, type OfficialClient, type OfficialConfig } from './official.js';

export interface BothClients {
  readonly ours: Client;
  readonly official: OfficialClient;
}

/** What the maps of both clients have in common, as a test calls it. */
export type AnyMap = Record<string, (...args: unknown[]) => Promise<unknown>>;

export async function connectBoth(
  address: string,
  config: Config & OfficialConfig = {},
): Promise<BothClients> {
  const official = await connectOfficial(address, config);
  const { client: ours } = await connect(address, config);
  return { ours, official };
}

let names = 0;

/** One map of the cluster, as each of the two clients has it. */
export async function sharedMap(
  { ours, official }: BothClients,
  name: string = `shared-${process.pid}-${names++}`,
): Promise<{ ours: AnyMap; official: AnyMap }> {
  return {
    ours: (await ours.getMap(name)) as unknown as AnyMap,
    official: (await official.getMap(name)) as unknown as AnyMap,
  };
}
