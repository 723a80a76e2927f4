/** What the server answers. */
export declare namespace Replies {
  /** An answer that says nothing but "done". */
  interface Empty {}
  interface AssertQueue {
    /** The queue's name, which the server has made if none was given. */
    queue: string;
    /** Messages that wait in the queue. */
    messageCount: number;
    consumerCount: number;
  }
  interface PurgeQueue {
    messageCount: number;
  }
  interface DeleteQueue {
    messageCount: number;
  }
  interface AssertExchange {
    exchange: string;
  }
  interface Consume {
    consumerTag: string;
  }
  interface Cancel {
    consumerTag: string;
  }
}
