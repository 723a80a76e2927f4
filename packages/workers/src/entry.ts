import { isMainThread, receiveMessageOnPort, workerData, type MessagePort } from 'node:worker_threads';
import { Agent } from './agent.js';
import { BELL, type ShardMemory, type ShardSettings } from './control.js';

/** What `startWorker` passes. */
export interface WorkerStart {
  readonly memory: ShardMemory;
  readonly settings: ShardSettings;
  /** Rings, both ways; in, also ports by which compute threads will fetch answers. */
  readonly bellPort: MessagePort;
  /** Carries transferred buffers both ways; nobody listens on it, it is read when a ring record says so. */
  readonly spillPort: MessagePort;
}

if (isMainThread) {
  throw new Error(
    'this module is the entry of an offloop worker thread: it owns sockets and cannot run on the main thread',
  );
}

const { memory, settings, bellPort, spillPort } = workerData as WorkerStart;

const agent = new Agent(memory, settings, {
  ring: () => bellPort.postMessage(BELL),
  spill: (buffer) => spillPort.postMessage(buffer, [buffer]),
  takeSpilled: () => receiveMessageOnPort(spillPort)?.message as ArrayBuffer | undefined,
  ended: () => {
    bellPort.close();
    spillPort.close();
  },
});
bellPort.on('message', (message: typeof BELL | MessagePort) => {
  if (message === BELL) agent.onBell();
  else agent.serve(message);
});
agent.start();
