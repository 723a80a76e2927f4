import * as fc from 'fast-check';
import { seedOf } from '@offloop/tools';
import { expect } from 'vitest';

import type { Actor } from './actor.js';

const KEYS = ['a', 'b', 'c'];
const VALUES = ['1', '2', '3'];
/** Of the items of queues their number is compared: their order has tests of its own. */
const ITEM = 'item';

/** One step of a run: which actor does what. */
interface Step {
  readonly actor: number;
  readonly call: string;
  readonly args: readonly string[];
}

/** What a transaction of the model has done so far. */
class OpenTransaction {
  /** Values that it has set; null: removed. */
  readonly changed = new Map<string, string | null>();
  readonly locked = new Set<string>();
  readonly offered: string[] = [];
  readonly taken: string[] = [];
}

/** What maps and queues come to when transactions are atomic, and change nothing for others before their commit. */
class Model {
  readonly map = new Map<string, string>();
  readonly queue: string[] = [];
  readonly #open: (OpenTransaction | undefined)[];

  constructor(actors: number) {
    this.#open = Array.from({ length: actors }, () => undefined);
  }

  /** True for a step that would wait for the transaction of another, and for the end of one that was not begun. */
  leavesOut({ actor, call, args: [key] }: Step): boolean {
    if (call === 'commit' || call === 'rollback') return this.#open[actor] === undefined;
    if (!/map\.(put|set|remove|delete|putIfAbsent|replace|getForUpdate)/.test(call)) return false;
    if (call.startsWith('in.') && this.#open[actor] === undefined) return false;
    return this.#open.some(
      (each, index) => each?.locked.has(key) === true && (index !== actor || call.startsWith('out.')),
    );
  }

  /** @returns what comes of the step. */
  take({ actor, call, args }: Step): string {
    const open = this.#open[actor];
    const [side, kind, method] = call.split('.');
    if (side === 'out')
      return kind === 'map' ? this.#outsideMap(method, args) : this.#outsideQueue(method, args);
    if (call === 'begin') {
      if (open !== undefined) return 'IllegalState';
      this.#open[actor] = new OpenTransaction();
      return 'done';
    }
    if (open === undefined) return 'TransactionNotActive';
    if (call === 'commit' || call === 'rollback') {
      this.#open[actor] = undefined;
      if (call === 'commit') this.#commit(open);
      else this.queue.unshift(...open.taken);
      return 'done';
    }
    return kind === 'map' ? this.#insideMap(open, method, args) : this.#insideQueue(open, method, args);
  }

  #commit({ changed, offered }: OpenTransaction): void {
    for (const [key, value] of changed) {
      if (value === null) this.map.delete(key);
      else this.map.set(key, value);
    }
    this.queue.push(...offered);
  }

  #outsideMap(method: string, [key, value]: readonly string[]): string {
    const before = this.map.get(key);
    if (method === 'set') {
      this.map.set(key, value);
      return 'done';
    }
    return String(before ?? null);
  }

  #outsideQueue(method: string, [item]: readonly string[]): string {
    if (method === 'size') return String(this.queue.length);
    this.queue.push(item);
    return 'true';
  }

  #insideMap(open: OpenTransaction, method: string, [key, value]: readonly string[]): string {
    const { changed, locked } = open;
    const own = changed.get(key);
    const seen = own === undefined ? (this.map.get(key) ?? null) : own;
    const change = (to: string | null): void => {
      locked.add(key);
      changed.set(key, to);
    };
    switch (method) {
      case 'get':
        break;
      case 'containsKey':
        return String(seen !== null);
      case 'keySet': {
        const keys = new Set([...this.map.keys(), ...changed.keys()]);
        const there = [...keys].filter((each) => changed.get(each) !== null);
        return `[${there.toSorted().join(', ')}]`;
      }
      case 'getForUpdate':
        locked.add(key);
        break;
      case 'set':
        change(value);
        return 'done';
      case 'delete':
        change(null);
        return 'done';
      case 'put':
        change(value);
        break;
      case 'remove':
        change(null);
        break;
      case 'putIfAbsent':
        if (seen === null) change(value);
        break;
      case 'replace':
        if (seen !== null) change(value);
        break;
      default:
        throw new Error(`the model has no ${method}`);
    }
    return String(seen);
  }

  #insideQueue(open: OpenTransaction, method: string, [item]: readonly string[]): string {
    const { offered, taken } = open;
    if (method === 'offer') {
      offered.push(item);
      return 'true';
    }
    if (method === 'size') return String(this.queue.length + offered.length);
    if (method === 'peek') return this.queue[0] ?? offered[0] ?? 'null';
    const first = this.queue.shift();
    if (first === undefined) return offered.shift() ?? 'null';
    taken.push(first);
    return first;
  }
}

const aKey = fc.constantFrom(...KEYS);
const aValue = fc.constantFrom(...VALUES);
const none = fc.constant<string[]>([]);
const ofKey = fc.tuple(aKey);
const ofBoth = fc.tuple(aKey, aValue);

const CALLS: readonly (readonly [call: string, args: fc.Arbitrary<readonly string[]>, weight: number])[] = [
  ['begin', none, 6],
  ['commit', none, 4],
  ['rollback', none, 2],
  ['in.map.get', ofKey, 2],
  ['in.map.containsKey', ofKey, 1],
  ['in.map.keySet', none, 1],
  ['in.map.getForUpdate', ofKey, 1],
  ['in.map.put', ofBoth, 2],
  ['in.map.set', ofBoth, 2],
  ['in.map.putIfAbsent', ofBoth, 2],
  ['in.map.replace', ofBoth, 2],
  ['in.map.remove', ofKey, 2],
  ['in.map.delete', ofKey, 1],
  ['in.queue.offer', fc.constant([ITEM]), 2],
  ['in.queue.poll', none, 2],
  ['in.queue.peek', none, 1],
  ['in.queue.size', none, 1],
  ['out.map.get', ofKey, 3],
  ['out.map.set', ofBoth, 2],
  ['out.queue.offer', fc.constant([ITEM]), 1],
  ['out.queue.size', none, 1],
];

function steps(actors: number): fc.Arbitrary<Step[]> {
  const calls = CALLS.map(([call, args, weight]) => ({
    weight,
    arbitrary: fc.record({ actor: fc.nat(actors - 1), call: fc.constant(call), args }),
  }));
  return fc.array(fc.oneof(...calls), { minLength: 1, maxLength: 60 });
}

/** Random steps of several actors on the same objects, each compared with the model. @param open makes the actors of a run. */
export async function checkTransactions(
  actors: number,
  open: (prefix: string) => readonly Actor[] | Promise<readonly Actor[]>,
  runs: number,
): Promise<void> {
  const seed = seedOf('transactions');
  let count = 0;
  await fc.assert(
    fc.asyncProperty(steps(actors), async (all) => {
      const model = new Model(actors);
      const cast = await open(`model-${seed}-${count++}`);
      const ends = cast.map((_, actor) => ({ actor, call: 'rollback', args: [] }));
      for (const step of [...all, ...ends]) {
        if (model.leavesOut(step)) continue;
        const { actor, call, args } = step;
        const outcome = await cast[actor].run(call, args);
        expect({ actor, call, args, outcome }).toEqual({ actor, call, args, outcome: model.take(step) });
      }
      for (const key of KEYS) {
        expect([key, await cast[0].run('out.map.get', [key])]).toEqual([
          key,
          String(model.map.get(key) ?? null),
        ]);
      }
    }),
    { seed, numRuns: runs },
  );
}
