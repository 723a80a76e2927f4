import type { RunDesk } from './run-desk.js';
import type { CheckedOrder } from './run-limits.js';

/** Time that all pages may be away before the run ends, in ms: a page is away while it is reloaded. */
const AWAY_MILLIS = 5_000;

/** The run that begins by itself, with the first page that looks on. It ends when no page looks on any more. */
export class OpeningRun {
  readonly #desk: RunDesk;
  readonly #order: CheckedOrder;
  #isWanted = true;
  #isRunning = false;
  #away: NodeJS.Timeout | undefined;

  /** Starts the processes of the run at once. */
  constructor(desk: RunDesk, order: CheckedOrder) {
    this.#desk = desk;
    this.#order = order;
    desk.prepare(order);
  }

  /** Begins the run for the first page, and ends it a while after the last. @param count number of pages that look on */
  lookers(count: number): void {
    clearTimeout(this.#away);
    if (count === 0) this.#away = setTimeout(() => void this.#leave(), AWAY_MILLIS).unref();
    else if (this.#isWanted && this.#desk.isFree) this.#begin();
  }

  #begin(): void {
    this.#isWanted = false;
    this.#isRunning = true;
    const { ended } = this.#desk.start(this.#order, true);
    void ended.then(() => (this.#isRunning = false));
  }

  /** Ends the run. The next page begins it anew. */
  async #leave(): Promise<void> {
    if (!this.#isRunning) return;
    await this.#desk.giveWay();
    this.#isWanted = true;
  }
}
