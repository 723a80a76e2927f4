import type { Mutation } from './mutation.js';

/** Mistakes of what a client has once for all its shards, and of near caches. */
export const CORE_MUTATIONS: readonly Mutation[] = [
  {
    name: 'a call goes to the shard with the fewest calls, whatever its partition',
    area: 'shards',
    file: 'core/dist/shards/shards.js',
    from: 'return partitionId < 0 ? this.#leastBusy() : partitionId % this.count;',
    to: 'return this.#leastBusy();',
  },
  {
    name: 'the shards that follow listen, too',
    area: 'shards',
    file: 'core/dist/shards/shards.js',
    from: 'this.#caller.sendControl(message, this.leader);',
    to: "this.#caller.sendControl(message, message.type === 'listen' ? undefined : this.leader);",
  },
  {
    name: 'a takeover does not register the listeners',
    area: 'shards',
    file: 'core/dist/client/leader.js',
    from: 'listeners.onTakeover(() => {',
    to: '(() => undefined)(() => {',
  },
  {
    name: 'the shard that takes over is not told that it leads',
    area: 'shards',
    file: 'core/dist/client/leader.js',
    from: "shards.tellLeader({ type: 'lead' });",
    to: '',
  },
  {
    name: 'the shards that follow are not told of another cluster',
    area: 'shards',
    file: 'core/dist/shards/shards.js',
    from: "this.#followTo(shard, { type: 'follow', cluster });",
    to: "if (this.#clusterId === '') this.#followTo(shard, { type: 'follow', cluster });",
  },
  {
    name: 'an answer is kept although its key was invalidated on its way',
    area: 'near cache',
    file: 'core/dist/map/near-cache/near-cache.js',
    from: 'if (!this.release(reservation))\n            return;',
    to: 'this.release(reservation);',
  },
  {
    name: 'a gap in the numbers of invalidations is not noticed',
    area: 'near cache',
    file: 'core/dist/map/near-cache/invalidations.js',
    from: 'if (missed === 0n)\n            return;',
    to: 'if (missed >= 0n)\n            return;',
  },
  {
    name: 'a repair finds nothing out',
    area: 'near cache',
    file: 'core/dist/map/near-cache/invalidations.js',
    from: 'if (state.sequence < state.announced)',
    to: 'if (false)',
  },
  {
    name: 'values are served however long ago the members were asked',
    area: 'near cache',
    file: 'core/dist/map/near-cache/near-cache.js',
    from: 'monotonicNow() - this.#repairedAt <= this.#maxAge',
    to: 'this.#repairedAt > -Infinity',
  },
  {
    name: "what this client's own call changes is dropped before the call only",
    area: 'near cache',
    file: 'core/dist/map/near-cached-map.js',
    from: 'return changed.finally(() => this.#cache.invalidate(identity));',
    to: 'return changed;',
  },
  {
    name: 'another life of a partition is taken for the one before',
    area: 'near cache',
    file: 'core/dist/map/near-cache/invalidations.js',
    from: 'if (known !== undefined && known.uuid.msb === uuid.msb && known.uuid.lsb === uuid.lsb)',
    to: 'if (known !== undefined)',
  },
];
