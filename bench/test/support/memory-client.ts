import type { BenchClient, BenchCounters, BenchMap } from '../../src/clients/client.js';
import type { RunContext } from '../../src/experiment.js';

/** A map in memory, each call of which takes a turn of the loop. */
export class MemoryMap implements BenchMap {
  /** Number of calls that were answered. */
  calls = 0;
  /** How many gets were in flight, as each began. */
  readonly inFlight: number[] = [];
  protected readonly entries = new Map<string, string>();
  readonly #spoil: (value: string | undefined) => unknown;
  #gets = 0;

  /** @param spoil makes the answers of another map of the right ones */
  constructor(spoil: (value: string | undefined) => unknown = (value) => value) {
    this.#spoil = spoil;
  }

  async get(key: string): Promise<unknown> {
    this.inFlight.push(++this.#gets);
    await this.#turn();
    this.#gets--;
    return this.#spoil(this.entries.get(key));
  }

  async set(key: string, value: string): Promise<unknown> {
    this.entries.set(key, value);
    await this.#turn();
    return undefined;
  }

  async #turn(): Promise<void> {
    await new Promise<void>((resolve) => setImmediate(resolve));
    // With the answer, so that a busy machine does not part the two at a window's edges.
    this.calls++;
  }
}

export function memoryClient(
  map: BenchMap = new MemoryMap(),
  counters: () => BenchCounters | null = () => null,
): BenchClient {
  return { getMap: async () => map, counters, shutdown: async () => {} };
}

/** The context of a very short run. */
export function shortRun(more: Partial<RunContext> = {}): RunContext {
  const timing = { processWarmup: 0, cellWarmup: 0.02, window: 0.3 };
  return { approach: 'memory', cells: [], timing, seed: 1, cluster: null, ...more };
}
