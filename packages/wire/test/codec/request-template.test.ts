import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  encodeRequest,
  FLAG_FINAL,
  messages,
  requestTemplate,
  ResponseShape,
  responseShape,
  setCorrelationId,
  setPartitionId,
  TEMPLATE_PARTITION_ID_OFFSET,
} from '../../src/index.js';
import type { MessageSpec } from '../../src/index.js';
import { frame } from '../support/frames.js';

describe('a request template', () => {
  it('with its fields set and the other frames appended is the encoded request', () => {
    const template = requestTemplate(messages.map.put, 'naïve name');
    const head = Buffer.from(template.bytes);
    head.writeBigInt64LE(-7n, template.fixed.threadId);
    head.writeBigInt64LE(5000n, template.fixed.ttl);
    setCorrelationId(head, 0, 123, 456);
    head.writeInt32LE(42, TEMPLATE_PARTITION_ID_OFFSET);
    const key = Buffer.from('the key as data');
    const value = Buffer.from('the value as data');
    const request = encodeRequest(
      messages.map.put,
      { name: 'naïve name', key, value, threadId: -7n, ttl: 5000n },
      { correlationLow: 123, correlationHigh: 456, partitionId: 42 },
    );
    expect(Buffer.concat([head, frame(0, key), frame(FLAG_FINAL, value)])).toEqual(request);
  });

  it('is the whole request where nothing follows the name', () => {
    const template = requestTemplate(messages.map.size, 'm');
    expect(template.bytes).toEqual(encodeRequest(messages.map.size, { name: 'm' }));
    const request = encodeRequest(
      messages.map.size,
      { name: 'm' },
      { correlationLow: -1, correlationHigh: 2, partitionId: 3 },
    );
    setCorrelationId(template.bytes, 0, -1, 2);
    setPartitionId(template.bytes, 0, 3);
    expect(template.bytes).toEqual(request);
  });

  it('knows the names of its fixed fields where the message is known', () => {
    const { fixed } = requestTemplate(messages.map.put, 'm');
    expectTypeOf(fixed).toEqualTypeOf<Readonly<Record<'threadId' | 'ttl', number>>>();
    const spec: MessageSpec = messages.map.put;
    expectTypeOf(requestTemplate(spec, 'm').fixed).toEqualTypeOf<Readonly<Record<string, number>>>();
    expect(fixed).toEqual({ threadId: 22, ttl: 30 });
  });

  it('is refused for a message that does not begin with a name', () => {
    expect(() => requestTemplate(messages.client.ping, 'm')).toThrow(/does not start with a name/);
    expect(() => requestTemplate(messages.client.authentication, 'm')).toThrow(TypeError);
  });
});

describe('the shape of a response', () => {
  it.each([
    ['VOID', messages.map.set],
    ['BOOLEAN', messages.map.containsKey],
    ['INT', messages.map.size],
    ['DATA', messages.map.get],
    ['FRAMES', messages.map.keySet],
    ['FRAMES', messages.map.getEntryView],
    ['FRAMES', messages.map.addEntryListener],
  ] as const)('is %s', (shape, spec) => {
    expect(responseShape(spec)).toBe(ResponseShape[shape]);
  });

  it('is LONG for one long, as other services have it', () => {
    expect(
      responseShape({
        id: 1,
        retryable: true,
        effect: 'reads',
        request: [],
        response: [['response', 'long']],
      }),
    ).toBe('LONG');
  });

  it('is FRAMES where an older member leaves the only field out', () => {
    expect(responseShape(messages.map.delete)).toBe(ResponseShape.FRAMES);
  });
});
