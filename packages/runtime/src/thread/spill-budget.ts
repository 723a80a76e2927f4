import { FloorCounter, type ControlBlock } from '../ring/control-block.js';
import { spillUnits } from '../ring/spilled-bytes.js';

/**
 * Counts the bytes that the caller was handed in buffers and has not made results of yet. Such a completion takes 32 bytes of the
 * ring, whatever its length, so a full ring does not bound them.
 */
export class SpillBudget {
  readonly #control: ControlBlock;
  readonly #limit: number;
  /** Free-running int32s, in units. */
  #handedOver = 0;
  /** The caller's count as last seen. It only grows, so a stale copy is merely pessimistic. */
  #taken = 0;
  /** Units of the responses that this thread still works on. */
  #retained = 0;

  constructor(control: ControlBlock, maxBytes: number) {
    this.#control = control;
    this.#limit = spillUnits(maxBytes);
  }

  /** Counts buffers of so many bytes in all as handed over. */
  handOver(bytes: number): void {
    this.#handedOver = (this.#handedOver + spillUnits(bytes)) | 0;
    this.#control.floor.set(FloorCounter.SPILLED_UNITS, this.#handedOver);
  }

  /** Counts a response of so many bytes that this thread still works on. */
  retain(bytes: number): void {
    this.#retained += spillUnits(bytes);
  }

  release(bytes: number): void {
    this.#retained -= spillUnits(bytes);
  }

  /** True while more than the limit is outstanding. The caller's count is read only when it seems so. */
  get isSpent(): boolean {
    if (this.#outstanding() <= this.#limit) return false;
    this.#taken = this.#control.spillsTaken;
    return this.#outstanding() > this.#limit;
  }

  #outstanding(): number {
    return ((this.#handedOver - this.#taken) | 0) + this.#retained;
  }
}
