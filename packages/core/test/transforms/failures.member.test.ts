import {
  defineTransform,
  Fields,
  GenericRecords,
  HazelcastSerializationError,
  OperationTimeoutError,
  TransformError,
  TransformFailure,
  type Client,
  type GenericRecord,
  type IMap,
  type PortableWriter,
} from 'offloop';
import { beforeEach, describe, expect, test } from 'vitest';

import { embeddedMember } from '../client/support/embedded-member.js';
import { connect, freshMap, type Config } from '../client/support/client-bench.js';
import { fn } from './support/functions.js';
import { figuresOf } from '../client/support/figures.js';

const member = await embeddedMember();

let client: Client;
let map: IMap<string, unknown>;

async function open(
  transforms: NonNullable<Config['runtime']>['transforms'],
  config: Config = {},
): Promise<void> {
  ({ client } = await connect(member.address, { ...config, runtime: { transforms: transforms ?? {} } }));
  map = await freshMap(client);
  await map.setAll([
    ['fine', 'fine'],
    ['bad', 'bad'],
  ]);
}

/** What a call that must fail rejects with. */
async function failureOf(call: Promise<unknown>): Promise<TransformError> {
  const error: unknown = await call.then(
    (value) => new Error(`resolved to ${String(value)}`),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(TransformError);
  return error as TransformError;
}

describe('a function that throws', () => {
  beforeEach(() => open({ threads: 2 }));

  test('rejects with TransformError, and its error as the cause: class, message, stack, code and cause', async () => {
    const error = await failureOf(map.getTransformed('bad', fn('fail')));
    expect(error).toMatchObject({
      code: 'ERR_OFFLOOP_TRANSFORM',
      details: { reason: TransformFailure.THROWN, exportName: 'fail' },
    });
    expect(error.message).toMatch(
      /^transform 'fail' of file:.*functions\.mjs threw RangeError \(E_NO_GOOD\)$/,
    );
    const cause = error.cause as RangeError & { code: string };
    expect(cause).toBeInstanceOf(RangeError);
    expect(cause).toMatchObject({ message: 'no good: bad', code: 'E_NO_GOOD' });
    expect(cause.stack).toMatch(/at fail \(file:.*functions\.mjs:\d+/);
    expect(cause.cause).toBeInstanceOf(TypeError);
    expect(cause.cause).toMatchObject({ message: 'the reason beneath' });
  });

  test('rejects in the same way later, with all of an AggregateError', async () => {
    const { cause } = await failureOf(map.getTransformed('bad', fn('failLater')));
    expect(cause).toBeInstanceOf(AggregateError);
    expect((cause as AggregateError).errors.map(String)).toEqual(['Error: one', 'SyntaxError: two']);
  });

  test('may throw anything, and an error may be its own cause', async () => {
    expect((await failureOf(map.getTransformed('bad', fn('failOddly'), 'just text'))).cause).toBe(
      'just text',
    );
    const about = await failureOf(map.getTransformed('bad', fn('failOddly'), { what: 1 }));
    expect(about.cause).toBe('an object with 1 property');
    expect(await failureOf(map.getTransformed('bad', fn('failOddly'), null))).toMatchObject({
      details: { reason: 'thrown' },
    });
    expect((await failureOf(map.getTransformed('bad', fn('failForEver')))).cause).toMatchObject({
      message: 'round',
    });
  });

  test('rejects getAllTransformed as a whole, naming the key', async () => {
    const error = await failureOf(map.getAllTransformed(['fine', 'bad'], fn('fail')));
    expect(error.message).toContain('threw RangeError (E_NO_GOOD) (keys[1])');
    expect(await map.getAllTransformed(['fine'], fn('fail'))).toEqual([['fine', 'fine']]);
  });

  test('costs no thread', async () => {
    await failureOf(map.getTransformed('bad', fn('fail')));
    expect(client.stats().transforms).toMatchObject({ threads: 1, pending: 0, threadsLost: 0 });
  });
});

describe('what cannot be used as a transform', () => {
  beforeEach(() => open({ threads: 1 }));

  test('a module that is not there, is not valid, or throws', async () => {
    const absent = defineTransform(new URL('./support/absent.mjs', import.meta.url));
    expect(await failureOf(map.getTransformed('fine', absent))).toMatchObject({
      message: expect.stringMatching(
        /absent\.mjs could not be imported: Error \(ERR_MODULE_NOT_FOUND\)/,
      ) as string,
      details: { reason: TransformFailure.MODULE },
    });
    const invalid = defineTransform('data:text/javascript,export const broken = ;');
    expect((await failureOf(map.getTransformed('fine', invalid))).cause).toBeInstanceOf(SyntaxError);
    const throwing = defineTransform('data:text/javascript,throw new RangeError("at load")');
    expect((await failureOf(map.getTransformed('fine', throwing))).cause).toMatchObject({
      message: 'at load',
    });
  });

  test('an export that is not there names those that are; one that is no function says what it is', async () => {
    const absent = await failureOf(map.getTransformed('fine', fn('sumarise')));
    expect(absent.details).toMatchObject({ reason: TransformFailure.EXPORT, exportName: 'sumarise' });
    expect(absent.message).toMatch(/is not there: the module exports .*total/);
    expect((await failureOf(map.getTransformed('fine', fn('notAFunction')))).message).toMatch(
      /is not a function but of type number$/,
    );
  });

  test('a result that cannot cross names the part of it, and costs no thread', async () => {
    const error = await failureOf(map.getTransformed('fine', fn('uncloneable')));
    expect(error.details).toMatchObject({ reason: TransformFailure.RESULT });
    expect(error.message).toContain('result.sums[2].compute is a function');
    expect((await failureOf(map.getTransformed('fine', fn('uncloneableGetter')))).message).toContain(
      'result is not cloneable: Error',
    );
    expect(client.stats().transforms).toMatchObject({ threads: 1, threadsLost: 0 });
  });

  test('arguments that cannot cross are refused before anything is sent', async () => {
    const before = figuresOf(client).operations;
    await expect(map.getTransformed('fine', fn('argument'), { f: () => 1 })).rejects.toMatchObject({
      code: 'ERR_OFFLOOP_ILLEGAL_ARGUMENT',
      message: expect.stringContaining('args[0].f is a function') as string,
    });
    expect(figuresOf(client).operations).toBe(before);
    expect(client.stats().transforms.pending).toBe(0);
  });
});

describe('a compute thread that ends', () => {
  test('by process.exit rejects its own call only, and calls that wait get another thread', async () => {
    await open({ threads: 2 });
    const calls = ['fine', 'bad', 'fine', 'fine', 'bad', 'fine'].map((key) =>
      map.getTransformed(key, fn('exitOn'), 'bad'),
    );
    const outcomes = await Promise.allSettled(calls);
    expect(
      outcomes.map((each) =>
        each.status === 'fulfilled' ? each.value : (each.reason as Error).constructor.name,
      ),
    ).toEqual(['fine', 'TransformError', 'fine', 'fine', 'TransformError', 'fine']);
    const error = await failureOf(calls[1]);
    expect(error.details).toMatchObject({ reason: TransformFailure.CRASHED, exportName: 'exitOn' });
    expect(error.message).toMatch(/lost its compute thread: worker exited with code: 3/);
    expect(client.stats().transforms).toMatchObject({ pending: 0, running: 0, waiting: 0, threadsLost: 2 });
  });

  test('with exit code 0 rejects its call all the same', async () => {
    await open({ threads: 1 });
    expect(await failureOf(map.getTransformed('bad', fn('exitOn'), 'bad', 0))).toMatchObject({
      details: { reason: TransformFailure.CRASHED },
    });
    expect(await map.getTransformed('fine', fn('exitOn'), 'bad')).toBe('fine');
  });

  test('of an error nobody caught rejects its call with that error as the cause', async () => {
    await open({ threads: 1 });
    const error = await failureOf(map.getTransformed('fine', fn('throwOutside')));
    expect(error.details).toMatchObject({ reason: TransformFailure.CRASHED });
    expect(error.cause).toMatchObject({ message: 'out of everybody’s reach' });
    expect(await map.getTransformed('fine', fn('lengthOf'))).toBe(4);
  });

  test('out of memory rejects its own call only', async () => {
    await open({ threads: 2, resourceLimits: { maxOldGenerationSizeMb: 32 } });
    await map.set('eat', 'eat');
    const [first, eaten, third] = ['fine', 'eat', 'fine'].map((key) =>
      map.getTransformed(key, fn('eatMemory')),
    );
    // Awaited together: which of them is settled first is the machine's business.
    const [one, failure, other] = await Promise.all([first, failureOf(eaten), third]);
    expect([one, other]).toEqual(['modest', 'modest']);
    expect(failure).toMatchObject({ details: { reason: TransformFailure.OUT_OF_MEMORY } });
    expect(await map.getTransformed('fine', fn('eatMemory'))).toBe('modest');
  });
});

describe('values of custom serializers', () => {
  const serializer = {
    id: 77,
    read: (input: { readString(): string | null }) => ({ hzCustomId: 77, label: input.readString() }),
    write: (output: { writeString(text: string): void }, object: { label: string }) =>
      output.writeString(object.label),
  };
  const serialization = { customSerializers: [serializer] } as NonNullable<Config['serialization']>;

  test('are an error that says which option would help', async () => {
    await open({ threads: 1 }, { serialization });
    await map.set('k', { hzCustomId: 77, label: 'x' });
    const error: unknown = await map.getTransformed('k', fn('kindOf')).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(HazelcastSerializationError);
    expect(String(error)).toMatch(/type id 77 .*runtime\.transforms\.serializersModule/);
    expect(await map.getTransformed('fine', fn('lengthOf'))).toBe(4);
  });

  test('are read by the module that the option names', async () => {
    const serializersModule = new URL('./support/serializers.mjs', import.meta.url);
    await open({ threads: 1, serializersModule }, { serialization });
    await map.set('k', { hzCustomId: 77, label: 'x' });
    expect(await map.getTransformed('k', fn('kindOf'))).toBe(
      'Object: {"label":"x","readBy":"the compute thread"}',
    );
  });

  test('with factories: an error that says so, or read by that module', async () => {
    const stored = {
      factoryId: 78,
      classId: 1,
      readData: () => undefined,
      writeData: (output: { writeString(text: string): void }) => output.writeString('x'),
    };
    const given = { dataSerializableFactories: { 78: () => stored } };
    await open({ threads: 1 }, { serialization: given });
    await map.set('k', stored);
    const error: unknown = await map.getTransformed('k', fn('kindOf')).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(HazelcastSerializationError);
    expect(String(error)).toMatch(/factory 78 .*runtime\.transforms\.serializersModule/);
    const serializersModule = new URL('./support/serializers.mjs', import.meta.url);
    await open({ threads: 1, serializersModule }, { serialization: given });
    await map.set('k', stored);
    expect(await map.getTransformed('k', fn('kindOf'))).toBe('Labelled: {"label":"x"}');
  });

  test('with factories of Portables, too', async () => {
    const stored = {
      factoryId: 79,
      classId: 1,
      readPortable: () => undefined,
      writePortable: (writer: PortableWriter) => writer.writeString('name', 'x'),
    };
    const given = { portableFactories: { 79: () => stored } };
    await open({ threads: 1 }, { serialization: given });
    await map.set('k', stored);
    await expect(map.getTransformed('k', fn('kindOf'))).rejects.toThrow(
      /factory 79 .*runtime\.transforms\.serializersModule/,
    );
    const serializersModule = new URL('./support/serializers.mjs', import.meta.url);
    await open({ threads: 1, serializersModule }, { serialization: given });
    await map.set('k', stored);
    expect(await map.getTransformed('k', fn('kindOf'))).toBe('Named: {"name":"x"}');
  });

  test('fail call by call when that module cannot be loaded', async () => {
    await open({ threads: 1, serializersModule: new URL('./support/absent.mjs', import.meta.url) });
    for (let i = 0; i < 2; i++) {
      await expect(map.getTransformed('fine', fn('lengthOf'))).rejects.toThrow(
        /serializersModule could not be loaded: Error \(ERR_MODULE_NOT_FOUND\)/,
      );
    }
  });
});

describe('Compact values', () => {
  const record = (typeName: string): GenericRecord =>
    GenericRecords.compact(typeName, { id: Fields.INT32 }, { id: 1 });

  test('are an error that says why, one by one and among others, also of schemas that the client knows', async () => {
    await open({ threads: 1 });
    await map.set('k', record('of a value'));
    for (const call of [map.getTransformed('k', fn('kindOf')), map.getAllTransformed(['k'], fn('kindOf'))]) {
      const error: unknown = await call.catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(HazelcastSerializationError);
      expect(String(error)).toMatch(/Compact schema .* compute threads have no way to ask for it/);
    }
    expect(await map.getTransformed('fine', fn('lengthOf'))).toBe(4);
  });

  test('as keys: a call gives up in time while their schema is under way', async () => {
    await open({ threads: 1 });
    const keyed = (await client.getMap(map.getName())) as unknown as IMap<GenericRecord, unknown>;
    const limited = fn('lengthOf').with({ timeout: 20 });
    member.faults.add({ message: 'client.sendSchema', times: 1, action: { kind: 'swallow' } });
    const calls = [
      keyed.getTransformed(record('of a key'), limited),
      keyed.getAllTransformed([record('of a key')], limited),
    ];
    expect(await Promise.all(calls.map(async (call) => call.catch((error: unknown) => error)))).toEqual([
      expect.any(OperationTimeoutError),
      expect.any(OperationTimeoutError),
    ]);
  });
});
