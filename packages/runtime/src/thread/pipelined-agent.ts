import type { CallHeader } from '../ring/call-header.js';
import type { AgentPort } from './agent.js';
import { BasicAgent } from './basic-agent.js';
import { PipelinedCalls } from './pipelined-calls.js';
import { SilenceWatch } from './silence-watch.js';

/**
 * An agent to extend, for a protocol with one connection on which replies come in the order of the requests. It keeps the calls,
 * and notices when no reply comes. Sending requests and reading replies is left to the protocol.
 *
 * It passes neither `target` nor `timeoutMillis` of a call on: for them, override `begin`. A call that is given up is completed at
 * once, so that the agent needs no timers for it.
 */
export abstract class PipelinedAgent<Failure extends object = object> extends BasicAgent {
  protected readonly calls: PipelinedCalls<Failure>;
  /** To be started and stopped by the protocol, and restarted whenever something comes. */
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

  /** Calls have waited for a reply for too long. */
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
