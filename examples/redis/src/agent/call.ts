/** A call that was begun: where its request lies, and whom its reply is for. */
export interface Call {
  readonly slot: number;
  readonly generation: number;
  readonly flags: number;
  /** The request is `chunk[start, end)`: kept until the reply is here, in case it has to be sent again. */
  readonly chunk: Buffer;
  readonly start: number;
  readonly end: number;
  /** It has its completion: a reply that comes now is nobody's. */
  isCompleted: boolean;
}
