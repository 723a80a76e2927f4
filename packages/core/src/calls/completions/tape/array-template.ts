/** Elements that a template has at first. It doubles at need, and a tape's text bounds that: 64 Ki elements, 512 KiB. */
const FIRST_LENGTH = 1024;

/**
 * Makes arrays to be filled, as a copy is just as long as it has to be. An empty array has room for 17 after its first `push`, and
 * `new Array(length)` has holes. Copies have the kind of elements that the filling is, so that filling does not change it: V8
 * stores small integers and doubles apart.
 */
export class ArrayTemplate {
  #filling: number[];

  constructor(filling: number) {
    this.#filling = Array.from({ length: FIRST_LENGTH }, () => filling);
  }

  copy(length: number): number[] {
    while (this.#filling.length < length) this.#filling = this.#filling.concat(this.#filling);
    return this.#filling.slice(0, length);
  }
}
