import { describe, expect, it } from 'vitest';
import { decodeRequest, encodeRequest } from '../../src/protocol/index.js';
import { golden, specOf } from './support/golden.js';

const correlationId = BigInt(golden.correlationId);
const correlationLow = Number(BigInt.asIntN(32, correlationId));
const correlationHigh = Number(correlationId >> 32n);

describe(`requests recorded from ${golden.madeBy}`, () => {
  it('are there for every map operation a client needs', () => {
    expect(golden.requests.length).toBeGreaterThan(70);
  });

  it.each(golden.requests)('$service.$message: we write the same bytes', (request) => {
    const { service, message, partitionId, values, hex } = request;
    const spec = specOf(service, message);
    const options = { partitionId, correlationLow, correlationHigh };
    expect(encodeRequest(spec, values, options).toString('hex')).toBe(hex);
  });

  it.each(golden.requests)('$service.$message: we read the same values', (request) => {
    const { service, message, values, hex } = request;
    expect(decodeRequest(specOf(service, message), Buffer.from(hex, 'hex'))).toEqual(values);
  });
});
