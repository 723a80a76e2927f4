/** A value of the map: a text or a document. */
export type ChaosValue = string | { readonly [name: string]: unknown };

/** The state of a key: the serial number of its value, or null if the key has none. */
export type State = number | null;

/** A state that a key had until another write was acknowledged. */
interface Past {
  readonly state: State;
  /** Time of that acknowledgement, by `performance.now()`. */
  readonly until: number;
}

interface Entry {
  /** State after the last write that was acknowledged. */
  acknowledged: State;
  /** States before it, the latest last. */
  readonly past: Past[];
  /** State that the write under way leads to; undefined if there is none. */
  pending: State | undefined;
  /** State that a failed write leads to if it has run all the same; the key is not written again then. Undefined if no write failed. */
  doubtful: State | undefined;
  /** Highest serial number that any write of this key was given. */
  highest: number;
}

const PADDING = 'chaos '.repeat(100);
/** Most violations that are listed: more would say nothing new. */
const MOST_VIOLATIONS = 20;

/** Names of a document's fields. */
const FIELDS = ['name', 'note', 'rows', 'tags', 'of', 'price', 'on'];

/**
 * Makes the value of a key with this serial number: in turn a text and a document, whose shapes vary. Each value is written once, and a
 * part of one differs from all of them.
 */
export function valueOf(key: string, serial: number): ChaosValue {
  const padding = PADDING.slice(0, (serial * 7919) % PADDING.length);
  return serial % 2 === 0 ? `${key}#${serial}#${padding}` : documentOf(key, serial, padding);
}

function documentOf(key: string, serial: number, padding: string): ChaosValue {
  const names = Array.from({ length: 1 + (serial % 5) }, (_, i) => FIELDS[(serial + i * i) % FIELDS.length]);
  const fields = names.map((name, i): [string, unknown] => {
    const values = [padding, serial / 8, i % 2 === 0, { [name]: null, serial }, `"${key}"\n`];
    return [name, i === serial % 3 ? values : values[(serial + i) % values.length]];
  });
  return { key, serial, ...Object.fromEntries(fields) };
}

/** Returns true if both values are the same, including the order of a document's fields. */
function isSame(value: ChaosValue | null, other: ChaosValue | null): boolean {
  return value === other || JSON.stringify(value) === JSON.stringify(other);
}

function serialOf(value: ChaosValue): number {
  return Number(typeof value === 'string' ? value.split('#')[1] : value['serial']);
}

/**
 * Knows what must be in the map for each key, and collects violations. A key has one writer, which waits for each answer. After a write
 * that may or may not have run, the key is retired: a member may still run that write, and then the loss of a later one would not be seen.
 */
export class Ledger {
  readonly #entries = new Map<string, Entry>();
  readonly violations: string[] = [];
  readonly #rememberedMillis: number;
  #violationCount = 0;

  /** @param rememberedMillis time for which it knows what a key held before, in ms: as long as a read may take whose answer may be old */
  constructor(rememberedMillis: number = 0) {
    this.#rememberedMillis = rememberedMillis;
  }

  get keys(): string[] {
    return [...this.#entries.keys()];
  }

  get violationCount(): number {
    return this.#violationCount;
  }

  /** Adds a key that nobody has written, so that it holds nothing. */
  open(key: string): void {
    this.#entries.set(key, {
      acknowledged: null,
      past: [],
      pending: undefined,
      doubtful: undefined,
      highest: 0,
    });
  }

  /** Returns what the key holds for certain. */
  stateOf(key: string): State {
    return this.#entry(key).acknowledged;
  }

  isRetired(key: string): boolean {
    return this.#entry(key).doubtful !== undefined;
  }

  /** Returns a serial number that no write of this key has had. To be called before the write is made. */
  nextSerial(key: string): number {
    return ++this.#entry(key).highest;
  }

  /** Notes that a write is about to be made that leads to `state`. */
  begin(key: string, state: State): void {
    this.#entry(key).pending = state;
  }

  acknowledge(key: string, state: State): void {
    const entry = this.#entry(key);
    const now = performance.now();
    while (entry.past[0]?.until < now - this.#rememberedMillis) entry.past.shift();
    entry.past.push({ state: entry.acknowledged, until: now });
    entry.acknowledged = state;
    entry.pending = undefined;
  }

  /** Notes that a write was not acknowledged that would have led to `state`. */
  doubt(key: string, state: State): void {
    this.#entry(key).doubtful = state;
  }

  /** Compares what a call answered as the key's value with what must be there. @param during name of the call, for the violation */
  expectValue(key: string, value: ChaosValue | null, during: string): void {
    const entry = this.#entry(key);
    const allowed =
      entry.doubtful === undefined ? [entry.acknowledged] : [entry.acknowledged, entry.doubtful];
    if (allowed.some((state) => isSame(value, state === null ? null : valueOf(key, state)))) return;
    const must = allowed.map((state) => (state === null ? 'nothing' : `#${state}`)).join(' or ');
    if (value !== null && !this.#wasWritten(key, value)) {
      this.violation(
        `${during}: ${key} holds what nobody wrote there: ${JSON.stringify(value).slice(0, 60)}`,
      );
    } else {
      const found = value === null ? 'nothing' : `#${serialOf(value)}`;
      this.violation(
        `${during}: an acknowledged write of ${key} is lost, or ran twice: ${found}, not ${must}`,
      );
    }
  }

  /**
   * Compares what a near cache answered with what the key held lately.
   *
   * @param since time, by `performance.now()`, that the answer may not be older than
   */
  expectLately(key: string, value: ChaosValue | null, since: number): void {
    const { acknowledged, pending, doubtful, past } = this.#entry(key);
    const lately = past.filter(({ until }) => until >= since).map(({ state }) => state);
    const allowed = [acknowledged, pending, doubtful, ...lately].filter((state) => state !== undefined);
    if (allowed.some((state) => isSame(value, state === null ? null : valueOf(key, state)))) return;
    const found = value === null ? 'nothing' : `#${serialOf(value)}`;
    const late = (performance.now() - since).toFixed(0);
    this.violation(`near cache: ${key} is ${found}, for more than ${late} ms not #${acknowledged} any more`);
  }

  /** Compares the value of an event with what was written. Members may send an event several times, or not at all. */
  expectTold(key: string, value: ChaosValue): void {
    // Late events may have the keys of another ledger.
    if (!this.#entries.has(key) || this.#wasWritten(key, value)) return;
    this.violation(`an event tells what nobody wrote as ${key}: ${JSON.stringify(value).slice(0, 60)}`);
  }

  violation(text: string): void {
    this.#violationCount++;
    if (this.violations.length < MOST_VIOLATIONS) this.violations.push(text);
  }

  /** Compares all that is in the map at the end with all that must be there. */
  checkAll(entries: Iterable<readonly [string, ChaosValue]>): void {
    const found = new Map(entries);
    for (const key of this.#entries.keys()) {
      this.expectValue(key, found.get(key) ?? null, 'at the end');
      found.delete(key);
    }
    for (const key of found.keys()) this.violation(`at the end: nobody wrote the key ${key.slice(0, 60)}`);
  }

  #wasWritten(key: string, value: ChaosValue): boolean {
    const serial = serialOf(value);
    return serial >= 1 && serial <= this.#entry(key).highest && isSame(value, valueOf(key, serial));
  }

  #entry(key: string): Entry {
    const entry = this.#entries.get(key);
    if (entry === undefined) throw new Error(`the key ${key} was never opened`);
    return entry;
  }
}
