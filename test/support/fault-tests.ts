/** For each fault on docs/reliability.md, in the words of its row, the tests that show what the row says: file and name. */
export const FAULT_TESTS: Readonly<Record<string, readonly (readonly [file: string, name: string])[]>> = {
  'a member is killed': [
    [
      'test/chaos/test/chaos.cluster.test.ts',
      'killed members, cut and silent connections and blocked loops lose nothing',
    ],
  ],
  'a member shuts down, freezes, or joins': [
    [
      'packages/core/test/faults/members.cluster.test.ts',
      'members that join are connected to, one that shuts down or is frozen is done without, and nothing is lost',
    ],
  ],
  'all members go and come back, or another cluster takes their place': [
    [
      'packages/core/test/client/reconnect.member.test.ts',
      'a cluster restarted in place is entered again, with lifecycle events as hazelcast-client gives them',
    ],
  ],
  'members change while the client connects, or one is not connected': [
    [
      'packages/workers/test/cluster/missing-members.test.ts',
      'members of a cluster that the client has left meanwhile are not connected to',
    ],
    [
      'packages/workers/test/cluster/missing-members.test.ts',
      'a member that does not answer keeps no other waiting',
    ],
    [
      'packages/core/test/faults/wrong-views.member.test.ts',
      'a member that left while it was connected to is no longer connected to',
    ],
    [
      'packages/core/test/faults/wrong-views.member.test.ts',
      'a view that is older than the one before it changes nothing',
    ],
    [
      'packages/workers/test/cluster/partition-table.test.ts',
      'a partition belongs to whom the view says, and to nobody when it says nothing',
    ],
    [
      'packages/core/test/calls/backup-acks.member.test.ts',
      'while one of two members is not connected, the other is not asked for acks',
    ],
  ],
  'the member of a transaction is lost': [
    [
      'packages/core/test/transactions/faults.member.test.ts',
      'a connection that is lost in the midst ends the transaction, and nothing of it is done',
    ],
    [
      'packages/core/test/transactions/killed.cluster.test.ts',
      'through kills of members, transfers are made if they are acknowledged, and not if they are refused',
    ],
  ],
  'a member refuses a write for the moment': [
    [
      'packages/core/test/calls/write-order.member.test.ts',
      'one that the member turns away for the moment is overtaken by one that was made before its answer',
    ],
  ],
  'a member is slow': [
    [
      'packages/core/test/faults/slow-or-silent.member.test.ts',
      'a slow member answers late and loses nothing, and a call’s own timeout is kept',
    ],
  ],
  'a member reads nothing, while calls with a `timeout` keep coming': [
    [
      'packages/core/test/faults/given-up-bytes.member.test.ts',
      'the bytes of calls that were given up count until the member takes them, or %s',
    ],
  ],
  'a peer accepts the client and drops it, again and again': [
    [
      'packages/core/test/faults/short-lives.member.test.ts',
      'a peer that lets the client in and drops it, for ever, is connected to ever more rarely',
    ],
  ],
  'a write is held up, and its connection is lost': [
    [
      'packages/core/test/calls/late-writes.member.test.ts',
      'without redoOperation the write rejects, and may run after a later one',
    ],
    [
      'packages/core/test/calls/late-writes.member.test.ts',
      'with redoOperation a first attempt that the network held up runs after a later write that was answered',
    ],
  ],
  'packets vanish on an open connection': [
    [
      'packages/core/test/client/reconnect.member.test.ts',
      'a black hole is noticed by the heartbeat, and the connection replaced',
    ],
  ],
  'an answer never comes, though the connection lives': [
    [
      'packages/core/test/faults/slow-or-silent.member.test.ts',
      'on a connection that is open and silent ${CALLS} calls are given up at once, and late answers find nobody',
    ],
  ],
  'a request of the client’s own gets no answer': [
    ['packages/core/test/faults/lost-answers.member.test.ts', 'a schema that is fetched'],
  ],
  'a lock on a silent connection': [
    [
      'packages/core/test/faults/slow-or-silent.member.test.ts',
      'a lock that is asked for on a silent connection has no deadline',
    ],
  ],
  'a connection is reset in the middle of a message': [
    [
      'packages/core/test/faults/hostile-answers.member.test.ts',
      'a connection that is reset in the middle of a frame takes no call with it that may go again',
    ],
  ],
  'no file descriptor is left (`EMFILE`, `ENFILE`)': [
    [
      'packages/core/test/faults/out-of-files.member.test.ts',
      'a socket that cannot be had is asked for again, and had when there is one',
    ],
  ],
  'tiny packets, a flood of events, values of 64 MB': [
    [
      'packages/core/test/calls/hostile-bytes.member.test.ts',
      'every byte in a packet of its own makes the same messages',
    ],
    [
      'packages/core/test/faults/hostile-answers.member.test.ts',
      'a hundred thousand events nobody asked for keep no answer from its call',
    ],
    [
      'packages/core/test/cluster/keeps.cluster.test.ts',
      '64 MB of %s written by one client are read by the other',
    ],
  ],
  'an answer that no call waits for': [
    [
      'packages/core/test/faults/hostile-answers.member.test.ts',
      'an answer for a call nobody made is counted and ignored',
    ],
    [
      'packages/core/test/client/call-options.member.test.ts',
      'answers that come after their calls were given up are ignored, also by the calls that have their slots now',
    ],
  ],
  'bytes that are not the protocol': [
    [
      'packages/core/test/calls/hostile-bytes.member.test.ts',
      'bytes that are no protocol close the connection with that reason, and the next one works',
    ],
  ],
  'an answer or an error that cannot be read': [
    ['packages/core/test/faults/hostile-answers.member.test.ts', 'is its own call’s error (%s)'],
    [
      'packages/core/test/faults/hostile-answers.member.test.ts',
      'an error that cannot be read is its own call’s, and costs no connection',
    ],
  ],
  'an answer longer than `runtime.maxMessageBytes`': [
    [
      'packages/core/test/calls/long-messages.member.test.ts',
      'a response longer than the limit fails its own call, which is not repeated (fragments of %d bytes)',
    ],
  ],
  'an impossible number of partitions or members': [
    [
      'packages/core/test/faults/hostile-sizes.member.test.ts',
      'a member that claims to be of %s is passed over',
    ],
  ],
  'a value that is damaged, or of an unknown type': [
    ['packages/core/test/faults/hostile-answers.member.test.ts', '%s is its own call’s affair'],
  ],
  'it is blocked past the heartbeat timeout': [
    [
      'packages/core/test/cluster/blocked-loop.cluster.test.ts',
      'a loop blocked twice as long as the heartbeat timeout loses no connection and no call of ${CALLS} in flight',
    ],
  ],
  'it is slower than the answers': [
    [
      'packages/core/test/calls/backpressure.member.test.ts',
      'a worker with more answers than the caller takes stops reading its socket',
    ],
    [
      'packages/core/test/calls/spilled-bytes.member.test.ts',
      'of 200 values of 1 MB that a blocked loop does not take a bounded part is read, and all arrive',
    ],
    [
      'packages/core/test/faults/slow-or-silent.member.test.ts',
      'a caller that takes nothing for ten heartbeat timeouts, its ring full, finds every answer and its connection',
    ],
  ],
  'it hangs past `callerStallTimeoutMillis` (300 s)': [
    [
      'packages/core/test/calls/caller-stall.member.test.ts',
      'past its own limit the worker lets go of the cluster, and a new one enters it when the loop is back',
    ],
    [
      'packages/core/test/faults/slow-or-silent.member.test.ts',
      'the locks of a caller that hangs past callerStallTimeoutMillis come free',
    ],
  ],
  'the worker throws, or reaches its memory limit': [
    [
      'packages/core/test/faults/worker.member.test.ts',
      'is replaced, the reason is logged, and no increment in flight runs twice',
    ],
  ],
  'the worker dies more than five times a minute, or cannot be started again': [
    [
      'packages/core/test/calls/worker-death.member.test.ts',
      'a worker that dies more than five times a minute is not replaced: the client shuts down and says why',
    ],
    [
      'packages/core/test/faults/worker.member.test.ts',
      'a replacement that cannot be started shuts the client down, and every call is told',
    ],
  ],
  'the worker’s thread stands still (native code, a debugger)': [
    [
      'packages/core/test/client/diagnose.test.ts',
      'of a worker that stands still a diagnosis has what needs no worker, and says that it has no answer',
    ],
    [
      'packages/runtime/test/shard/full-ring.test.ts',
      'a cancel that finds no room waits behind the calls that do, and for nothing but room',
    ],
  ],
  'the worker stands still for good, and the client is shut down': [
    [
      'packages/runtime/test/shard/stuck-thread.test.ts',
      'a thread that is in native code at shutdown is left behind, and its calls are rejected',
    ],
  ],
  '`shutdown()` with 10,000 calls under way': [
    ['packages/core/test/client/shutdown.member.test.ts', 'shutdown settles ten thousand calls in flight'],
  ],
  'the process exits without `shutdown()`': [
    [
      'packages/core/test/faults/process.member.test.ts',
      'a process that exits without shutdown ends at once, with calls in flight, and its connection with it',
    ],
  ],
  'the process is frozen past any timeout, then continued': [
    [
      'packages/core/test/faults/process.member.test.ts',
      'a process that was frozen for longer than the heartbeat timeout goes on where it was',
    ],
    [
      'packages/runtime/test/thread/caller-watch.test.ts',
      'a caller that was stopped together with this thread has not stalled',
    ],
  ],
  'several clients in a process or in worker threads of yours, clients that come and go': [
    [
      'packages/core/test/client/client.member.test.ts',
      'two clients in one process share nothing but the cluster',
    ],
    [
      'packages/core/test/faults/process.member.test.ts',
      'a worker thread of the application that is terminated takes its client with it',
    ],
    [
      'packages/core/test/faults/process.member.test.ts',
      'one CPU is enough, with workers: %s, which makes %i',
    ],
    [
      'packages/core/test/faults/process.member.test.ts',
      'clients that come and go leave no thread, socket, timer or memory',
    ],
    [
      'packages/core/test/faults/leftovers.member.test.ts',
      'a client %s leaves no thread, socket, timer, shared memory or heap behind',
    ],
  ],
  'an invalid address, or `network.ssl` without `enabled`': [
    [
      'packages/core/test/faults/addresses.member.test.ts',
      'the address %s is refused at once, by its place in the configuration',
    ],
    [
      'packages/core/test/config/option-errors.test.ts',
      'an error names the option, its value and what is accepted',
    ],
  ],
  'a host name that does not resolve': [
    [
      'packages/core/test/faults/addresses.member.test.ts',
      'a name that does not resolve makes the start reject after the time allowed, with workers: %s',
    ],
  ],
  'a listener, a logger or a load balancer throws, or its promise rejects': [
    [
      'packages/core/test/client/rejecting-listeners.member.test.ts',
      'what the promise of a listener rejects with is logged, and ends nothing',
    ],
  ],
  'a secret in the wrong place, or in a value that cannot be serialized': [
    ['packages/core/test/errors/secrets.test.ts', 'a wrong configuration tells no secret:'],
    ['packages/core/test/errors/secrets.member.test.ts', 'a wrong argument of map.%s stands in no error'],
  ],
  'writes or `destroy()` behind a `getAll` of many keys': [
    [
      'packages/core/test/calls/sliced-order.test.ts',
      'does not see a %s that is called after it, in its tick or while it is added',
    ],
    [
      'packages/core/test/calls/sliced-order.test.ts',
      'is not overtaken by the end of its map, nor is that end by a map of the same name that is made behind it',
    ],
  ],
  'calls of one key, while its partition moves, or the first one is repeated': [
    [
      'packages/workers/test/invocations/two-ways.test.ts',
      'a call goes straight to the owner that was connected meanwhile, and does not wait for one that went another way',
    ],
    [
      'packages/workers/test/invocations/invocations.test.ts',
      'with redoOperation a call whose connection was lost too often pauses, and one made meanwhile overtakes it',
    ],
  ],
  'a call has no answer for a minute, on a live connection': [
    [
      'packages/workers/test/invocations/old-calls.test.ts',
      'a call that has had no answer for a minute is told of once, with its member and what it waits for',
    ],
  ],
  'the first connection takes longer than 10 s': [
    [
      'packages/core/test/client/diagnose.test.ts',
      'names the addresses that were tried, and why each failed',
    ],
  ],
  'at the start a member does not confirm a listener': [
    ['packages/core/test/client/diagnose.test.ts', 'names the member that does not confirm a listener'],
  ],
  'the `initLoadBalancer` of a load balancer never settles': [
    [
      'packages/core/test/client/diagnose.test.ts',
      'names the load balancer that does not get ready, and rejects when the client is shut down',
    ],
  ],
};
