import type { Mutation } from './mutation.js';

const LANES = 'runtime/dist/shard/lanes.js';
const PLACES = 'core/dist/shards/places/places.js';
const SHARDS = 'core/dist/shards/shards.js';
const LEADERSHIP = 'core/dist/shards/leadership.js';
const LEADER = 'core/dist/client/leader.js';

/** Mistakes of a client with shards of both kinds: of the places of calls, and of the thread that takes over from the loop. */
export const PLACE_MUTATIONS: readonly Mutation[] = [
  {
    name: 'the calls of a partition are not counted',
    area: 'places',
    file: LANES,
    from: 'this.#calls[lane]++;',
    to: '',
  },
  {
    name: 'the count of a partition is not taken back',
    area: 'places',
    file: LANES,
    from: 'this.#calls[lane]--;',
    to: '',
  },
  {
    name: 'a call that was given up frees its partition at once',
    area: 'places',
    file: 'runtime/dist/shard/slot-table.js',
    from: 'this.lanes.giveUp(lane);',
    to: '',
  },
  {
    name: 'the answer to a call from before frees the partition of one that was given up',
    area: 'places',
    file: LANES,
    from: 'number > (this.#givenUp.get(lane) ?? Infinity)',
    to: 'this.#givenUp.has(lane)',
  },
  {
    name: 'a call that was given up keeps its partition for ever',
    area: 'places',
    file: LANES,
    from: 'this.#givenUp.delete(lane);',
    to: 'return;',
  },
  {
    name: 'calls change their place whatever is under way',
    area: 'places',
    file: PLACES,
    from: 'const own = this.#owner.isTaken(other, lane) && !this.#owner.isTaken(place, lane) ? other : place;',
    to: 'const own = place;',
  },
  {
    name: 'an object is locked in whatever place its calls are',
    area: 'places',
    file: PLACES,
    from: 'if (operation.needsThread || this.#pinned.hasAll(name.service))\n            this.pin(name);',
    to: '',
  },
  {
    name: 'a lock does not wait for the calls on the loop that were made before it',
    area: 'places',
    file: PLACES,
    from: 'const earlier = this.#earlier(Place.LOOP);',
    to: 'const earlier = { haveSettled: true, release: (hold) => hold.release() };',
  },
  {
    name: 'the calls behind a lock wait, and the lock does not',
    area: 'places',
    file: PLACES,
    from: 'this.#chosen.waitsFor = name?.hold ?? this.#chosen.waitsFor;',
    to: '',
  },
  {
    name: 'a call on a whole object waits for nothing',
    area: 'places',
    file: PLACES,
    from: 'if (this.#owner.inLanes(other) === 0)\n            return place;',
    to: 'return place;',
  },
  {
    name: 'calls on keys overtake one on a whole object',
    area: 'places',
    file: PLACES,
    from: 'if (!this.#owner.isTaken(opposite, LANE_OF_OBJECTS) || !this.#isChanging())',
    to: 'if (true)',
  },
  {
    name: 'listeners do not wait for the thread to lead',
    area: 'handover',
    file: SHARDS,
    from: 'this.places.need(then);',
    to: '(this.places.need(), then());',
  },
  {
    name: 'the thread leads before it is in the cluster',
    area: 'handover',
    file: LEADERSHIP,
    from: 'if (!this.isIn(Place.THREAD, this.#cluster.clusterId))\n            return false;',
    to: '',
  },
  {
    name: 'the thread is not told that it leads',
    area: 'handover',
    file: LEADERSHIP,
    from: "this.#owner.tell({ type: 'lead' }, Place.THREAD);",
    to: '',
  },
  {
    name: 'the shard on the loop goes on leading',
    area: 'handover',
    file: LEADERSHIP,
    from: "this.#owner.tell({ type: 'yield', cluster: this.#cluster }, Place.LOOP);",
    to: '',
  },
  {
    name: 'what the thread says of its listeners is not heard',
    area: 'handover',
    file: LEADER,
    from: 'if (shard === this.#leadership.leader)\n                    listeners.onListening(registration);',
    to: 'if (shard === 0)\n                    listeners.onListening(registration);',
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
    from: 'this.#parts.shards.places?.onThreadLeads();',
    to: '',
  },
];
