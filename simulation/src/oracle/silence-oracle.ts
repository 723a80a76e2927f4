import { check } from '../journal/violation.js';
import type { SimulatedSocket } from '../network/simulated-socket.js';
import { HEARTBEAT_INTERVAL } from '../plan/plan.js';
import type { EventLoop } from '../time/event-loop.js';

/** Milliseconds within which the agent's thread has read what it finds. */
const SOON = 100;

/** Holds a connection that is closed for silence to it: there was silence while the agent's thread could hear. */
export class SilenceOracle {
  /** Connections that were closed, by shard and host. */
  readonly #closed = new Map<string, Set<SimulatedSocket>>();
  /** When threads went on after standing still for so long that silence proves nothing. */
  readonly #wentOn: { readonly loop: EventLoop; readonly at: number }[] = [];
  /** When the latest connection that was told of was closed, by shard and host. */
  readonly #toldOf = new Map<string, number>();

  /** An agent's thread stands still. */
  onStandstill(loop: EventLoop, at: number, millis: number): void {
    if (millis > 2 * HEARTBEAT_INTERVAL) this.#wentOn.push({ loop, at: at + millis });
  }

  onClosed(socket: SimulatedSocket, shard: number): void {
    const name = nameOf(shard, socket.host);
    const sockets = this.#closed.get(name);
    if (sockets === undefined) this.#closed.set(name, new Set([socket]));
    else sockets.add(socket);
  }

  /** The caller hears what a shard logs, which may be late: the connection may be any that was closed since the one before. */
  onLog(message: string, shard: number): void {
    const [, host, silentFor] =
      /lost the connection to (\S+):\d+: .* was silent for (\d+) ms/.exec(message) ?? [];
    if (host === undefined) return;
    const name = nameOf(shard, host);
    const since = this.#toldOf.get(name) ?? -Infinity;
    const sockets = [...(this.#closed.get(name) ?? [])].filter(({ closedAt }) => closedAt > since);
    if (sockets.length === 0) return;
    const silent = sockets.find((socket) => this.#objection(socket, Number(silentFor)) === undefined);
    check(
      silent !== undefined,
      'silence',
      () => `${message}, and ${this.#objection(sockets[0], Number(silentFor))}`,
    );
    this.#toldOf.set(name, silent.closedAt);
  }

  #objection({ unreadFor, closedAt, loop }: SimulatedSocket, silentFor: number): string | undefined {
    if (unreadFor >= SOON) return `its bytes lay unread for ${unreadFor} ms`;
    const wentOn = this.#wentOn.filter((each) => each.loop === loop && each.at <= closedAt);
    const since = closedAt - Math.max(...wentOn.map(({ at }) => at));
    return silentFor < since + SOON ? undefined : `its thread stood still until ${since} ms before`;
  }
}

function nameOf(shard: number, host: string): string {
  return `${shard} ${host}`;
}
