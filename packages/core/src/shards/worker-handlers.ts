import type { FromWorker } from '@offloop/contract';

/** Handlers of the messages of a worker, one for each type, so that a new message without a handler does not compile. */
export type WorkerHandlers = {
  readonly [M in FromWorker as M['type']]: (message: M, shard: number) => void;
};

/** Calls the handler of a message. */
export function handle(handlers: WorkerHandlers, message: FromWorker, shard: number): void {
  // TRUSTED: the handler of that type takes that message, which no type can say of two unions at once.
  const handler = handlers[message.type] as (message: FromWorker, shard: number) => void;
  handler(message, shard);
}
