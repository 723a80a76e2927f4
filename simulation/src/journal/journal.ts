/** The key of a call that has none. */
export const NO_KEY = -1;

/** Kinds of calls that the caller makes. */
export const CallKind = {
  SET: 'set',
  PUT: 'put',
  GET: 'get',
  /** A list in which the key's value is any number of times. Real members have no such message: they would send the same bytes. */
  LIST: 'list',
  /** A read in a group: its response stays with the agent until another thread fetches it. */
  PART: 'part',
  /** A read of the whole map: it has no key, and any member answers it. Real members do not find its number in it. */
  SIZE: 'size',
  /** A call of a transaction: it belongs to one connection. */
  TRANSACTION: 'transaction',
  /** A read of what transactions change, beside them. Real members have no such message: they would get a read as any other. */
  LOOK: 'look',
} as const;
export type CallKind = (typeof CallKind)[keyof typeof CallKind];

export function isRead(kind: CallKind): boolean {
  return kind !== CallKind.SET && kind !== CallKind.PUT && kind !== CallKind.TRANSACTION;
}

/** Whether calls of this kind are of transactions, or read what these change: they go by the shard that has the transactions. */
export function isOfTransactions(kind: CallKind): boolean {
  return kind === CallKind.TRANSACTION || kind === CallKind.LOOK;
}

/** Whether a call of this kind keeps no order with others, as it depends on what one shard keeps. */
export function needsLoop(kind: CallKind): boolean {
  return kind === CallKind.PART || isOfTransactions(kind);
}

/** The lane of a call that has none. */
export const NO_LANE = -1;

/** How the caller sends a call. */
export interface CallRoute {
  /** The shard that it gives the call to; `OTHER_CLIENT`: another client has made it, or a commit. */
  readonly shard: number;
  /** In a client with shards of both kinds, calls of one lane keep their order; {@link NO_LANE}: it belongs to its shard. */
  readonly lane: number;
  /** Whether it waits for others before it goes. */
  readonly waits: boolean;
  /** Whether it makes its object belong to the thread of such a client. */
  readonly needsThread: boolean;
}

export const OTHER_CLIENT = -1;
/** Stands for the connection of the other client. */
const OTHER_LINK = {};

export interface Outcome {
  readonly at: number;
  /** `CallJournal.order` when the caller heard of it. */
  readonly order: number;
  /** Undefined: it succeeded. */
  readonly error: string | undefined;
  readonly value: unknown;
}

/** One call, as the caller sees it. */
export interface Call extends CallRoute {
  readonly id: number;
  readonly kind: CallKind;
  readonly key: number;
  /** Bytes that count against the limit. */
  readonly bytes: number;
  readonly madeAt: number;
  readonly order: number;
  /** Milliseconds; undefined: none. */
  readonly timeout: number | undefined;
  readonly hasSignal: boolean;
  /** All parts of the group that it is one of. */
  group: readonly Call[] | undefined;
  /** Whether it was made by the map with the near cache: another call of the client is to that as one of another client. */
  isOfNearMap: boolean;
  /** When its signal was aborted, if it was under way then. */
  abortedAt: number | undefined;
  /** Times its promise was settled. */
  settled: number;
  outcome: Outcome | undefined;
  /** The connections by which it was sent, attempt by attempt. */
  readonly sends: Send[];
  readonly arrivals: Arrival[];
  /** The arrivals that a member has executed. */
  readonly executions: Arrival[];
}

export interface Send {
  readonly link: { readonly isOpen: boolean };
  readonly at: number;
  readonly order: number;
}

export const Fate = {
  /** Not executed yet, if ever. */
  NONE: 'none',
  /** Turned away with an error that says: again. */
  AGAIN: 'again',
  /** Refused for good. */
  REFUSED: 'refused',
  EXECUTED: 'executed',
} as const;
export type Fate = (typeof Fate)[keyof typeof Fate];

/** One request of a call that a member received. */
export interface Arrival {
  readonly call: Call;
  /** The connection it came by. */
  readonly link: object;
  /** Number of the cluster. */
  readonly cluster: number;
  readonly order: number;
  fate: Fate;
  executedOrder: number;
  /** Whether the member passed it on to another. */
  isForwarded: boolean;
  /** Whether the member answered with an error that says: again. */
  wasTurnedAway: boolean;
  /** What the response says, and how many the client's process has read. */
  expectedAcks: number;
  acksRead: number;
  /** The connections that the acks came by: what one has brought is lost with it, unless the agent has got that far. */
  readonly ackLinks: { readonly isOpen: boolean }[];
  /** When the client's process had read the response; undefined before. */
  responseReadAt: number | undefined;
}

/** The simulation's own account of every call: what was asked, what members did, what came back. */
export class CallJournal {
  readonly calls: Call[] = [];
  /** Calls of which the client's process has read a response; those that are settled are taken out now and then. */
  readonly answered: Set<Call> = new Set<Call>();
  /** Counts everything that happened: later things have higher numbers. */
  order = 0;
  /** Order numbers by cluster: what was executed before was lost with all its members. */
  readonly #forgottenBefore: number[] = [];
  /** Order numbers by cluster and key: when the map was cleared or destroyed last. */
  readonly #removed = new Map<string, number>();
  /** Order numbers of the ends of connections. */
  readonly #lost = new Map<object, number>();
  /** Order numbers by cluster and partition: when it moved. */
  readonly #moves = new Map<string, number[]>();

  begin(
    kind: CallKind,
    key: number,
    { shard, lane, waits, needsThread }: CallRoute,
    bytes: number,
    madeAt: number,
    timeout: number | undefined,
    hasSignal: boolean,
  ): Call {
    const call: Call = {
      id: this.calls.length,
      kind,
      key,
      shard,
      lane,
      waits,
      needsThread,
      bytes,
      madeAt,
      order: this.order++,
      timeout,
      hasSignal,
      group: undefined,
      isOfNearMap: false,
      abortedAt: undefined,
      settled: 0,
      outcome: undefined,
      sends: [],
      arrivals: [],
      executions: [],
    };
    this.calls.push(call);
    return call;
  }

  arrive(id: number, link: object, cluster: number): Arrival {
    const call = this.calls[id];
    const arrival: Arrival = {
      call,
      link,
      cluster,
      order: this.order++,
      fate: Fate.NONE,
      executedOrder: -1,
      isForwarded: false,
      wasTurnedAway: false,
      expectedAcks: 0,
      acksRead: 0,
      ackLinks: [],
      responseReadAt: undefined,
    };
    call.arrivals.push(arrival);
    return arrival;
  }

  execute(arrival: Arrival): void {
    arrival.fate = Fate.EXECUTED;
    arrival.executedOrder = this.order++;
    arrival.call.executions.push(arrival);
  }

  /** Another client has written a key, or a commit has. */
  writeApart(key: number, cluster: number, at: number): Arrival {
    const route = { shard: OTHER_CLIENT, lane: NO_LANE, waits: false, needsThread: false };
    const call = this.begin(CallKind.SET, key, route, 0, at, undefined, false);
    const arrival = this.arrive(call.id, OTHER_LINK, cluster);
    this.execute(arrival);
    this.settle(call, undefined, undefined, at);
    return arrival;
  }

  /** The map was cleared or destroyed. */
  remove(cluster: number, key: number): void {
    this.#removed.set(`${cluster}/${key}`, this.order++);
  }

  /** Whether what was executed there at that time may be gone, as the map was cleared or destroyed later. */
  isRemoved(cluster: number, key: number, executedOrder: number): boolean {
    return (this.#removed.get(`${cluster}/${key}`) ?? -1) > executedOrder;
  }

  /** The client's process has read the response. */
  read(arrival: Arrival, at: number): void {
    arrival.responseReadAt ??= at;
    if (arrival.call.settled === 0) this.answered.add(arrival.call);
  }

  settle(call: Call, error: string | undefined, value: unknown, at: number): void {
    call.settled++;
    call.outcome ??= { at, order: this.order++, error, value };
  }

  send(id: number, link: Send['link'], at: number): Call {
    const call = this.calls[id];
    call.sends.push({ link, at, order: this.order++ });
    return call;
  }

  lose(link: object): void {
    this.#lost.set(link, this.order++);
  }

  /** Whether the connection was lost before. */
  wasLost(link: object, order: number): boolean {
    return (this.#lost.get(link) ?? Infinity) < order;
  }

  /** A partition has another owner, or another backup. */
  move(cluster: number, partition: number): void {
    const name = `${cluster}/${partition}`;
    const moves = this.#moves.get(name);
    if (moves === undefined) this.#moves.set(name, [this.order++]);
    else moves.push(this.order++);
  }

  /** Whether the partition moved between. */
  hasMoved(cluster: number, partition: number, from: number, to: number): boolean {
    const moves = this.#moves.get(`${cluster}/${partition}`) ?? [];
    return moves.some((order) => order > from && order < to);
  }

  /** The cluster loses all it had. */
  forget(cluster: number): void {
    this.#forgottenBefore[cluster] = this.order++;
  }

  /** Whether what was executed there at that time was lost with all members. */
  isForgotten(cluster: number, executedOrder: number): boolean {
    return executedOrder < (this.#forgottenBefore[cluster] ?? 0);
  }
}
