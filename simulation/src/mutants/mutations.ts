/** A mistake that somebody could have made: one place in the built code, changed. */
export interface Mutation {
  /** What is wrong once the mistake is planted, in a few words. */
  readonly name: string;
  readonly area: string;
  /** Below `packages`. */
  readonly file: string;
  /** Must be in the file exactly once. */
  readonly from: string;
  readonly to: string;
}

const INVOCATIONS = 'workers/dist/invocations';
const TAPE = 'workers/dist/completions/tape';

export const MUTATIONS: readonly Mutation[] = [
  {
    name: 'every call may be repeated after its connection was lost',
    area: 'retries',
    file: `${INVOCATIONS}/retries.js`,
    from: 'return (flags & RequestFlag.RETRYABLE) !== 0 || this.#settings.redoOperation;',
    to: 'return true;',
  },
  {
    name: 'an attempt is made although the deadline is over',
    area: 'retries',
    file: `${INVOCATIONS}/retries.js`,
    from: 'if (now > table.deadline[slot])',
    to: 'if (now > Infinity)',
  },
  {
    name: 'new calls go before those that waited for a connection',
    area: 'retries',
    file: 'runtime/dist/thread/duty-cycle.js',
    from: 'this.#agent.beforeRequests();\n            const requests = this.#consumer.drain(this);',
    to: 'const requests = this.#consumer.drain(this);\n            this.#agent.beforeRequests();',
  },
  {
    name: 'calls that waited for a connection go in the reverse order',
    area: 'retries',
    file: `${INVOCATIONS}/retry-queue.js`,
    from: 'for (const call of calls)',
    to: 'for (const call of calls.reverse())',
  },
  {
    name: 'calls of a lost connection are repeated in the order of their slots',
    area: 'retries',
    file: `${INVOCATIONS}/invocation-table.js`,
    from: 'return slots.sort((a, b) => this.order[a] - this.order[b]);',
    to: 'return slots;',
  },
  {
    name: 'what the client asks for itself has no end where its answer is lost',
    area: 'retries',
    file: 'workers/dist/connection/silence.js',
    from: 'SILENCE_MILLIS = 5000',
    to: 'SILENCE_MILLIS = 2_000_000_000',
  },
  {
    name: 'the acks of the attempt before count for the next one',
    area: 'acks',
    file: `${INVOCATIONS}/dispatcher.js`,
    from: 'table.acks[slot] = 0;',
    to: 'if (table.attempt[slot] === 0) table.acks[slot] = 0;',
  },
  {
    name: 'an ack counts for whatever attempt is under way',
    area: 'acks',
    file: `${INVOCATIONS}/pending-backups.js`,
    from: 'table.attempt[slot] !== attemptOf(high)',
    to: 'false',
  },
  {
    name: 'a response counts with one ack too few',
    area: 'acks',
    file: `${INVOCATIONS}/invocations.js`,
    from: 'bytes[start + EXPECTED_ACKS_OFFSET] > table.acks[slot]',
    to: 'bytes[start + EXPECTED_ACKS_OFFSET] > table.acks[slot] + 1',
  },
  {
    name: 'missing acks are given up after a tenth of the timeout',
    area: 'acks',
    file: `${INVOCATIONS}/pending-backups.js`,
    from: '+ this.#settings.backupTimeoutMillis - now',
    to: '+ this.#settings.backupTimeoutMillis / 10 - now',
  },
  {
    name: 'the agent does not compare generations',
    area: 'generations',
    file: `${INVOCATIONS}/invocation-table.js`,
    from: 'this.generation[slot] === generation);',
    to: 'true);',
  },
  {
    name: 'a slot keeps its generation when it is free',
    area: 'generations',
    file: 'runtime/dist/shard/slot-table.js',
    from: ': this.#generation[slot] + 1;',
    to: ': this.#generation[slot];',
  },
  {
    name: 'the bytes of an answered call stay counted',
    area: 'quotas',
    file: 'runtime/dist/shard/slot-table.js',
    from: 'this.#inFlightBytes -= this.#bytes[slot];',
    to: 'if (slot !== 3) this.#inFlightBytes -= this.#bytes[slot];',
  },
  {
    name: 'one call more than the limit is admitted',
    area: 'quotas',
    file: 'runtime/dist/caller/caller.js',
    from: 'if (calls >= maxPendingCalls ||',
    to: 'if (calls > maxPendingCalls ||',
  },
  {
    name: 'after long slices the budget allows no record at all',
    area: 'drain budget',
    file: 'runtime/dist/shard/drain-budget.js',
    from: 'const fitting = Math.max(1, Math',
    to: 'const fitting = Math.max(0, Math',
  },
  {
    name: 'after a slice that was cut nobody looks again',
    area: 'drain budget',
    file: 'runtime/dist/shard/completion-drain.js',
    from: '#scheduleDrain() {',
    to: '#scheduleDrain() { if (this.#budget.batch === 0) return;',
  },
  {
    name: 'completions that are held back ask for no room',
    area: 'wake-ups',
    file: 'runtime/dist/thread/duty-cycle.js',
    from: 'this.completions.unpublished > 0 || this.completions.isCongested',
    to: 'this.completions.unpublished > 0',
  },
  {
    name: 'responses put aside after the cycle has looked are no work',
    area: 'wake-ups',
    file: 'workers/dist/agent.js',
    from: 'return lists.isBusy || pages.isBusy || deferred.isDue;',
    to: 'return lists.isBusy || pages.isBusy;',
  },
  {
    name: 'a thread that has nothing to do looks again and again',
    area: 'wake-ups',
    file: 'runtime/dist/thread/duty-cycle.js',
    from: 'if (polls ||',
    to: 'if (true ||',
  },
  {
    name: 'the caller is not told of room for requests',
    area: 'wake-ups',
    file: 'runtime/dist/thread/duty-cycle.js',
    from: 'if (requests > 0 && this.#consumer.takeStarved())',
    to: 'if (requests < 0 && this.#consumer.takeStarved())',
  },
  {
    name: 'the agent is not told of room for completions',
    area: 'wake-ups',
    file: 'runtime/dist/shard/completion-drain.js',
    from: 'if (this.consumer.takeStarved())',
    to: 'if (false)',
  },
  {
    name: 'calls go to any member instead of the owner',
    area: 'routing',
    file: 'workers/dist/cluster/member-connections.js',
    from: 'if (partitionId >= 0 && this.#smartRouting) {',
    to: 'if (partitionId > 0 && this.#smartRouting) {',
  },
  {
    name: 'a member that was away is not connected again',
    area: 'routing',
    file: 'workers/dist/cluster/missing-members.js',
    from: 'if (this.#deciding || this.#connections.size === 0)',
    to: 'if (this.#deciding || this.#connections.size > 0)',
  },
  {
    name: 'an older view of the cluster is believed',
    area: 'cluster view',
    file: 'workers/dist/cluster/partition-table.js',
    from: 'if (source === this.#source && version <= this.#version)',
    to: 'if (false)',
  },
  {
    name: 'the next cluster is the same again',
    area: 'failover',
    file: 'workers/dist/cluster/candidates.js',
    from: '(this.#index + 1) %',
    to: 'this.#index %',
  },
  {
    name: 'the caller is not told of another cluster',
    area: 'failover',
    file: 'workers/dist/cluster/cluster.js',
    from: "handler.tell({ type: 'changed-cluster', clusterName })",
    to: 'undefined',
  },
  {
    name: 'the next cluster is taken for one that may not replace the one before',
    area: 'failover',
    file: 'workers/dist/cluster/cluster.js',
    from: 'this.#identity.onSwitch();',
    to: '',
  },
  {
    name: 'the members of the cluster before are not forgotten',
    area: 'failover',
    file: 'workers/dist/cluster/cluster-view.js',
    from: 'this.#members = [];\n        this.#partitions.forget();',
    to: 'this.#partitions.forget();',
  },
  {
    name: 'responses are taken for those of the present attempt',
    area: 'late responses',
    file: `${INVOCATIONS}/invocations.js`,
    from: 'table.attempt[slot] === attemptOf(high) &&',
    to: '',
  },
  {
    name: 'the correlation id carries no attempt',
    area: 'correlation',
    file: `${INVOCATIONS}/request-header.js`,
    from: 'return (generation << 8) | attempt;',
    to: 'return generation << 8;',
  },
  {
    name: 'bytes are not held while the socket has them',
    area: 'memory',
    file: 'workers/dist/connection/connection.js',
    from: '        chunk.hold();\n        this.lastWrite',
    to: '        setImmediate(() => chunk.hold());\n        this.lastWrite',
  },
  {
    name: 'bytes of a completed call stay retained',
    area: 'memory',
    file: `${INVOCATIONS}/invocation-table.js`,
    from: 'this.chunk[slot]?.release();\n        this.chunk[slot] = undefined;',
    to: 'this.chunk[slot] = undefined;',
  },
  {
    name: 'the rest of a message that was cut is not moved to the front',
    area: 'input',
    file: 'workers/dist/connection/input-buffer.js',
    from: 'this.#bytes.copyWithin(0, this.#read, this.#write);',
    to: '',
  },
  {
    name: "the worker's own standstill is taken for silence",
    area: 'heartbeat',
    file: 'workers/dist/connection/heartbeat.js',
    from: 'if (stoodStill || connection.isPaused)',
    to: 'if (connection.isPaused)',
  },
  {
    name: 'the heartbeat goes on after the shutdown',
    area: 'leftovers',
    file: 'workers/dist/connection/heartbeat.js',
    from: 'clearInterval(this.#timer);',
    to: '',
  },
  {
    name: 'a call that was given up is not let go',
    area: 'cancels',
    file: 'runtime/dist/caller/call-limits.js',
    from: 'supervisor.current?.sender.cancel(slot, generation);',
    to: '',
  },
  {
    name: 'a list loses the kinds of its first elements when its table grows',
    area: 'lists',
    file: 'workers/dist/completions/value-table.js',
    from: 'kinds.set(this.#kinds);',
    to: '',
  },
  {
    name: 'each cycle completes the list it has scanned, and does not take it off',
    area: 'lists',
    file: 'workers/dist/completions/list-builder.js',
    from: 'this.#unfinished.shift();',
    to: 'if (this.#unfinished.length > 1) this.#unfinished.shift();',
  },
  {
    name: 'the last frame of a fragment stays the last of its message',
    area: 'fragments',
    file: 'wire/dist/protocol/fragments.js',
    from: 'if (message.lastFrame !== -1)',
    to: 'if (false)',
  },
  {
    name: 'a message loses its first fragments when its buffer grows',
    area: 'fragments',
    file: 'wire/dist/protocol/fragments.js',
    from: 'grown.set(message.bytes.subarray(0, message.length));',
    to: '',
  },
  {
    name: 'a new connection does not get the listeners',
    area: 'listeners',
    file: 'workers/dist/listeners/listeners.js',
    from: 'await Promise.all([...this.#registrations.values()].map(',
    to: 'await Promise.all([].map(',
  },
  {
    name: 'a listener that a new connection refused is not tried again',
    area: 'listeners',
    file: 'workers/dist/listeners/listeners.js',
    from: 'void this.#keepRegistering(registration, connection);',
    to: '',
  },
  {
    name: 'a listener removed while the member answers stays registered',
    area: 'listeners',
    file: 'workers/dist/listeners/listeners.js',
    from: 'if (registration.on.get(connection) !== entry && !connection.isClosed)',
    to: 'if (false)',
  },
  {
    name: 'a shape is told after its first use',
    area: 'shapes',
    file: `${TAPE}/json-tapes.js`,
    from: "this.#announce({ type: 'shape', number, keys });",
    to: "setImmediate(() => this.#announce({ type: 'shape', number, keys }));",
  },
  {
    name: 'the shapes of a document that stays text are not taken back',
    area: 'shapes',
    file: `${TAPE}/json-tapes.js`,
    from: 'tree.rollBack(nodes, shapes);',
    to: '',
  },
  {
    name: 'the shapes of a worker that died hold on',
    area: 'shapes',
    file: 'core/dist/calls/completions/tape/announced-shapes.js',
    from: 'if (number === 0)\n            this.#current = new ShapeTable();',
    to: '',
  },
  {
    name: 'a shape is forgotten with the call it came with, where that was given up',
    area: 'shapes',
    file: 'runtime/dist/shard/completion-drain.js',
    from: `this.#tell(kind, slot, bytes, offset + COMPLETION_BODY_OFFSET, offset + length);
        }
        else if (this.#slots.holds(slot, generation)) {`,
    to: `const text = bytes.toString('utf8', offset + COMPLETION_BODY_OFFSET, offset + length);
            if (kind === CompletionKind.CONTROL && JSON.parse(text).type === 'shape')
                (this.shapes ??= []).push(JSON.parse(text));
            else
                this.#tell(kind, slot, bytes, offset + COMPLETION_BODY_OFFSET, offset + length);
        }
        else if (!this.#slots.holds(slot, generation))
            this.shapes = [];
        else {
            this.shapes?.splice(0).forEach((shape) => this.#events.onControl(shape));`,
  },
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
