import { type CallGroup, RequestFlag } from '@offloop/contract';
import type { MemberConnections } from '../cluster/member-connections.js';
import { IntervalAfterReads } from '../connection/after-reads.js';
import { groupCalls } from './call-groups.js';
import { CallState, type InvocationTable } from './invocation-table.js';

const OLD_MILLIS = 60_000;
const INTERVAL_MILLIS = 10_000;

/**
 * Warns, once for each call, that it has had no answer for a minute, and says what it waits for: on a live connection a call without
 * a timeout waits for ever. Calls that may wait on the member for any time are left out, and so are calls that were given up.
 *
 * Calls that wait for the same thing share one line, however many they are.
 */
export class OldCalls {
  readonly #table: InvocationTable;
  readonly #connections: MemberConnections;
  readonly #warn: (message: string) => void;
  readonly #looks: IntervalAfterReads;
  /** The generations of the calls that were warned of, by slot. */
  #told = new Map<number, number>();

  constructor(table: InvocationTable, connections: MemberConnections, warn: (message: string) => void) {
    this.#table = table;
    this.#connections = connections;
    this.#warn = warn;
    this.#looks = new IntervalAfterReads(INTERVAL_MILLIS, (now, stoodStill) => {
      // After a standstill, the next look will find what is missing then.
      if (!stoodStill) this.#look(now);
    });
  }

  stop(): void {
    this.#looks.end();
  }

  #look(now: number): void {
    const table = this.#table;
    const told = new Map<number, number>();
    const groups = groupCalls(table, this.#connections, now, (slot) => {
      if (!this.#isOld(slot, now)) return false;
      told.set(slot, table.generation[slot]);
      return this.#told.get(slot) !== table.generation[slot];
    });
    this.#told = told;
    for (const group of groups) this.#warn(this.#described(group));
  }

  #isOld(slot: number, now: number): boolean {
    const table = this.#table;
    return (
      now - table.begunAt[slot] >= OLD_MILLIS &&
      table.state[slot] !== CallState.GIVEN_UP &&
      (table.flags[slot] & RequestFlag.WAITS) === 0
    );
  }

  #described({ stage, address, member, calls, oldestMillis }: CallGroup): string {
    const what =
      calls === 1 ? 'a call has had no answer for' : `${calls} calls have had no answer, the oldest for`;
    const on = address === null ? '' : `, on the connection to ${address}, member ${member}`;
    const isPaused = this.#connections.all.some(
      (each) => each.isPaused && each.memberUuid === member && address !== null,
    );
    const paused = isPaused ? ', which is not read since the caller does not take its answers' : '';
    return `${what} ${Math.round(oldestMillis / 1000)} s: ${stage}${on}${paused}`;
  }
}
