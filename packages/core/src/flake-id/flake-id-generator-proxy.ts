import { RequestFlag } from '@offloop/contract';
import { messages } from '@offloop/wire';
import type Long from 'long';
import type { CallOptions } from '../calls/call-options.js';
import { askAgain } from '../calls/ask-again.js';
import { decodedOperation } from '../calls/operation.js';
import type { NamedConfigs } from '../config/reading/named-configs.js';
import type { ResolvedFlakeIdGenerator } from '../config/sections/flake-id-generator-config.js';
import { IllegalStateError, NodeIdOutOfRangeError, type UUID, longFrom } from '@offloop/values';
import { BaseProxy, type ProxyContext } from '../objects/base-proxy.js';
import type { Service } from '../objects/proxy-registry.js';
import type { FlakeIdGenerator } from './flake-id-generator.js';
import { IdBatch } from './id-batch.js';
import { IdStock } from './id-stock.js';

export interface FlakeIdContext extends ProxyContext {
  readonly flakeIdGenerators: NamedConfigs<ResolvedFlakeIdGenerator>;
}

interface NewIds {
  readonly base: bigint;
  readonly increment: bigint;
  readonly batchSize: number;
}

const asItIs = (response: NewIds): NewIds => response;

const m = {
  newIdBatch: decodedOperation(messages.flakeIdGenerator.newIdBatch, asItIs),
  newIdBatchOfMember: decodedOperation(messages.flakeIdGenerator.newIdBatch, asItIs, RequestFlag.MEMBER),
};

export const flakeIdService: Service<FlakeIdGeneratorProxy, FlakeIdContext> = {
  name: 'hz:impl:flakeIdGeneratorService',
  kind: 'flake id generator',
  createProxy: (name, context) => new FlakeIdGeneratorProxy(name, context),
};

class FlakeIdGeneratorProxy extends BaseProxy implements FlakeIdGenerator {
  readonly #config: ResolvedFlakeIdGenerator;
  readonly #stock: IdStock;
  /** Member that can make ids, after the one that was asked first could not. */
  #able: UUID | undefined;

  constructor(name: string, context: FlakeIdContext) {
    super(flakeIdService.name, name, context);
    this.#config = context.flakeIdGenerators.of(name);
    this.#stock = new IdStock(this.#config.prefetchCount, () => askAgain((options) => this.#fetch(options)));
  }

  newId(options?: CallOptions): Promise<Long> {
    return this.#stock.take(options);
  }

  async #fetch(options: CallOptions): Promise<IdBatch> {
    const { prefetchCount, prefetchValidityMillis } = this.#config;
    const { base, increment, batchSize } = await this.#newIds(prefetchCount, options);
    if (batchSize < 1)
      throw new IllegalStateError(`a member gave ${batchSize} ids, of ${prefetchCount} asked for`);
    return new IdBatch(longFrom(base), longFrom(increment), batchSize, prefetchValidityMillis);
  }

  async #newIds(batchSize: number, options: CallOptions): Promise<NewIds> {
    try {
      return this.#able === undefined
        ? await this.invoke(m.newIdBatch, { batchSize }, options)
        : await this.#newIdsOf(this.#able, batchSize, options);
    } catch (error) {
      // A restarted member gets a larger number than all before it. Older members may still be able to make ids.
      if (this.#able === undefined && !(error instanceof NodeIdOutOfRangeError)) throw error;
      this.#able = undefined;
      return this.#newIdsOfAny(batchSize, options, error);
    }
  }

  /** Asks one member after the other, until one makes ids. Throws the last error. */
  async #newIdsOfAny(batchSize: number, options: CallOptions, reason: unknown): Promise<NewIds> {
    let last = reason;
    for (const { uuid } of this.context.cluster.getMembers()) {
      try {
        const ids = await this.#newIdsOf(uuid, batchSize, options);
        this.#able = uuid;
        return ids;
      } catch (error) {
        last = error;
      }
    }
    throw last;
  }

  #newIdsOf(member: UUID, batchSize: number, options: CallOptions): Promise<NewIds> {
    return this.context.invoker.invokeOnMember(
      m.newIdBatchOfMember,
      this.objectName,
      member,
      { batchSize },
      options,
    );
  }
}
