/** Numbers and names that describe what is wrong and where. The error's message has them, too. */
export type ProtocolErrorDetails = Readonly<Record<string, number | string>>;

/**
 * Thrown when bytes are not Hazelcast's client protocol, or exceed a configured limit.
 *
 * The stream that they came from cannot be trusted any further: the connection has to be closed.
 */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
  readonly code = 'ERR_OFFLOOP_PROTOCOL';
  readonly details: ProtocolErrorDetails;

  constructor(problem: string, details: ProtocolErrorDetails = {}) {
    const figures = Object.entries(details).map(([name, value]) => `${name} ${value}`);
    super(figures.length === 0 ? problem : `${problem} (${figures.join(', ')})`);
    this.details = details;
  }
}
