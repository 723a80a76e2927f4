import {
  describeError,
  HazelcastSerializationError,
  CompactTypes,
  DataDecoder,
  type IdentifiedDataSerializableFactory,
  type PortableFactory,
  type Serializer,
} from '@offloop/values';
import type { ComputeSettings } from '../compute-task.js';

/** Exports of a module named by `runtime.transforms.serializersModule`. */
interface SerializersModule {
  readonly customSerializers?: readonly Serializer[];
  readonly globalSerializer?: Serializer;
  readonly dataSerializableFactories?: Readonly<Record<number, IdentifiedDataSerializableFactory>>;
  readonly portableFactories?: Readonly<Record<number, PortableFactory>>;
}

interface Loaded {
  readonly serializers: readonly Serializer[];
  readonly factories: ReadonlyMap<number, IdentifiedDataSerializableFactory>;
  readonly portableFactories: ReadonlyMap<number, PortableFactory>;
}

const NOTHING: Loaded = { serializers: [], factories: new Map(), portableFactories: new Map() };

/** Makes a decoder for this thread: for built-in values, and those of the serializers that the thread can load. */
export async function threadDecoder(settings: ComputeSettings): Promise<DataDecoder> {
  const { serializersModule, callersSerializers, callersFactories } = settings;
  const loaded = serializersModule === null ? NOTHING : await load(serializersModule);
  const { serializers, factories, portableFactories } = loaded;
  const known = new Set(serializers.map(({ id }) => id));
  const absent = callersSerializers.filter((id) => !known.has(id)).map(absentSerializer);
  return new DataDecoder({
    defaultNumberType: settings.defaultNumberType,
    int64: settings.int64,
    isBigEndian: settings.isBigEndian,
    jsonStringDeserializationPolicy: settings.jsonStringDeserializationPolicy,
    compact: new CompactTypes([]),
    dataSerializableFactories: new Map([...absentFactories(callersFactories), ...factories]),
    portableFactories: new Map([...absentFactories(settings.callersPortableFactories), ...portableFactories]),
    portableVersion: settings.portableVersion,
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
  const {
    customSerializers = [],
    globalSerializer,
    dataSerializableFactories = {},
    portableFactories = {},
  } = module;
  const all =
    globalSerializer === undefined ? [...customSerializers] : [...customSerializers, globalSerializer];
  const factories = [dataSerializableFactories, portableFactories];
  if (
    all.length + factories.flatMap(Object.keys).length === 0 ||
    !all.every(isSerializer) ||
    !factories.flatMap(Object.values).every((each) => typeof each === 'function')
  ) {
    throw new HazelcastSerializationError(
      'runtime.transforms.serializersModule must export customSerializers (an array) or globalSerializer, each with an ' +
        'id and a read method, or dataSerializableFactories or portableFactories, functions by their ids',
    );
  }
  return {
    serializers: all,
    factories: byId(dataSerializableFactories),
    portableFactories: byId(portableFactories),
  };
}

function byId<F>(factories: Readonly<Record<number, F>>): ReadonlyMap<number, F> {
  return new Map(Object.entries(factories).map(([id, each]) => [Number(id), each]));
}

function isSerializer(candidate: Partial<Serializer>): boolean {
  return Number.isInteger(candidate.id) && typeof candidate.read === 'function';
}

/** Makes a serializer in place of one that only the caller's thread has: it throws a clear error instead of "not known". */
function absentSerializer(id: number): Serializer {
  const fail = (): never => failForAbsent(`type id ${id} is read by a serializer`);
  return { id, read: fail, write: fail };
}

function absentFactories(ids: readonly number[]): Array<[number, () => never]> {
  return ids.map((id) => [id, () => failForAbsent(`the object is made by factory ${id}`)]);
}

function failForAbsent(what: string): never {
  throw new HazelcastSerializationError(
    `${what} of the client's configuration, which is a function and cannot cross to a compute thread; name a module that ` +
      'exports it in runtime.transforms.serializersModule',
  );
}
