/** What waits for the loss of the connections on which cursors are opened. */
export class CursorWaits {
  readonly #waits = new Set<() => void>();

  /** Has `then` run at the loss. @returns a function after which it does not run any more. */
  add(then: () => void): () => void {
    this.#waits.add(then);
    return () => void this.#waits.delete(then);
  }

  /** No call can open a cursor any more. */
  tell(): void {
    for (const then of this.#waits) then();
    this.#waits.clear();
  }
}
