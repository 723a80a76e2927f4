import type { CallHeader } from '../ring/call-header.js';
import type { AgentPort } from './agent.js';
import { BasicAgent } from './basic-agent.js';
import { PipelinedCalls } from './pipelined-calls.js';
import { SilenceWatch } from './silence-watch.js';

/**
 * An agent's beginnings for a protocol with one connection, on which replies come in the order of the requests: it has the
 * calls, and notices when nobody replies. What sends them, and reads replies, is the protocol's.
 */
export abstract class PipelinedAgent<Failure extends object = object> extends BasicAgent {
  protected readonly calls: PipelinedCalls<Failure>;
  /** Started and stopped by the protocol, which also tells it of what comes. */
  protected readonly silence: SilenceWatch;

  /**
   * @param patienceMillis how long the other side may be silent while calls wait for it; 0: for ever
   * @param maxAttempts how often a repeatable request is sent at most. Default: 5.
   */
  constructor(port: AgentPort, patienceMillis: number, maxAttempts?: number) {
    super(port);
    this.calls = new PipelinedCalls(port.completions, maxAttempts);
    // While replies wait because the caller is not ready for them, the other side is not to blame.
    const isWaiting = (): boolean => this.inFlight > 0 && !this.isPaused;
    this.silence = new SilenceWatch(patienceMillis, isWaiting, () => this.onSilence());
  }

  /** Calls have waited in silence for too long. */
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
