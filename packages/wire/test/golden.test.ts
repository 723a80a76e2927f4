import { describe, expect, it } from 'vitest';
import { decodeRequest, encodeRequest } from '../src/index.js';
import { golden, specOf } from './support/golden.js';

const correlationId = BigInt(golden.correlationId);
const correlationLow = Number(BigInt.asIntN(32, correlationId));
const correlationHigh = Number(correlationId >> 32n);

const requests = golden.requests.map(
  (request) => [`${request.service}.${request.message}`, request] as const,
);

describe(`requests recorded from ${golden.madeBy}`, () => {
  it('are there for every map operation a client needs', () => {
    expect(golden.requests.length).toBeGreaterThan(70);
  });

  it.each(requests)('%s: we write the same bytes', (_title, request) => {
    const { service, message, partitionId, values, hex } = request;
    const spec = specOf(service, message);
    const options = { partitionId, correlationLow, correlationHigh };
    expect(encodeRequest(spec, values, options).toString('hex')).toBe(hex);
  });

  it.each(requests)('%s: we read the same values', (_title, request) => {
    const { service, message, values, hex } = request;
    expect(decodeRequest(specOf(service, message), Buffer.from(hex, 'hex'))).toEqual(values);
  });
});
