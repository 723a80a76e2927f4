import { channel } from 'node:diagnostics_channel';
import type { FaultProxy } from '@offloop/tools';
import type { Client, ConnectionMessage } from 'offloop';
import { onTestFinished } from 'vitest';
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
  const opened = channel('offloop:connection:open');
  let connections = 0;
  const count = (message: unknown): void => {
    if ((message as ConnectionMessage).client === client.getName()) connections++;
  };
  opened.subscribe(count);
  onTestFinished(() => {
    opened.unsubscribe(count);
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
