import type { WireUuid } from '@offloop/wire';
import { hostOf } from '../exchange/names.js';
import type { World } from '../time/world.js';

/** One member's process: it may be killed, and stopped for a while. */
export class SimulatedMember {
  readonly number: number;
  readonly uuid: WireUuid;
  readonly host: string;
  readonly port = 5701;
  isAlive = true;
  isFrozen = false;
  readonly #world: World;
  /** What should have run while it was frozen. */
  #waiting: (() => void)[] = [];

  /** @param life counts all members there have been in this cluster. */
  constructor(world: World, cluster: number, number: number, life: number) {
    this.#world = world;
    this.number = number;
    this.host = hostOf(cluster, number);
    this.uuid = { msb: BigInt(0x1000 * (cluster + 1) + number), lsb: BigInt(life) };
  }

  /** Runs it in this process when the time has come, unless it is dead by then. */
  after(millis: number, run: () => void): void {
    this.#world.after(millis, () => {
      if (!this.isAlive) return;
      if (this.isFrozen) this.#waiting.push(run);
      else run();
    });
  }

  freeze(): void {
    this.isFrozen = true;
  }

  /** Does what it should have done meanwhile. Its cluster lets it read again. */
  thaw(): void {
    this.isFrozen = false;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const run of waiting) run();
  }

  kill(): void {
    this.isAlive = false;
    this.#waiting = [];
  }
}
