import { encodeResponse, messages, type ServiceSpec } from '@offloop/wire';
import { RequestFlag } from '@offloop/contract';
import { expect, test } from 'vitest';

import { ListShape } from '../../src/calls/completions/list-result.js';
import {
  decodedOperation,
  inParts,
  isDirect,
  listOperation,
  operation,
  Operation,
} from '../../src/calls/operation.js';
import { DataDecoder, DEFAULT_SERIALIZATION } from '@offloop/values';

const all = Object.values<ServiceSpec>(messages).flatMap((service) => Object.entries(service));

test.each(all)('%s can be an operation', (_name, spec) => {
  const made = new Operation(spec);
  expect(made.waits).toBe(spec.waits === true);
  expect(made.acquires).toBe(spec.acquires ?? spec.waits === true);
  expect((made.flags & RequestFlag.RETRYABLE) !== 0).toBe(spec.retryable);
  expect(made.hasKey).toBe(spec.routing === 'key');
  expect(made.isOfName).toBe(spec.routing === 'name' || spec.routing === 'random');
});

test('flags say what the response is for', () => {
  expect(operation(messages.map.set).flags).toBe(0);
  expect(operation(messages.map.lock).flags).toBe(RequestFlag.RETRYABLE | RequestFlag.WAITS);
  expect(listOperation(messages.map.keySet, ListShape.ITEMS).flags).toBe(
    RequestFlag.RETRYABLE | RequestFlag.LIST,
  );
  expect(operation(messages.map.set).raw.flags).toBe(RequestFlag.RAW);
  expect(decodedOperation(messages.map.set, () => 0).flags).toBe(RequestFlag.FRAMES);
  expect(decodedOperation(messages.map.getAll, () => 0).flags).toBe(0);
  expect(inParts(listOperation(messages.map.getAll, ListShape.ENTRIES)).deferred.flags).toBe(
    RequestFlag.DEFERRED,
  );
  expect(inParts(listOperation(messages.map.getAll, ListShape.ENTRIES)).flags).toBe(RequestFlag.LIST);
});

test('the one that prefers a member is the same but for its flag, and made once', () => {
  const values = listOperation(messages.map.values, ListShape.LAZY);
  const { preferring } = values;
  expect(preferring.flags).toBe(values.flags | RequestFlag.PREFERS);
  expect(preferring.list).toBe(ListShape.LAZY);
  expect(preferring.spec).toBe(values.spec);
  expect(values.preferring).toBe(preferring);
});

test('a response that is more than a flag, a number or a value needs a decoder', () => {
  expect(() => operation(messages.map.getEntryView)).toThrow(/0x11d00 needs a decoder/);
  expect(() => operation(messages.map.keySet)).toThrow(TypeError);
});

test('a decoder gets the response’s fields', () => {
  const names = decodedOperation(messages.client.getDistributedObjects, ({ response }) =>
    response.map(({ name }) => name),
  );
  const response = [{ serviceName: 's', name: 'n' }];
  const bytes = encodeResponse(messages.client.getDistributedObjects, { response });
  const decoder = new DataDecoder(DEFAULT_SERIALIZATION);
  expect(names.decodeFrames?.(bytes, 0, bytes.length, decoder)).toEqual(['n']);
});

test('a request with other values than one `Data` each goes by the table', () => {
  expect(isDirect(new Operation(messages.map.loadGivenKeys))).toBe(false);
  expect(isDirect(new Operation(messages.map.eventJournalRead))).toBe(false);
  expect(isDirect(new Operation(messages.client.getDistributedObjects))).toBe(false);
});
