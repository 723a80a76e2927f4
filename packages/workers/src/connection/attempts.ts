import { monotonicNow } from '@offloop/runtime/clock';
import {
  type Address,
  addressText,
  type ConnectionDiagnosis,
  type ConnectionStage,
  type FailedAddress,
} from '@offloop/contract';

const MAX_FAILURES = 16;

/** One connection that is being made. */
export class Attempt {
  readonly #address: string;
  readonly #begun: number = monotonicNow();
  stage: Exclude<ConnectionStage, 'ready' | 'paused'> = 'connecting';
  member: string | null = null;

  constructor(address: string) {
    this.#address = address;
  }

  /** Describes this attempt as a connection. @param now a time of `monotonicNow()`. */
  diagnose(now: number): ConnectionDiagnosis {
    return {
      address: this.#address,
      member: this.member,
      stage: this.stage,
      ageMillis: now - this.#begun,
      unwrittenBytes: 0,
      sinceRead: null,
      sinceWrite: null,
      pendingBackups: 0,
    };
  }
}

/** The connections that are being made, and the errors of those that failed, for a diagnosis. */
export class Attempts {
  readonly #underWay = new Set<Attempt>();
  /** The error of each address that could not be connected to, the latest last. */
  readonly #failures = new Map<string, string>();

  get underWay(): Attempt[] {
    return [...this.#underWay];
  }

  /** The addresses that could not be connected to since the last success, at most 16, the latest last. */
  get failures(): FailedAddress[] {
    return [...this.#failures].map(([address, error]) => ({ address, error }));
  }

  /** Makes a connection by `connect`, and remembers its error if it rejects. Rejects as `connect` does. */
  async make(address: Address, connect: (attempt: Attempt) => Promise<void>): Promise<void> {
    const text = addressText(address);
    const attempt = new Attempt(text);
    this.#underWay.add(attempt);
    try {
      await connect(attempt);
      this.#failures.clear();
    } catch (error) {
      this.#remember(text, error instanceof Error ? error.message : String(error));
      throw error;
    } finally {
      this.#underWay.delete(attempt);
    }
  }

  #remember(address: string, error: string): void {
    this.#failures.delete(address);
    this.#failures.set(address, error);
    for (const oldest of this.#failures.keys()) {
      if (this.#failures.size <= MAX_FAILURES) return;
      this.#failures.delete(oldest);
    }
  }
}
