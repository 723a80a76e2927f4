import type { EventEmitter } from 'node:events';
import { setImmediate } from '@offloop/runtime/clock';

/** Emits an event. What a listener throws goes to the listeners of `handler-error`, later; it is thrown if there are none. */
export function safeEmit(emitter: EventEmitter, event: string, ...values: readonly unknown[]): void {
  try {
    emitter.emit(event, ...values);
  } catch (error) {
    handlerThrew(emitter, event, error);
  }
}

/** Tells the listeners of `handler-error`, later, what a function of the application has thrown; throws it if there are none. */
export function handlerThrew(emitter: EventEmitter, event: string, error: unknown): void {
  if (emitter.listenerCount('handler-error') === 0) throw error;
  setImmediate(() => emitter.emit('handler-error', error, event));
}
