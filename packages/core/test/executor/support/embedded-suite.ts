import { startMember, type Member } from '@offloop/member';
import type { MessageSpec, RequestOf, ResponseOf } from '@offloop/wire';
import type { Client } from 'offloop';
import { afterAll, afterEach, beforeAll } from 'vitest';

import { connect, type Config } from '../../client/support/client-bench.js';
import { fresh } from './fresh.js';
import { Requests } from './requests.js';
import { compactSerializer } from './tasks.js';

/** A client, and an executor that nobody else uses. */
interface Opened<E> {
  readonly client: Client;
  readonly executor: E;
}

/** An embedded member, which runs no tasks: the tests answer for it. */
export interface EmbeddedSuite<E> {
  readonly member: Member;
  open(config: Config): Promise<Opened<E>>;
  /** Opens one whose client writes Compact values of a type that the member does not know yet. */
  openCompact(config: Config): Promise<Opened<E>>;
  /** Number of requests of a message that the member had. */
  requests(message: string): number;
  /** Keeps the requests of a message until the test ends. @param answer makes the fields of the answer. Default: there is none. */
  keep<M extends MessageSpec>(
    message: string,
    spec: M,
    answer?: (fields: RequestOf<M>) => ResponseOf<M>,
  ): Requests<M>;
}

/** To be called once a file. @param get gets an executor of the kind that is tested. */
export function useEmbeddedSuite<E>(get: (client: Client, name: string) => Promise<E>): EmbeddedSuite<E> {
  let member: Member;
  beforeAll(async () => {
    member = await startMember();
  });
  afterAll(() => member.stop());
  afterEach(() => member.faults.clear());

  const open = async (config: Config): Promise<Opened<E>> => {
    const { client } = await connect(member.address, config);
    return { client, executor: await get(client, fresh()) };
  };
  return {
    get member() {
      return member;
    },
    open,
    openCompact: (config) => {
      const typeName = fresh('type');
      const serializer = { ...compactSerializer, getTypeName: () => typeName };
      return open({ ...config, serialization: { compact: { serializers: [serializer] } } });
    },
    requests: (message) => member.stats().requests[message] ?? 0,
    keep: (message, spec, answer) => {
      const kept = new Requests(spec, answer);
      member.faults.add({ message, action: kept.action });
      return kept;
    },
  };
}
