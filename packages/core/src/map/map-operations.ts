import { decodeResponse, mapMessages, type MessageSpec } from '@offloop/wire/protocol';
import Long from 'long';
import { ListShape } from '../runtime/list-result.js';
import { ListOperation, ObjectOperation, Operation, PartOperation } from '../runtime/operation.js';
import type { DataDecoder } from '../serialization/data-decoder.js';
import { SimpleEntryView } from '../values/simple-entry-view.js';

type Typed<M extends MessageSpec> = Operation & { readonly spec: M };
type MessageName = keyof typeof mapMessages;
type ListOf<N extends MessageName> = ListOperation<(typeof mapMessages)[N]>;

/** Everything one map sends: its keyed operations with their prebuilt prefixes, and the others by their message. */
export class MapOperations {
  readonly get: ObjectOperation;
  readonly put: ObjectOperation;
  readonly putWithMaxIdle: ObjectOperation;
  readonly set: ObjectOperation;
  readonly setWithMaxIdle: ObjectOperation;
  readonly putIfAbsent: ObjectOperation;
  readonly putIfAbsentWithMaxIdle: ObjectOperation;
  readonly remove: ObjectOperation;
  readonly removeIfSame: ObjectOperation;
  readonly delete: ObjectOperation;
  readonly containsKey: ObjectOperation;
  readonly replace: ObjectOperation;
  readonly replaceIfSame: ObjectOperation;
  readonly tryPut: ObjectOperation;
  readonly tryRemove: ObjectOperation;
  readonly evict: ObjectOperation;
  readonly setTtl: ObjectOperation;
  readonly getEntryView: ObjectOperation;
  readonly lock: ObjectOperation;
  readonly tryLock: ObjectOperation;
  readonly unlock: ObjectOperation;
  readonly forceUnlock: ObjectOperation;
  readonly isLocked: ObjectOperation;
  readonly putAll: PartOperation;
  /** As `putAll`, but loads nothing from the map's store. */
  readonly setAll: PartOperation;
  readonly getAll: PartOperation;
  readonly size: Typed<typeof mapMessages.size> = typed(mapMessages.size);
  readonly isEmpty: Typed<typeof mapMessages.isEmpty> = typed(mapMessages.isEmpty);
  readonly clear: Typed<typeof mapMessages.clear> = typed(mapMessages.clear);
  readonly evictAll: Typed<typeof mapMessages.evictAll> = typed(mapMessages.evictAll);
  readonly keySet: ListOf<'keySet'> = list('keySet', ListShape.ITEMS);
  readonly values: ListOf<'values'> = list('values', ListShape.LAZY);
  readonly entrySet: ListOf<'entrySet'> = list('entrySet', ListShape.ENTRIES);

  readonly keySetWithPredicate: ListOf<'keySetWithPredicate'> = list('keySetWithPredicate', ListShape.ITEMS);
  readonly valuesWithPredicate: ListOf<'valuesWithPredicate'> = list('valuesWithPredicate', ListShape.LAZY);
  readonly entriesWithPredicate: ListOf<'entriesWithPredicate'> = list(
    'entriesWithPredicate',
    ListShape.ENTRIES,
  );

  constructor(name: string, decoder: DataDecoder) {
    const keyed = (spec: MessageSpec): ObjectOperation => new ObjectOperation(spec, name);
    this.get = keyed(mapMessages.get);
    this.put = keyed(mapMessages.put);
    this.putWithMaxIdle = keyed(mapMessages.putWithMaxIdle);
    this.set = keyed(mapMessages.set);
    this.setWithMaxIdle = keyed(mapMessages.setWithMaxIdle);
    this.putIfAbsent = keyed(mapMessages.putIfAbsent);
    this.putIfAbsentWithMaxIdle = keyed(mapMessages.putIfAbsentWithMaxIdle);
    this.remove = keyed(mapMessages.remove);
    this.removeIfSame = keyed(mapMessages.removeIfSame);
    // Members before 5.0 answer nothing, later ones whether it was there: nobody here looks.
    this.delete = new ObjectOperation(mapMessages.delete, name, () => undefined);
    this.containsKey = keyed(mapMessages.containsKey);
    this.replace = keyed(mapMessages.replace);
    this.replaceIfSame = keyed(mapMessages.replaceIfSame);
    this.tryPut = keyed(mapMessages.tryPut);
    this.tryRemove = keyed(mapMessages.tryRemove);
    this.evict = keyed(mapMessages.evict);
    this.setTtl = keyed(mapMessages.setTtl);
    this.lock = keyed(mapMessages.lock);
    this.tryLock = keyed(mapMessages.tryLock);
    this.unlock = keyed(mapMessages.unlock);
    this.forceUnlock = keyed(mapMessages.forceUnlock);
    this.isLocked = keyed(mapMessages.isLocked);
    this.putAll = new PartOperation(mapMessages.putAll, name, undefined, true);
    this.setAll = new PartOperation(mapMessages.putAll, name, undefined, false);
    this.getAll = new PartOperation(mapMessages.getAll, name, ListShape.ENTRIES);
    this.getEntryView = new ObjectOperation(mapMessages.getEntryView, name, (bytes, start, end) =>
      entryView(decoder, bytes, start, end),
    );
  }
}

function typed<M extends MessageSpec>(spec: M): Typed<M> {
  return new Operation(spec) as Typed<M>;
}

function list<N extends MessageName>(message: N, shape: ListShape): ListOf<N> {
  return new ListOperation(mapMessages[message], shape);
}

function entryView(decoder: DataDecoder, bytes: Buffer, start: number, end: number): unknown {
  const { response: view } = decodeResponse(mapMessages.getEntryView, bytes, start, end);
  if (view === null) return null;
  return new SimpleEntryView<unknown, unknown>({
    key: decoder.decodeData(view.key, 0, view.key.length),
    value: decoder.decodeData(view.value, 0, view.value.length),
    cost: long(view.cost),
    creationTime: long(view.creationTime),
    expirationTime: long(view.expirationTime),
    hits: long(view.hits),
    lastAccessTime: long(view.lastAccessTime),
    lastStoredTime: long(view.lastStoredTime),
    lastUpdateTime: long(view.lastUpdateTime),
    version: long(view.version),
    ttl: long(view.ttl),
    maxIdle: long(view.maxIdle),
  });
}

function long(value: bigint): Long {
  return Long.fromBits(Number(BigInt.asIntN(32, value)), Number(BigInt.asIntN(32, value >> 32n)));
}
