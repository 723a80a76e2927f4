import type { FromWorker, MessageHandlers } from '@offloop/contract';

/** What the caller's thread does with each message of a worker. */
export type WorkerHandlers = MessageHandlers<FromWorker, readonly [shard: number]>;
