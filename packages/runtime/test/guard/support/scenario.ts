/** A small world to search. */
export interface Scenario {
  /** Messages that the loop may write, one after another. */
  readonly messages: 0 | 1 | 2;
  /** Beats that the guard may write, at any time. */
  readonly beats?: number;
  /** Times that the guard may look, half an interval after another. */
  readonly looks?: number;
  /** Guards that may die, each at any time. */
  readonly deaths?: number;
  /** What the loop may do in the end, at any time. */
  readonly ends?: readonly ('destroy' | 'end' | 'destroySoon')[];
  /** The socket may move: at any time, and when the kernel does not take all. */
  readonly moves?: boolean;
  /** The kernel takes all. Default: it takes all of a write, a byte, or nothing. */
  readonly takesAll?: boolean;
  /** The other side may be gone, at any time. */
  readonly dies?: boolean;
  /** Behind the end of the socket another may get its number, and its place. */
  readonly isFollowed?: boolean;
}
