import { messages } from '@offloop/wire';
import type Long from 'long';
import type { CallOptions } from '../calls/call-options.js';
import { operation } from '../calls/operation.js';
import { prepared } from '../calls/schemas/prepared.js';
import { DataEncoder, toData } from '@offloop/values';
import { isMissing, missing } from '../objects/argument-checks.js';
import { BaseProxy, type ProxyContext } from '../objects/base-proxy.js';
import type { Service } from '../objects/proxy-registry.js';
import type { CardinalityEstimator } from './cardinality-estimator.js';
import { hash64 } from './hash64.js';

const m = {
  add: operation(messages.cardinalityEstimator.add),
  estimate: operation(messages.cardinalityEstimator.estimate),
};

export const cardinalityEstimatorService: Service<CardinalityEstimatorProxy> = {
  name: 'hz:impl:cardinalityEstimatorService',
  kind: 'cardinality estimator',
  createProxy: (name, context) => new CardinalityEstimatorProxy(name, context),
};

class CardinalityEstimatorProxy extends BaseProxy implements CardinalityEstimator {
  constructor(name: string, context: ProxyContext) {
    super(cardinalityEstimatorService.name, name, context);
  }

  // Async, so that an item that cannot be serialized rejects.
  async add(item: unknown, options?: CallOptions): Promise<void> {
    this.checkReady();
    if (isMissing(item)) throw missing('item');
    return prepared(options, (left) => this.invoke(m.add, { hash: this.#hashOf(item) }, left));
  }

  estimate(options?: CallOptions): Promise<Long> {
    return this.invoke(m.estimate, {}, options);
  }

  #hashOf(item: unknown): Long {
    return hash64(toData(item, new DataEncoder(this.context.serialization)));
  }
}
