import { startChild, type Child } from '@offloop/tools/measure';

import type { FromLoad, LoadOrder, ToLoad, TurnOrder, TurnResult } from '../load/load.js';
import type { LoadResult } from '../figures/load-result.js';

/** The load's process, from the side of who orders it. All reject when it ends, and with what went wrong in it. */
export class LoadChild {
  readonly #child: Child<FromLoad, ToLoad> = startChild(new URL('../load-process.js', import.meta.url), {});

  /** Resolves when it takes orders. Before the first. */
  async ready(): Promise<void> {
    await this.#child.next('ready');
  }

  async load(order: LoadOrder, onBegun: () => void): Promise<LoadResult> {
    this.#child.onMessage(({ type }) => {
      if (type === 'begun') onBegun();
    });
    const ended = this.#child.next('loaded', 'failed');
    this.#child.send({ type: 'load', order });
    const message = await ended;
    if (message.type === 'failed') throw failure(message.reason);
    return message.result;
  }

  async turn(order: TurnOrder): Promise<TurnResult> {
    const ended = this.#child.next('turned', 'failed');
    this.#child.send({ type: 'turn', order });
    const message = await ended;
    if (message.type === 'failed') throw failure(message.reason);
    return message.result;
  }

  async warmUp(orders: readonly TurnOrder[]): Promise<void> {
    const ended = this.#child.next('warm', 'failed');
    this.#child.send({ type: 'warm up', orders });
    const message = await ended;
    if (message.type === 'failed') throw failure(message.reason);
  }

  stop(): Promise<void> {
    return this.#child.stop();
  }
}

function failure(reason: string): Error {
  return new Error(`the load failed: ${reason}`);
}
