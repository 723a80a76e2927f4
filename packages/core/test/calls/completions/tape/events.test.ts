import { seedOf } from '@offloop/tools';
import { createRandom } from '@offloop/tools/random';
import { decodeEvent, encodeEvent, eventValues, messages } from '@offloop/wire';
import { CompletionKind } from '@offloop/contract';
import { expect, test } from 'vitest';

import { CompletionBench } from '../../../../../runtime/test/support/completion-bench.js';
import { EventWriter } from '../../../../../workers/src/completions/event-writer.js';
import { ValueList } from '../../../../src/calls/completions/value-list.js';
import { ValueReader } from '../../../../src/calls/completions/value-reader.js';
import {
  listedValues,
  serializedValues,
  type ValueOf,
} from '../../../../src/objects/listeners/event-values.js';
import { HazelcastJsonValue, DataDecoder, DEFAULT_SERIALIZATION } from '@offloop/values';
import { encode } from '../../../../../values/test/serialization/encode.js';
import { calmTapes } from './calm-tapes.js';
import { difference } from './difference.js';
import { Documents } from './documents.js';

const seed = seedOf('events of tapes');

const RUNS = 1000;
const { addEntryListener } = messages.map;
const FIELDS = ['key', 'value', 'oldValue', 'mergingValue'] as const;
type Entry = ReturnType<typeof decodeEvent<typeof addEntryListener, 'Entry'>>;

const decoder = new DataDecoder(DEFAULT_SERIALIZATION);

/** Both ends of the way of events, with a ring between them that spills some. */
class Events {
  readonly reader = new ValueReader(decoder, DEFAULT_SERIALIZATION);
  taped = 0;
  spilled = 0;
  readonly #bench = new CompletionBench(16 * 1024);
  readonly #writer = new EventWriter(
    this.#bench.writer,
    calmTapes(
      ({ number, keys }) => this.reader.addShape(number, keys),
      () => this.taped++,
    ),
    false,
  );

  /** The values of the event as its listener gets them. */
  carry(message: Buffer): ValueOf<Entry> {
    this.#writer.write(3, message, 0, message.length);
    this.#bench.writer.flush();
    const [{ kind, slot, body, spilled }] = this.#bench.read();
    if (spilled) this.spilled++;
    if (slot === 3) return serializedValues(decode(body), decoder);
    const list = ValueList.inline(body, 0, this.reader, this.reader.shapes);
    const isWhole = body.subarray(list.messageStart).equals(message);
    if (kind !== CompletionKind.EVENT || slot !== ~3 || !isWhole)
      throw new Error('not the event that was sent');
    return listedValues(list, eventValues(addEntryListener, 'Entry'));
  }
}

function decode(message: Buffer): Entry {
  return decodeEvent(addEntryListener, 'Entry', message);
}

/** What it gives, in an object, or the message of the error it throws. */
function outcome(give: () => unknown): { readonly value: unknown } | string {
  try {
    return { value: give() };
  } catch (error) {
    return (error as Error).message;
  }
}

test(
  'documents in events, damaged ones too, among values of other kinds are what their listeners would get of text',
  { timeout: 30_000 },
  () => {
    const source = new Documents(seed);
    const events = new Events();
    const { below } = createRandom(seed);
    const others = ['plain', 'Жж', '', 1.5, true, ['x', 'y'], Buffer.from([1, 2])].map((value) =>
      encode(value, DEFAULT_SERIALIZATION),
    );
    const value = (run: number): Buffer | null => {
      if (below(3) === 0) return null;
      if (below(4) === 0) return others[below(others.length)];
      const text =
        below(3) === 0 ? `{"run":${run},"name":"some name","on":[${run}]}` : source.next().toString();
      return encode(new HazelcastJsonValue(text), DEFAULT_SERIALIZATION);
    };
    for (let run = 0; run < RUNS; run++) {
      const message = encodeEvent(addEntryListener, 'Entry', {
        key: value(run),
        value: value(run),
        oldValue: value(run),
        mergingValue: value(run),
        eventType: 1,
        uuid: { msb: 1n, lsb: 2n },
        numberOfAffectedEntries: 1,
      });
      const valueOf = events.carry(message);
      const wanted = serializedValues(decode(message), decoder);
      // In any order, and again: who asks for what is the listener's affair.
      for (const field of [...FIELDS, ...FIELDS].toReversed()) {
        const found = difference(
          outcome(() => valueOf(field)),
          outcome(() => wanted(field)),
        );
        if (found !== undefined) throw new Error(`${found} of ${field}, run ${run}, seed ${seed}`);
      }
    }
    expect(events.taped).toBeGreaterThan(0.3 * RUNS);
    expect(events.spilled).toBeGreaterThan(0);
  },
);
