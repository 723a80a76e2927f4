import { messages } from '@offloop/wire';
import type { CallOptions } from '../calls/call-options.js';
import { operation } from '../calls/operation.js';
import { Deadline } from '../calls/deadline.js';
import { OperationTimeoutError, randomUuid } from '@offloop/values';
import { assertNumber, isCount, isWait, notACount, notAWait } from './counts.js';
import { CpProxy, type CpObject } from './cp-proxy.js';
import type { ICountDownLatch } from './icount-down-latch.js';

const m = {
  await: operation(messages.countDownLatch.await),
  countDown: operation(messages.countDownLatch.countDown),
  getCount: operation(messages.countDownLatch.getCount),
  getRound: operation(messages.countDownLatch.getRound),
  trySetCount: operation(messages.countDownLatch.trySetCount),
};

export class CountDownLatchProxy extends CpProxy implements ICountDownLatch {
  constructor(object: CpObject) {
    super('hz:raft:countDownLatchService', object);
  }

  await(timeout: number, options?: CallOptions): Promise<boolean> {
    assertNumber('timeout', timeout);
    const timeoutMs = Math.max(0, timeout);
    if (!isWait(timeoutMs)) return this.refuse(notAWait('timeout', timeout));
    return this.invoke(m.await, { invocationUid: randomUuid(), timeoutMs }, options);
  }

  async countDown(options?: CallOptions): Promise<void> {
    const deadline = Deadline.of(options);
    const invocationUid = randomUuid();
    const expectedRound = await this.invoke(m.getRound, {}, deadline?.left);
    for (;;) {
      try {
        return await this.invoke(m.countDown, { invocationUid, expectedRound }, deadline?.left);
      } catch (error) {
        // The group recognizes the repeated call by its id, and counts it once.
        if (!(error instanceof OperationTimeoutError) || options?.timeout !== undefined) throw error;
      }
    }
  }

  getCount(options?: CallOptions): Promise<number> {
    return this.invoke(m.getCount, {}, options);
  }

  trySetCount(count: number, options?: CallOptions): Promise<boolean> {
    assertNumber('count', count, 1);
    if (!isCount(count, 1)) return this.refuse(notACount('count', count, 1));
    return this.invoke(m.trySetCount, { count }, options);
  }
}
