import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '@offloop/tools/random';
import type { ChaosCluster } from './cluster.js';

/** Number of faults of each kind. */
export interface FaultCounts {
  kills: number;
  cuts: number;
  silences: number;
}

/**
 * Makes one fault after the other until `until` (by `performance.now()`). The cluster is whole and safe before each kill and at the end.
 *
 * @param singleCuts true to cut connections to one member at a time only
 */
export async function makeTrouble(
  cluster: ChaosCluster,
  random: Random,
  until: number,
  singleCuts: boolean,
  say: (text: string) => void,
): Promise<FaultCounts> {
  const counts: FaultCounts = { kills: 0, cuts: 0, silences: 0 };
  for (let round = 0; performance.now() < until; round++) {
    const index = random.below(cluster.size);
    // A kill takes most of a minute, as the member has to come back: every other round is one.
    if (round % 2 === 1) {
      counts.kills++;
      say(`kill -9 member ${index}`);
      await cluster.kill(index);
      await pause(1_000 + random.below(3_000));
      const other = (index + 1) % cluster.size;
      say(`cut the connections to member ${other}, restart member ${index}`);
      cluster.proxy(other).cutAll();
      counts.cuts++;
      await cluster.revive(index);
      await cluster.untilSafe();
      say('three members, safe');
    } else if (random.below(2) === 0) {
      say(`cut the connections to member ${index}, then to ${singleCuts ? 'it again' : 'all'}`);
      cluster.proxy(index).cutAll();
      await pause(500 + random.below(2_000));
      for (let each = 0; each < cluster.size; each++)
        if (!singleCuts || each === index) cluster.proxy(each).cutAll();
      counts.cuts += 2;
    } else {
      // Some end before the heartbeat notices, some do not.
      const ms = 2_000 + random.below(8_000);
      say(`member ${index} is silent for ${ms} ms`);
      counts.silences++;
      cluster.proxy(index).dropPackets();
      await pause(ms);
      cluster.proxy(index).resume();
    }
    await pause(1_000 + random.below(4_000));
  }
  await cluster.untilSafe();
  return counts;
}
