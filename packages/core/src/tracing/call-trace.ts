import type { WritableBytes } from '@offloop/runtime/bytes';
import type { CallMessage } from './channels.js';
import type { RoutedRequest } from '../shards/routed-request.js';

/** Record of one call, made while the channels have subscribers. */
export class CallTrace implements CallMessage {
  readonly client: string;
  readonly structure: string;
  readonly name: string;
  readonly operation: string;
  partition: number | undefined = undefined;
  requests = 0;
  requestBytes = 0;
  responseBytes = 0;
  member: string | undefined = undefined;
  address: string | undefined = undefined;
  retries = 0;

  constructor(client: string, structure: string, name: string, operation: string) {
    this.client = client;
    this.structure = structure;
    this.name = name;
    this.operation = operation;
  }

  /** Wraps a request, so that it is measured as it is written. */
  measured(request: RoutedRequest): RoutedRequest {
    this.requests++;
    this.partition = this.requests === 1 && request.partitionId >= 0 ? request.partitionId : undefined;
    const { maxBytes, target, partitionId, lane } = request;
    const write = (to: WritableBytes, at: number): number => {
      const end = request.write(to, at);
      this.requestBytes += end - at;
      return end;
    };
    return { maxBytes, target, partitionId, lane, write };
  }
}
