import { messages } from '@offloop/wire';
import type { CallOptions } from '../calls/call-options.js';
import { ListShape } from '../calls/completions/list-result.js';
import { inParts, listOperation, operation, type Stored } from '../calls/operation.js';
import type { ObjectName } from '../calls/requests/object-name.js';
import { PartRequests } from '../calls/requests/part-requests.js';
import { prepared } from '../calls/schemas/prepared.js';
import { addInSlices, joinInSlices } from '../calls/slices.js';
import { forEachPair, isMissing, missing } from '../objects/argument-checks.js';
import type { ProxyContext } from '../objects/base-proxy.js';

const m = {
  putAll: inParts(operation(messages.map.putAll)),
  getAll: inParts(listOperation(messages.map.getAll, ListShape.ENTRIES)),
};

/** A map's calls on many entries at once: one request for each partition. */
export class MapBulk {
  readonly #name: ObjectName;
  readonly #context: ProxyContext;

  constructor(name: ObjectName, context: ProxyContext) {
    this.#name = name;
    this.#context = context;
  }

  /** Stores many pairs. @param triggerMapLoader true if members load the old values from the map store. */
  async putAll(
    triggerMapLoader: boolean,
    pairs: readonly (readonly [unknown, unknown])[],
    options: CallOptions | undefined,
  ): Promise<void> {
    const { invoker, serialization } = this.#context;
    invoker.checkReady();
    const objects = Array.isArray(pairs) ? 2 * pairs.length : 0;
    await prepared(options, (left) => {
      const parts = new PartRequests(m.putAll, this.#name, { triggerMapLoader }, serialization, objects);
      forEachPair(pairs, (key, value) => parts.addPair(key, value, invoker.partitionCount));
      // Either every request is admitted, or none is sent.
      invoker.parts.checkRoom(parts.requests);
      return invoker.parts.invoke(parts, left);
    });
  }

  async getAll(keys: readonly unknown[], options: CallOptions | undefined): Promise<[Stored, Stored][]> {
    const { invoker, serialization } = this.#context;
    invoker.checkReady();
    const entries = await prepared(options, (left) => {
      const parts = new PartRequests(m.getAll, this.#name, {}, serialization, keys.length);
      const adding = addInSlices(keys, (key) => {
        if (isMissing(key)) throw missing('key');
        parts.addKey(key, invoker.partitionCount);
      });
      return adding === undefined
        ? invoker.parts.invoke(parts, left)
        : invoker.parts.invokeInSlices(parts, adding, left);
    });
    return joinInSlices(entries);
  }
}
