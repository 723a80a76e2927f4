import { check } from '../load/call-load.js';
import type { FlakeIdGenerator } from 'offloop';
import type { StructureWork } from './structure-cell.js';

/**
 * Number of ids that are taken from one generator. A member makes 64 a millisecond, up to 15 seconds ahead of its clock: a caller that
 * takes more waits for time to pass. The next generator has 15 seconds of its own.
 */
const IDS_OF_A_GENERATOR = 500_000;

const flakeIds: StructureWork = {
  id: 'flake-id',
  title: 'flake ids, newId',
  prepare: async (client, name) => {
    const generators: Promise<FlakeIdGenerator>[] = [];
    let calls = 0;
    return {
      call: async () => {
        const index = Math.floor(calls++ / IDS_OF_A_GENERATOR);
        generators[index] ??= client.getFlakeIdGenerator(`${name}-${index}`);
        const generator = await generators[index];
        check((await generator.newId()).toNumber() > 0, 'newId');
      },
      end: async () => {
        for (const generator of generators) await (await generator).destroy();
      },
    };
  },
};

const pnCounterAdd: StructureWork = {
  id: 'pn-counter-add',
  title: 'PN counter, addAndGet',
  prepare: async (client, name) => {
    const counter = await client.getPNCounter(name);
    const before = (await counter.get()).toNumber();
    let calls = 0;
    return {
      call: async () => {
        calls++;
        check((await counter.addAndGet(1)).toNumber() > before, 'addAndGet');
      },
      end: async () => {
        check((await counter.get()).toNumber() === before + calls, 'an update was lost, or counted twice');
        await counter.destroy();
      },
    };
  },
};

export const NUMBERS: readonly StructureWork[] = [flakeIds, pnCounterAdd];
