import type { FaultProxy } from '@offloop/tools';
import type { LifecycleLog } from '../../../client/support/lifecycle-log.js';

/**
 * Cuts a client's connection several times, and has it make calls on each new one, side by side.
 *
 * @param make makes the call for a text, `round/number` from `1/0` on.
 * @returns the texts.
 */
export async function callAfterCuts(
  proxy: FaultProxy,
  lifecycle: LifecycleLog,
  rounds: number,
  calls: number,
  make: (text: string, number: number) => Promise<unknown>,
): Promise<string[]> {
  const all: string[] = [];
  for (let round = 1; round <= rounds; round++) {
    proxy.cutAll();
    await lifecycle.until('CONNECTED', round + 1);
    const texts = Array.from({ length: calls }, (_, i) => `${round}/${i}`);
    all.push(...texts);
    await Promise.all(texts.map(make));
  }
  return all;
}
