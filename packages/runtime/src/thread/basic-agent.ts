import type { MessagePort } from 'node:worker_threads';
import type { CallHeader } from '../ring/call-header.js';
import type { Agent, AgentPort, StopReason } from './agent.js';

/** A base class for agents, with a default for every method but `begin`. */
export abstract class BasicAgent implements Agent {
  protected readonly port: AgentPort;

  constructor(port: AgentPort) {
    this.port = port;
  }

  /** Returns 0, which is right for an agent that completes each call in `begin`. Others must count: the floor polls by it. */
  get inFlight(): number {
    return 0;
  }

  get isPaused(): boolean {
    return false;
  }

  hasWork(): boolean {
    return false;
  }

  start(): void {}

  abstract begin(call: Readonly<CallHeader>, bytes: Buffer, start: number): void;

  beginWhole(call: Readonly<CallHeader>, bytes: Buffer): void {
    this.begin(call, bytes, 0);
  }

  /** Fails the call with `{ code: 'ILLEGAL_STATE', message }`, of which `readError` of the caller's half makes an error. */
  failBegun(slot: number, generation: number, { message }: Error): void {
    this.port.completions.error(slot, generation, { code: 'ILLEGAL_STATE', message });
  }

  /** Does nothing: the call is completed when its response comes, and the caller drops that completion. */
  cancel(_slot: number, _generation: number): void {}

  onControl(message: unknown): void {
    throw new Error(`this agent knows no control message ${JSON.stringify(message)}`);
  }

  /** Emits a warning of the process. */
  onTrouble(error: Error): void {
    process.emitWarning(error);
  }

  onPort(port: MessagePort): void {
    port.close();
  }

  beforeRequests(): void {}

  afterRequests(): void {}

  resume(): void {}

  /** Ends at once: the floor rejects the calls that are still in flight. */
  stop(_reason: StopReason, _message: string): void {
    this.port.ended();
  }
}
