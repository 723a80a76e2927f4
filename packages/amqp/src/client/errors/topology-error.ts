/** A part of a topology. */
export type TopologyPart =
  | { readonly kind: 'exchange'; readonly exchange: string }
  | { readonly kind: 'queue'; readonly queue: string }
  | {
      readonly kind: 'binding';
      readonly to: 'queue' | 'exchange';
      readonly destination: string;
      readonly source: string;
      readonly routingKey: string;
    }
  | { readonly kind: 'consumer'; readonly consumerTag: string; readonly queue: string };

/** A part of the topology could not be restored after the connection was lost. */
export class TopologyError extends Error {
  declare name: 'TopologyError';
  readonly code = 'TOPOLOGY';
  readonly part: TopologyPart;
  /** The server's error. */
  override readonly cause: Error;

  static {
    this.prototype.name = 'TopologyError';
  }

  constructor(part: TopologyPart, cause: Error) {
    super(`${describe(part)} did not come back: ${cause.message}`);
    this.part = part;
    this.cause = cause;
  }
}

function describe(part: TopologyPart): string {
  if (part.kind === 'exchange') return `exchange "${part.exchange}"`;
  if (part.kind === 'queue') return `queue "${part.queue}"`;
  if (part.kind === 'consumer') return `consumer "${part.consumerTag}" of queue "${part.queue}"`;
  return `binding of ${part.to} "${part.destination}" to exchange "${part.source}" by "${part.routingKey}"`;
}
