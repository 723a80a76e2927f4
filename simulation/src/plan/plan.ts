import type { Random } from '@offloop/tools/random';
import { CALM, type Moods } from './moods.js';

/** What one life is like: drawn from its seed, so that every seed tries other circumstances. */
export interface Plan {
  readonly members: number;
  readonly partitions: number;
  readonly backups: 0 | 1;
  readonly keys: number;
  /** Milliseconds of faults and load. */
  readonly duration: number;
  /** Calls that are made one after the other, each by a flow of its own. */
  readonly flows: number;
  /** Calls a second made in bursts. */
  readonly burstsPerSecond: number;
  readonly largestBurst: number;
  readonly longestValue: number;
  readonly moods: Moods;
  /** Faults a second. */
  readonly faultsPerSecond: number;
  readonly limits: { readonly maxPendingCalls: number; readonly maxPendingBytes: number };
  readonly rings: { readonly requestRingBytes: number; readonly completionRingBytes: number };
  readonly lingerMicros: number;
  readonly callerLingerMicros: number;
  readonly smartRouting: boolean;
  readonly backupAcks: boolean;
  readonly failOnIndeterminateState: boolean;
  readonly redoOperation: boolean;
  readonly pipelining: boolean;
  readonly pipeliningThresholdBytes: number;
  readonly readChunkBytes: number | null;
  readonly reuseReadBuffer: boolean;
  readonly invocationTimeoutMillis: number;
  readonly retryPauseMillis: number;
  /** How likely it is that a callback takes much longer than others: a busy machine. */
  readonly hiccups: number;
  /** Whether the client is shut down while calls are under way. */
  readonly stopsUnderLoad: boolean;
  /** How likely a burst is reads in one group. */
  readonly groups: number;
  /** How likely the application works on after a burst, until its answers may be there. */
  readonly worksOn: number;
  /** How likely a burst is one whose completions just about fill the ring while nobody takes them. */
  readonly brimful: number;
  readonly listeners: number;
  /** Times a second that members have events, and how many there are in a row at most. */
  readonly eventsPerSecond: number;
  readonly mostEvents: number;
  /** How likely the application makes calls just as a connection comes up, on the key of one that waited for it. */
  readonly greetings: number;
  /** Clusters that may take each other's place: with two the client is one with failover. */
  readonly clusters: 1 | 2;
  /** How likely a value that is written is a JSON document. */
  readonly documents: number;
  /** Bytes from which documents come on tapes; null: none do. */
  readonly packJsonFrom: number | null;
  /** Part of its time for which the agent's thread takes itself to be at work: past 0.95 it makes fewer tapes. */
  readonly utilization: number;
  /** Worker threads of the client, one a shard. */
  readonly workers: number;
  /** Null: all shards of the client are of one kind. */
  readonly mixed: MixedPlan | null;
  /** Null: no map has a near cache. */
  readonly nearCache: NearCachePlan | null;
  /** Null: the application has no transactions. */
  readonly transactions: TransactionPlan | null;
}

/** A life in which the application has transactions. */
export interface TransactionPlan {
  /** Transactions that are made one after the other, each by a flow of its own. */
  readonly flows: number;
  /** Keys of the map that they change. */
  readonly accounts: number;
  /** How likely a change is left to the commit to wait for. */
  readonly hasty: number;
  /** Milliseconds after which a call of a transaction is given up; undefined: none. */
  readonly responseTimeout: number | undefined;
  /** How likely the connection of a commit, or its member, is lost while the commit is under way. */
  readonly lostCommits: number;
  /** Keys of the map with the near cache, which they change, too; 0: there is none. */
  readonly nearKeys: number;
}

/** A life in which the application's map has a near cache. */
export interface NearCachePlan {
  /** Milliseconds between two repairs. */
  readonly interval: number;
  readonly isBinary: boolean;
  /** Milliseconds for which members collect changes; 0: they tell of each. */
  readonly batchMillis: number;
  /** How likely a change is not told, and how likely it is told late. */
  readonly lost: number;
  readonly late: number;
  /** How likely a call goes by the map with the near cache, and how likely such a call is a read whatever else it was to be. */
  readonly share: number;
  readonly reads: number;
  /** How likely a write is followed by a read of its key, and another when it is answered. */
  readonly readsBack: number;
  /** Writes a second of another client. */
  readonly othersPerSecond: number;
  /** Times a second that another client clears the map, or destroys it, and how likely it does the latter. */
  readonly wipesPerSecond: number;
  readonly destroys: number;
}

/** A life in which one shard is on the caller's loop and one in a thread that is started when it is needed: `workers: 'auto'`. */
export interface MixedPlan {
  /** Milliseconds after which there are listeners, calls that need the thread, and calls that change their place. */
  readonly quietMillis: number;
  /** How likely a call on an object that may come to belong to the thread is one that needs the thread. */
  readonly needsThread: number;
  /** How likely a call is one on a whole object. */
  readonly whole: number;
}

export const HEARTBEAT_INTERVAL = 1000;
export const HEARTBEAT_TIMEOUT = 4000;
export const BACKUP_TIMEOUT = 1500;
export const CONNECTION_TIMEOUT = 2000;
/** Until a client with failover tries its other cluster. */
export const CLUSTER_CONNECT_TIMEOUT = 600;

const RINGS = [1024, 2048, 8192, 65536];

/** How likely a life is of the kind in which completions are held back. */
const TIGHT = 0.15;
/** Probability of two clusters, in lives that are not tight. */
const FAILOVER = 0.12;

/** Probability of documents. */
const DOCUMENTS = 0.4;

/** Probability of two workers. */
const SHARDS = 0.2;
/** Probability of a near cache. */
const NEAR_CACHE = 0.25;
/** Probability of shards of both kinds. */
const MIXED = 0.2;
/** Probability of transactions, in lives with one cluster. */
const TRANSACTIONS = 0.25;

/** How many workers a client has; undefined: as drawn. */
export type Workers = number | 'auto' | undefined;

/**
 * @param other for what was added later, so that lives without it stay what they were; so are the others.
 */
export function drawPlan(
  random: Random,
  other: Random,
  third: Random,
  fourth: Random,
  fifth: Random,
  workers: Workers,
): Plan {
  const plan = drawWithout(random, other, third, fourth, workers);
  return plan.clusters === 1 && fifth.chance(TRANSACTIONS) ? withTransactions(plan, fifth) : plan;
}

/** All but transactions. */
function drawWithout(random: Random, other: Random, third: Random, fourth: Random, workers: Workers): Plan {
  const kind = drawKind(random);
  const plan = other.chance(DOCUMENTS) ? withDocuments(kind, other) : kind;
  const drawn = third.chance(SHARDS) ? 2 : 1;
  const near = third.chance(NEAR_CACHE) ? withNearCache(plan, third) : plan;
  const wanted = workers ?? (fourth.chance(MIXED) ? 'auto' : drawn);
  if (wanted === 'auto') return withBothKinds(near, fourth);
  return wanted === 1 ? near : withShards(near, wanted, third);
}

function withTransactions(plan: Plan, random: Random): Plan {
  return {
    ...plan,
    transactions: {
      flows: random.between(1, 4),
      accounts: random.pick([1, 3, 12]),
      hasty: random.pick([0, 0.3, 1]),
      responseTimeout: random.pick([undefined, undefined, 20, 500]),
      lostCommits: random.pick([0, 0.05, 0.3]),
      nearKeys: plan.nearCache === null ? 0 : plan.keys,
    },
  };
}

/** Time for what is stale to be found out, and in many lives what makes it so: answers that are late, members that die. */
function withNearCache(plan: Plan, random: Random): Plan {
  const { moods } = plan;
  const members = random.pick([plan.members, 3]);
  return {
    ...plan,
    members,
    backups: members > 1 ? random.pick([plan.backups, 1]) : 0,
    duration: Math.max(plan.duration, random.pick([2000, 4000])),
    // A connection that is lost or opened covers what is wrong with the numbers.
    faultsPerSecond: random.pick([0, plan.faultsPerSecond, Math.max(plan.faultsPerSecond, 2)]),
    smartRouting: random.chance(0.5),
    // Or calls turn in circles while a dead member is missed by nobody yet.
    retryPauseMillis: Math.max(plan.retryPauseMillis, 50),
    moods: moods === CALM ? CALM : { ...moods, slow: Math.max(moods.slow, random.pick([0, 0.05, 0.2])) },
    nearCache: {
      interval: random.pick([200, 500]),
      isBinary: random.chance(0.5),
      batchMillis: random.pick([0, 0, 100]),
      lost: random.pick([0, 0.1, 0.4]),
      late: random.pick([0, 0.3]),
      share: random.pick([0.5, 0.8]),
      reads: random.pick([0, 0.8]),
      readsBack: random.pick([0, 0.5]),
      othersPerSecond: random.pick([0, 2, 20]),
      wipesPerSecond: random.pick([0, 0, 0.5, 2]),
      destroys: random.pick([0, 0.5, 1]),
    },
  };
}

/** Enough keys for all shards, and listeners to be taken over. */
function withShards(plan: Plan, workers: number, random: Random): Plan {
  return {
    ...plan,
    workers,
    partitions: random.pick([3, 7]),
    keys: random.pick([4, 12, 12]),
    listeners: random.pick([1, 1, 3]),
  };
}

/** The thread is started by listeners, by what needs it, or by calls that go to it, and each of them may be missing. */
function withBothKinds(plan: Plan, random: Random): Plan {
  const { moods } = plan;
  return {
    ...plan,
    partitions: random.pick([3, 7]),
    keys: random.pick([4, 4, 12]),
    listeners: random.pick([0, 1, 3]),
    // Calls that are given up while they are under way.
    moods: moods === CALM ? CALM : { ...moods, slow: Math.max(moods.slow, random.pick([0, 0.05, 0.2])) },
    mixed: {
      quietMillis: random.pick([0, 0, 300, 2000]),
      needsThread: random.pick([0, 0.02, 0.1]),
      whole: random.pick([0, 0.1]),
    },
  };
}

function withDocuments(plan: Plan, random: Random): Plan {
  return {
    ...plan,
    documents: random.pick([0.3, 1]),
    packJsonFrom: random.pick([null, 1, 1, 1, 64]),
    utilization: random.pick([0.5, 0.5, 1]),
  };
}

function drawKind(random: Random): Plan {
  const plan = drawAny(random);
  if (random.chance(TIGHT)) return tighten(plan, random);
  const greetings = random.pick([0, 0.5]);
  return random.chance(FAILOVER) ? failOver(plan, random) : { ...plan, greetings };
}

/** Two clusters, and time for the client to change from one to the other. */
function failOver(plan: Plan, random: Random): Plan {
  return {
    ...plan,
    clusters: 2,
    duration: random.skewed(2000, 6000),
    faultsPerSecond: Math.max(plan.faultsPerSecond, 1),
  };
}

/** The smallest ring for completions, calls in bursts, and an application that works on meanwhile: completions are held back. */
function tighten(plan: Plan, random: Random): Plan {
  return {
    ...plan,
    keys: random.pick([4, 12]),
    // Or the answers to writes come behind those to reads.
    backups: 0,
    duration: Math.min(plan.duration, 4000),
    burstsPerSecond: random.skewed(1, 4),
    largestBurst: 60,
    longestValue: random.pick([8, 40, 100, 400]),
    limits: { maxPendingCalls: 1000, maxPendingBytes: 1_000_000 },
    // Calls do not wait for room for their requests.
    rings: { requestRingBytes: 65536, completionRingBytes: RINGS[0] },
    groups: 0.4,
    worksOn: 0.8,
    brimful: 0.4,
    mostEvents: 20,
  };
}

function drawAny(random: Random): Plan {
  const redoOperation = random.chance(0.3);
  const members = random.pick([1, 2, 3, 3]);
  const isCalm = random.chance(0.15);
  const some = (probability: number, most: number): number =>
    isCalm || !random.chance(probability) ? 0 : random.skewed(most / 20, most);
  return {
    members,
    partitions: random.pick([1, 3, 7]),
    backups: members > 1 && random.chance(0.85) ? 1 : 0,
    keys: random.pick([1, 4, 12]),
    duration: random.skewed(1000, 8000),
    flows: random.between(1, 4),
    burstsPerSecond: random.skewed(0.3, 4),
    largestBurst: random.pick([4, 16, 60]),
    longestValue: random.pick([8, 40, 400, 400, 6000]),
    moods: isCalm
      ? CALM
      : {
          again: some(0.5, 0.2),
          againAfter: redoOperation ? some(0.5, 0.1) : 0,
          refuse: some(0.3, 0.05),
          slow: some(0.5, 0.05),
          swallow: some(0.3, 0.02),
          lose: random.pick([0, 0, 0.1, 0.4]),
          twice: some(0.5, 0.2),
          noAck: some(0.4, 0.1),
          ackTwice: some(0.4, 0.3),
          fragments: some(0.4, 0.5),
        },
    faultsPerSecond: isCalm ? 0 : random.skewed(0.1, 4),
    limits: {
      maxPendingCalls: random.pick([8, 50, 1000]),
      maxPendingBytes: random.pick([3000, 20_000, 1_000_000]),
    },
    rings: { requestRingBytes: random.pick(RINGS), completionRingBytes: random.pick(RINGS) },
    lingerMicros: random.pick([0, 0, 100]),
    callerLingerMicros: random.pick([0, 0, 0, 100]),
    smartRouting: random.chance(0.85),
    backupAcks: random.chance(0.75),
    failOnIndeterminateState: random.chance(0.3),
    redoOperation,
    pipelining: random.chance(0.85),
    pipeliningThresholdBytes: random.pick([64, 8192]),
    readChunkBytes: random.pick([null, null, 64, 1024]),
    reuseReadBuffer: random.chance(0.9),
    invocationTimeoutMillis: random.pick([1000, 8000]),
    retryPauseMillis: random.pick([0, 50, 500]),
    hiccups: random.pick([0.001, 0.001, 0.03]),
    stopsUnderLoad: random.chance(0.2),
    groups: random.pick([0, 0.15]),
    worksOn: 0.3,
    brimful: 0,
    listeners: random.pick([0, 0, 1, 3]),
    eventsPerSecond: random.skewed(0.5, 10),
    mostEvents: 4,
    greetings: 0,
    clusters: 1,
    documents: 0,
    packJsonFrom: null,
    utilization: 0.5,
    workers: 1,
    mixed: null,
    nearCache: null,
    transactions: null,
  };
}
