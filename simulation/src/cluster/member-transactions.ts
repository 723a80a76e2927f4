import {
  decodeRequest,
  encodeResponse,
  ErrorCode,
  messages,
  messageType,
  type WireUuid,
} from '@offloop/wire';
import { decodeKey, encodeKey, readOwnFields, withoutOwnFields } from '../exchange/data.js';
import type { Call, CallJournal } from '../journal/journal.js';
import { Violation } from '../journal/violation.js';
import type { World } from '../time/world.js';
import type { Asked, Operations } from './operations.js';
import type { Correlation } from './registrations.js';
import type { ServerConnection } from './server-connection.js';

const { replicatedMap, transaction, transactionalMap, transactionalQueue } = messages;

/** The messages of transactions, and of reads beside them. */
const TYPES: ReadonlySet<number> = new Set<number>([
  replicatedMap.get.id,
  ...Object.values(transaction).map(({ id }) => id),
  ...Object.values(transactionalMap).map(({ id }) => id),
  ...Object.values(transactionalQueue).map(({ id }) => id),
]);

/** Milliseconds between two looks at a lock that is not free. */
const PAUSE = 10;

/** What a member commits. */
export interface Committed {
  readonly changes: number;
  /** Keys of the map, and items of the queue. */
  readonly keys: Iterable<number>;
  readonly taken: readonly number[];
}

/** Is told what becomes of transactions. The call is the one that has begun it. */
export interface TransactionWatch {
  onBegun(begun: Call): void;
  onCommitted(begun: Call, committed: Committed): void;
  onRolledBack(begun: Call): void;
}

/** A transaction as its member has it. */
interface Held {
  readonly id: bigint;
  readonly connection: ServerConnection;
  readonly begun: Call;
  readonly timeout: number;
  readonly deadline: number;
  readonly locks: Set<number>;
  readonly values: Map<number, number>;
  readonly offered: number[];
  readonly taken: number[];
  changes: number;
}

/** Carries out an operation of a transaction. @returns the response; undefined: it waits for a lock. */
type Step = () => Buffer | undefined;

/** A map and a queue that transactions change. They are lost only with all members; a member's transactions are lost with it. */
export class MemberTransactions {
  readonly #world: World;
  readonly #cluster: number;
  readonly #operations: Operations;
  readonly #journal: CallJournal;
  readonly #held = new Map<bigint, Held>();
  readonly #accounts = new Map<number, number>();
  #log: number[] = [];
  #latest = 0n;
  watch: TransactionWatch | undefined;

  constructor(world: World, cluster: number, operations: Operations, journal: CallJournal) {
    this.#world = world;
    this.#cluster = cluster;
    this.#operations = operations;
    this.#journal = journal;
  }

  /** Transactions that have not come to their end. */
  get open(): number {
    this.#sweep();
    return this.#held.size;
  }

  isFor(type: number): boolean {
    return TYPES.has(type);
  }

  /** All members are dead. */
  forget(): void {
    for (const held of this.#held.values()) this.#rollBack(held);
    this.#accounts.clear();
    this.#log = [];
  }

  /** Takes the request between `start` and `end`. */
  receive(
    connection: ServerConnection,
    correlation: Correlation,
    bytes: Buffer,
    start: number,
    end: number,
  ): void {
    const { random, time } = this.#world;
    const { moods } = this.#operations;
    const arrival = this.#journal.arrive(readOwnFields(bytes, start).call, connection.link, this.#cluster);
    const asked = { connection, correlation, arrival };
    connection.owed.add(arrival);
    const request = withoutOwnFields(bytes, start, end);
    connection.member.after(random.skewed(0.05, 3), () => {
      const isRollback = messageType(request, 0) === transaction.rollback.id;
      if (!isRollback && random.chance(moods.refuse))
        this.#operations.refuse(asked, ErrorCode.ILLEGAL_ARGUMENT);
      else this.#work(asked, request, time);
    });
  }

  #work(asked: Asked, request: Buffer, since: number): void {
    this.#sweep();
    const type = messageType(request, 0);
    const held = this.#heldBy(type, request);
    if (held === null) {
      this.#operations.refuse(asked, ErrorCode.TRANSACTION_NOT_ACTIVE);
      return;
    }
    const response = this.#step(type, request, asked, held)();
    if (response !== undefined) {
      this.#journal.execute(asked.arrival);
      if (!this.#world.random.chance(this.#operations.moods.swallow))
        this.#operations.answer(asked, response);
    } else if (this.#world.time - since > held!.timeout) {
      this.#operations.refuse(asked, ErrorCode.TRANSACTION_TIMED_OUT);
    } else {
      asked.connection.member.after(PAUSE, () => this.#work(asked, request, since));
    }
  }

  /** The transaction of a request; undefined if it needs none, null if there is none. */
  #heldBy(type: number, request: Buffer): Held | null | undefined {
    if (type === replicatedMap.get.id || type === transaction.create.id) return undefined;
    return this.#held.get(idOf(type, request)) ?? null;
  }

  /** @param held undefined for what needs none. */
  #step(
    type: number,
    request: Buffer,
    { connection, correlation, arrival }: Asked,
    held: Held | undefined,
  ): Step {
    switch (type) {
      case replicatedMap.get.id: {
        const key = decodeKey(decodeRequest(replicatedMap.get, request).key);
        return () =>
          encodeResponse(replicatedMap.get, { response: dataOf(this.#accounts.get(key)) }, correlation);
      }
      case transaction.create.id: {
        const timeout = Number(decodeRequest(transaction.create, request).timeout);
        return () => {
          const response = this.#begin(connection, arrival.call, timeout);
          return encodeResponse(transaction.create, { response }, correlation);
        };
      }
      default:
        return this.#stepOf(held!, type, request, correlation);
    }
  }

  #stepOf(held: Held, type: number, request: Buffer, correlation: Correlation): Step {
    switch (type) {
      case transaction.commit.id:
        return () => {
          this.#commit(held);
          return encodeResponse(transaction.commit, {}, correlation);
        };
      case transaction.rollback.id:
        return () => {
          this.#rollBack(held);
          return encodeResponse(transaction.rollback, {}, correlation);
        };
      case transactionalMap.getForUpdate.id: {
        const key = decodeKey(decodeRequest(transactionalMap.getForUpdate, request).key);
        return () => {
          if (!this.#lock(held, key)) return undefined;
          const response = dataOf(held.values.get(key) ?? this.#accounts.get(key));
          return encodeResponse(transactionalMap.getForUpdate, { response }, correlation);
        };
      }
      case transactionalMap.set.id: {
        const { key, value } = decodeRequest(transactionalMap.set, request);
        return () => {
          if (!this.#lock(held, decodeKey(key))) return undefined;
          held.values.set(decodeKey(key), decodeKey(value));
          held.changes++;
          return encodeResponse(transactionalMap.set, {}, correlation);
        };
      }
      case transactionalQueue.offer.id: {
        const item = decodeKey(decodeRequest(transactionalQueue.offer, request).item);
        return () => {
          held.offered.push(item);
          held.changes++;
          return encodeResponse(transactionalQueue.offer, { response: true }, correlation);
        };
      }
      case transactionalQueue.poll.id:
        return () => {
          const item = this.#log.shift();
          if (item !== undefined) held.taken.push(item);
          return encodeResponse(transactionalQueue.poll, { response: dataOf(item) }, correlation);
        };
      default:
        throw new Violation('protocol', `a message of type ${type}`);
    }
  }

  #begin(connection: ServerConnection, begun: Call, timeout: number): WireUuid {
    const id = ++this.#latest;
    this.#held.set(id, {
      id,
      connection,
      begun,
      timeout,
      deadline: this.#world.time + timeout,
      locks: new Set(),
      values: new Map(),
      offered: [],
      taken: [],
      changes: 0,
    });
    this.watch!.onBegun(begun);
    return { msb: 0n, lsb: id };
  }

  #lock(held: Held, key: number): boolean {
    for (const other of this.#held.values()) if (other !== held && other.locks.has(key)) return false;
    held.locks.add(key);
    return true;
  }

  #commit({ id, begun, changes, values, offered, taken }: Held): void {
    this.#held.delete(id);
    for (const [key, value] of values) this.#accounts.set(key, value);
    this.#log.push(...offered);
    this.watch!.onCommitted(begun, { changes, keys: values.keys(), taken });
  }

  #rollBack({ id, begun, taken }: Held): void {
    this.#held.delete(id);
    this.#log.unshift(...taken);
    this.watch!.onRolledBack(begun);
  }

  /** Rolls back what has lost its connection or its member, and what takes too long. */
  #sweep(): void {
    for (const held of this.#held.values()) {
      const { connection, deadline } = held;
      const isThere = connection.member.isAlive && !connection.isClosed;
      if (!isThere || this.#world.time > deadline) this.#rollBack(held);
    }
  }
}

function idOf(type: number, request: Buffer): bigint {
  if (type === transaction.commit.id) return decodeRequest(transaction.commit, request).transactionId.lsb;
  if (type === transaction.rollback.id) return decodeRequest(transaction.rollback, request).transactionId.lsb;
  const spec = [...Object.values(transactionalMap), ...Object.values(transactionalQueue)].find(
    ({ id }) => id === type,
  )!;
  return decodeRequest(spec, request).txnId.lsb;
}

function dataOf(value: number | undefined): Buffer | null {
  return value === undefined ? null : encodeKey(value);
}
