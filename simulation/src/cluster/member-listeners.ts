import { decodeRequest, encodeEvent, encodeResponse, messages, type WireUuid } from '@offloop/wire';
import { encodeKey } from '../exchange/data.js';
import { listenerOf } from '../exchange/names.js';
import { OwnFate, type Operations } from './operations.js';
import type { Correlation, ListenerWatch, MemberListener } from './registrations.js';
import type { ServerConnection } from './server-connection.js';

const { map } = messages;

/** What members do with listeners: each connection registers its own, and is sent their events. */
export class MemberListeners {
  readonly #operations: Operations;
  readonly #watch: ListenerWatch;

  constructor(operations: Operations, watch: ListenerWatch) {
    this.#operations = operations;
    this.#watch = watch;
  }

  add(
    connection: ServerConnection,
    correlation: Correlation,
    bytes: Buffer,
    start: number,
    end: number,
  ): void {
    const { name } = decodeRequest(map.addEntryListener, bytes, start, end);
    if (this.#operations.refuses(connection, correlation)) return;
    const fate = this.#operations.fateOfOwn();
    if (fate === OwnFate.NOT_DONE) return;
    const member = this.#watch.onRegistered(listenerOf(name), connection.shard, connection.link);
    connection.listeners.set(BigInt(member.number), { member, correlation });
    if (fate === OwnFate.UNANSWERED) {
      this.#watch.onLost(member);
      return;
    }
    const response = idOf(connection, member);
    connection.send(encodeResponse(map.addEntryListener, { response }, correlation));
  }

  remove(
    connection: ServerConnection,
    correlation: Correlation,
    bytes: Buffer,
    start: number,
    end: number,
  ): void {
    const { registrationId } = decodeRequest(map.removeEntryListener, bytes, start, end);
    const found = connection.listeners.get(registrationId.lsb);
    if (found !== undefined) {
      connection.listeners.delete(registrationId.lsb);
      this.#watch.onRemoved(found.member);
    }
    const nearCache = connection.nearCaches.get(registrationId.lsb);
    connection.nearCaches.delete(registrationId.lsb);
    const isKnown = nearCache !== undefined && !nearCache.forgottenBy.has(connection.member);
    const isFound = isKnown || found !== undefined;
    if (this.#operations.fateOfOwn() !== OwnFate.DONE) return;
    connection.send(encodeResponse(map.removeEntryListener, { response: isFound }, correlation));
  }

  /** Something happened that all listeners of a connection are told of. @param happening tells it from others. */
  tell(connection: ServerConnection, happening: number): void {
    for (const { member, correlation } of connection.listeners.values()) {
      const event = encodeEvent(
        map.addEntryListener,
        'Entry',
        {
          key: encodeKey(member.number),
          value: encodeKey(member.sent),
          oldValue: encodeKey(happening),
          mergingValue: null,
          eventType: 1,
          uuid: connection.member.uuid,
          numberOfAffectedEntries: 1,
        },
        correlation,
      );
      member.sent++;
      connection.send(event);
    }
  }
}

function idOf(connection: ServerConnection, { number }: MemberListener): WireUuid {
  return { msb: connection.member.uuid.msb, lsb: BigInt(number) };
}
