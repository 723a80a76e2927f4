import { Predicates, type Client, type TransactionOptions, type TransactionType } from 'offloop';

import type { JavaCall } from '../../cluster/support/java-client.js';
import type { Line, Script } from './scripts.js';

/** One that has a context for transactions, and makes calls in and beside them: see `Line`. */
export interface Actor {
  /** @returns what came of the call, as a text: see `textOf`. */
  run(call: string, args: readonly string[]): Promise<string>;
}

type Methods = Record<string, (...args: unknown[]) => unknown>;

const GETTERS: Readonly<Record<string, string>> = {
  list: 'getList',
  map: 'getMap',
  multiMap: 'getMultiMap',
  queue: 'getQueue',
  set: 'getSet',
};

/** A context of our client. @param prefix what the names of its objects begin with. */
export function actorOf(client: Client, prefix: string, options?: TransactionOptions): Actor {
  const context = client.newTransactionContext(options);
  return {
    run: async (call, args) => {
      try {
        const [side, kind, method] = call.split('.');
        if (kind === undefined) return textOf(await (context as unknown as Methods)[call]());
        const from = (side === 'in' ? context : client) as unknown as Methods;
        const object = (await from[GETTERS[kind]](`${prefix}-${kind}`)) as Methods;
        return textOf(await callOf(object, side, kind, method, args));
      } catch (error) {
        return (error as Error).constructor.name.replace(/Error$/, '');
      }
    },
  };
}

const JAVA_NAMES: Readonly<Record<string, string>> = {
  begin: 'beginTransaction',
  commit: 'commitTransaction',
  rollback: 'rollbackTransaction',
  'map.replaceIfSame': 'replace',
  'map.removeIfSame': 'remove',
  'multiMap.removeAll': 'remove',
};

/** A context of Java's client, which has one at a time. */
export async function javaActor(java: JavaCall, prefix: string, type: TransactionType): Promise<Actor> {
  await java('open', type);
  return {
    run: async (call, args) => {
      const [side, kind, method] = call.split('.');
      const line =
        kind === undefined
          ? ['context', JAVA_NAMES[call]]
          : [
              side === 'in' ? 'context' : 'client',
              GETTERS[kind],
              `${prefix}-${kind}`,
              (side === 'in' ? JAVA_NAMES[`${kind}.${method}`] : undefined) ?? method,
              ...args,
            ];
      return (await java(...line)).replace(/^[\w.]+\.(\w+)Exception$/, '$1');
    },
  };
}

let runs = 0;

/** Runs a script on objects that nobody else uses. @returns its lines, with what came of each. */
export async function runScript(
  open: (prefix: string) => Actor | Promise<Actor>,
  { lines }: Script,
): Promise<Line[]> {
  const actor = await open(`script-${process.pid}-${runs++}`);
  const met: Line[] = [];
  for (const [call, args] of lines) {
    met.push([call, args, await actor.run(call, args)]);
  }
  return met;
}

function callOf(
  object: Methods,
  side: string,
  kind: string,
  method: string,
  args: readonly string[],
): unknown {
  if (method === 'removeIfSame') return object['remove'](...args);
  if (side === 'in' && /^(keySet|values)$/.test(method)) {
    return object[method](...args.map((condition) => Predicates.sql(condition)));
  }
  if (kind === 'queue' && /^(poll|peek)$/.test(method)) return object[method](...args.map(Number));
  if (kind === 'queue' && method === 'offer') return object[method](args[0], ...args.slice(1).map(Number));
  return object[method](...args);
}

/** A result as a text: `done` where there is none, and lists in the order of their texts. */
function textOf(result: unknown): string {
  if (result === undefined) return 'done';
  const items = isLazy(result) ? result.toArray() : result;
  if (Array.isArray(items)) return `[${items.map(String).toSorted().join(', ')}]`;
  return typeof items === 'string' ? items : JSON.stringify(items);
}

function isLazy(result: unknown): result is { toArray(): unknown[] } {
  return typeof result === 'object' && result !== null && 'toArray' in result;
}
