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

/** What benches of values need of a map. */
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
  /** `host:port` of its member. */
  readonly cluster: string;
  getMap(name: string): Promise<ValueMap>;
  /** Summaries of the documents under these keys of a map: by a transform, or by getting and computing. */
  summaries(name: string, keys: string[]): Promise<[string, number][]>;
}

/** Serializers of the classes of benches: the same objects serve both clients. */
const serialization = () => ({
  compact: { serializers: [new ProductSerializer(), new DecimalsSerializer()] },
  portableFactories: { [PORTABLE_FACTORY]: createPortable },
});

/** The official client with its defaults, but for `serialization`. */
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
 * offloop with its defaults, but for `serialization` and a `runtime` section.
 *
 * @param ca the authority of a member that speaks TLS; `null`: it does not.
 */
export async function openOffloopValues(
  cluster: string,
  runtime: object = {},
  ca: string | null = null,
): Promise<ValueClient> {
  const tls =
    ca === null ? {} : { network: { clusterMembers: [cluster], ssl: { enabled: true, sslOptions: { ca } } } };
  const { client, ...rest } = await connectOffloop(cluster, {
    serialization: serialization(),
    runtime,
    ...tls,
  });
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
