import * as official from 'hazelcast-client';
import { BigDecimal, defineTransform, LocalDate } from 'offloop';
import type { BenchClient } from '../clients/client.js';
import { connectOfficial, connectOffloop } from '../clients/open.js';
import type { Document } from './documents.js';
import {
  createPortable,
  DecimalsSerializer,
  PORTABLE_FACTORY,
  ProductSerializer,
  type ValueClasses,
} from './products.js';
import { summarise } from './summarise.js';

/** A map with the methods that benches of values need. */
export interface ValueMap {
  get(key: string): Promise<unknown>;
  getAll(keys: string[]): Promise<[string, unknown][]>;
  set(key: string, value: unknown): Promise<void>;
  setAll(entries: [string, unknown][]): Promise<void>;
  entrySet(): Promise<[string, unknown][]>;
  values(): Promise<{ toArray(): unknown[] }>;
  clear(): Promise<void>;
}

export interface ValueClient extends Pick<BenchClient, 'counters' | 'shutdown'> {
  readonly classes: ValueClasses;
  /** Address of its member, `host:port`. */
  readonly cluster: string;
  getMap(name: string): Promise<ValueMap>;
  /** Resolves to summaries of the documents under these keys of a map: by a transform, or by getting and computing. */
  summaries(name: string, keys: string[]): Promise<[string, number][]>;
}

/** Returns serializers for the classes of the benches; equal ones serve both clients. */
const serialization = () => ({
  compact: { serializers: [new ProductSerializer(), new DecimalsSerializer()] },
  portableFactories: { [PORTABLE_FACTORY]: createPortable },
});

/** Opens the official client with its defaults, except for `serialization`. */
export async function openOfficialValues(cluster: string): Promise<ValueClient> {
  const { client, ...rest } = await connectOfficial(cluster, { serialization: serialization() });
  return {
    classes: official,
    cluster,
    getMap: (name) => client.getMap<string, unknown>(name),
    summaries: async (name, keys) => {
      const map = await client.getMap<string, Document>(name);
      return (await map.getAll(keys)).map(([key, document]) => [key, summarise(document)]);
    },
    ...rest,
  };
}

/**
 * Opens offloop with its defaults, except for `serialization` and a `runtime` section.
 *
 * @param ca certificate of the authority of a member that speaks TLS; null for one that does not
 */
export async function openOffloopValues(
  cluster: string,
  runtime: object = {},
  ca: string | null = null,
): Promise<ValueClient> {
  const config = { serialization: serialization(), runtime };
  const { client, ...rest } = await connectOffloop(cluster, config, ca);
  const summary = defineTransform<typeof summarise>(new URL('./summarise.js', import.meta.url), 'summarise');
  return {
    classes: { BigDecimal, LocalDate },
    cluster,
    getMap: (name) => client.getMap<string, unknown>(name),
    summaries: async (name, keys) =>
      (await client.getMap<string, Document>(name)).getAllTransformed(keys, summary),
    ...rest,
  };
}
