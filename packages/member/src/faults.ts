import { messageById, messages } from '@offloop/wire/protocol';
import type { MessageSpec } from '@offloop/wire/protocol';

import type { Call } from './call.js';
import { MemberError } from './errors.js';

/** A request as a fault sees it. */
export type FaultyRequest = {
  readonly message: string;
  readonly type: number;
  readonly correlationId: bigint;
  /** The member's number of the connection, from 1 on in order of acceptance. */
  readonly connection: number;
  /** The request as it came, to be copied if it is kept. */
  readonly bytes: Buffer;
};

export type FaultAction =
  /** The request is handled; its answer leaves `ms` later. Later answers of the connection may overtake it. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** No answer, ever: a silent connection. With `execute` the request is handled all the same. */
  | { readonly kind: 'swallow'; readonly execute?: boolean }
  /** The answer is this exception, and the request is not handled. */
  | {
      readonly kind: 'error';
      /** The protocol's number, see `ErrorCode` in `@offloop/wire/protocol`. */
      readonly code: number;
      /** Name of the Java class. */
      readonly className: string;
      readonly message?: string;
    }
  /** The answer is these bytes, be they a message or not, and the request is not handled. */
  | { readonly kind: 'raw'; readonly bytes: Uint8Array | ((request: FaultyRequest) => Uint8Array) }
  /** The connection is reset. With `execute` the request is handled first, and its answer lost. */
  | { readonly kind: 'close'; readonly execute?: boolean }
  /**
   * A backup-aware request is answered with `count` backup acks to expect; `delivered` of them (default: all) are
   * then sent to the client's local backup listener, if it has one.
   */
  | {
      readonly kind: 'backupAcks';
      readonly count: number;
      readonly delivered?: number;
      /** ms after the answer. Default: right behind it; `before`: ahead of it. */
      readonly when?: 'before' | number;
      /** The correlation id they name. Default: the request's. */
      readonly source?: (request: FaultyRequest) => bigint;
    };

export type FaultRule = {
  /** `map.get`, `client.ping`, or a message type. Default: every message after authentication. */
  readonly message?: string | number;
  /** Only requests of this connection. Default: of every one. */
  readonly connection?: number;
  /** Matching requests left alone first. Default 0. */
  readonly skip?: number;
  /** Matching requests hit before the rule is spent. Default: no end. */
  readonly times?: number;
  readonly action: FaultAction;
};

export type FaultOptions = {
  /** The first rule that matches a request and is not spent applies. */
  readonly rules?: readonly FaultRule[];
  /** Overrides the member's own. */
  readonly fragmentBytes?: number;
  /** As a rule `backupAcks` for every request that no other rule matches. Default 0. */
  readonly backupAcks?: number;
};

/** A rule at work. */
export type Fault = {
  /** Requests hit so far. */
  readonly hits: number;
  /** Resolves when at least `count` (default 1) requests have been hit. */
  untilHit(count?: number): Promise<void>;
  remove(): void;
};

/** Misbehaviour on request. Everything can be changed while the member runs. */
export type MemberFaults = {
  /** Answers longer than this many bytes are sent in fragments; `Infinity`: none are. */
  fragmentBytes: number;
  /** Throws `RangeError` for a message by a name that is not in the message table. */
  add(rule: FaultRule): Fault;
  /** Lifts every rule; `fragmentBytes` stays. */
  clear(): void;
};

export class Faults implements MemberFaults {
  fragmentBytes: number;
  /** Whether any request may have to be looked at; the dispatcher asks nothing else on its hot path. */
  armed = false;
  readonly #rules: ActiveRule[] = [];

  constructor(options: FaultOptions, fragmentBytes: number) {
    this.fragmentBytes = options.fragmentBytes ?? fragmentBytes;
    for (const rule of options.rules ?? []) this.add(rule);
    const count = options.backupAcks ?? 0;
    if (count > 0) this.add({ action: { kind: 'backupAcks', count } });
  }

  add(rule: FaultRule): Fault {
    const active = new ActiveRule(rule);
    this.#rules.push(active);
    this.armed = true;
    return {
      get hits(): number {
        return active.hits;
      },
      untilHit: (count = 1) => active.untilHit(count),
      remove: () => this.#remove(active),
    };
  }

  clear(): void {
    this.#rules.length = 0;
    this.armed = false;
  }

  /** What is to happen to a request, if anything. */
  actionFor(call: Call): FaultAction | undefined {
    for (const rule of this.#rules) if (rule.takes(call)) return rule.action;
    return undefined;
  }

  #remove(rule: ActiveRule): void {
    const at = this.#rules.indexOf(rule);
    if (at !== -1) this.#rules.splice(at, 1);
    this.armed = this.#rules.length > 0;
  }
}

class ActiveRule {
  readonly action: FaultAction;
  hits = 0;
  readonly #rule: FaultRule;
  readonly #type: number | undefined;
  readonly #waiting: Set<() => void> = new Set();
  #skip: number;

  constructor(rule: FaultRule) {
    this.#rule = rule;
    this.action = rule.action;
    this.#type = typeof rule.message === 'string' ? typeOf(rule.message) : rule.message;
    this.#skip = rule.skip ?? 0;
  }

  takes(call: Call): boolean {
    const { connection, times } = this.#rule;
    if (this.#type === undefined ? !call.connection.isAuthenticated : this.#type !== call.type) return false;
    if (connection !== undefined && connection !== call.connection.id) return false;
    if (this.hits >= (times ?? Infinity)) return false;
    if (this.#skip > 0) {
      this.#skip -= 1;
      return false;
    }
    this.hits += 1;
    for (const look of this.#waiting) look();
    return true;
  }

  untilHit(count: number): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (this.hits < count) return;
        this.#waiting.delete(look);
        resolve();
      };
      this.#waiting.add(look);
      look();
    });
  }
}

export function requestOf(call: Call): FaultyRequest {
  return {
    message: nameOf(call.type),
    type: call.type,
    correlationId: call.correlationId,
    connection: call.connection.id,
    bytes: call.bytes.subarray(call.start, call.end),
  };
}

export function errorOf(action: Extract<FaultAction, { kind: 'error' }>): MemberError {
  return new MemberError(action.code, action.className, action.message ?? 'A fault asked for by a test');
}

/** `map.get` for 0x010200; the number itself for a message that is not in our table. */
export function nameOf(type: number): string {
  const known = messageById(type);
  return known === undefined ? hexOf(type) : `${known.service}.${known.name}`;
}

function hexOf(type: number): string {
  return `message 0x${(type >>> 0).toString(16).padStart(6, '0')}`;
}

function typeOf(name: string): number {
  const [service, message] = name.split('.');
  const specs: Readonly<Record<string, Readonly<Record<string, MessageSpec>>>> = messages;
  const spec = specs[service ?? '']?.[message ?? ''];
  if (spec === undefined) throw new RangeError(`A fault names no known message: ${name}`);
  return spec.id;
}
