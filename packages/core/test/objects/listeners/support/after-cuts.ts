import type { FaultProxy } from '@offloop/tools';
import type { Client, ConnectionMessage } from 'offloop';
import { listen } from '../../../client/support/channels.js';
import { eventually } from '../../../client/support/client-bench.js';

/**
 * Cuts a client's connections several times, and has it make calls on the new ones, side by side.
 *
 * @param make makes the call for a text, `round/number` from `1/0` on.
 * @returns the texts.
 */
export async function callAfterCuts(
  proxy: FaultProxy,
  client: Client,
  rounds: number,
  calls: number,
  make: (text: string, number: number) => Promise<unknown>,
): Promise<string[]> {
  let connections = 0;
  listen('offloop:connection:open', (message: ConnectionMessage) => {
    if (message.client === client.getName()) connections++;
  });
  const shards = client.stats().shards.length;
  const all: string[] = [];
  for (let round = 1; round <= rounds; round++) {
    connections = 0;
    proxy.cutAll();
    // A worker may be connected again before the client hears that the connection of another was cut, too.
    await eventually(() => connections === shards && client.health().connected);
    const texts = Array.from({ length: calls }, (_, i) => `${round}/${i}`);
    all.push(...texts);
    await Promise.all(texts.map(make));
  }
  return all;
}
