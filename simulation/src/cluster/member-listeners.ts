import {
  decodeRequest,
  encodeError,
  encodeEvent,
  encodeResponse,
  ErrorCode,
  messages,
  type WireUuid,
} from '@offloop/wire/protocol';
import { listenerName } from '../caller/listening.js';
import type { MemberListener } from '../oracle/event-oracle.js';
import { encodeKey } from './data.js';
import type { Correlation, ServerConnection } from './server-connection.js';
import type { SimulatedCluster } from './simulated-cluster.js';

const { map } = messages;
const PREFIX = listenerName(0).slice(0, -1);

interface Registered {
  readonly member: MemberListener;
  readonly correlation: Correlation;
}

/** The listeners that one connection of a client has registered with its member, and the events it is sent. */
export class MemberListeners {
  readonly #connection: ServerConnection;
  readonly #cluster: SimulatedCluster;
  /** By the member's id. */
  readonly #listeners = new Map<bigint, Registered>();

  constructor(connection: ServerConnection, cluster: SimulatedCluster) {
    this.#connection = connection;
    this.#cluster = cluster;
  }

  add(correlation: Correlation, bytes: Buffer, start: number, end: number): void {
    const { world, operations, events } = this.#cluster;
    const { name } = decodeRequest(map.addEntryListener, bytes, start, end);
    if (world.random.chance(operations.moods.again)) {
      const holder = {
        errorCode: ErrorCode.RETRYABLE_HAZELCAST,
        className: 'simulated',
        message: 'simulated',
        stackTraceElements: [],
      };
      this.#connection.send(encodeError([holder], correlation));
      return;
    }
    const member = events.onRegistered(Number(name.slice(PREFIX.length)), this.#connection.link);
    this.#listeners.set(BigInt(member.number), { member, correlation });
    this.#connection.send(
      encodeResponse(map.addEntryListener, { response: this.#idOf(member) }, correlation),
    );
  }

  remove(correlation: Correlation, bytes: Buffer, start: number, end: number): void {
    const { registrationId } = decodeRequest(map.removeEntryListener, bytes, start, end);
    const found = this.#listeners.get(registrationId.lsb);
    if (found !== undefined) {
      this.#listeners.delete(registrationId.lsb);
      this.#cluster.events.onRemoved(found.member);
    }
    this.#connection.send(
      encodeResponse(map.removeEntryListener, { response: found !== undefined }, correlation),
    );
  }

  /** Something happened that all listeners are told of. */
  tell(): void {
    for (const { member, correlation } of this.#listeners.values()) {
      const event = encodeEvent(
        map.addEntryListener,
        'Entry',
        {
          key: encodeKey(member.number),
          value: encodeKey(member.sent),
          oldValue: null,
          mergingValue: null,
          eventType: 1,
          uuid: this.#connection.member.uuid,
          numberOfAffectedEntries: 1,
        },
        correlation,
      );
      member.sent++;
      this.#connection.send(event);
    }
  }

  #idOf({ number }: MemberListener): WireUuid {
    return { msb: this.#connection.member.uuid.msb, lsb: BigInt(number) };
  }
}
