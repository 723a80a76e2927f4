import type { CallHeader } from '../../ring/call-header.js';
import type { AgentPort, StopReason } from '../agent.js';
import { BasicAgent } from '../basic-agent.js';
import type { Peer } from './peer.js';

/** A base class for agents whose calls go to peers. A call's `target` is the index of its peer. */
export abstract class CallAgent extends BasicAgent {
  protected readonly peers: readonly Peer[];

  constructor(port: AgentPort, peers: readonly Peer[]) {
    super(port);
    this.peers = peers;
  }

  override get inFlight(): number {
    return this.peers.reduce((sum, { calls }) => sum + calls.inFlight, 0);
  }

  override get isPaused(): boolean {
    return this.peers.some((peer) => peer.isPaused);
  }

  override start(): void {
    for (const peer of this.peers) peer.start();
  }

  override begin(call: Readonly<CallHeader>, bytes: Buffer, start: number): void {
    const peer = this.peers[call.target];
    if (peer === undefined) throw new Error(`there is no peer ${call.target}`);
    peer.begin(call, bytes, start);
  }

  /** Gives a call up: it is completed at once, and its reply is skipped. */
  override cancel(slot: number, generation: number): void {
    for (const { calls } of this.peers) calls.cancel(slot, generation);
  }

  override afterRequests(): void {
    for (const peer of this.peers) peer.send();
  }

  override resume(): void {
    for (const peer of this.peers) if (peer.isPaused) peer.resume();
  }

  /** Ends all connections. The floor rejects the calls in flight. */
  override stop(_reason: StopReason, message: string): void {
    for (const peer of this.peers) peer.stop(message);
    this.port.ended();
  }
}
