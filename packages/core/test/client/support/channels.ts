import { channel } from 'node:diagnostics_channel';
import { onTestFinished } from 'vitest';

/** Subscribes to a diagnostics channel until the test is over. */
export function listen(name: string, onMessage: (message: never) => void): void {
  const each = (message: unknown): void => onMessage(message as never);
  channel(name).subscribe(each);
  onTestFinished(() => {
    channel(name).unsubscribe(each);
  });
}

/** The messages of a diagnostics channel until the test is over. */
export function heard<M>(name: string): M[] {
  const messages: M[] = [];
  listen(name, (message: M) => messages.push(message));
  return messages;
}
