import { FloorCounter, type ControlBlock } from '../ring/control-block.js';
import { spillUnits } from '../ring/spilled-bytes.js';

/**
 * What the caller has been handed in buffers of their own, and has not made results of yet. Such a completion takes 32 bytes
 * of the ring, whatever its length, so a full ring does not bound it.
 */
export class SpillBudget {
  readonly #control: ControlBlock;
  readonly #limit: number;
  /** Free-running int32s, in units. */
  #handedOver = 0;
  /** The caller's count as last seen. It only grows, so a stale copy is merely pessimistic. */
  #taken = 0;
  /** What this thread holds that is about to be handed over. */
  #retained = 0;

  constructor(control: ControlBlock, maxBytes: number) {
    this.#control = control;
    this.#limit = spillUnits(maxBytes);
  }

  /** Buffers of so many bytes in all are on their way. */
  handOver(bytes: number): void {
    this.#handedOver = (this.#handedOver + spillUnits(bytes)) | 0;
    this.#control.floor.set(FloorCounter.SPILLED_UNITS, this.#handedOver);
  }

  /** This thread keeps a response of so many bytes until it has worked on it. */
  retain(bytes: number): void {
    this.#retained += spillUnits(bytes);
  }

  release(bytes: number): void {
    this.#retained -= spillUnits(bytes);
  }

  /** Whether more than the limit is outstanding. What the caller has taken is looked up only when it seems so. */
  get isSpent(): boolean {
    if (this.#outstanding() <= this.#limit) return false;
    this.#taken = this.#control.spillsTaken;
    return this.#outstanding() > this.#limit;
  }

  #outstanding(): number {
    return ((this.#handedOver - this.#taken) | 0) + this.#retained;
  }
}
