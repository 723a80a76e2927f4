/** Lifecycle events of a client as they come, and a way to wait for them. */
export class LifecycleLog {
  readonly states: string[] = [];
  readonly #waiting = new Set<() => void>();

  /** For `lifecycleListeners`. */
  readonly listener = (state: string): void => {
    this.states.push(state);
    for (const look of this.#waiting) look();
  };

  count(state: string): number {
    return this.states.filter((each) => each === state).length;
  }

  /** Resolves when `state` has been met `count` times in all. */
  until(state: string, count: number = 1): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (this.count(state) < count) return;
        this.#waiting.delete(look);
        resolve();
      };
      this.#waiting.add(look);
      look();
    });
  }
}
