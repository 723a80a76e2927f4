/** The channel was closed before the server confirmed a message. */
export class LostPublishError extends Error {
  readonly code = 'LOST_PUBLISH';
  /** False: the message has not left this process. True: the server may have it. */
  readonly wasSent: boolean;

  constructor(wasSent: boolean) {
    super('channel closed');
    this.wasSent = wasSent;
  }
}
