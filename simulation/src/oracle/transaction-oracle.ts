import type { Changes, TransactionWatch } from '../cluster/member-transactions.js';
import type { Arrival, Call, CallJournal } from '../journal/journal.js';
import { check, Violation } from '../journal/violation.js';
import type { Circumstances } from './call-oracle.js';
import type { FreshnessOracle } from './freshness-oracle.js';

/** What the application was told of a transaction. */
export const End = { MADE: 'made', NOT_MADE: 'not made', IN_DOUBT: 'in doubt' } as const;
export type End = (typeof End)[keyof typeof End];

/** Codes of the errors that leave it open whether a transaction was committed, and of those that say it was not. */
const IN_DOUBT = 'ERR_OFFLOOP_INDETERMINATE_OPERATION_STATE';
const NOT_MADE: ReadonlySet<string> = new Set([
  'ERR_OFFLOOP_BACKPRESSURE',
  'ERR_OFFLOOP_CLIENT_NOT_ACTIVE',
  'ERR_OFFLOOP_ILLEGAL_ARGUMENT',
  'ERR_OFFLOOP_OPERATION_TIMEOUT',
  'ERR_OFFLOOP_TARGET_DISCONNECTED',
  'ERR_OFFLOOP_TRANSACTION',
  'ERR_OFFLOOP_TRANSACTION_NOT_ACTIVE',
  'ERR_OFFLOOP_TRANSACTION_TIMED_OUT',
]);

/** The application gives a transaction up itself. */
export class GivenUp extends Error {}

/** One transaction of the application. */
export interface Attempt {
  readonly number: number;
  /** Milliseconds that it may take. */
  readonly timeout: number;
  readonly begunAt: number;
  /** Deaths of workers before. */
  readonly deaths: number;
  readonly calls: Call[];
  /** The changes that the application has asked for. */
  asked: number;
  end: End | undefined;
  /** Whether a member has it, and has neither committed it nor rolled it back. */
  isOpen: boolean;
  /** Order number of the beginning of its commit; undefined: none yet. */
  committed: number | undefined;
  /** What it has written to the map with the near cache; undefined: not all changes are made. */
  nearWrites: readonly Arrival[] | undefined;
}

/** Judges transactions: each is made as a whole or not at all, and as its application was told. */
export class TransactionOracle implements TransactionWatch {
  readonly #journal: CallJournal;
  readonly #fresh: FreshnessOracle;
  readonly #circumstances: Circumstances;
  readonly #attempts: Attempt[] = [];
  readonly #attemptOf = new Map<Call, Attempt>();
  /** The keys that each commit changes, and the latest commit of each key that the application knows of, by order numbers. */
  readonly #keysOf = new Map<Attempt, ReadonlySet<number>>();
  readonly #known = new Map<number, number>();
  /** What reads under way must not be older than. */
  readonly #floors = new Map<Call, number>();
  /** Items of the queue that were taken out for good. */
  readonly #taken = new Set<number>();

  constructor(journal: CallJournal, fresh: FreshnessOracle, circumstances: Circumstances) {
    this.#journal = journal;
    this.#fresh = fresh;
    this.#circumstances = circumstances;
  }

  // --- what the application does ------------------------------------------------------------------------------------

  begin(timeout: number, begunAt: number): Attempt {
    const attempt: Attempt = {
      number: this.#attempts.length,
      timeout,
      begunAt,
      deaths: this.#circumstances.workerDeaths,
      calls: [],
      asked: 0,
      end: undefined,
      isOpen: false,
      committed: undefined,
      nearWrites: undefined,
    };
    this.#attempts.push(attempt);
    return attempt;
  }

  /** A call of a transaction is made: the one before it was answered. */
  onMade(attempt: Attempt, call: Call): void {
    const open = attempt.calls.find(({ settled }) => settled === 0);
    check(
      open === undefined,
      'transactions',
      () => `${name(attempt)} has two calls at once, ${open!.id} and ${call.id}`,
    );
    attempt.calls.push(call);
    this.#attemptOf.set(call, attempt);
  }

  /** All calls of a transaction go by one connection, each once. */
  onSent(call: Call): void {
    const attempt = this.#attemptOf.get(call);
    if (attempt === undefined) return;
    check(call.sends.length === 1, 'transactions', () => `call ${call.id} of ${name(attempt)} is sent again`);
    const [first] = attempt.calls;
    check(
      call.sends[0].link === first.sends[0]?.link,
      'transactions',
      () => `call ${call.id} of ${name(attempt)} goes by another connection than call ${first.id}`,
    );
  }

  /** The transaction has read a value under its lock. */
  onRead(key: number, value: number | null): void {
    if (value !== null) this.#committedAs(key, value);
  }

  onEnd(attempt: Attempt, error: unknown, at: number): void {
    const end = (attempt.end = endOf(attempt, error));
    const { committed, nearWrites, calls } = attempt;
    check(
      end !== End.MADE || nearWrites !== undefined,
      'all or nothing',
      () => `${name(attempt)} was acknowledged, and no member has made all of it`,
    );
    this.#checkNotMade(attempt);
    const wasWell = calls.every(({ outcome }) => outcome !== undefined && outcome.error === undefined);
    if (!wasWell) return;
    const { isStopped, workerDeaths } = this.#circumstances;
    // A member rolls back when it finds the connection of a dead worker lost.
    const isLost = workerDeaths > attempt.deaths;
    check(
      !attempt.isOpen || isLost,
      'transactions',
      () => `${name(attempt)} is over, and its member has it still`,
    );
    check(
      error === undefined ||
        error instanceof GivenUp ||
        isStopped ||
        isLost ||
        at - attempt.begunAt >= attempt.timeout,
      'errors',
      () => `${name(attempt)} rejected with ${String(error)}, and all its calls were answered`,
    );
    if (end !== End.MADE) return;
    this.#fresh.onCommitted(nearWrites!);
    for (const key of this.#keysOf.get(attempt)!)
      this.#known.set(key, Math.max(this.#known.get(key) ?? -1, committed!));
  }

  /** The application reads a key, beside all transactions. */
  onLook(call: Call, key: number): void {
    this.#floors.set(call, this.#known.get(key) ?? -1);
  }

  onLooked(call: Call, key: number, value: number | null): void {
    const floor = this.#floors.get(call)!;
    const found = value === null ? -1 : this.#committedAs(key, value);
    check(
      found >= floor || this.#journal.isForgotten(0, floor),
      'reads see what was acknowledged',
      () =>
        `call ${call.id} found ${value} as account ${key}, which is older than an acknowledged transaction`,
    );
  }

  // --- what members do ----------------------------------------------------------------------------------------------

  onBegun(call: Call): void {
    this.#attemptOf.get(call)!.isOpen = true;
  }

  onRolledBack(begun: Call): void {
    this.#attemptOf.get(begun)!.isOpen = false;
  }

  onCommit(begun: Call, { changes, keys, taken }: Changes): void {
    const attempt = this.#attemptOf.get(begun)!;
    attempt.committed = this.#journal.order++;
    this.#keysOf.set(attempt, new Set(keys));
    check(
      changes === attempt.asked,
      'all or nothing',
      () => `${name(attempt)} is committed with ${changes} of ${attempt.asked} changes`,
    );
    this.#checkNotMade(attempt);
    for (const item of taken) {
      check(!this.#taken.has(item), 'all or nothing', () => `two transactions took ${item} out of the queue`);
      this.#taken.add(item);
    }
  }

  onCommitted(begun: Call, nearWrites: readonly Arrival[]): void {
    const attempt = this.#attemptOf.get(begun)!;
    attempt.isOpen = false;
    attempt.nearWrites = nearWrites;
  }

  /** @returns the order number of the commit that has made this value. */
  #committedAs(key: number, value: number): number {
    const writer = this.#attempts[value];
    check(
      writer?.committed !== undefined && this.#keysOf.get(writer)!.has(key),
      'all or nothing',
      () => `account ${key} has the value of transaction ${value}, which has not made it`,
    );
    return writer.committed;
  }

  #checkNotMade(attempt: Attempt): void {
    check(
      attempt.end !== End.NOT_MADE || attempt.committed === undefined,
      'all or nothing',
      () => `${name(attempt)} was said not to be made, and is`,
    );
  }
}

function endOf(attempt: Attempt, error: unknown): End {
  if (error === undefined) return End.MADE;
  if (error instanceof GivenUp) return End.NOT_MADE;
  const { code = 'no code', message } = error as { readonly code?: string; readonly message: string };
  if (code === IN_DOUBT) return End.IN_DOUBT;
  if (!NOT_MADE.has(code))
    throw new Violation('errors', `${name(attempt)} rejected with ${code}: ${message}`);
  return End.NOT_MADE;
}

function name({ number }: Attempt): string {
  return `transaction ${number}`;
}
