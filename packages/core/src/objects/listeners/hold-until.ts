import { clearTimeout, setTimeout } from '@offloop/runtime/clock';
import type { ObjectName } from '../../calls/requests/object-name.js';

/** Longest time in ms for which calls wait, as a new connection does: a member that does not answer must not hold them up. */
const LONGEST_WAIT = 5000;

/**
 * Has later calls on an object wait until a listener is registered. It hears of what they do, also if nobody awaits it, as with a client
 * that sends all by one connection. The registration goes another way than calls, and the first one starts a thread.
 */
export function holdUntil(name: ObjectName, registered: Promise<unknown>): void {
  const hold = name.holdBack();
  void registeredOrLate(registered).then(() => hold.release());
}

/** Resolves when a listener is registered or refused, or when calls have waited for it long enough. */
export function registeredOrLate(registered: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, LONGEST_WAIT).unref();
    registered.then(end, end);
  });
}
