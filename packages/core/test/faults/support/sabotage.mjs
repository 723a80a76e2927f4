// Loaded into an I/O thread before its own code: does what it is told over a channel.
import { workerData } from 'node:worker_threads';

const channel = new BroadcastChannel('offloop-sabotage');
channel.unref();
channel.addEventListener('message', ({ data }) => {
  // A compute thread has none: it is left alone.
  const clientName = workerData?.settings?.clientName;
  if (clientName === undefined) return;
  if (data === 'throw') {
    throw new Error('sabotage');
  }
  const [client, number = '0'] = clientName.split('#');
  const own = Number(number);
  if (data.ask) {
    channel.postMessage({ answer: own });
    return;
  }
  if (typeof data === 'object' && 'answer' in data) return;
  if (typeof data === 'object' && 'shard' in data) {
    if (own === data.shard && (data.client ?? client) === client) throw new Error('sabotage');
    return;
  }
  if (typeof data === 'object') {
    if ((data.of ?? own) !== own || (data.client ?? client) !== client) return;
    // Stands still in native code until the test lets it go.
    Atomics.wait(new Int32Array(data.until), 0, 0);
    return;
  }
  // In small pieces: Node ends a thread that nears its limit, but the whole process if one allocation leaps past it.
  let hoard;
  for (;;) hoard = { rest: hoard };
});
