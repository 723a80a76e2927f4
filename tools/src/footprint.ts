import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes a process holds after a collection. */
export interface Footprint {
  /** The heap of this thread, and what lies outside it on its behalf. */
  readonly heap: number;
  /** Bytes of the SharedArrayBuffers made since the watch began; the engine's own count leaves them out. */
  readonly shared: number;
}

// Finalizers run in turns of their own, and free what only the next collection finds.
const COLLECTIONS = 6;

/** Counts every SharedArrayBuffer of this thread from its making to its collection. Make the watch before them. */
export class FootprintWatch {
  #shared = 0;
  readonly #collect: () => void;
  readonly #registry: FinalizationRegistry<number> = new FinalizationRegistry((bytes) => {
    this.#shared -= bytes;
  });

  constructor() {
    setFlagsFromString('--expose-gc');
    this.#collect = runInNewContext('gc') as () => void;
    globalThis.SharedArrayBuffer = new Proxy(SharedArrayBuffer, {
      construct: (target, args, newTarget) => {
        const buffer = Reflect.construct(target, args, newTarget) as SharedArrayBuffer;
        this.#shared += buffer.byteLength;
        this.#registry.register(buffer, buffer.byteLength);
        return buffer;
      },
    });
  }

  async measure(): Promise<Footprint> {
    for (let i = 0; i < COLLECTIONS; i++) {
      this.#collect();
      await nextTurn();
    }
    const { heapUsed, external } = process.memoryUsage();
    return { heap: heapUsed + external, shared: this.#shared };
  }
}
