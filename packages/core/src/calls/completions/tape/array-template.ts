/** Elements that a template has at first. It doubles when needed; a tape's text bounds that: 64 Ki elements, 512 KiB. */
const FIRST_LENGTH = 1024;

/**
 * Makes arrays that are to be filled, by copying: a copy is as long as it has to be. An empty array has room for 17 after its
 * first `push`, and `new Array(length)` has holes. Copies have the filling's kind of elements, so that the values do not change
 * it: V8 stores small integers and doubles apart.
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
