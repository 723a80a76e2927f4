import type { Mutation } from './mutation.js';

const LANES = 'runtime/dist/shard/lanes.js';
const WAYS = 'core/dist/shards/ways/ways.js';
const SHARDS = 'core/dist/shards/shards.js';
const LEADER = 'core/dist/client/leader.js';

/** Mistakes of a client with shards of both kinds: of the ways that calls go, and of the thread that takes over from the loop. */
export const WAY_MUTATIONS: readonly Mutation[] = [
  {
    name: 'the calls of a partition are not counted',
    area: 'ways',
    file: LANES,
    from: 'this.#calls[lane]++;',
    to: '',
  },
  {
    name: 'the count of a partition is not taken back',
    area: 'ways',
    file: LANES,
    from: 'this.#calls[lane]--;',
    to: '',
  },
  {
    name: 'a call that was given up frees its partition at once',
    area: 'ways',
    file: 'runtime/dist/shard/slot-table.js',
    from: 'this.lanes.giveUp(lane);',
    to: '',
  },
  {
    name: 'the answer to a call from before frees the partition of one that was given up',
    area: 'ways',
    file: LANES,
    from: 'number > (this.#givenUp.get(lane) ?? Infinity)',
    to: 'this.#givenUp.has(lane)',
  },
  {
    name: 'a call that was given up keeps its partition for ever',
    area: 'ways',
    file: LANES,
    from: 'this.#givenUp.delete(lane);',
    to: 'return;',
  },
  {
    name: 'calls change their way whatever is under way',
    area: 'ways',
    file: WAYS,
    from: 'const own = this.#owner.isTaken(other, lane) && !this.#owner.isTaken(way, lane) ? other : way;',
    to: 'const own = way;',
  },
  {
    name: 'an object is locked by whatever way its calls go',
    area: 'ways',
    file: WAYS,
    from: 'if (operation.needsThread || this.#pinned.hasAll(name.service))\n            this.pin(name);',
    to: '',
  },
  {
    name: 'a lock does not wait for the calls on the loop that were made before it',
    area: 'ways',
    file: WAYS,
    from: 'const earlier = this.#earlier(Place.LOOP);',
    to: 'const earlier = { haveSettled: true, release: (hold) => hold.release() };',
  },
  {
    name: 'the calls behind a lock wait, and the lock does not',
    area: 'ways',
    file: WAYS,
    from: 'this.#chosen.hold = name?.hold ?? this.#chosen.hold;',
    to: '',
  },
  {
    name: 'a call on a whole object waits for nothing',
    area: 'ways',
    file: WAYS,
    from: 'if (this.#owner.inLanes(other) === 0)\n            return way;',
    to: 'return way;',
  },
  {
    name: 'calls on keys overtake one on a whole object',
    area: 'ways',
    file: WAYS,
    from: 'if (!this.#owner.isTaken(opposite, LANE_OF_OBJECTS) || !this.#isChanging())',
    to: 'if (true)',
  },
  {
    name: 'listeners do not wait for the thread to lead',
    area: 'handover',
    file: SHARDS,
    from: 'this.ways.need(then);',
    to: '(this.ways.need(), then());',
  },
  {
    name: 'the thread leads before it is in the cluster',
    area: 'handover',
    file: SHARDS,
    from: 'if (!leadership.isIn(Place.THREAD, cluster.clusterId))\n            return false;',
    to: '',
  },
  {
    name: 'the thread is not told that it leads',
    area: 'handover',
    file: SHARDS,
    from: "this.#caller.sendControl({ type: 'lead' }, Place.THREAD);",
    to: '',
  },
  {
    name: 'the shard on the loop goes on leading',
    area: 'handover',
    file: SHARDS,
    from: "this.#caller.sendControl({ type: 'yield', cluster }, Place.LOOP);",
    to: '',
  },
  {
    name: 'what the thread says of its listeners is not heard',
    area: 'handover',
    file: LEADER,
    from: 'this.#shard = shards.leader;\n        schemas.onRestart(this.#shard);',
    to: 'schemas.onRestart(shards.leader);',
  },
  {
    name: 'the cluster stays as the shard on the loop saw it last',
    area: 'handover',
    file: LEADER,
    from: 'sessions.onRestart();\n        this.#adoptView();\n        this.#logger.debug(',
    to: 'sessions.onRestart();\n        this.#logger.debug(',
  },
  {
    name: 'what waits for the thread is not told that it leads',
    area: 'handover',
    file: LEADER,
    from: 'shards.ways?.onThreadLeads();',
    to: '',
  },
];
