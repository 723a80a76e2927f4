import { describeError } from '../../errors/describe.js';
import { HazelcastSerializationError } from '../../errors/hierarchy.js';
import { CompactTypes } from '../../values/serialization/compact/compact-types.js';
import { DataDecoder } from '../../values/serialization/data-decoder.js';
import type { IdentifiedDataSerializableFactory } from '../../values/serialization/identified.js';
import type { Serializer } from '../../values/serialization/serializer.js';
import type { ComputeSettings } from '../compute-task.js';

/** What a module named by `runtime.transforms.serializersModule` may export. */
interface SerializersModule {
  readonly customSerializers?: readonly Serializer[];
  readonly globalSerializer?: Serializer;
  readonly dataSerializableFactories?: Readonly<Record<number, IdentifiedDataSerializableFactory>>;
}

interface Loaded {
  readonly serializers: readonly Serializer[];
  readonly factories: ReadonlyMap<number, IdentifiedDataSerializableFactory>;
}

const NOTHING: Loaded = { serializers: [], factories: new Map() };

/** A decoder for this thread: built-in values, and those of the serializers that the thread can load. */
export async function threadDecoder(settings: ComputeSettings): Promise<DataDecoder> {
  const { serializersModule, callersSerializers, callersFactories } = settings;
  const { serializers, factories } = serializersModule === null ? NOTHING : await load(serializersModule);
  const known = new Set(serializers.map(({ id }) => id));
  const absent = callersSerializers.filter((id) => !known.has(id)).map(absentSerializer);
  return new DataDecoder({
    defaultNumberType: settings.defaultNumberType,
    int64: settings.int64,
    isBigEndian: settings.isBigEndian,
    jsonStringDeserializationPolicy: settings.jsonStringDeserializationPolicy,
    dataSerializableFactories: new Map([
      ...callersFactories.map(
        (id) => [id, () => failForAbsent(`the object is made by factory ${id}`)] as const,
      ),
      ...factories,
    ]),
    compact: new CompactTypes([]),
    customSerializers: [...serializers, ...absent],
    globalSerializer: null,
  });
}

async function load(url: string): Promise<Loaded> {
  let module: SerializersModule;
  try {
    module = (await import(url)) as SerializersModule;
  } catch (error) {
    throw new HazelcastSerializationError(
      `runtime.transforms.serializersModule could not be loaded: ${describeError(error)}`,
      error,
    );
  }
  const { customSerializers = [], globalSerializer, dataSerializableFactories = {} } = module;
  const all =
    globalSerializer === undefined ? [...customSerializers] : [...customSerializers, globalSerializer];
  const factories = Object.entries(dataSerializableFactories);
  if (
    all.length + factories.length === 0 ||
    !all.every(isSerializer) ||
    !factories.every(([, each]) => typeof each === 'function')
  ) {
    throw new HazelcastSerializationError(
      'runtime.transforms.serializersModule must export customSerializers (an array) or globalSerializer, each with an ' +
        'id and a read method, or dataSerializableFactories, functions by their ids',
    );
  }
  return { serializers: all, factories: new Map(factories.map(([id, each]) => [Number(id), each])) };
}

function isSerializer(candidate: Partial<Serializer>): boolean {
  return Number.isInteger(candidate.id) && typeof candidate.read === 'function';
}

/** Stands for a serializer that only the caller's thread has: a clear error in place of "not known". */
function absentSerializer(id: number): Serializer {
  const fail = (): never => failForAbsent(`type id ${id} is read by a serializer`);
  return { id, read: fail, write: fail };
}

function failForAbsent(what: string): never {
  throw new HazelcastSerializationError(
    `${what} of the client's configuration, which is a function and cannot cross to a compute thread; name a module that ` +
      'exports it in runtime.transforms.serializersModule',
  );
}
