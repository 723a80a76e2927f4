import { describe, expect, it } from 'vitest';
import type { BenchMap } from '../../src/clients/client.js';
import { WrongAnswerError } from '../../src/load/answer-check.js';
import { fill, runGets, runSets, type LoadState } from '../../src/load/flows.js';
import { createDataset } from '../../src/load/values.js';

const data = createDataset(3, 8, 4, 500);

/** A map in memory that ends the load by itself after a number of calls. */
class MemoryMap implements BenchMap {
  readonly state: LoadState = { running: true, operations: 0 };
  protected readonly entries = new Map<string, string>();
  readonly #limit: number;
  #calls = 0;
  inFlight = 0;
  mostInFlight = 0;

  constructor(limit = 2000) {
    this.#limit = limit;
  }

  async get(key: string): Promise<unknown> {
    await this.#turn();
    return this.entries.get(key);
  }

  async set(key: string, value: string): Promise<unknown> {
    this.entries.set(key, value);
    await this.#turn();
    return undefined;
  }

  async #turn(): Promise<void> {
    this.mostInFlight = Math.max(this.mostInFlight, ++this.inFlight);
    if (++this.#calls > this.#limit) this.state.running = false;
    await new Promise<void>((resolve) => setImmediate(resolve));
    this.inFlight--;
  }
}

describe('the closed loop', () => {
  it('keeps as many calls in flight as asked, and counts those that were answered', async () => {
    const map = new MemoryMap();
    await fill(map, data);
    map.mostInFlight = 0;
    await runGets(map, data, 17, map.state);
    expect(map.mostInFlight).toBe(17);
    expect(map.state.operations).toBeGreaterThanOrEqual(1990);
    expect(map.inFlight).toBe(0);
  });

  it('sets walk over the variants and end with a read-back that is right', async () => {
    const map = new MemoryMap();
    await fill(map, data);
    await runSets(map, data, 16, map.state);
    expect(map.state.operations).toBeGreaterThan(1900);
  });

  it("notices an answer that belongs to another call's key", async () => {
    class Crossed extends MemoryMap {
      override get(key: string): Promise<unknown> {
        return super.get(key === 'key-3' ? 'key-4' : key);
      }
    }
    const map = new Crossed();
    await fill(map, data);
    await expect(runGets(map, data, 4, map.state)).rejects.toThrow(WrongAnswerError);
    expect(map.state.running).toBe(false);
  });

  it.each([
    ['a missing value', () => null],
    ['a value cut short', (value: string) => value.slice(1)],
    ['one wrong byte', (value: string) => `${value.slice(0, 250)}\x7f${value.slice(251)}`],
    ['bytes instead of a string', (value: string) => Buffer.from(value)],
  ])('notices %s', async (_, spoil) => {
    class Spoilt extends MemoryMap {
      override async get(key: string): Promise<unknown> {
        return spoil((await super.get(key)) as string);
      }
    }
    const map = new Spoilt();
    await fill(map, data);
    await expect(runGets(map, data, 4, map.state)).rejects.toThrow(WrongAnswerError);
  });

  it('notices a write that was lost and one that was overtaken', async () => {
    class Forgetful extends MemoryMap {
      override async set(key: string, value: string): Promise<unknown> {
        if (this.entries.has(key)) return undefined;
        return super.set(key, value);
      }

      override async get(key: string): Promise<unknown> {
        this.state.running = false;
        return super.get(key);
      }
    }
    const map = new Forgetful();
    await fill(map, data);
    let writes = 0;
    const counted: BenchMap = {
      get: (key) => map.get(key),
      set: async (key, value) => {
        // whoever forgets at once never gives the loop a turn
        if (++writes > 100) map.state.running = false;
        return map.set(key, value);
      },
    };
    await expect(runSets(counted, data, 4, map.state)).rejects.toThrow(WrongAnswerError);
  });
});
