import { Backoff } from './backoff.js';
import { Candidates } from './candidates.js';
import { describe } from './connection.js';
import {
  WorkerErrorCode,
  type Address,
  type CandidateCluster,
  type LogLevel,
  type ShardSettings,
} from './control.js';
import { RefusedError } from './refused-error.js';
import { shuffle } from './shuffle.js';

/** Refusals that no other address of the cluster would take back. */
const FINAL_REFUSALS: ReadonlySet<string> = new Set<string>([
  WorkerErrorCode.NOT_ALLOWED,
  WorkerErrorCode.INVALID_CONFIGURATION,
]);

export interface EntranceHandler {
  /** Rejects unless a member of the present candidate lets us in; with RefusedError if asking again is no use. */
  connect(address: Address): Promise<void>;
  /** Where the members of the present cluster were when last heard of. */
  lastSeen(): Address[];
  /** The next candidate is tried: nothing of the cluster before holds. */
  onSwitch(): void;
  /** Another candidate than before was entered. */
  onSwitched(candidate: CandidateCluster): void;
  onGivenUp(code: string, message: string): void;
  log(level: LogLevel, message: string): void;
}

/** The way into a cluster: rounds over the addresses of the candidates, with pauses, until a member lets us in. */
export class Entrance {
  readonly #settings: ShardSettings;
  readonly #handler: EntranceHandler;
  readonly #candidates: Candidates;
  /** Candidates that have let this client in before: a refusal of theirs may be a passing one. */
  readonly #known = new Set<CandidateCluster>();
  #entering = false;
  #stopped = false;
  #pauseTimer: NodeJS.Timeout | undefined;
  #endPause: (() => void) | undefined;

  constructor(settings: ShardSettings, handler: EntranceHandler) {
    this.#settings = settings;
    this.#handler = handler;
    this.#candidates = new Candidates(settings);
    if (settings.resumption !== null) this.#known.add(this.candidate);
  }

  /** The cluster we are in, or try to enter. */
  get candidate(): CandidateCluster {
    return this.#candidates.current;
  }

  get candidateIndex(): number {
    return this.#candidates.index;
  }

  /** A member of that candidate let us in. */
  letIn(candidate: CandidateCluster): void {
    this.#known.add(candidate);
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#pauseTimer);
    this.#endPause?.();
  }

  /** Every candidate in turn, beginning with the present one; what becomes of it is told to the handler. */
  async enter(): Promise<void> {
    if (this.#entering || this.#stopped) return;
    this.#entering = true;
    try {
      let failure = await this.#enterCandidate(this.candidate);
      for (let turn = 0; turn < this.#candidates.turns && failure !== undefined && !this.#stopped; turn++) {
        const candidate = this.#candidates.next();
        this.#handler.log('info', `trying the next cluster, '${candidate.clusterName}'`);
        this.#handler.onSwitch();
        failure = await this.#enterCandidate(candidate);
        if (failure === undefined && !this.#stopped) this.#handler.onSwitched(candidate);
      }
      if (failure !== undefined && !this.#stopped) this.#giveUp(failure);
    } finally {
      this.#entering = false;
    }
  }

  #giveUp(failure: Error): void {
    if (this.#candidates.turns > 0) {
      const tried = `none of the ${this.#candidates.count} clusters could be entered`;
      this.#handler.onGivenUp(WorkerErrorCode.ILLEGAL_STATE, `${tried}; of the last one: ${failure.message}`);
    } else {
      const code = failure instanceof RefusedError ? failure.code : WorkerErrorCode.ILLEGAL_STATE;
      this.#handler.onGivenUp(code, failure.message);
    }
  }

  /** Rounds over one cluster's addresses, until it is entered or given up. @returns why it was given up. */
  async #enterCandidate(candidate: CandidateCluster): Promise<Error | undefined> {
    const backoff = new Backoff(this.#settings.retry);
    for (;;) {
      const failure = await this.#tryAddresses(candidate);
      if (failure === undefined || this.#stopped || failure instanceof RefusedError) return failure;
      const pause = backoff.next();
      if (pause < 0) {
        const patience = `clusterConnectTimeoutMillis (${this.#settings.retry.clusterConnectTimeoutMillis} ms)`;
        return new Error(`no member answered within ${patience}; the last attempt: ${failure.message}`);
      }
      this.#handler.log('warn', `no member could be reached, the next round is in ${Math.round(pause)} ms`);
      await new Promise<void>((resolve) => {
        this.#endPause = resolve;
        this.#pauseTimer = setTimeout(resolve, pause);
      });
      if (this.#stopped) return failure;
    }
  }

  /**
   * One round: the members last seen, then the configured addresses.
   *
   * @returns undefined when one let us in, else why none did; a RefusedError when asking again is no use.
   */
  async #tryAddresses(candidate: CandidateCluster): Promise<Error | undefined> {
    let last = new Error('there is no address to try');
    let refused: RefusedError | undefined;
    for (const address of this.#addressesOf(candidate)) {
      if (this.#stopped) return last;
      try {
        await this.#handler.connect(address);
        return undefined;
      } catch (error) {
        last = error instanceof Error ? error : new Error(String(error));
        this.#handler.log('warn', `${describe(address)}: ${last.message}`);
        if (!(last instanceof RefusedError)) continue;
        if (FINAL_REFUSALS.has(last.code)) return last;
        // By name, credentials or certificate: another address may be another cluster, or another host.
        refused = last;
      }
    }
    if (refused === undefined) return last;
    // Whoever let us in before may do so again; a first refusal would be repeated for ever.
    return this.#known.has(candidate) ? new Error(refused.message) : refused;
  }

  #addressesOf({ addresses, secondaryAddresses }: CandidateCluster): Address[] {
    const groups = [this.#handler.lastSeen(), [...addresses], [...secondaryAddresses]];
    // Group by group: the further ports of a range only cost time while a first one answers.
    if (this.#settings.shuffleMembers) groups.forEach(shuffle);
    return [...new Map(groups.flat().map((address) => [describe(address), address])).values()];
  }
}
