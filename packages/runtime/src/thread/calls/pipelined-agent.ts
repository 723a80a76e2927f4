import type { CallHeader } from '../../ring/call-header.js';
import type { AgentPort } from '../agent.js';
import { BasicAgent } from '../basic-agent.js';
import { PipelinedCalls } from './pipelined-calls.js';
import { SilenceWatch } from '../connection/silence-watch.js';

/**
 * A base class for agents of a protocol with one connection, on which replies come in the order of the requests. It keeps the calls,
 * and notices when no reply comes. The subclass sends the requests and reads the replies.
 *
 * It uses neither `target` nor `timeoutMillis` of a call: for them, override `begin`. A call that is given up is completed at once,
 * so that the agent needs no timers for it.
 */
export abstract class PipelinedAgent<Failure extends object = object> extends BasicAgent {
  protected readonly calls: PipelinedCalls<Failure>;
  /** Watches for missing replies. The subclass starts and stops it, and restarts it whenever bytes come. */
  protected readonly silence: SilenceWatch;

  /**
   * @param patienceMillis milliseconds that the other side may be silent while calls wait for it; 0: no limit
   * @param maxAttempts the most times that a repeatable request is sent. Default: 5.
   */
  constructor(port: AgentPort, patienceMillis: number, maxAttempts?: number) {
    super(port);
    this.calls = new PipelinedCalls(port.completions, maxAttempts);
    // While replies wait because the caller is not ready for them, the other side is not to blame.
    const isWaiting = (): boolean => this.inFlight > 0 && !this.isPaused;
    this.silence = new SilenceWatch(patienceMillis, isWaiting, () => this.onSilence());
  }

  /** Runs when calls have waited for a reply for longer than `patienceMillis`. */
  protected abstract onSilence(): void;

  override get inFlight(): number {
    return this.calls.inFlight;
  }

  override begin(call: Readonly<CallHeader>, bytes: Buffer, start: number): void {
    if (this.inFlight === 0) this.silence.restart();
    this.calls.begin(call, bytes, start);
  }

  override cancel(slot: number, generation: number): void {
    this.calls.cancel(slot, generation);
  }
}
