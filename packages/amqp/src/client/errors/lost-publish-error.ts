/** A channel was closed before the server has confirmed a message. */
export class LostPublishError extends Error {
  readonly code = 'LOST_PUBLISH';
  /** False if the message has not left this process: the server does not have it. True if it may have it. */
  readonly wasSent: boolean;

  constructor(wasSent: boolean) {
    super('channel closed');
    this.wasSent = wasSent;
  }
}
