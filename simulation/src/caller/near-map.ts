import { messages } from '@offloop/wire';
import {
  NearCachedMap,
  type DataDecoder,
  type NearCaches,
  type SerializationSettings,
} from 'offloop/internal';
import { decodeKey } from '../exchange/data.js';
import { CallKind } from '../journal/journal.js';

const { map } = messages;

/** What the map asks a member for. The rest of its request the simulation writes itself. */
export interface MapCall {
  readonly kind: CallKind;
  readonly key: number;
  /** Makes the result of the response message; undefined: it is made as that of any other call. */
  readonly decode: ((bytes: Buffer, start: number, end: number) => unknown) | undefined;
}

interface MapOperation {
  readonly spec: { readonly id: number };
  readonly flags: number;
  readonly decodeFrames:
    ((bytes: Buffer, start: number, end: number, decoder: DataDecoder) => unknown) | undefined;
}

/** What its near cache needs of the client. */
export interface NearMapParts {
  readonly nearCaches: NearCaches;
  readonly serialization: SerializationSettings;
  readonly decoder: DataDecoder;
  readonly partitionCount: () => number;
  /** Makes a call that the near cache does not answer. */
  readonly call: (call: MapCall) => Promise<unknown>;
}

type Context = ConstructorParameters<typeof NearCachedMap>[1];

/** The client's map with a near cache, of which the calls are the simulation's. */
export function nearMap(name: string, parts: NearMapParts): NearCachedMap<number, number> {
  const { nearCaches, serialization, decoder, partitionCount, call } = parts;
  const invoker = {
    get partitionCount() {
      return partitionCount();
    },
    refusal: () => undefined,
    checkReady: () => undefined,
    invoke: (operation: MapOperation, _name: unknown, fields: { readonly key: { toBuffer(): Buffer } }) => {
      const { decodeFrames: decode } = operation;
      return call({
        kind: kindOf(operation.spec.id),
        key: decodeKey(fields.key.toBuffer()),
        decode: decode && ((bytes, start, end) => decode(bytes, start, end, decoder)),
      });
    },
  };
  const context = { nearCaches, serialization, decoder, invoker };
  return new NearCachedMap<number, number>(name, context as unknown as Context);
}

function kindOf(id: number): CallKind {
  if (id === map.get.id) return CallKind.GET;
  return id === map.put.id ? CallKind.PUT : CallKind.SET;
}
