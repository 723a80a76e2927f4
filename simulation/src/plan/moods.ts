/** What members do to single operations: the probability of each. */
export interface Moods {
  again: number;
  /** The member says "again" though it executed the operation: only for clients that repeat whatever they may. */
  againAfter: number;
  refuse: number;
  slow: number;
  swallow: number;
  /** What the client asks for itself is not answered, though its connection lives; half of the time it was not done either. */
  lose: number;
  twice: number;
  noAck: number;
  ackTwice: number;
  /** A response comes in pieces. */
  fragments: number;
}

export const CALM: Moods = {
  again: 0,
  againAfter: 0,
  refuse: 0,
  slow: 0,
  swallow: 0,
  lose: 0,
  twice: 0,
  noAck: 0,
  ackTwice: 0,
  fragments: 0,
};
