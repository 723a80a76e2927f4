interface Waiter {
  /** Tags of messages that are not confirmed yet. */
  readonly open: Set<number>;
  readonly count: number;
  readonly resolve: (confirmed: undefined[]) => void;
  readonly reject: (error: Error) => void;
}

/** The callers that wait until what was published is confirmed. */
export class ConfirmWaiters {
  #waiters: Waiter[] = [];
  /** True if messages were lost with the channel: nobody is told any more that all is well. */
  #isLost = false;

  get isEmpty(): boolean {
    return this.#waiters.length === 0;
  }

  add(tags: readonly number[]): Promise<undefined[]> {
    if (this.#isLost) return Promise.reject(channelClosed());
    if (tags.length === 0) return Promise.resolve([]);
    return new Promise((resolve, reject) => {
      this.#waiters.push({ open: new Set(tags), count: tags.length, resolve, reject });
    });
  }

  /** A message was confirmed, or refused. */
  settle(tag: number, error: Error | null): void {
    this.#waiters = this.#waiters.filter((waiter) => {
      if (!waiter.open.delete(tag)) return true;
      if (error !== null) waiter.reject(error);
      else if (waiter.open.size > 0) return true;
      else waiter.resolve(Array.from({ length: waiter.count }, () => undefined));
      return false;
    });
  }

  /** Messages are lost, as the channel is closed. */
  end(): void {
    this.#isLost = true;
    for (const { reject } of this.#waiters.splice(0)) reject(channelClosed());
  }
}

function channelClosed(): Error {
  return new Error('channel closed');
}
