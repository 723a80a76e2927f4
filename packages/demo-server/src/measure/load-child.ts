import { startChild, type Child } from '@offloop/tools/measure';

import type { FromLoad, ToLoad, TurnOrder, TurnResult } from '../load/load.js';

/** The process that makes the load, as its parent sees it. Orders reject if they fail in the process, and if the process ends. */
export class LoadChild {
  readonly #child: Child<FromLoad, ToLoad> = startChild(new URL('../load-process.js', import.meta.url), {});

  /** Resolves when the process takes orders. To be awaited before the first one. */
  async ready(): Promise<void> {
    await this.#child.next('ready');
  }

  async turn(order: TurnOrder): Promise<TurnResult> {
    return (await this.#ask({ type: 'turn', order }, 'turned')).result;
  }

  async warmUp(orders: readonly TurnOrder[]): Promise<void> {
    await this.#ask({ type: 'warm up', orders }, 'warm');
  }

  stop(): Promise<void> {
    return this.#child.stop();
  }

  async #ask<Type extends FromLoad['type']>(
    order: ToLoad,
    answer: Type,
  ): Promise<Extract<FromLoad, { type: Type }>> {
    const answered = this.#child.next<Type | 'failed'>(answer, 'failed');
    this.#child.send(order);
    const message: FromLoad = await answered;
    if (message.type === 'failed') throw new Error(`the load failed: ${message.reason}`);
    return message as Extract<FromLoad, { type: Type }>;
  }
}
