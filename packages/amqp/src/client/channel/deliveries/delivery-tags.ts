/**
 * The numbers of a channel's deliveries. The server counts from 1 again when the channel is opened again; the application sees them count on, so
 * that a delivery from before is never taken for one from after.
 */
export class DeliveryTags {
  readonly #before: number;
  #newest: number;

  /** @param before the number of the last delivery before the channel was opened; 0: there was none */
  constructor(before: number) {
    this.#before = before;
    this.#newest = before;
  }

  /** The number of the last delivery, as the application was told it. */
  get newest(): number {
    return this.#newest;
  }

  /** A delivery has come. @param tag the server's number @returns what the application is told */
  arrived(tag: number): number {
    this.#newest = tag + this.#before;
    return this.#newest;
  }

  /** True for a delivery that the server has taken back. @param tag as the application was told it */
  isVoid(tag: number): boolean {
    return tag > 0 && tag <= this.#before;
  }

  /** Returns the server's number. @param tag as the application was told it; 0: all deliveries */
  toServer(tag: number): number {
    // Before the first loss a tag that is not a number has to reach the encoder as it is, which refuses it.
    return this.#before > 0 && tag > 0 ? tag - this.#before : tag;
  }
}
