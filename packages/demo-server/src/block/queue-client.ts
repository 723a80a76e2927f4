// The messages between the process of a RabbitMQ client whose thread is held and the process that holds it.

/** Packages that are tried. */
export const QUEUE_CLIENTS = ['@offloop/amqp', 'amqplib'] as const;
export type QueueClient = (typeof QUEUE_CLIENTS)[number];

/** Seconds of the heartbeat that both clients ask for. RabbitMQ cuts off a client that was silent for two to three times as long. */
export const HEARTBEAT_SECONDS = 2;

export interface QueueClientSettings {
  readonly client: QueueClient;
  /** Address of the broker, as `connect` takes it. */
  readonly url: string;
  /** Queue from which the client takes its job. */
  readonly jobs: string;
  /** Queue to which it publishes a result. */
  readonly results: string;
}

export type FromQueueClient =
  /** The client has its job. */
  | { readonly type: 'ready' }
  | { readonly type: 'failed'; readonly reason: string }
  /** The hold has ended, and what the client then sent has reached the broker if it still could. */
  | { readonly type: 'held'; readonly connected: boolean };
