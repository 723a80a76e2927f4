import { INSUFFICIENT_CAPACITY, RECORDS_OFFSET } from '../../../src/ring/layout.js';
import { REFUSED, type Refused, type RingUnderTest } from './model.js';
import { receive, ringAt, type Ends, type Received } from './rings.js';

/** The real ring behind the questions a random test asks. */
export class RealRing implements RingUnderTest {
  readonly #ends: Ends;
  #claimedAt = 0;
  #claimedLength = 0;

  constructor(capacity: number, position: number) {
    this.#ends = ringAt(position, capacity);
  }

  claim(type: number, length: number): number | undefined | Refused {
    const offset = orRefused(/already open|longest inline/, () => this.#ends.producer.tryClaim(type, length));
    if (offset === REFUSED) return REFUSED;
    if (offset === INSUFFICIENT_CAPACITY) return undefined;
    this.#claimedAt = offset;
    this.#claimedLength = length;
    return offset - RECORDS_OFFSET;
  }

  commit(text: string): true | Refused {
    const { producer, ring } = this.#ends;
    if (producer.isClaimOpen) ring.bytes.write(text, this.#claimedAt, 'latin1');
    return orRefused(/commit without a claim/, () => {
      producer.commit(text.length);
      return true;
    });
  }

  abort(): true | Refused {
    const { producer, ring } = this.#ends;
    // An aborted claim may have been written to, in all its length: nothing of it may ever be seen.
    if (producer.isClaimOpen) ring.bytes.fill(0xee, this.#claimedAt, this.#claimedAt + this.#claimedLength);
    return orRefused(/abort without a claim/, () => {
      producer.abort();
      return true;
    });
  }

  publish(): boolean | Refused {
    return orRefused(/publish while a claim is open/, () => this.#ends.producer.publish());
  }

  hasRoomFor(length: number): boolean {
    return this.#ends.producer.hasRoomFor(length);
  }

  drain(limit: number): readonly Received[] {
    return receive(this.#ends.consumer, limit);
  }

  drainThrowingAt(index: number): readonly Received[] {
    const { consumer, ring } = this.#ends;
    const received: Received[] = [];
    orRefused(/the handler's own/, () =>
      consumer.drain({
        onRecord(type, offset, length) {
          received.push({ type, text: ring.bytes.toString('latin1', offset, offset + length) });
          if (received.length > index) throw new Error("the handler's own");
        },
      }),
    );
    return received;
  }

  get isEmpty(): boolean {
    return this.#ends.consumer.isEmpty();
  }

  get isClaimOpen(): boolean {
    return this.#ends.producer.isClaimOpen;
  }
}

/** Only the error the contract names counts as a refusal; any other goes on up. */
function orRefused<T>(message: RegExp, operation: () => T): T | Refused {
  try {
    return operation();
  } catch (error) {
    if (error instanceof Error && message.test(error.message)) return REFUSED;
    throw error;
  }
}
