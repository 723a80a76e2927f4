import { RabbitmqBroker } from '@offloop/tools';

/** The demo's RabbitMQ, which starts when it is asked for first. */
export class DemoBroker {
  #starting: Promise<RabbitmqBroker | undefined> | undefined;

  /** Resolves to the broker's address; undefined where RabbitMQ is not installed, or does not start. */
  async url(): Promise<string | undefined> {
    this.#starting ??= RabbitmqBroker.start().catch(() => undefined);
    return (await this.#starting)?.url;
  }

  async stop(): Promise<void> {
    await (await this.#starting)?.stop();
  }
}
