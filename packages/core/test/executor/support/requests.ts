import type { FaultAction, FaultyRequest } from '@offloop/member';
import {
  correlationLow,
  decodeRequest,
  encodeResponse,
  messagePartitionId,
  type MessageSpec,
  type RequestOf,
  type ResponseOf,
} from '@offloop/wire';

/** A request as a member got it. */
export interface Got<M extends MessageSpec> {
  readonly partitionId: number;
  readonly fields: RequestOf<M>;
}

/** The requests of a message, for a fault that keeps them, and answers each if it is told how. */
export class Requests<M extends MessageSpec> {
  readonly all: Got<M>[] = [];
  readonly action: FaultAction;

  /** @param answer makes the fields of the answer. Default: there is none. */
  constructor(spec: M, answer?: (fields: RequestOf<M>) => ResponseOf<M>) {
    const bytes = ({ bytes: request }: FaultyRequest): Buffer => {
      const copy = Buffer.from(request);
      const fields = decodeRequest(spec, copy);
      this.all.push({ partitionId: messagePartitionId(copy, 0), fields });
      if (answer === undefined) return Buffer.alloc(0);
      return encodeResponse(spec, answer(fields), {
        correlationLow: correlationLow(copy, 0),
        correlationHigh: correlationHigh(copy),
      });
    };
    this.action = { kind: 'raw', bytes };
  }
}

function correlationHigh(request: Buffer): number {
  // Behind the frame's header, the message's type and the low half.
  return request.readInt32LE(6 + 8);
}
