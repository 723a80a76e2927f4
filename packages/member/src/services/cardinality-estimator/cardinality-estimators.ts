import { messages } from '@offloop/wire';

import type { Structure, StructureContext } from '../shared/structure.js';

/** Cardinality estimators. All hashes are kept, so that the estimates are exact: real members keep a HyperLogLog. */
export function cardinalityEstimators({ handlers }: StructureContext): Structure {
  const m = messages.cardinalityEstimator;
  const hashesOf = new Map<string, Set<bigint>>();
  handlers.on(m.add, (call) => {
    const { name, hash } = call.decode(m.add);
    let hashes = hashesOf.get(name);
    if (hashes === undefined) hashesOf.set(name, (hashes = new Set()));
    hashes.add(hash);
    call.void();
  });
  handlers.on(m.estimate, (call) => call.int64(hashesOf.get(call.decode(m.estimate).name)?.size ?? 0));
  return {
    serviceName: 'hz:impl:cardinalityEstimatorService',
    destroy: (name) => hashesOf.delete(name),
    close: () => hashesOf.clear(),
  };
}
