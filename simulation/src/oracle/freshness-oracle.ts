import type { Arrival, Call, CallJournal } from '../journal/journal.js';
import { check } from '../journal/violation.js';
import { isBackedUp, respondedOf } from './call-oracle.js';

/** The writer of a key's value from some time on; undefined: the key has no value. */
interface Turn {
  readonly at: number;
  readonly writer: Call | undefined;
}

/** Intervals between repairs by which a read from the near cache may be behind. */
const MOST_INTERVALS = 3;
/** Milliseconds that the members' answers, and the callbacks of a busy machine, may take. */
const SLACK = 100;
/** Milliseconds after which a near cache that has heard of a clear serves nothing unless it knows that members tell it of changes. */
const RENEWAL = 2000;
/** Milliseconds by which members may be late to destroy a map. */
const DESTRUCTION = 200;

/** Holds reads that the near cache answers to what docs/structures/near-cache.md promises of them. */
export class FreshnessOracle {
  readonly #journal: CallJournal;
  readonly #boundMillis: number;
  /** What was written to each key of each cluster, in turn. */
  readonly #turns = new Map<string, Turn[]>();
  /** The latest write of each key that the near-cached map or a transaction has made and the caller knows to be done, by its execution. */
  readonly #own = new Map<number, number>();
  readonly #clusters: number;
  #destroyedAt = -Infinity;
  hits = 0;

  /** @param intervalMillis between two repairs. */
  constructor(journal: CallJournal, clusters: number, intervalMillis: number) {
    this.#journal = journal;
    this.#clusters = clusters;
    this.#boundMillis = MOST_INTERVALS * intervalMillis + SLACK;
  }

  /** Milliseconds after which nothing of what was lost before is served. */
  get boundMillis(): number {
    return this.#boundMillis + (this.#destroyedAt === -Infinity ? 0 : RENEWAL + DESTRUCTION);
  }

  /** A member has destroyed the map: until the near cache listens anew nobody tells it of changes. */
  onDestroyed(at: number): void {
    this.#destroyedAt = at;
  }

  /** The cluster has another value for a key. */
  onTurn(cluster: number, key: number, writer: Call | undefined, at: number): void {
    const turns = this.#turnsOf(cluster, key);
    if (turns.at(-1)!.writer !== writer) turns.push({ at, writer });
  }

  /** A write that the near-cached map has made was answered. */
  onWritten(call: Call): void {
    const done = respondedOf(call).filter(isBackedUp);
    if (done.length === 0 || this.#clusters > 1) return;
    this.#know(call.key, Math.min(...done.map(({ executedOrder }) => executedOrder)));
  }

  /** A commit was acknowledged that has made these writes. */
  onCommitted(writes: readonly Arrival[]): void {
    for (const { call, executedOrder } of writes.filter(isBackedUp)) this.#know(call.key, executedOrder);
  }

  /** The near cache answers a read. @param own what `ownWrite` was when it was made. */
  onHit(key: number, writer: Call | undefined, at: number, own: number): void {
    this.hits++;
    const isLate = at - this.#destroyedAt < this.boundMillis;
    const bound = isLate ? this.boundMillis : this.#boundMillis;
    check(
      this.#isRecent(key, writer, at - bound),
      'near cache',
      () => `a read of key ${key} found ${textOf(writer)}, which was replaced ${bound} ms before`,
    );
    const isGone =
      this.#journal.isForgotten(0, own) || (writer === undefined && this.#journal.isRemoved(0, key, own));
    check(
      isGone || writer?.executions.some(({ executedOrder }) => executedOrder >= own) === true,
      'near cache',
      () => `a read of key ${key} found ${textOf(writer)}, which is older than what this client wrote`,
    );
  }

  /** What a read that begins now must not be older than; −1: anything. */
  ownWrite(key: number): number {
    return this.#own.get(key) ?? -1;
  }

  /** Nothing is changed any more, and all that was lost is found out. */
  checkExact(cluster: number, key: number, writer: Call | undefined, at: number): void {
    const { writer: wanted, at: since } = this.#turnsOf(cluster, key).at(-1)!;
    // A call that was given up may be executed only now.
    if (since > at - this.boundMillis) return;
    check(
      writer === wanted,
      'near cache',
      () => `in the end key ${key} is ${textOf(wanted)}, and a read found ${textOf(writer)}`,
    );
  }

  #know(key: number, executedOrder: number): void {
    this.#own.set(key, Math.max(this.ownWrite(key), executedOrder));
  }

  #isRecent(key: number, writer: Call | undefined, since: number): boolean {
    for (let cluster = 0; cluster < this.#clusters; cluster++) {
      const turns = this.#turnsOf(cluster, key);
      for (let i = turns.length - 1; i >= 0; i--) {
        if (turns[i].writer === writer) return true;
        if (turns[i].at < since) break;
      }
    }
    return false;
  }

  #turnsOf(cluster: number, key: number): Turn[] {
    const name = `${cluster}/${key}`;
    let turns = this.#turns.get(name);
    if (turns === undefined) this.#turns.set(name, (turns = [{ at: -Infinity, writer: undefined }]));
    return turns;
  }
}

function textOf(writer: Call | undefined): string {
  return writer === undefined ? 'nothing' : `the value of call ${writer.id}`;
}
