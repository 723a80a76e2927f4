import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The memory that a process holds after garbage collection, in bytes. */
export interface Footprint {
  /** Heap of this thread, and memory outside of it that belongs to its objects. */
  readonly heap: number;
  /** Size of the SharedArrayBuffers made since the watch began. The engine's own count leaves them out. */
  readonly shared: number;
}

// Several collections are needed: finalizers run in turns of their own, and free what only the next collection finds.
const COLLECTIONS = 6;

/**
 * Measures the memory of this thread. It counts each SharedArrayBuffer from its making to its collection, so it must be made before them.
 */
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
