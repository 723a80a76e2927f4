import { monotonicNow } from '@offloop/runtime/clock';
import {
  type Address,
  addressText,
  type ConnectionDiagnosis,
  type ConnectionStage,
  type FailedAddress,
} from '@offloop/contract';

/** Failures that are remembered. */
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

/** The connections that are being made, and what became of those that failed: for a diagnosis. */
export class Attempts {
  readonly #underWay = new Set<Attempt>();
  /** Why each address could not be connected to, the latest last. */
  readonly #failures = new Map<string, string>();

  get underWay(): Attempt[] {
    return [...this.#underWay];
  }

  get failures(): FailedAddress[] {
    return [...this.#failures].map(([address, error]) => ({ address, error }));
  }

  /** Makes a connection. @param connect rejects as this does. */
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
