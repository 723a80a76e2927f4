/** What a client gets instead of an answer: a status and `{ "error": { code, message, accepted } }`. */
export class HttpError extends Error {
  readonly status: number;
  /** Stable, for programs: `unknown-route`, `bad-query`, … */
  readonly code: string;
  /** What would have been accepted, in words. */
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
