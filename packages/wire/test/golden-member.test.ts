import { describe, expect, it } from 'vitest';
import {
  correlationLow,
  decodeError,
  decodeEvent,
  decodeResponse,
  encodeError,
  encodeEvent,
  encodeResponse,
  isEvent,
  messageById,
  messagePartitionId,
  messages,
  MessageScanner,
  messageType,
} from '../src/index.js';
import { goldenMember, specOf } from './support/golden.js';
import type { GoldenAnswer } from './support/golden.js';

const value = Buffer.from('00000000fffffff50000000576616c7565', 'hex');
const key = Buffer.from('00000000fffffff5000000036b6579', 'hex');

/** Decodes an answer by its kind, and encodes what came out again. */
function thereAndBack(answer: GoldenAnswer, bytes: Buffer): Buffer {
  const spec = specOf(answer.service, answer.message);
  const options = { correlationLow: correlationLow(bytes, 0) };
  if (answer.error === true) return encodeError(decodeError(bytes), options);
  if (answer.event === undefined) return encodeResponse(spec, decodeResponse(spec, bytes), options);
  return encodeEvent(spec, answer.event, decodeEvent(spec, answer.event, bytes), {
    ...options,
    partitionId: messagePartitionId(bytes, 0),
  });
}

function titleOf({ service, message, event }: GoldenAnswer): string {
  return [service, message, ...(event === undefined ? [] : [event])].join('.');
}

function answersTo(service: string, message: string): Buffer[] {
  return goldenMember.answers
    .filter(
      (answer) => answer.service === service && answer.message === message && answer.event === undefined,
    )
    .map((answer) => Buffer.from(answer.hex, 'hex'));
}

describe(`answers recorded from ${goldenMember.madeBy}`, () => {
  const stream = goldenMember.answers.map((answer) => Buffer.from(answer.hex, 'hex'));

  it('are cut apart by the scanner as one stream', () => {
    const bytes = Buffer.concat(stream);
    const scanner = new MessageScanner();
    const lengths: number[] = [];
    for (let at = 0; at < bytes.length; at += lengths.at(-1) ?? 0) {
      lengths.push(scanner.scan(bytes, at, bytes.length));
    }
    expect(lengths).toEqual(stream.map((message) => message.length));
  });

  // A refused client gets a null cluster id, which the protocol says there cannot be: see below.
  it.each(goldenMember.answers.slice(1).map((answer) => [titleOf(answer), answer] as const))(
    '%s: read and written again are the same bytes',
    (_title, answer) => {
      const bytes = Buffer.from(answer.hex, 'hex');
      expect(isEvent(bytes, 0)).toBe(answer.event !== undefined);
      expect(thereAndBack(answer, bytes)).toEqual(bytes);
    },
  );

  it('say in the refusal of a wrong cluster name why, and no more', () => {
    const [refused] = answersTo('client', 'authentication');
    const response = decodeResponse(messages.client.authentication, refused);
    expect(response).toMatchObject({
      status: 1,
      address: null,
      memberUuid: null,
      memberInfos: [],
      partitions: [],
    });
    expect(response.clusterId).toEqual({ msb: 0n, lsb: 0n });
  });

  it('carry the member list, and the partition table once there is one', () => {
    const response = decodeResponse(messages.client.authentication, answersTo('client', 'authentication')[1]);
    expect(response).toMatchObject({ status: 0, serializationVersion: 1, partitionCount: 271 });
    expect(response.memberInfos).toHaveLength(1);
    expect(response.memberInfos?.[0]).toMatchObject({
      address: { host: '127.0.0.1' },
      version: { major: 5, minor: 6 },
    });
    const view = goldenMember.answers.find((answer) => answer.event === 'PartitionsView')!;
    const table = decodeEvent(
      messages.client.addClusterViewListener,
      'PartitionsView',
      Buffer.from(view.hex, 'hex'),
    );
    expect(table.partitions).toHaveLength(1);
    expect(table.partitions[0][0]).toEqual(response.memberUuid);
    expect(table.partitions[0][1].toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 271 }, (_, i) => i),
    );
  });

  it('give back the data that was put', () => {
    const gets = answersTo('map', 'get').map((bytes) => decodeResponse(messages.map.get, bytes).response);
    expect(gets).toEqual([null, value]);
    const [entries] = answersTo('map', 'entrySet');
    expect(decodeResponse(messages.map.entrySet, entries)).toEqual({ response: [[key, value]] });
    const [view] = answersTo('map', 'getEntryView');
    expect(decodeResponse(messages.map.getEntryView, view).response).toMatchObject({ key, value });
  });

  it('report an exception with class, message and stack', () => {
    const [failed] = answersTo('map', 'executeOnKey');
    expect(messageType(failed, 0)).toBe(0);
    expect(messageById(messageType(failed, 0))).toBeUndefined();
    const [error] = decodeError(failed);
    expect(error).toMatchObject({
      errorCode: 21,
      className: 'com.hazelcast.nio.serialization.HazelcastSerializationException',
    });
    expect(error?.stackTraceElements.length).toBeGreaterThan(5);
  });
});
