/** An error that is answered with its status and `{ "error": { code, message, accepted } }`. */
export class HttpError extends Error {
  readonly status: number;
  /** Stable code, for programs: `unknown-route`, `bad-query`, … */
  readonly code: string;
  /** Text that says what the server would have accepted. */
  readonly accepted: string | readonly string[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: string,
    message: string,
    accepted: string | readonly string[],
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.name = 'HttpError';
    this.status = status;
    this.code = code;
    this.accepted = accepted;
    this.headers = headers;
  }

  toJSON(): object {
    return { error: { code: this.code, message: this.message, accepted: this.accepted } };
  }
}

export function busy(reason: string): HttpError {
  return new HttpError(503, 'busy', reason, 'the same request a little later', { 'retry-after': '1' });
}

/** Makes an HttpError 409: only one run goes on at a time, as runs would disturb each other. */
export function runUnderWay(): HttpError {
  const accepted = 'an order when it has ended, or DELETE /runs';
  return new HttpError(409, 'run-under-way', 'a run is under way', accepted);
}

/** Waits for calls to the cluster. If they fail it rejects with HttpError 503, as the request itself was fine. */
export async function gridCall<T>(calls: Promise<T>): Promise<T> {
  try {
    return await calls;
  } catch (error) {
    if (error instanceof HttpError) throw error;
    const text = error instanceof Error ? `${error.constructor.name}: ${error.message}` : String(error);
    throw new HttpError(503, 'grid-unavailable', text, 'the same request when the cluster answers', {
      'retry-after': '1',
    });
  }
}
