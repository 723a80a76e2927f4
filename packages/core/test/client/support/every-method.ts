import {
  Aggregators,
  LockContext,
  Predicates,
  Projections,
  ScheduledTaskHandler,
  type Client,
} from 'offloop';

import { fn } from '../../transforms/support/functions.js';

type Method = (...args: unknown[]) => unknown;

/** An object of a client, and how each of its public methods is called. */
export interface Called {
  readonly kind: string;
  /** With its arguments here, or with others. */
  readonly methods: ReadonlyMap<string, (args?: readonly unknown[]) => unknown>;
}

/** What a client that is shut down still does: it asks nobody. */
export const LOCAL: RegExp =
  /\.(get(Name|PartitionKey|ServiceName|ScheduledFuture)|remove\w*Listener|reset|newId|addMessageListener)$/;

const all = Predicates.alwaysTrue();
const nothing = (): void => undefined;
const pairs = [
  ['k', 1],
  ['l', 2],
];

/** Arguments of methods, whatever has them, and of those of a kind that take others. A method that is not named takes none. */
const ARGUMENTS: Readonly<Record<string, readonly unknown[]>> = {
  add: ['k'],
  addAll: [['k', 'l']],
  addAllAt: [0, ['k']],
  addAndGet: [1],
  addAt: [0, 'k'],
  addDistributedObjectListener: [nothing],
  addEntryListener: [{ added: nothing }],
  addEntryListenerToKey: [{ added: nothing }, 'k'],
  addEntryListenerToKeyWithPredicate: [{ added: nothing }, 'k', all],
  addEntryListenerWithPredicate: [{ added: nothing }, all],
  addIndex: [{ attributes: ['this'] }],
  addItemListener: [{ itemAdded: nothing }],
  addMessageListener: [nothing],
  aggregate: [Aggregators.count()],
  aggregateWithPredicate: [Aggregators.count(), all],
  contains: ['k'],
  containsAll: [['k']],
  containsEntry: ['k', 1],
  containsKey: ['k'],
  containsValue: [1],
  delete: ['k'],
  disposeResult: [0],
  drainTo: [[]],
  entrySetWithPredicate: [all],
  evict: ['k'],
  executeOnEntries: ['processor'],
  executeOnKey: ['k', 'processor'],
  executeOnKeys: [['k'], 'processor'],
  forceUnlock: ['k'],
  get: ['k'],
  getAll: [['k', 'l']],
  getAllTransformed: [['k'], fn('kindOf')],
  getAndAdd: [1],
  getAndSubtract: [1],
  getEntryView: ['k'],
  getScheduledFuture: [new ScheduledTaskHandler(null, 0, 'o', 'task')],
  getTransformed: ['k', fn('kindOf')],
  indexOf: ['k'],
  isLocked: ['k'],
  keySetWithPredicate: [all],
  lastIndexOf: ['k'],
  loadAll: [['k']],
  lock: ['k'],
  offer: ['k'],
  project: [Projections.singleAttribute('this')],
  projectWithPredicate: [Projections.singleAttribute('this'), all],
  publish: [1],
  publishAll: [[1, 2]],
  put: ['k', 1],
  putAll: [pairs],
  putIfAbsent: ['k', 1],
  putTransient: ['k', 1],
  readMany: [0, 0, 5],
  readOne: [0],
  remove: ['k'],
  removeAll: [all],
  removeDistributedObjectListener: ['no id'],
  removeEntryListener: ['no id'],
  removeItemListener: ['no id'],
  removeMessageListener: ['no id'],
  replace: ['k', 1],
  replaceIfSame: ['k', 1, 2],
  retainAll: [['k']],
  retrieveAndDisposeResult: [0],
  retrieveResult: [0],
  schedule: ['task', 0],
  scheduleAtFixedRate: ['task', 0, 1],
  scheduleOnAllMembers: ['task', 0],
  scheduleOnAllMembersAtFixedRate: ['task', 0, 1],
  scheduleOnMembers: ['task', [], 0],
  scheduleOnMembersAtFixedRate: ['task', [], 0, 1],
  set: ['k', 1],
  setAll: [pairs],
  setTtl: ['k', 1000],
  subList: [0, 0],
  submit: ['task'],
  submitToAllMembers: ['task'],
  submitToMembers: ['task', []],
  subtractAndGet: [1],
  tryLock: ['k'],
  tryPut: ['k', 1, 0],
  tryRemove: ['k', 0],
  unlock: ['k'],
  valueCount: ['k'],
  valuesWithPredicate: [all],
};

const OF_KIND: Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>> = {
  list: { get: [0], remove: ['k'], removeAll: [['k']], removeAt: [0], set: [0, 'k'] },
  'multi map': { putAll: [[['k', [1, 2]]]], remove: ['k', 1], removeAll: ['k'] },
  queue: { put: ['k'], removeAll: [['k']] },
  set: { removeAll: [['k']] },
  'transactional multi map': { remove: ['k', 1], removeAll: ['k'] },
};

/** What is no call: `getRingbuffer` asks nobody, and the rest is for the classes that extend an object's. */
const LEFT_OUT =
  /^(constructor|invoke|invokeOnPartition|listen|parts|refuse|missing|getRingbuffer|notADuration|check\w+)$/;

/** Arguments that are right, without those that may be left out. */
export function argumentsOf(kind: string, method: string): readonly unknown[] {
  return OF_KIND[kind]?.[method] ?? ARGUMENTS[method] ?? [];
}

function methodsOf(kind: string, object: object): Called {
  const methods = new Map<string, (args?: readonly unknown[]) => unknown>();
  for (let at = object; at !== Object.prototype; at = Object.getPrototypeOf(at) as object) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(at))) {
      if (typeof value !== 'function' || LEFT_OUT.test(name) || methods.has(name)) continue;
      const right = argumentsOf(kind, name);
      // A call that takes a lock holds up nobody: each is of a context of its own, as are its changes.
      methods.set(name, (args = right) =>
        LockContext.run(async () => (object as Record<string, Method>)[name](...args)),
      );
    }
  }
  return { kind, methods };
}

/** An object of every kind, those of a transaction too. */
export async function everyObject(client: Client): Promise<Called[]> {
  const context = client.newTransactionContext();
  await context.begin();
  const objects = {
    'cardinality estimator': client.getCardinalityEstimator('o'),
    'durable executor service': client.getDurableExecutorService('o'),
    'executor service': client.getExecutorService('o'),
    'flake id generator': client.getFlakeIdGenerator('o'),
    list: client.getList('o'),
    map: client.getMap('o'),
    'near cached map': client.getMap('near'),
    'multi map': client.getMultiMap('o'),
    'PN counter': client.getPNCounter('o'),
    queue: client.getQueue('o'),
    'reliable topic': client.getReliableTopic('o'),
    'replicated map': client.getReplicatedMap('o'),
    'ring buffer': client.getRingbuffer('o'),
    'scheduled executor service': client.getScheduledExecutorService('o'),
    set: client.getSet('o'),
    topic: client.getTopic('o'),
    'transactional list': context.getList('t'),
    'transactional map': context.getMap('t'),
    'transactional multi map': context.getMultiMap('t'),
    'transactional queue': context.getQueue('t'),
    'transactional set': context.getSet('t'),
  };
  return Promise.all(Object.entries(objects).map(async ([kind, object]) => methodsOf(kind, await object)));
}
