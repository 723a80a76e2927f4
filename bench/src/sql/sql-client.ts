import type { Client } from 'offloop';
import type { BenchClient } from '../clients/client.js';
import { connectOfficial, connectOffloop } from '../clients/open.js';

/** A client with the SQL service, by the names and signatures that both clients give it. */
export interface SqlClient
  extends Pick<BenchClient, 'counters' | 'shutdown'>, Pick<Client, 'getSql' | 'getMap'> {}

/** Opens the official client with its defaults. */
export async function openOfficialSql(cluster: string): Promise<SqlClient> {
  const { client, ...rest } = await connectOfficial(cluster);
  const named = client as unknown as Client;
  return { getSql: () => named.getSql(), getMap: (name: string) => named.getMap(name), ...rest };
}

/** Opens offloop with its defaults. */
export async function openOffloopSql(cluster: string): Promise<SqlClient> {
  const { client, ...rest } = await connectOffloop(cluster);
  return { getSql: () => client.getSql(), getMap: (name: string) => client.getMap(name), ...rest };
}
