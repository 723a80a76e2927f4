import type { FromWorker } from '@offloop/contract';

/** What is done with each message of a worker: a new one does not compile before somebody hears it. */
export type WorkerHandlers = {
  readonly [M in FromWorker as M['type']]: (message: M, shard: number) => void;
};

/** Gives a message to its handler. */
export function handle(handlers: WorkerHandlers, message: FromWorker, shard: number): void {
  // The handler of that type takes that message, which no type can say of two unions at once.
  const handler = handlers[message.type] as (message: FromWorker, shard: number) => void;
  handler(message, shard);
}
