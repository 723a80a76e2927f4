import { writeSync } from 'node:fs';
import { isMainThread, receiveMessageOnPort, workerData, type MessagePort } from 'node:worker_threads';
import { SIGNAL, STARTED, type GuardStart, type ThreadStart } from '../shared/threads.js';
import type { CreateAgent } from './agent.js';
import { runGuard } from '../guard/run-guard.js';
import { DutyCycle } from './duty-cycle.js';

/**
 * Runs an agent in this worker thread. The module that a protocol gives to `Caller` as its `entry` need do nothing else. Throws on
 * the main thread, where sockets would share the application's loop unseen.
 */
export function runAgent<Settings>(create: CreateAgent<Settings>): void {
  if (isMainThread)
    throw new Error('this module is the entry of a worker thread and cannot run on the main thread');
  // A guard of sockets is started with the same module: it needs no other.
  if ('guarded' in workerData) return runGuard((workerData as GuardStart).guarded, writeSync);
  const { memory, thread, settings, doorbellPort, spillPort } = workerData as ThreadStart<Settings>;
  const cycle = new DutyCycle(
    memory,
    thread,
    {
      signal: () => doorbellPort.postMessage(SIGNAL),
      spill: (buffer) => spillPort.postMessage(buffer, [buffer]),
      takeSpilled: () => receiveMessageOnPort(spillPort)?.message as ArrayBuffer | undefined,
      started: () => doorbellPort.postMessage(STARTED),
      ended: () => {
        doorbellPort.close();
        spillPort.close();
      },
    },
    (port) => create(settings, port),
  );
  doorbellPort.on('message', (message: typeof SIGNAL | MessagePort) => {
    if (message === SIGNAL) cycle.onSignal();
    else cycle.onPort(message);
  });
  cycle.start();
}
