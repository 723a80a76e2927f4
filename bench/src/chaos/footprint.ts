import { setImmediate as nextTurn } from 'node:timers/promises';

/** Bytes a process holds. */
export interface Footprint {
  /** After a collection: the heap, and what lies outside it on its behalf. */
  readonly heap: number;
  /** SharedArrayBuffers, which the collector does not count. */
  readonly shared: number;
}

/** Counts every SharedArrayBuffer made from now on until it is collected. To be made before what is to be counted. */
export class FootprintWatch {
  #shared = 0;
  readonly #registry = new FinalizationRegistry((bytes: number) => {
    this.#shared -= bytes;
  });

  constructor() {
    globalThis.SharedArrayBuffer = new Proxy(SharedArrayBuffer, {
      construct: (target, args, newTarget) => {
        const buffer = Reflect.construct(target, args, newTarget) as SharedArrayBuffer;
        this.#shared += buffer.byteLength;
        this.#registry.register(buffer, buffer.byteLength);
        return buffer;
      },
    });
  }

  /** @param collect the collector, as `--expose-gc` gives it */
  async measure(collect: () => void): Promise<Footprint> {
    for (let i = 0; i < 6; i++) {
      collect();
      // Finalizers run in turns of their own.
      await nextTurn();
    }
    const { heapUsed, external } = process.memoryUsage();
    return { heap: heapUsed + external, shared: this.#shared };
  }
}
