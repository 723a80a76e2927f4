import { ClosedLoop } from '@offloop/tools/measure';
import { describe, expect, it } from 'vitest';
import { WrongAnswerError } from '../../src/load/answer-check.js';
import type { CallLoad } from '../../src/load/call-load.js';
import { fill, getCalls, setCalls } from '../../src/load/map-calls.js';
import { createDataset } from '../../src/load/values.js';
import { MemoryMap } from '../support/memory-client.js';

const data = createDataset(3, 8, 4, 500);

/** Makes 2,000 calls, `flows` at a time, and ends the load. Returns how many were answered. */
async function run({ call, take, end }: CallLoad, flows: number): Promise<number> {
  let left = 2000;
  const counted = (turn: number): Promise<unknown> => {
    if (--left <= flows) loop.stop();
    return call(turn);
  };
  const loop = new ClosedLoop(flows, counted, take);
  await loop.ended;
  await end?.();
  return loop.answered;
}

describe('calls on a map', () => {
  it('are gets of what was filled in, each of which counts', async () => {
    const map = new MemoryMap();
    await fill(map, data);
    map.calls = 0;
    expect(await run(getCalls(map, data), 17)).toBe(map.calls);
  });

  it('are sets that walk over the variants and end with a read-back that is right', async () => {
    const map = new MemoryMap();
    await fill(map, data);
    expect(await run(setCalls(map, data), 16)).toBeGreaterThan(1900);
  });

  it("notices an answer that belongs to another call's key", async () => {
    class Crossed extends MemoryMap {
      override get(key: string): Promise<unknown> {
        return super.get(key === 'key-3' ? 'key-4' : key);
      }
    }
    const map = new Crossed();
    await fill(map, data);
    await expect(run(getCalls(map, data), 4)).rejects.toThrow(WrongAnswerError);
  });

  it.each([
    ['a missing value', () => null],
    ['a value cut short', (value: string) => value.slice(1)],
    ['one wrong byte', (value: string) => `${value.slice(0, 250)}\x7f${value.slice(251)}`],
    ['bytes instead of a string', (value: string) => Buffer.from(value)],
  ])('notices %s', async (_, spoil) => {
    const map = new MemoryMap((value) => spoil(value!));
    await fill(map, data);
    await expect(run(getCalls(map, data), 4)).rejects.toThrow(WrongAnswerError);
  });

  it('notices a write that was lost and one that was overtaken', async () => {
    class Forgetful extends MemoryMap {
      override async set(key: string, value: string): Promise<unknown> {
        if (this.entries.has(key)) return undefined;
        return super.set(key, value);
      }
    }
    const map = new Forgetful();
    await fill(map, data);
    await expect(run(setCalls(map, data), 4)).rejects.toThrow(WrongAnswerError);
  });
});
