// Loaded into an I/O thread before its own code: does what it is told over a channel.
import { workerData } from 'node:worker_threads';

const channel = new BroadcastChannel('offloop-sabotage');
channel.unref();
channel.addEventListener('message', ({ data }) => {
  if (workerData === null) return;
  if (data === 'throw') {
    throw new Error('sabotage');
  }
  const own = Number(workerData.settings.clientName.split('#')[1] ?? 0);
  if (data.ask) {
    channel.postMessage({ answer: own });
    return;
  }
  if (typeof data === 'object' && 'answer' in data) return;
  if (typeof data === 'object' && 'shard' in data) {
    if (own === data.shard) throw new Error('sabotage');
    return;
  }
  if (typeof data === 'object') {
    if (data.of !== undefined && data.of !== own) return;
    // Stands still in native code until the test lets it go.
    Atomics.wait(new Int32Array(data.until), 0, 0);
    return;
  }
  // In small pieces: Node ends a thread that nears its limit, but the whole process if one allocation leaps past it.
  let hoard;
  for (;;) hoard = { rest: hoard };
});
