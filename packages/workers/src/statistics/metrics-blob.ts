import { deflateSync } from 'node:zlib';

/** The unit of a metric, by the ordinals of Java's `ProbeUnit`; members know more of them. */
export const MetricUnit = { BYTES: 0, MILLIS: 1, COUNT: 4, NONE: -1 } as const;
export type MetricUnit = (typeof MetricUnit)[keyof typeof MetricUnit];

export interface Metric {
  /** The subject of the metric: `os`, `runtime`, `tcp` or `nearcache`. */
  readonly prefix: string;
  /** Name of the one it is about, such as a map, if the subject has several; undefined for a subject with one. */
  readonly of?: string;
  readonly name: string;
  readonly value: number;
  readonly unit: MetricUnit;
  /** True: the value is written as a float64. False: as a 64-bit integer. */
  readonly isDouble: boolean;
}

/** The most characters of a word in the dictionary. */
export const MOST_CHARACTERS = 255;

const FORMAT_VERSION = 1;
const ValueType = { LONG: 0, DOUBLE: 1 } as const;
/** Stands for the id of a word that a metric does not have: the discriminator and its value. */
const NO_WORD = -1;
const DISCRIMINATOR = 'name';

const HEADER_LENGTH = 2 + 4;
const COUNT_LENGTH = 4;
const METRIC_LENGTH = 1 + 4 * 4 + 1 + 1 + 1 + 1 + 8;

/**
 * Encodes metrics in the binary form that members keep and pass on to Management Center. All numbers are big-endian:
 *
 * ```
 *   int16 version, int32 length of the dictionary, dictionary (deflated), int32 number of metrics, metrics (deflated)
 *   dictionary: int32 number of words, then each: int32 id, byte characters shared with the word before, byte characters, UTF-16
 *   metric:     byte mask, int32 prefix, name, discriminator and its value (ids), byte unit, byte 0, byte 0, byte type, 8 bytes
 * ```
 *
 * The bits of a mask leave out fields that are as in the metric before. Neither this nor the sharing of characters is used
 * here: deflating makes the result as short.
 */
export function metricsBlob(metrics: readonly Metric[]): Buffer {
  const words = new Map<string, number>();
  const idOf = (word: string): number => {
    const id = words.get(word) ?? words.size;
    words.set(word, id);
    return id;
  };
  const records = Buffer.alloc(metrics.length * METRIC_LENGTH);
  let at = 0;
  for (const { prefix, name, of, value, unit, isDouble } of metrics) {
    at = records.writeUInt8(0, at);
    at = records.writeInt32BE(idOf(prefix), at);
    at = records.writeInt32BE(idOf(name), at);
    at = records.writeInt32BE(of === undefined ? NO_WORD : idOf(DISCRIMINATOR), at);
    at = records.writeInt32BE(of === undefined ? NO_WORD : idOf(of), at);
    at = records.writeInt8(unit, at);
    // No excluded targets, no tags.
    at = records.writeUInt16BE(0, at);
    at = records.writeUInt8(isDouble ? ValueType.DOUBLE : ValueType.LONG, at);
    at = isDouble ? records.writeDoubleBE(value, at) : records.writeBigInt64BE(BigInt(Math.trunc(value)), at);
  }
  const dictionary = deflate(dictionaryOf([...words.keys()]));
  const head = Buffer.alloc(HEADER_LENGTH);
  head.writeInt16BE(FORMAT_VERSION);
  head.writeInt32BE(dictionary.length, 2);
  const count = Buffer.alloc(COUNT_LENGTH);
  count.writeInt32BE(metrics.length);
  return Buffer.concat([head, dictionary, count, deflate(records)]);
}

/** The words, whose ids are their places. */
function dictionaryOf(words: readonly string[]): Buffer {
  const count = Buffer.alloc(4);
  count.writeInt32BE(words.length);
  const entries = words.map((word, id) => {
    const head = Buffer.alloc(4 + 1 + 1);
    head.writeInt32BE(id);
    head.writeUInt8(word.length, 5);
    return Buffer.concat([head, Buffer.from(word, 'utf16le').swap16()]);
  });
  return Buffer.concat([count, ...entries]);
}

function deflate(bytes: Buffer): Buffer {
  return deflateSync(bytes, { level: 1 });
}
