/** Lock contexts have ids below this, so that a lock of the program is never taken for one of its transactions'. */
const LEAST = 2 ** 32;

let last: number = LEAST + Math.floor(Math.random() * 2 ** 47);

/**
 * Returns the thread id of a new transaction, by which members know the owner of its locks. Each has its own, also the next one of
 * a context: its members may not have rolled back yet what was lost with a connection.
 *
 * The first is random, so that two clients have different ones: 5.6.0 members take transactions with the same thread id that lock
 * keys of a multimap through the same member for one owner, whatever their clients.
 */
export function nextThreadId(): number {
  return ++last;
}
