import {
  decodeRequest,
  encodeResponse,
  ErrorCode,
  messages,
  messageType,
  type WireUuid,
} from '@offloop/wire';
import { decodeKey, encodeKey, readOwnFields, withoutOwnFields } from '../exchange/data.js';
import { ACCOUNTS, NEAR_MAP } from '../exchange/names.js';
import type { Arrival, Call, CallJournal } from '../journal/journal.js';
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

/** What a member is to commit. */
export interface Changes {
  /** How many the member was asked for. */
  readonly changes: number;
  /** Keys of the map, and items of the queue. */
  readonly keys: Iterable<number>;
  readonly taken: readonly number[];
}

/** Is told what becomes of transactions. The call is the one that has begun it. */
export interface TransactionWatch {
  onBegun(begun: Call): void;
  /** The commit begins: its changes are made one after the other. */
  onCommit(begun: Call, changes: Changes): void;
  /** All changes are made. @param nearWrites those of the map with the near cache. */
  onCommitted(begun: Call, nearWrites: readonly Arrival[]): void;
  onRolledBack(begun: Call): void;
}

/** A transaction as its member has it. */
interface Held {
  readonly id: bigint;
  readonly connection: ServerConnection;
  readonly begun: Call;
  readonly timeout: number;
  readonly deadline: number;
  /** Names of maps, and their keys. */
  readonly locks: Set<string>;
  readonly values: Map<number, number>;
  /** Keys of the map with the near cache. */
  readonly nearKeys: Set<number>;
  readonly offered: number[];
  readonly taken: number[];
  changes: number;
  commit: Commit | undefined;
}

/** A commit that has begun. What is left of it is lost with its member. */
interface Commit {
  readonly asked: Asked;
  /** The changes that are left to be made. Each returns whether it is made: the owner of its key may not be there just now. */
  readonly left: (() => boolean)[];
  readonly nearWrites: Arrival[];
}

/** Carries out an operation of a transaction. @returns the response; undefined: it waits for a lock, or has more to do. */
type Step = () => Buffer | undefined;

/**
 * A map and a queue that transactions change, and their changes of the map with the near cache. The former two are lost only with all
 * members; a member's transactions are lost with it.
 */
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
  /** A request to commit has come by this connection. */
  onCommitAsked: (connection: ServerConnection) => void = () => undefined;

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
    this.#sweep();
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
    const type = messageType(request, 0);
    if (type === transaction.commit.id) this.onCommitAsked(connection);
    connection.member.after(random.skewed(0.05, 3), () => {
      if (type !== transaction.rollback.id && random.chance(moods.refuse))
        this.#operations.refuse(asked, ErrorCode.ILLEGAL_ARGUMENT);
      else this.#work(asked, request, time);
    });
  }

  #work(asked: Asked, request: Buffer, since: number): void {
    this.#sweep();
    const type = messageType(request, 0);
    const held = this.#heldBy(type, request, asked);
    if (held === null) {
      this.#operations.refuse(asked, ErrorCode.TRANSACTION_NOT_ACTIVE);
      return;
    }
    const response = this.#step(type, request, asked, held)();
    if (response !== undefined) {
      this.#journal.execute(asked.arrival);
      if (!this.#world.random.chance(this.#operations.moods.swallow))
        this.#operations.answer(asked, response);
    } else if (held!.commit === undefined && this.#world.time - since > held!.timeout) {
      this.#operations.refuse(asked, ErrorCode.TRANSACTION_TIMED_OUT);
    } else {
      asked.connection.member.after(PAUSE, () => this.#work(asked, request, since));
    }
  }

  /** The transaction of a request; undefined if it needs none, null if there is none, or its commit has begun. */
  #heldBy(type: number, request: Buffer, asked: Asked): Held | null | undefined {
    if (type === replicatedMap.get.id || type === transaction.create.id) return undefined;
    const held = this.#held.get(idOf(type, request));
    const isOpen = held !== undefined && (held.commit ?? { asked }).asked === asked;
    return isOpen ? held : null;
  }

  /** @param held undefined for what needs none. */
  #step(type: number, request: Buffer, asked: Asked, held: Held | undefined): Step {
    const { connection, correlation, arrival } = asked;
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
        return this.#stepOf(held!, type, request, asked);
    }
  }

  #stepOf(held: Held, type: number, request: Buffer, asked: Asked): Step {
    const { correlation } = asked;
    switch (type) {
      case transaction.commit.id:
        return () =>
          this.#commit(held, asked) ? encodeResponse(transaction.commit, {}, correlation) : undefined;
      case transaction.rollback.id:
        return () => {
          this.#rollBack(held);
          return encodeResponse(transaction.rollback, {}, correlation);
        };
      case transactionalMap.getForUpdate.id: {
        const key = decodeKey(decodeRequest(transactionalMap.getForUpdate, request).key);
        return () => {
          if (!this.#lock(held, ACCOUNTS, key)) return undefined;
          const response = dataOf(held.values.get(key) ?? this.#accounts.get(key));
          return encodeResponse(transactionalMap.getForUpdate, { response }, correlation);
        };
      }
      case transactionalMap.set.id: {
        const { name, key, value } = decodeRequest(transactionalMap.set, request);
        return () => {
          if (!this.#lock(held, name, decodeKey(key))) return undefined;
          // A value of that map says by itself who has written it.
          if (name === NEAR_MAP) held.nearKeys.add(decodeKey(key));
          else held.values.set(decodeKey(key), decodeKey(value));
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
      nearKeys: new Set(),
      offered: [],
      taken: [],
      changes: 0,
      commit: undefined,
    });
    this.watch!.onBegun(begun);
    return { msb: 0n, lsb: id };
  }

  #lock(held: Held, name: string, key: number): boolean {
    const lock = `${name}/${key}`;
    for (const other of this.#held.values()) if (other !== held && other.locks.has(lock)) return false;
    held.locks.add(lock);
    return true;
  }

  /** Makes the next change. @returns whether all are made. */
  #commit(held: Held, asked: Asked): boolean {
    const { left, nearWrites } = (held.commit ??= this.#beginCommit(held, asked));
    if (left.length > 0 && left[0]()) left.shift();
    if (left.length > 0) return false;
    this.#held.delete(held.id);
    this.watch!.onCommitted(held.begun, nearWrites);
    return true;
  }

  #beginCommit({ begun, changes, values, nearKeys, offered, taken }: Held, asked: Asked): Commit {
    this.watch!.onCommit(begun, { changes, keys: values.keys(), taken });
    const nearWrites: Arrival[] = [];
    const left = [
      ...[...values].map(([key, value]) => atOnce(() => this.#accounts.set(key, value))),
      ...offered.map((item) => atOnce(() => this.#log.push(item))),
      ...[...nearKeys].map((key) => () => this.#writeNear(key, nearWrites)),
    ];
    return { asked, left: this.#world.random.shuffle(left), nearWrites };
  }

  /** LEFT OUT: calls on the map do not wait for the locks of transactions. */
  #writeNear(key: number, nearWrites: Arrival[]): boolean {
    const write = this.#operations.writeApart(key);
    if (write !== undefined) nearWrites.push(write);
    return write !== undefined;
  }

  #rollBack({ id, begun, taken }: Held): void {
    this.#held.delete(id);
    this.#log.unshift(...taken);
    this.watch!.onRolledBack(begun);
  }

  /**
   * Rolls back what has lost its connection or its member, and what takes too long. A commit that has begun goes on without its
   * connection; with its member it is left half made.
   */
  #sweep(): void {
    for (const held of this.#held.values()) {
      const { id, connection, deadline, commit } = held;
      const { isAlive } = connection.member;
      if (commit !== undefined) {
        if (!isAlive) this.#held.delete(id);
      } else if (!isAlive || connection.isClosed || this.#world.time > deadline) this.#rollBack(held);
    }
  }
}

function atOnce(change: () => unknown): () => boolean {
  return () => {
    change();
    return true;
  };
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
