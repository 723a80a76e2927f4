/** A text, or a document. */
export type ChaosValue = string | { readonly [name: string]: unknown };

/** What a key holds: the serial number of its value, or nothing. */
export type State = number | null;

/** What a key held until another write was acknowledged. */
interface Past {
  readonly state: State;
  /** `performance.now()` of that acknowledgement. */
  readonly until: number;
}

interface Entry {
  /** After the last write that was acknowledged. */
  acknowledged: State;
  /** What it held before, the latest last. */
  readonly past: Past[];
  /** What the write under way leads to; undefined: there is none. */
  pending: State | undefined;
  /** After a write that failed and may have run all the same; then the key is written no more. */
  doubtful: State | undefined;
  /** Highest serial any write of this key was given. */
  highest: number;
}

const PADDING = 'chaos '.repeat(100);
/** In a list of violations more than these say nothing new. */
const MOST_VIOLATIONS = 20;

/** Names of a document's fields. */
const FIELDS = ['name', 'note', 'rows', 'tags', 'of', 'price', 'on'];

/**
 * The value of that key with that serial: in turn a text and a document, of ever other shapes. Each value is written once, and a
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

/** Whether they are the same, the order of a document's fields included. */
function isSame(value: ChaosValue | null, other: ChaosValue | null): boolean {
  return value === other || JSON.stringify(value) === JSON.stringify(other);
}

function serialOf(value: ChaosValue): number {
  return Number(typeof value === 'string' ? value.split('#')[1] : value['serial']);
}

/**
 * What the load knows must be in the map, by key. A key has one writer that waits for each answer. After a write whose
 * fate is unknown the key is retired: a member may run it late, and nothing written after it could be told from lost.
 */
export class Ledger {
  readonly #entries = new Map<string, Entry>();
  readonly violations: string[] = [];
  readonly #rememberedMillis: number;
  #violationCount = 0;

  /** @param rememberedMillis how long it knows what a key held before: as long as a read takes whose answer may be old. */
  constructor(rememberedMillis: number = 0) {
    this.#rememberedMillis = rememberedMillis;
  }

  get keys(): string[] {
    return [...this.#entries.keys()];
  }

  get violationCount(): number {
    return this.#violationCount;
  }

  /** A key nobody has written: it holds nothing. */
  open(key: string): void {
    this.#entries.set(key, {
      acknowledged: null,
      past: [],
      pending: undefined,
      doubtful: undefined,
      highest: 0,
    });
  }

  /** @returns what the key holds, for certain */
  stateOf(key: string): State {
    return this.#entry(key).acknowledged;
  }

  isRetired(key: string): boolean {
    return this.#entry(key).doubtful !== undefined;
  }

  /** @returns a serial that no write of this key has had; to be asked before the write is made */
  nextSerial(key: string): number {
    return ++this.#entry(key).highest;
  }

  /** A write that leads to `state` is about to be made. */
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

  /** A write that would have led to `state` was not acknowledged. */
  doubt(key: string, state: State): void {
    this.#entry(key).doubtful = state;
  }

  /** Holds what a call answered as the key's value against what must be there. */
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
   * Holds what a near cache answered against what the key held lately.
   *
   * @param since the latest time, by `performance.now()`, of which the answer may not be older.
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

  /** Holds what an event told of against what was written; which of it is told, and how often, is the members' affair. */
  expectTold(key: string, value: ChaosValue): void {
    // Late events tell of the keys of another ledger.
    if (!this.#entries.has(key) || this.#wasWritten(key, value)) return;
    this.violation(`an event tells what nobody wrote as ${key}: ${JSON.stringify(value).slice(0, 60)}`);
  }

  violation(text: string): void {
    this.#violationCount++;
    if (this.violations.length < MOST_VIOLATIONS) this.violations.push(text);
  }

  /** Holds all that is in the map at the end against all that must be. */
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
