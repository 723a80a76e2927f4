import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import threads from 'node:worker_threads';
import { SimulatedSocket, type Connect } from '../network/simulated-socket.js';
import { SimulatedChannel, type SimulatedPort } from './ports.js';
import { SimulatedWorker, type WorkerHost } from './simulated-worker.js';

/** Puts the simulation's sockets and threads in the place of those of Node.js, also in modules that were loaded before. */
export function replaceModules(connect: Connect): void {
  Object.assign(net, {
    connect: (options: ConstructorParameters<typeof SimulatedSocket>[0]) =>
      new SimulatedSocket(options, connect),
  });
  Object.assign(threads, {
    // Agents run on simulated threads: nothing here is the main one.
    isMainThread: false,
    Worker: SimulatedWorker,
    MessageChannel: SimulatedChannel,
    receiveMessageOnPort: (port: SimulatedPort) => port.take(),
  });
  syncBuiltinESMExports();
}

/** Sets `workerData` for the module that a thread runs now. */
export function setWorkerData(workerData: unknown): void {
  Object.assign(threads, { workerData });
  syncBuiltinESMExports();
}

export type { WorkerHost };
