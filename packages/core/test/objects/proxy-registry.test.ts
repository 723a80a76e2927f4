import { messages } from '@offloop/wire';
import { beforeEach, expect, test } from 'vitest';
import type { Operation } from '../../src/calls/operation.js';
import { ObjectName } from '../../src/calls/requests/object-name.js';
import { withResolvers } from '../../src/calls/with-resolvers.js';
import type { DistributedObject } from '../../src/objects/distributed-object.js';
import type { ProxyContext } from '../../src/objects/base-proxy.js';
import { ProxyRegistry, type Service } from '../../src/objects/proxy-registry.js';

const { createProxy, destroyProxy, getDistributedObjects } = messages.client;

class Thing implements DistributedObject {
  readonly #name: ObjectName;
  constructor(name: string) {
    this.#name = new ObjectName(name, things.name);
  }
  getName(): string {
    return this.#name.text;
  }
  getPartitionKey(): string {
    return this.#name.text;
  }
  getServiceName(): string {
    return things.name;
  }
  destroy(): Promise<void> {
    return registry.destroy(this.#name, things.name);
  }
}

const others: Service<Thing> = { name: 'test:others', kind: 'other', createProxy: (name) => new Thing(name) };
const things: Service<Thing> = { name: 'test:things', kind: 'thing', createProxy: (name) => new Thing(name) };

let calls: string[];
let warnings: string[];
let answers: Promise<unknown>[];
let gone: string[];
let registry: ProxyRegistry<ProxyContext>;
beforeEach(() => {
  calls = [];
  gone = [];
  warnings = [];
  answers = [];
  const invoker = {
    invoke: ({ spec }: Operation, { text }: ObjectName) => {
      const message = [createProxy, destroyProxy, getDistributedObjects].indexOf(spec as typeof createProxy);
      calls.push(`${['create', 'destroy', 'list'][message]} ${text}`.trim());
      return answers.shift() ?? Promise.resolve();
    },
    refuse: (reason: Error) => Promise.reject(reason),
  };
  const logger = { warn: (_source: string, message: string) => warnings.push(message) };
  registry = new ProxyRegistry(
    [things, others],
    { invoker } as unknown as ProxyContext,
    logger as unknown as ConstructorParameters<typeof ProxyRegistry>[2],
    ({ service, id }) => gone.push(`${service} ${id}`),
  );
});

test('an object is made once, however often it is asked for at the same time', async () => {
  const [first, second] = await Promise.all([registry.get(things, 'a'), registry.get(things, 'a')]);
  expect(first).toBe(second);
  expect(await registry.get(things, 'a')).toBe(first);
  expect(first).toBeInstanceOf(Thing);
  expect(calls).toEqual(['create a']);
});

test('an object is gone with its destruction, unless it was asked for again meanwhile', async () => {
  const thing = await registry.get(things, 'a');
  await registry.get(others, 'a');
  const destroyed = thing.destroy();
  await registry.get(things, 'a');
  await destroyed;
  expect(gone).toEqual([]);
  await thing.destroy();
  expect(gone).toEqual(['test:things a']);
  await registry.destroy(new ObjectName('a', others.name), others.name);
  expect(gone).toEqual(['test:things a', 'test:others a']);
  answers = [Promise.reject(new Error('not now'))];
  await expect(thing.destroy()).rejects.toThrow('not now');
  expect(gone).toHaveLength(2);
});

test('one that could not be made is asked for again', async () => {
  answers = [Promise.reject(new Error('not now'))];
  await expect(registry.get(things, 'a')).rejects.toThrow('not now');
  expect((await registry.get(things, 'a')).getName()).toBe('a');
  expect(calls).toEqual(['create a', 'create a']);
});

test('one that could not be made is not taken for the one that was made after a destroy', async () => {
  const { promise: late, reject } = withResolvers<void>();
  const thing = await registry.get(things, 'a');
  await thing.destroy();
  answers = [late];
  const failing = registry.get(things, 'a');
  await thing.destroy();
  const made = await registry.get(things, 'a');
  reject(new Error('not now'));
  await expect(failing).rejects.toThrow('not now');
  expect(await registry.get(things, 'a')).toBe(made);
});

test.each([
  [undefined, 'undefined'],
  [7, 'a number'],
  [['a', 'b'], 'an array of 2 elements'],
  [Symbol('a'), 'a symbol'],
])('%o is no name', async (name, described) => {
  await expect(registry.get(things, name as never)).rejects.toThrow(
    `a thing's name must be a string, got ${described}`,
  );
  expect(calls).toEqual([]);
});

test('an empty string is a name', async () => {
  expect((await registry.get(things, '')).getName()).toBe('');
});

test('one that was destroyed is made anew', async () => {
  const thing = await registry.get(things, 'a');
  await thing.destroy();
  expect(await registry.get(things, 'a')).not.toBe(thing);
  expect(calls).toEqual(['create a', 'destroy a', 'create a']);
});

test('all objects of the cluster have their proxies, those of unknown kinds a name and an end', async () => {
  const known = await registry.get(things, 'a');
  answers = [
    Promise.resolve([
      { serviceName: things.name, name: 'a' },
      { serviceName: 'other', name: 'b' },
    ]),
  ];
  const [first, second] = await registry.all();
  expect(first).toBe(known);
  expect([second.getName(), second.getServiceName(), second.getPartitionKey()]).toEqual(['b', 'other', 'b']);
  await second.destroy();
  expect(calls).toEqual(['create a', 'list', 'destroy b']);
});

test('what others have made is listed without being made again, whatever it is called', async () => {
  const infos = ['theirs', ''].map((name) => ({ serviceName: things.name, name }));
  answers = [Promise.resolve(infos), Promise.resolve(infos)];
  const listed = await registry.all();
  expect(listed.map((thing) => thing.getName())).toEqual(['theirs', '']);
  expect(await registry.get(things, 'theirs')).toBe(listed[0]);
  expect(await registry.all()).toEqual(listed);
  expect(calls).toEqual(['list', 'list']);
});

test('a new cluster gets all objects that have a proxy; one that fails is logged, and hurts no other', async () => {
  await Promise.all(['a', 'b'].map((name) => registry.get(things, name)));
  calls = [];
  answers = [Promise.reject(new Error('refused'))];
  registry.recreate();
  await new Promise(setImmediate);
  expect(calls).toEqual(['create a', 'create b']);
  expect(warnings).toEqual(["thing 'a' could not be made on the new cluster"]);
});

test.each([1, 2, 9, 500, 5000])(
  '%i that are asked for at once are made, so many at a time',
  async (count) => {
    const pending: (() => void)[] = [];
    const own = { invoke: () => new Promise<void>((resolve) => pending.push(resolve)) };
    const many = new ProxyRegistry([things], { invoker: own } as unknown as ProxyContext, undefined as never);
    const made = Promise.all(Array.from({ length: count }, (_, i) => many.get(things, `thing ${i}`)));
    let most = 0;
    for (let left = count; left > 0;) {
      most = Math.max(most, pending.length);
      left -= pending.length;
      for (const answer of pending.splice(0)) answer();
      await new Promise(setImmediate);
    }
    expect((await made).map((thing) => thing.getName())).toEqual(
      Array.from({ length: count }, (_, i) => `thing ${i}`),
    );
    expect(most).toBe(Math.min(count, 128));
  },
);
