import { createRandom } from '@offloop/tools/random';
import { rounds, seedOf } from '@offloop/tools';
import { expect, test } from 'vitest';

import { connect, eventually } from '../client/support/client-bench.js';
import { Code } from '../client/support/codes.js';
import { Bank } from './support/bank.js';
import { mortalCluster } from '../cluster/support/mortal-cluster.js';

const SIZE = 3;
const CLIENTS = 3;
const FLOWS = 4;
const KILLS = rounds({ short: 2, full: 2, soak: 10 });
const TRANSFERS = rounds({ short: 600, full: 800, soak: 10_000 });
const TIMEOUT = rounds({ short: 300_000, full: 600_000, soak: 1_800_000 });

/** What a transfer may end with: its own connection is lost, or another's lock is kept by the dead for a while. */
const ENDS = new Set([
  'resolved',
  'ERR_OFFLOOP_TRANSACTION',
  'ERR_OFFLOOP_TRANSACTION_NOT_ACTIVE',
  'ERR_OFFLOOP_TRANSACTION_TIMED_OUT',
  Code.INDETERMINATE,
  // It was to begin.
  Code.TARGET_DISCONNECTED,
]);

const cluster = mortalCluster(SIZE);

test(
  'through kills of members, transfers are made if they are acknowledged, and not if they are refused',
  async () => {
    const seed = seedOf('transfers');
    const random = createRandom(seed);
    const clients = await Promise.all(
      Array.from({ length: CLIENTS }, async () => (await connect(cluster.addresses[0])).client),
    );
    const bank = new Bank(`accounts-${seed}`);
    await bank.open(clients[0]);
    const differences: number[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      const going = { on: true };
      const flows = clients.flatMap((client, c) =>
        Array.from({ length: FLOWS }, async (_, flow) => {
          const own = createRandom(seed + 10_000 * kill + 100 * c + flow);
          while (going.on) await bank.transfer(client, own);
        }),
      );
      const begun = bank.done;
      await eventually(() => bank.done >= begun + TRANSFERS / 2);
      await cluster.kill(random.below(SIZE));
      const killed = bank.done;
      await eventually(() => bank.done >= killed + TRANSFERS / 2);
      going.on = false;
      await Promise.all(flows);
      await cluster.revive();
      const { wrong, difference } = await bank.audit(clients[0]);
      expect(wrong).toEqual([]);
      differences.push(difference);
    }
    console.log(JSON.stringify({ ends: Object.fromEntries(bank.ends), differences }));
    expect([...bank.ends.keys()].filter((code) => !ENDS.has(code))).toEqual([]);
    // One a flow and kill, at most.
    expect(bank.inDoubt).toBeLessThanOrEqual(KILLS * CLIENTS * FLOWS);
    expect(bank.done).toBeGreaterThanOrEqual(KILLS * TRANSFERS);
  },
  TIMEOUT,
);
