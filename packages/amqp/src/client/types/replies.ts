/** What the server answers. */
export declare namespace Replies {
  /** A reply without content. */
  interface Empty {}
  interface AssertQueue {
    /** The queue's name, made by the server if none was given. */
    queue: string;
    /** Messages in the queue that are ready to be delivered. */
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
