import { inflateSync } from 'node:zlib';

import type { ClientStatistics } from '@offloop/member';

/** What a client said of itself, as Management Center would read it. */
export interface ParsedStatistics {
  /** Of the client's clock, ms since the epoch. */
  readonly timestamp: number;
  readonly attributes: Readonly<Record<string, string>>;
  readonly metrics: readonly ClientMetric[];
}

export interface ClientMetric {
  /** With its prefix, if it has one: `os.processCpuTime`. */
  readonly name: string;
  /** `key=value`, where there are several of the name. */
  readonly discriminator: string | null;
  /** Ordinal of Java's `ProbeUnit`; −1: none. */
  readonly unit: number;
  readonly type: 'long' | 'double';
  readonly value: number;
}

/** Throws what reading past the end throws, or zlib, if no member could read it. */
export function parseStatistics({ timestamp, attributes, metrics }: ClientStatistics): ParsedStatistics {
  return { timestamp, attributes: attributesOf(attributes), metrics: metricsOf(metrics) };
}

/** `name=value`, separated by commas that no backslash is before. */
function attributesOf(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split(/(?<!\\),/).map((each) => {
      const [, name, value] = /^((?:[^=\\]|\\.)*)=(.*)$/s.exec(each) ?? [];
      if (name === undefined) throw new Error(`no attribute: ${each}`);
      return [name, value];
    }),
  );
}

/** Bits of a metric's mask: what is as in the metric before. */
const SAME = {
  PREFIX: 1,
  NAME: 2,
  DISCRIMINATOR: 4,
  DISCRIMINATOR_VALUE: 8,
  UNIT: 16,
  TARGETS: 32,
  TAGS: 64,
} as const;

function metricsOf(blob: Buffer): ClientMetric[] {
  const version = blob.readInt16BE(0);
  if (version !== 1) throw new Error(`metrics of version ${version}, not 1`);
  const dictionaryEnd = 6 + blob.readInt32BE(2);
  const words = wordsOf(inflateSync(blob.subarray(6, dictionaryEnd)));
  const count = blob.readInt32BE(dictionaryEnd);
  const input = new Input(inflateSync(blob.subarray(dictionaryEnd + 4)));
  const word = (): string | null => words.get(input.int()) ?? null;
  const metrics: ClientMetric[] = [];
  let prefix: string | null = null;
  let name: string | null = null;
  let discriminator: string | null = null;
  let discriminatorValue: string | null = null;
  let unit = -1;
  for (let i = 0; i < count; i++) {
    const mask = input.byte();
    if ((mask & SAME.PREFIX) === 0) prefix = word();
    if ((mask & SAME.NAME) === 0) name = word();
    if ((mask & SAME.DISCRIMINATOR) === 0) discriminator = word();
    if ((mask & SAME.DISCRIMINATOR_VALUE) === 0) discriminatorValue = word();
    if ((mask & SAME.UNIT) === 0) unit = (input.byte() << 24) >> 24;
    if ((mask & SAME.TARGETS) === 0) input.byte();
    if ((mask & SAME.TAGS) === 0 && input.byte() !== 0) throw new Error('metrics with tags');
    const type = input.byte() === 0 ? 'long' : 'double';
    metrics.push({
      name: prefix === null ? String(name) : `${prefix}.${name}`,
      discriminator: discriminator === null ? null : `${discriminator}=${discriminatorValue}`,
      unit,
      type,
      value: type === 'long' ? input.long() : input.double(),
    });
  }
  input.end();
  return metrics;
}

function wordsOf(bytes: Buffer): Map<number, string> {
  const input = new Input(bytes);
  const words = new Map<number, string>();
  let before = '';
  for (let left = input.int(); left > 0; left--) {
    const id = input.int();
    const shared = input.byte();
    before = before.slice(0, shared) + input.text(input.byte());
    words.set(id, before);
  }
  input.end();
  return words;
}

/** Reads big-endian numbers one after another. */
class Input {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  byte(): number {
    return this.#bytes.readUInt8(this.#skip(1));
  }

  int(): number {
    return this.#bytes.readInt32BE(this.#skip(4));
  }

  long(): number {
    return Number(this.#bytes.readBigInt64BE(this.#skip(8)));
  }

  double(): number {
    return this.#bytes.readDoubleBE(this.#skip(8));
  }

  text(chars: number): string {
    return Array.from({ length: chars }, () =>
      String.fromCharCode(this.#bytes.readUInt16BE(this.#skip(2))),
    ).join('');
  }

  end(): void {
    const left = this.#bytes.length - this.#at;
    if (left !== 0) throw new Error(`${left} bytes after the last metric`);
  }

  #skip(length: number): number {
    const at = this.#at;
    this.#at += length;
    return at;
  }
}
