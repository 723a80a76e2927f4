import { describeError } from '../../errors/describe.js';
import { HazelcastSerializationError } from '../../errors/hierarchy.js';
import { DataDecoder } from '../../values/serialization/data-decoder.js';
import type { Serializer } from '../../values/serialization/serializer.js';
import type { ComputeSettings } from '../compute-task.js';

/** What a module named by `runtime.transforms.serializersModule` may export. */
interface SerializersModule {
  readonly customSerializers?: readonly Serializer[];
  readonly globalSerializer?: Serializer;
}

/** A decoder for this thread: built-in values, and those of the serializers that the thread can load. */
export async function threadDecoder(settings: ComputeSettings): Promise<DataDecoder> {
  const { serializersModule, callersSerializers, defaultNumberType, jsonStringDeserializationPolicy } =
    settings;
  const loaded = serializersModule === null ? [] : await load(serializersModule);
  const known = new Set(loaded.map(({ id }) => id));
  const absent = callersSerializers.filter((id) => !known.has(id)).map(absentSerializer);
  return new DataDecoder({
    defaultNumberType,
    jsonStringDeserializationPolicy,
    customSerializers: [...loaded, ...absent],
    globalSerializer: null,
  });
}

async function load(url: string): Promise<Serializer[]> {
  let module: SerializersModule;
  try {
    module = (await import(url)) as SerializersModule;
  } catch (error) {
    throw new HazelcastSerializationError(
      `runtime.transforms.serializersModule could not be loaded: ${describeError(error)}`,
      error,
    );
  }
  const { customSerializers = [], globalSerializer } = module;
  const all =
    globalSerializer === undefined ? [...customSerializers] : [...customSerializers, globalSerializer];
  if (all.length === 0 || !all.every(isSerializer)) {
    throw new HazelcastSerializationError(
      `runtime.transforms.serializersModule must export customSerializers (an array) or globalSerializer, each with an id and a read method`,
    );
  }
  return all;
}

function isSerializer(candidate: Partial<Serializer>): boolean {
  return Number.isInteger(candidate.id) && typeof candidate.read === 'function';
}

/** Stands for a serializer that only the caller's thread has: a clear error in place of "not known". */
function absentSerializer(id: number): Serializer {
  const fail = (): never => {
    throw new HazelcastSerializationError(
      `type id ${id} is read by a serializer of the client's configuration, which is a function and cannot cross to a ` +
        'compute thread; name a module that exports it in runtime.transforms.serializersModule',
    );
  };
  return { id, read: fail, write: fail };
}
