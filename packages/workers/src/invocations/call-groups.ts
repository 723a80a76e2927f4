import { type CallGroup, type CallStage, addressText, RequestFlag } from '@offloop/contract';
import type { MemberConnections } from '../cluster/member-connections.js';
import type { Connection } from '../connection/connection.js';
import { CallState, type InvocationTable } from './invocation-table.js';

/**
 * Groups the calls in flight by what they wait for. It looks at every row of the table, so it is for a question now and then.
 *
 * @param now a time of `monotonicNow()`. @param isMeant returns true for the calls to count. Default: all.
 */
export function groupCalls(
  table: InvocationTable,
  connections: MemberConnections,
  now: number,
  isMeant: (slot: number) => boolean = () => true,
): CallGroup[] {
  const groups = new Map<string, { -readonly [Key in keyof CallGroup]: CallGroup[Key] }>();
  for (let slot = 0; slot < table.slots; slot++) {
    if (table.state[slot] === CallState.FREE || !isMeant(slot)) continue;
    const connection = sentOn(table, connections, slot);
    const stage = stageOf(table, slot, connection, connections.size > 0);
    const mayRest = (table.flags[slot] & RequestFlag.WAITS) !== 0;
    const key = `${stage} ${connection?.number} ${mayRest}`;
    let group = groups.get(key);
    if (group === undefined) {
      const address = connection === undefined ? null : addressText(connection.address);
      group = { stage, address, member: connection?.memberUuid ?? null, mayRest, calls: 0, oldestMillis: 0 };
      groups.set(key, group);
    }
    group.calls++;
    group.oldestMillis = Math.max(group.oldestMillis, now - table.begunAt[slot]);
  }
  return [...groups.values()];
}

function sentOn(
  table: InvocationTable,
  connections: MemberConnections,
  slot: number,
): Connection | undefined {
  return table.state[slot] === CallState.WAITING ? undefined : connections.byNumber(table.connection[slot]);
}

function stageOf(
  table: InvocationTable,
  slot: number,
  connection: Connection | undefined,
  isConnected: boolean,
): CallStage {
  switch (table.state[slot]) {
    case CallState.AWAITING_BACKUPS:
      return 'waiting for backups';
    case CallState.GIVEN_UP:
      return 'given up';
    case CallState.SENT:
      // Undefined: the connection is lost, and its end is about to be told.
      return connection !== undefined && connection.written < table.sentTo[slot]
        ? 'waiting to be written'
        : 'written';
    default:
      return isConnected ? 'in the retry queue' : 'waiting for a connection';
  }
}
