import { typeOf } from '../protocol/message-names.js';
import type { Fault, FaultAction, FaultOptions, FaultRule, MemberFaults } from './fault.js';

/** The properties of a request that rules are matched against. */
interface Addressed {
  readonly type: number;
  readonly connection: { readonly id: number; readonly isAuthenticated: boolean };
}

export class Faults implements MemberFaults {
  fragmentBytes: number;
  /** True while there are rules. The dispatcher checks only this for each request. */
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

  /** The action of the first rule that matches the request, which this counts as a hit; undefined if no rule does. */
  actionFor(request: Addressed): FaultAction | undefined {
    for (const rule of this.#rules) if (rule.takes(request)) return rule.action;
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
    this.#type = typeof rule.message === 'string' ? knownTypeOf(rule.message) : rule.message;
    this.#skip = rule.skip ?? 0;
  }

  takes(request: Addressed): boolean {
    const { connection, times } = this.#rule;
    if (this.#type === undefined ? !request.connection.isAuthenticated : this.#type !== request.type)
      return false;
    if (connection !== undefined && connection !== request.connection.id) return false;
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

function knownTypeOf(name: string): number {
  const type = typeOf(name);
  if (type === undefined) throw new RangeError(`A fault names no known message: ${name}`);
  return type;
}
