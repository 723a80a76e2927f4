import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeRequest,
  encodeError,
  encodeEvent,
  encodeRequest,
  encodeResponse,
  ErrorCode,
  errorCodeName,
} from '../src/index.js';
import type { ErrorHolder } from '../src/index.js';
import { seedOf } from '@offloop/tools';
import { int, valueOf, valuesOf } from './support/arbitraries.js';
import { allMessages } from './support/golden.js';
import {
  inOurTerms,
  inShapeOf,
  inTheirTerms,
  officialCodec,
  officialDecodeErrors,
  officialErrorCodes,
  officialMessage,
} from './support/official.js';

const seed = seedOf('official codec');

/**
 * Responses that cannot be compared. The official client's classes work on what they are given (schemas compute a layout), which random values break. Pages of rows
 * are frames here, and columns there: the differential tests of SQL compare them.
 */
const NOT_COMPARABLE = ['client.fetchSchema', 'sql.execute', 'sql.fetch'];

/** Events of protocol 2.8, which 5.7.0 does not listen to. */
const NEWER_EVENTS = ['MemberGroupsView', 'ClusterVersion'];

/** Fields of structures that 5.7.0 does not know. */
const NEWER_FIELDS = ['bTreeIndexConfig', 'partitionKeysData'];

const known = allMessages().flatMap(({ title, spec }) => {
  const [service = '', message = ''] = title.split('.');
  const codec = officialCodec(service, message);
  return codec === undefined ? [] : [{ title, spec, codec }];
});
const asking = known.filter(({ codec }) => codec.encodeRequest !== undefined);
const answering = known.filter(
  ({ title, spec, codec }) =>
    codec.decodeResponse !== undefined && spec.response.length > 0 && !NOT_COMPARABLE.includes(title),
);
const listening = known.flatMap(({ title, spec, codec }) =>
  Object.entries(spec.events ?? {}).flatMap(([event, fields], index) =>
    codec.handle === undefined || NEWER_EVENTS.includes(event)
      ? []
      : [{ title, spec, codec, event, fields, index }],
  ),
);

describe('the official client writes', () => {
  it('as many of our requests as it has codecs for', () => {
    expect(asking.length).toBeGreaterThanOrEqual(205);
  });

  it.each(asking)('our request of $title, byte for byte, and we read it', ({ spec, codec }) => {
    const fields = spec.request.slice(0, codec.encodeRequest!.length).map(
      // It has no older senders, and behind a UUID that is null it leaves what the memory had.
      ([name, type]): readonly [string, string] => [name, type === 'UUID?' ? 'UUID' : type],
    );
    const property = fc.property(
      valuesOf(fields),
      fc.maxSafeNat(),
      int,
      (drawn, correlationId, partitionId) => {
        const values = withoutNewer(drawn) as Record<string, unknown>;
        const message = codec.encodeRequest!(
          ...fields.map(([name, type]) => inTheirTerms(values[name], type)),
        );
        message.setCorrelationId(correlationId);
        message.setPartitionId(partitionId);
        const bytes = message.toBuffer();
        const options = {
          correlationLow: correlationId | 0,
          correlationHigh: Math.floor(correlationId / 2 ** 32),
          partitionId,
        };
        expect(encodeRequest(spec, values, options)).toEqual(bytes);
        expect(decodeRequest(spec, bytes)).toEqual(values);
      },
    );
    fc.assert(property, { seed, numRuns: 20 });
  });
});

describe('the official client reads', () => {
  // A codec that is no longer found, by a change of its names or ours, is one that is no longer compared.
  it('as many of our responses and events as it has codecs for', () => {
    expect(answering.length).toBeGreaterThanOrEqual(167);
    expect(listening.length).toBeGreaterThanOrEqual(19);
  });

  it.each(answering)('our response of $title', ({ spec, codec }) => {
    const property = fc.property(valuesOf(spec.response), (values) => {
      const met = inOurTerms(codec.decodeResponse!(officialMessage(encodeResponse(spec, values))));
      const [only, ...others] = spec.response;
      const decoded = others.length > 0 ? (met as Record<string, unknown>) : { [only[0]]: met };
      // What the official client is too old to know, it cannot confirm.
      const expected = { ...values };
      for (const field of spec.response) {
        if (field.length === 3 && !(field[0] in decoded)) delete expected[field[0]];
      }
      expect(inShapeOf(expected, decoded)).toEqual(expected);
    });
    fc.assert(property, { seed, numRuns: 20 });
  });

  it.each(listening)('our event $event of $title', ({ spec, codec, event, fields, index }) => {
    const property = fc.property(valuesOf(fields), (values) => {
      const met: unknown[][] = [];
      const handlers = Object.keys(spec.events ?? {}).map((_name, i) => (...args: unknown[]): void => {
        if (i === index) met.push(args);
      });
      codec.handle!(officialMessage(encodeEvent(spec, event, values)), ...handlers);
      const expected = [fields.map(([name]) => values[name])];
      expect(inShapeOf(expected, inOurTerms(met))).toEqual(expected);
    });
    fc.assert(property, { seed, numRuns: 20 });
  });

  it('our exceptions', () => {
    const property = fc.property(fc.array(valueOf('ErrorHolder'), { maxLength: 3 }), (holders) => {
      const decoded = officialDecodeErrors(officialMessage(encodeError(holders as ErrorHolder[])));
      expect(decoded.map(inOurTerms)).toEqual(holders);
    });
    fc.assert(property, { seed, numRuns: 50 });
  });
});

describe('error codes', () => {
  it('are the numbers the official client knows, under its names', () => {
    const official = Object.entries(officialErrorCodes).map(([name, code]) => [
      name.replace(/_EXCEPTION$/, ''),
      code,
    ]);
    expect(official.length).toBeGreaterThan(90);
    expect(ErrorCode).toEqual(Object.fromEntries(official));
  });

  it('have a name, unless a newer member made them up', () => {
    expect(errorCodeName(52)).toBe('TARGET_DISCONNECTED');
    expect(errorCodeName(0)).toBe('UNDEFINED');
    expect(errorCodeName(12_345)).toBeUndefined();
  });
});

/** Values without the fields that the official client does not know. */
function withoutNewer(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNewer);
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  const fields = Object.entries(value).filter(([name]) => !NEWER_FIELDS.includes(name));
  return Object.fromEntries(fields.map(([name, field]) => [name, withoutNewer(field)]));
}
