import type { Random } from '@offloop/tools/random';
import type { Client, IMap } from 'offloop';

const ACCOUNTS = 60;
const BALANCE = 1000;
const MOST = 20;
const OPTIONS = { timeoutMillis: 20_000 };

const IN_DOUBT = 'ERR_OFFLOOP_INDETERMINATE_OPERATION_STATE';

type Change = readonly [account: number, amount: number];

/**
 * Accounts that transfers move money between, and a book of what the client said of each transfer.
 *
 * A transfer that is acknowledged is made, one that is refused is not. One in doubt may be made, or not; at members that lose the one that
 * commits it, it may be made by half: they finish it only when the client has left them.
 */
export class Bank {
  readonly #name: string;
  /** What is on the accounts by the acknowledged transfers. */
  readonly #book: number[] = Array.from({ length: ACCOUNTS }, () => BALANCE);
  /** Changes that may be made or not. */
  #doubts: Change[] = [];
  /** How the transfers ended: codes of errors, or `resolved`. */
  readonly ends = new Map<string, number>();

  constructor(name: string) {
    this.#name = name;
  }

  get done(): number {
    return this.ends.get('resolved') ?? 0;
  }

  get inDoubt(): number {
    return this.ends.get(IN_DOUBT) ?? 0;
  }

  async open(client: Client): Promise<void> {
    const map = await this.#mapOf(client);
    await map.putAll(this.#book.map((balance, account) => [keyOf(account), balance]));
  }

  /** Makes one transfer, in a transaction that reads under locks. They are taken in one order, so that no two wait for each other. */
  async transfer(client: Client, random: Random): Promise<void> {
    const from = random.below(ACCOUNTS);
    const to = (from + 1 + random.below(ACCOUNTS - 1)) % ACCOUNTS;
    const amount = 1 + random.below(MOST);
    const changes: Change[] = [
      [from, -amount],
      [to, amount],
    ];
    let end = 'resolved';
    try {
      await client.transaction(async (tx) => {
        const accounts = tx.getMap<string, number>(this.#name);
        for (const [account, change] of changes.toSorted(([a], [b]) => a - b)) {
          const balance = await accounts.getForUpdate(keyOf(account));
          await accounts.set(keyOf(account), balance! + change);
        }
      }, OPTIONS);
      for (const [account, change] of changes) this.#book[account] += change;
    } catch (error) {
      end = (error as { code?: string }).code ?? String(error);
      if (end === IN_DOUBT) this.#doubts.push(...changes);
    }
    this.ends.set(end, (this.ends.get(end) ?? 0) + 1);
  }

  /** Checks each account, and takes what is there for settled. @returns what is wrong, and the money that there is too much. */
  async audit(client: Client): Promise<{ readonly wrong: readonly string[]; readonly difference: number }> {
    const map = await this.#mapOf(client);
    const wrong: string[] = [];
    let difference = 0;
    for (const [account, booked] of this.#book.entries()) {
      const balance = await map.get(keyOf(account));
      const doubts = this.#doubts.filter(([each]) => each === account).map(([, amount]) => amount);
      if (!sumsOf(doubts).includes(balance - booked))
        wrong.push(`account ${account} has ${balance}, by the book ${booked}`);
      difference += balance - booked;
      this.#book[account] = balance;
    }
    this.#doubts = [];
    return { wrong, difference };
  }

  #mapOf(client: Client): Promise<IMap<string, number>> {
    return client.getMap(this.#name);
  }
}

function keyOf(account: number): string {
  return `account ${account}`;
}

/** What some of the amounts come to. */
function sumsOf(amounts: readonly number[]): number[] {
  return amounts.reduce((sums, amount) => [...sums, ...sums.map((sum) => sum + amount)], [0]);
}
