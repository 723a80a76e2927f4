import { Predicates, type Client, type TransactionContext, type TransactionOptions } from 'offloop';

import { textOf, type Line, type Script } from './scripts.js';

type Methods = Record<string, (...args: unknown[]) => unknown>;

const GETTERS: Readonly<Record<string, string>> = {
  list: 'getList',
  map: 'getMap',
  multiMap: 'getMultiMap',
  queue: 'getQueue',
  set: 'getSet',
};

let runs = 0;

/** Runs a script on objects that nobody else uses. @returns its lines, with what came of each. */
export async function runScript(
  client: Client,
  { lines }: Script,
  options?: TransactionOptions,
): Promise<Line[]> {
  const context = client.newTransactionContext(options);
  const prefix = `script-${process.pid}-${runs++}`;
  const met: Line[] = [];
  for (const [call, args] of lines) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    met.push([call, args, await outcomeOf(() => run(client, context, prefix, call, args))]);
  }
  await context[Symbol.asyncDispose]();
  return met;
}

async function run(
  client: Client,
  context: TransactionContext,
  prefix: string,
  call: string,
  args: readonly string[],
): Promise<unknown> {
  const [side, kind, method] = call.split('.');
  if (kind === undefined) return (context as unknown as Methods)[call]();
  const from = (side === 'in' ? context : client) as unknown as Methods;
  const object = (await from[GETTERS[kind]](`${prefix}-${kind}`)) as Methods;
  if (method === 'removeIfSame') return object['remove'](...args);
  if (side === 'in' && /^(keySet|values)$/.test(method)) {
    return object[method](...args.map((condition) => Predicates.sql(condition)));
  }
  if (kind === 'queue' && /^(poll|peek)$/.test(method)) return object[method](...args.map(Number));
  if (kind === 'queue' && method === 'offer') return object[method](args[0], ...args.slice(1).map(Number));
  return object[method](...args);
}

async function outcomeOf(call: () => Promise<unknown>): Promise<string> {
  try {
    const result = await call();
    return textOf(isLazy(result) ? result.toArray() : result);
  } catch (error) {
    return (error as Error).name.replace(/Error$/, '');
  }
}

function isLazy(result: unknown): result is { toArray(): unknown[] } {
  return typeof result === 'object' && result !== null && 'toArray' in result;
}
