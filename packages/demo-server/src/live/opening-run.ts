import type { RunDesk } from './run-desk.js';
import type { CheckedOrder } from './run-limits.js';

/** Milliseconds for which a page may be away, as it is while it is loaded anew. */
const AWAY_MILLIS = 5_000;

/** The run that nobody has to ask for: it begins with the first page that looks on, and ends when none does any more. */
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

  /** @param count pages that look on now. */
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

  /** The run ends; the next page begins it anew. */
  async #leave(): Promise<void> {
    if (!this.#isRunning) return;
    await this.#desk.giveWay();
    this.#isWanted = true;
  }
}
