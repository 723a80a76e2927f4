import { clearTimeout, setTimeout } from '@offloop/runtime/clock';
import {
  addressText,
  type Address,
  type CandidateCluster,
  type ShardSettings,
  WorkerErrorCode,
  type LogLevel,
} from '@offloop/contract';
import { OutOfFilesError, RefusedError } from '../connection/errors.js';
import { Candidates } from './candidates.js';
import { RoundPauses } from './round-pauses.js';
import { shuffle } from './shuffle.js';

/** The codes of refusals that would be the same at every other address of the cluster. */
const FINAL_REFUSALS: ReadonlySet<string> = new Set<string>([
  WorkerErrorCode.NOT_ALLOWED,
  WorkerErrorCode.INVALID_CONFIGURATION,
]);

/** The official client's message, on which programs match, as they do on the first words of the refusals in `authentication.ts`. */
const NO_CLUSTER = 'Unable to connect to any cluster.';

export interface ClusterConnectorHandler {
  /** Connects to an address. Rejects unless a member of the present candidate accepts us; with RefusedError if a retry is useless. */
  connectTo(address: Address): Promise<void>;
  /** Returns the last known addresses of the members of the present cluster. */
  lastSeen(): Address[];
  /** Resolves to the configured addresses of a cluster, in groups that are tried in order. Rejects if they cannot be found out. */
  toBeginWith(candidate: CandidateCluster): Promise<Address[][]>;
  /** The next candidate is going to be tried. */
  onSwitch(): void;
  /** The client is connected to another candidate than before. */
  onSwitched(candidate: CandidateCluster): void;
  onGivenUp(code: string, message: string): void;
  /** An address did not lead to a member that accepts us. */
  onUnreachable(reason: string): void;
  log(level: LogLevel, message: string): void;
}

/**
 * Connects to a cluster: tries the addresses of the candidates, round after round with pauses between, until a member accepts the
 * client.
 *
 * A shard that follows tries one candidate at a time, the leader's. Only the leader leaves a cluster for another, so a refusal does
 * not end the rounds of a follower. In a client of one cluster a follower gives up as the leader does: a client that is refused from
 * the start, as by a filter of names, is refused for ever.
 */
export class ClusterConnector {
  readonly #settings: ShardSettings;
  readonly #handler: ClusterConnectorHandler;
  readonly #candidates: Candidates;
  /** Candidates that have accepted this client before. If one refuses it now, that may change again. */
  readonly #known = new Set<CandidateCluster>();
  #leads: boolean;
  #connecting = false;
  /** True if the next pause is left out. */
  #isHurried = false;
  #hasNamedLimit = false;
  #stopped = false;
  #pauseTimer: NodeJS.Timeout | undefined;
  #endPause: (() => void) | undefined;

  constructor(settings: ShardSettings, handler: ClusterConnectorHandler) {
    this.#settings = settings;
    this.#handler = handler;
    this.#candidates = new Candidates(settings);
    this.#leads = settings.leads;
    if (settings.resumption !== null) this.#known.add(this.candidate);
  }

  /** The cluster the client is connected to, or tries to connect to. */
  get candidate(): CandidateCluster {
    return this.#candidates.current;
  }

  get candidateIndex(): number {
    return this.#candidates.index;
  }

  /** True if this shard chooses the cluster. */
  get leads(): boolean {
    return this.#leads;
  }

  get #mayGiveUp(): boolean {
    return this.#leads || this.#candidates.turns === 0;
  }

  /** Makes this shard choose the cluster from now on. */
  lead(): void {
    this.#leads = true;
  }

  /** Another shard chooses the cluster from now on. */
  yield(): void {
    this.#leads = false;
  }

  /** Goes to the candidate that the leader is connected to; the next round begins at once. */
  follow(candidate: number): void {
    this.#candidates.goTo(candidate);
    this.#isHurried = this.#connecting;
    this.#endPause?.();
  }

  /** To be called when a member of this candidate has accepted the client. */
  accepted(candidate: CandidateCluster): void {
    this.#known.add(candidate);
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#pauseTimer);
    this.#endPause?.();
  }

  /**
   * Tries every candidate in turn, beginning with the present one, and tells the handler the outcome.
   *
   * @param pauseMillis the pause before the first attempt. Default: 0.
   */
  async connect(pauseMillis: number = 0): Promise<void> {
    if (this.#connecting || this.#stopped) return;
    this.#connecting = true;
    try {
      if (pauseMillis > 0) await this.#wait(pauseMillis);
      if (this.#stopped) return;
      let failure = await this.#connectToCandidate();
      for (let turn = 0; turn < this.#candidates.turns && failure !== undefined && !this.#stopped; turn++) {
        const candidate = this.#candidates.next();
        this.#handler.log('info', `trying the next cluster, '${candidate.clusterName}'`);
        this.#handler.onSwitch();
        failure = await this.#connectToCandidate();
        if (failure === undefined && !this.#stopped) this.#handler.onSwitched(candidate);
      }
      if (failure !== undefined && !this.#stopped) this.#giveUp(failure);
    } finally {
      this.#connecting = false;
    }
  }

  #giveUp(failure: Error): void {
    if (this.#candidates.turns > 0) {
      const tried = `none of the ${this.#candidates.count} clusters could be entered`;
      const message = `${NO_CLUSTER} ${tried}; of the last one: ${failure.message}`;
      this.#handler.onGivenUp(WorkerErrorCode.ILLEGAL_STATE, message);
    } else {
      const isNamed = failure instanceof RefusedError || failure instanceof OutOfFilesError;
      if (isNamed) this.#handler.onGivenUp(failure.code, failure.message);
      else this.#handler.onGivenUp(WorkerErrorCode.ILLEGAL_STATE, `${NO_CLUSTER} ${failure.message}`);
    }
  }

  /** Makes rounds over the addresses of the present candidate. @returns undefined when connected, else the reason for giving up. */
  async #connectToCandidate(): Promise<Error | undefined> {
    let pauses = new RoundPauses(this.#settings.retry);
    for (;;) {
      const failure = await this.#tryAddresses(this.candidate);
      if (failure === undefined || this.#stopped || failure instanceof RefusedError) return failure;
      if (this.#isHurried) {
        this.#isHurried = false;
        pauses = new RoundPauses(this.#settings.retry);
        continue;
      }
      const pause = pauses.next(this.#mayGiveUp);
      if (pause < 0) {
        const timeout = `clusterConnectTimeoutMillis (${this.#settings.retry.clusterConnectTimeoutMillis} ms)`;
        const message = `no member answered within ${timeout}; the last attempt: ${failure.message}`;
        return failure instanceof OutOfFilesError ? new OutOfFilesError(message) : new Error(message);
      }
      const next = `no member could be reached, the next round is in ${Math.round(pause)} ms`;
      this.#handler.log('warn', `${next}${this.#limitOnce()}`);
      await this.#wait(pause);
      if (this.#stopped) return failure;
      this.#isHurried = false;
    }
  }

  /** Returns, once, a text that names the time limit and its option; later ''. */
  #limitOnce(): string {
    if (this.#hasNamedLimit) return '';
    this.#hasNamedLimit = true;
    const { clusterConnectTimeoutMillis: limit } = this.#settings.retry;
    const until = limit < 0 ? 'it tries for ever' : `it gives up after ${limit} ms`;
    return `; ${until}: connectionStrategy.connectionRetry.clusterConnectTimeoutMillis is ${limit}`;
  }

  /** Waits; resolves early when the connector is stopped or follows another candidate. */
  #wait(millis: number): Promise<void> {
    return new Promise((resolve) => {
      this.#endPause = resolve;
      this.#pauseTimer = setTimeout(resolve, millis);
    });
  }

  /**
   * Makes one round: over the members last seen, then the configured addresses.
   *
   * @returns undefined when a member accepted us, else the reason why none did; a RefusedError when trying again is useless.
   */
  async #tryAddresses(candidate: CandidateCluster): Promise<Error | undefined> {
    let last = new Error('there is no address to try');
    let refused: RefusedError | undefined;
    const onFailure = (error: unknown, at: string): void => {
      last = error instanceof Error ? error : new Error(String(error));
      const reason = `${at}${last.message}`;
      this.#handler.log('warn', reason);
      this.#handler.onUnreachable(reason);
      // The cluster's name, the credentials or a certificate did not fit: they may fit at another address.
      if (last instanceof RefusedError) refused = last;
    };
    const groups = [this.#handler.lastSeen()];
    try {
      groups.push(...(await this.#handler.toBeginWith(candidate)));
    } catch (error) {
      onFailure(error, '');
    }
    for (const address of this.#inOrder(groups)) {
      // The leader went elsewhere meanwhile: that this cluster refused us ends nothing any more.
      if (this.#stopped || candidate !== this.candidate) return new Error(last.message);
      try {
        await this.#handler.connectTo(address);
        return undefined;
      } catch (error) {
        onFailure(error, `${addressText(address)}: `);
        if (last instanceof RefusedError && FINAL_REFUSALS.has(last.code) && this.#mayGiveUp) return last;
      }
    }
    if (refused === undefined) return last;
    // A cluster that has accepted us before may do so again. One that never has would refuse us for ever.
    return this.#known.has(candidate) || !this.#mayGiveUp ? new Error(refused.message) : refused;
  }

  /** Returns each address of the groups once, in the order in which they are tried. */
  #inOrder(groups: Address[][]): Address[] {
    // Shuffled group by group: the further ports of a range are tried last, since as a rule nobody listens there.
    if (this.#settings.shuffleMembers) groups.forEach(shuffle);
    return [...new Map(groups.flat().map((address) => [addressText(address), address])).values()];
  }
}
