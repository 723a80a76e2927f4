import { messages } from '@offloop/wire';

import type { Handlers } from '../../calls/handlers.js';
import type { Structure } from '../shared/structure.js';

/** Service of cardinality estimators. It keeps all hashes, so that its estimates are exact: real members keep a HyperLogLog. */
export class CardinalityEstimatorService implements Structure {
  readonly serviceName = 'hz:impl:cardinalityEstimatorService';
  readonly #hashes = new Map<string, Set<bigint>>();

  register(handlers: Handlers): void {
    const m = messages.cardinalityEstimator;
    handlers.on(m.add, (call) => {
      const { name, hash } = call.decode(m.add);
      let hashes = this.#hashes.get(name);
      if (hashes === undefined) this.#hashes.set(name, (hashes = new Set()));
      hashes.add(hash);
      call.void();
    });
    handlers.on(m.estimate, (call) => {
      const { name } = call.decode(m.estimate);
      call.int64(this.#hashes.get(name)?.size ?? 0);
    });
  }

  destroy(name: string): void {
    this.#hashes.delete(name);
  }

  close(): void {
    this.#hashes.clear();
  }
}
