import {
  decodeEvent,
  eventValues,
  messages,
  type EventName,
  type EventOf,
  type MessageSpec,
} from '@offloop/wire';
import Long from 'long';
import type { ArgumentsOf } from '../../calls/requests/arguments.js';
import { ValueList } from '../../calls/completions/value-list.js';
import type { ValueReader } from '../../calls/completions/value-reader.js';
import { encodeByTable } from '../../calls/requests/table-request.js';
import { prepared } from '../../calls/schemas/prepared.js';
import type { ClusterService } from '../../cluster/cluster-service.js';
import { type DataDecoder, type SerializationSettings, UUID } from '@offloop/values';
import { mustBe } from '../../errors/must-be.js';
import { DistributedObjectEvent, type DistributedObjectListener } from '../distributed-object.js';
import { listedValues, serializedValues, type ValueOf } from './event-values.js';
import type { ListenerRegistry, ListenerRequests } from './listener-registry.js';

export interface RegistrationContext {
  readonly listeners: ListenerRegistry;
  readonly serialization: SerializationSettings;
  /** True if each member has a connection, so that each sends only its own events. */
  readonly smartRouting: boolean;
}

export interface ListenerContext extends RegistrationContext {
  readonly cluster: ClusterService;
  readonly decoder: DataDecoder;
  readonly values: ValueReader;
}

/** The messages that make and undo a registration. */
export interface ListenerMessages<Add extends MessageSpec> {
  readonly add: Add;
  readonly remove: MessageSpec;
}

/** Fields of the adding message, without the object's name, and without `localOnly`, which the client sets. */
export type ListenerFields<Add extends MessageSpec> = Omit<ArgumentsOf<Add>, 'localOnly'>;

/** Called with an event. Serialized values in its fields are valid until this returns; `valueOf` decodes them. */
export type OnDecoded<Event> = (event: Event, valueOf: ValueOf<Event>) => unknown;

/** The worker fills in the id of each connection's registration. */
const NO_REGISTRATION = { registrationId: new UUID(Long.ZERO, Long.ZERO) };

/**
 * Registers a function that is called with each event of one kind, decoded. An error that it throws, or that its promise rejects
 * with, is logged.
 *
 * Events come in their order: if one has a Compact value whose schema has to be fetched first, those after it wait, too.
 *
 * Resolves and rejects as `ListenerRegistry.add`, and rejects with HazelcastSerializationError.
 */
export function listen<Add extends MessageSpec, E extends EventName<Add>>(
  context: ListenerContext,
  name: string,
  requests: ListenerMessages<Add>,
  fields: ListenerFields<Add>,
  event: E,
  onEvent: OnDecoded<EventOf<Add, E>>,
): Promise<string> {
  const { add } = requests;
  const { decoder, values } = context;
  const valueFields = eventValues(add, event);
  return register(context, name, requests, fields, (bytes, start, end, shapes) => {
    if (shapes === undefined) {
      const decoded = decodeEvent(add, event, bytes, start, end);
      return onEvent(decoded, serializedValues(decoded, decoder));
    }
    const list = ValueList.inline(bytes, start, values, shapes);
    const decoded = decodeEvent(add, event, bytes, list.messageStart, end);
    return onEvent(decoded, listedValues(list, valueFields));
  });
}

/**
 * Registers a function that is called with the records that the worker makes of members' messages to the near cache of a map: see
 * `InvalidationKind`. Otherwise as {@link listen}.
 */
export function listenForNearCache<Add extends MessageSpec>(
  context: RegistrationContext,
  map: string,
  requests: ListenerMessages<Add>,
  fields: ListenerFields<Add>,
  onRecord: ListenerRequests['onEvent'],
): Promise<string> {
  return register(context, map, requests, fields, onRecord, map);
}

function register<Add extends MessageSpec>(
  context: RegistrationContext,
  name: string,
  { add, remove }: ListenerMessages<Add>,
  fields: ListenerFields<Add>,
  onEvent: ListenerRequests['onEvent'],
  nearCache?: string,
): Promise<string> {
  const { listeners, serialization, smartRouting } = context;
  return prepared(undefined, () =>
    listeners.add({
      add: encodeByTable(add, name, { ...fields, localOnly: smartRouting }, serialization),
      remove: encodeByTable(remove, name, NO_REGISTRATION, serialization),
      onEvent,
      nearCache,
    }),
  );
}

const objectListener = {
  add: messages.client.addDistributedObjectListener,
  remove: messages.client.removeDistributedObjectListener,
};

/**
 * Registers a function that is called when objects are made and destroyed. Rejects with IllegalArgumentError unless it is a
 * function.
 */
export function addDistributedObjectListener(
  context: ListenerContext,
  listener: DistributedObjectListener,
): Promise<string> {
  if (typeof listener !== 'function') {
    return Promise.reject(mustBe('a distributed object listener', 'a function', listener));
  }
  return listen(context, '', objectListener, {}, 'DistributedObject', ({ name, serviceName, eventType }) =>
    listener(new DistributedObjectEvent(eventType.toLowerCase(), serviceName, name)),
  );
}
