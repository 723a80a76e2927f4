import type { MessagePort } from 'node:worker_threads';
import type { CallHeader } from '../ring/call-header.js';
import type { Agent, AgentPort, StopReason } from './agent.js';

/** An agent's beginnings: what a protocol does not need, it leaves as it is here. Only `begin` has to be written. */
export abstract class BasicAgent implements Agent {
  protected readonly port: AgentPort;

  constructor(port: AgentPort) {
    this.port = port;
  }

  /** Here 0, which is right for who completes calls while they begin. Others count: it tells the floor when to poll. */
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

  /** Here `{ code: 'ILLEGAL_STATE', message }`, which becomes an error by the `readError` of the caller's half. */
  failBegun(slot: number, generation: number, { message }: Error): void {
    this.port.completions.error(slot, generation, { code: 'ILLEGAL_STATE', message });
  }

  /** Here nothing: the call is completed when its response comes, which nobody hears of. */
  cancel(_slot: number, _generation: number): void {}

  onControl(message: unknown): void {
    throw new Error(`this agent knows no control message ${JSON.stringify(message)}`);
  }

  /** Here a warning of the process. */
  onTrouble(error: Error): void {
    process.emitWarning(error);
  }

  onPort(port: MessagePort): void {
    port.close();
  }

  beforeRequests(): void {}

  afterRequests(): void {}

  resume(): void {}

  /** Here it ends at once: the floor rejects what is still in flight. */
  stop(_reason: StopReason, _message: string): void {
    this.port.ended();
  }
}
