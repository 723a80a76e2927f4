import {
  DEFAULT_SERIALIZATION,
  randomUuid,
  TargetDisconnectedError,
  TransactionError,
  type UUID,
} from '@offloop/values';
import { messages, type MessageSpec } from '@offloop/wire';

import type { CallOptions } from '../../../src/calls/call-options.js';
import type { Invoker } from '../../../src/calls/invoker.js';
import type { Operation } from '../../../src/calls/operation.js';
import type { Fields } from '../../../src/calls/requests/arguments.js';
import type { ObjectName } from '../../../src/calls/requests/object-name.js';
import { BackpressureError } from '../../../src/errors/own-errors.js';
import type { TransactionParts } from '../../../src/transactions/transaction.js';

const CONNECTION = 42;

export interface Made {
  readonly message: string;
  readonly name: string;
  readonly fields: Fields;
  /** Undefined for a call that any connection may have. */
  readonly connection: number | undefined;
  readonly options: CallOptions | undefined;
  readonly resolve: (value?: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Names of the messages that the tests meet. */
const NAMES = new Map<MessageSpec, string>(
  [
    ...Object.entries<MessageSpec>(messages.transaction),
    ...Object.entries<MessageSpec>(messages.transactionalMap),
  ].map(([name, spec]) => [spec, name]),
);

/** Takes calls down, and answers them as a test says: at once, unless it holds them. */
export class FakeInvoker {
  readonly made: Made[] = [];
  readonly logged: string[] = [];
  /** What the near caches of the maps were told. Maps have one whose names begin with `near`. */
  readonly nearCache: string[] = [];
  readonly id: UUID = randomUuid();
  /** Messages that wait for the test's answer. */
  readonly held = new Set<string>();
  /** What messages are answered with; `undefined` resolves. */
  readonly failures = new Map<string, Error>();
  refused: Error | undefined;
  responseTimeoutMillis: number | null = null;
  epoch = 0;

  get parts(): TransactionParts {
    const log = (_: string, message: string): void => void this.logged.push(message);
    return {
      // TRUSTED: it has what transactions call.
      invoker: this as unknown as Invoker,
      serialization: DEFAULT_SERIALIZATION,
      logger: { log: () => undefined, trace: log, debug: log, info: log, warn: log, error: log },
      responseTimeoutMillis: this.responseTimeoutMillis,
      epoch: () => this.epoch,
      nearCaches: {
        isFor: (map) => map.startsWith('near'),
        present: () => ({
          invalidate: () => void this.nearCache.push('invalidate'),
          clear: () => void this.nearCache.push('clear'),
        }),
        onFailedChange: (map) => void this.nearCache.push(`failed: ${map.text}`),
      },
    };
  }

  /** The messages that were sent, in order. */
  get sent(): string[] {
    return this.made.map(({ message }) => message);
  }

  last(message: string): Made {
    const found = this.made.findLast((each) => each.message === message);
    if (found === undefined) throw new Error(`no ${message} was sent`);
    return found;
  }

  invoke(operation: Operation, name: ObjectName, fields: Fields): Promise<unknown> {
    return this.#make(operation, name, fields, undefined);
  }

  invokeOnConnection(
    operation: Operation,
    name: ObjectName,
    connection: number,
    fields: Fields,
    options?: CallOptions,
  ): Promise<unknown> {
    return this.#make(operation, name, fields, connection, options);
  }

  refusal(): Error | undefined {
    return this.refused;
  }

  refuse(error: Error): Promise<never> {
    return Promise.reject(this.refused ?? error);
  }

  checkReady(): void {
    if (this.refused !== undefined) throw this.refused;
  }

  checkActive(): void {
    if (this.refused !== undefined) throw this.refused;
  }

  #make(
    { spec }: Operation,
    name: ObjectName,
    fields: Fields,
    connection: number | undefined,
    options?: CallOptions,
  ): Promise<unknown> {
    const message = NAMES.get(spec) ?? '?';
    return new Promise((resolve, reject) => {
      this.made.push({ message, name: name.text, fields, connection, options, resolve, reject });
      if (this.held.has(message)) return;
      const failure = this.failures.get(message);
      if (failure !== undefined) reject(failure);
      else resolve(message === 'create' ? { connection: CONNECTION, value: this.id } : null);
    });
  }
}

/** An error of the member. */
export function ofMember(message: string): Error {
  return new TransactionError(message, undefined, []);
}

/** The error of a call whose connection was lost. @param sent whether it was sent before. */
export function lost(sent: boolean): Error {
  const error = new TargetDisconnectedError('gone');
  if (!sent) error.details = { sent: 0 };
  return error;
}

/** The error of a call that the limits do not admit. */
export function full(): Error {
  return BackpressureError.over('runtime.maxInFlight', 1, 2);
}
