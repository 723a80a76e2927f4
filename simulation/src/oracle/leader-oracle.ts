import type { LifecycleState } from 'offloop';
import { check } from '../journal/violation.js';

/** Milliseconds within which what a shard told before another took over has been heard, unless the caller's thread stands still. */
const SOON = 200;

/** Judges what the caller hears of its connection to the cluster: one shard leads, and the others follow it. */
export class LeaderOracle {
  #isConnected = false;
  #leader = 0;
  #leadsSince = -Infinity;
  /** Clusters that the leaders were in. */
  readonly #entered = new Set<string>();

  /** The client says that it is connected, and that it is not any more, by turns. @param wasHurt whether there was a cause. */
  onLifecycle(state: LifecycleState, wasHurt: boolean): void {
    if (state !== 'CONNECTED' && state !== 'DISCONNECTED') return;
    check(
      this.#isConnected === (state === 'DISCONNECTED') && (state === 'CONNECTED' || wasHurt),
      'told',
      () => `the client says ${state}, and nothing was lost that it had`,
    );
    this.#isConnected = state === 'CONNECTED';
  }

  /**
   * A shard has told that it is connected. Those that follow are told of the cluster before.
   *
   * @param at when it is heard.
   */
  onConnected(shard: number, clusterId: string, leader: number, at: number): void {
    if (leader !== this.#leader) {
      this.#leader = leader;
      this.#leadsSince = at;
    }
    if (shard === leader) this.#entered.add(clusterId);
    check(
      this.#entered.has(clusterId) || at - this.#leadsSince < SOON,
      'told',
      () => `shard ${shard}, which follows shard ${leader}, entered cluster ${clusterId} before it`,
    );
  }
}
