import { isAscii } from 'node:buffer';
import { publishedColumn, Tier, type Cell, type Experiment } from '../experiment.js';
import { worksOf } from '../load/work.js';
import { ALPHABETS, createText } from '../values/documents.js';
import { WINDOW_FIGURES } from '../load/window.js';

const KB_100 = 100 * 1024;

/** Texts, each of one pattern that is repeated: what matters is how many bytes a character takes. */
const { emoji, ...SIMPLE } = ALPHABETS;
const TEXTS = { ...SIMPLE, mixed: 'größer 大きい больше, ', emoji };

type TextCell = Cell & { readonly text: keyof typeof TEXTS; readonly bytes: number };

const CELLS: readonly TextCell[] = (Object.keys(TEXTS) as (keyof typeof TEXTS)[]).flatMap((text) =>
  [100, KB_100].map((bytes) => ({
    id: `${text}-${bytes === 100 ? '100B' : '100KB'}`,
    title: `${text}, ${bytes === 100 ? '100 B' : '100 KB'}`,
    tier: text === 'ascii' || text === 'mixed' ? Tier.QUICK : Tier.DEFAULT,
    text,
    bytes,
  })),
);

type Decode = (bytes: Buffer) => string;

const DECODERS: Readonly<Record<string, Decode>> = {
  'hand-written': decodeByHand,
  standard: (bytes) => bytes.toString('utf8'),
  // the worker checks, the caller decodes; here one thread does both
  'check, then latin1': (bytes) => bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8'),
};

const PUBLISHED_FIGURES: Readonly<Record<string, readonly [custom: number, standard: number]>> = {
  'ascii-100B': [1_500_000, 11_300_000],
  'ascii-100KB': [616, 68_721],
  'mixed-100B': [1_090_000, 1_310_000],
  'mixed-100KB': [613, 794],
};

export const utf8: Experiment = {
  name: 'utf8',
  title: 'UTF-8 decoding, by hand and by the engine',
  method:
    'One string decoded again and again in process, from bytes of the length given. "check, then latin1" is what ' +
    'offloop does with answers, both halves on one thread. The published cells "UTF" do not say which characters: ours mix alphabets.',
  needsMember: false,
  pace: 0.3,
  cells: CELLS,
  approaches: Object.keys(DECODERS).map((name) => ({ name, tier: Tier.QUICK })),
  figures: WINDOW_FIGURES,
  published: ['talk, custom', 'talk, standard'].flatMap((column, i) =>
    publishedColumn(
      column,
      Object.keys(PUBLISHED_FIGURES),
      Object.values(PUBLISHED_FIGURES).map((values) => values[i]),
    ),
  ),
  run: worksOf(CELLS, ({ id, text, bytes }, { approach }) => {
    const encoded = Buffer.from(createText(TEXTS[text], bytes));
    const expected = new TextDecoder('utf-8', { fatal: true }).decode(encoded);
    const decode = DECODERS[approach];
    if (decode(encoded) !== expected) throw new Error(`${approach} does not decode ${id}`);
    return (count) => {
      for (let i = 0; i < count; i++)
        if (decode(encoded).length !== expected.length)
          throw new Error(`${id} was decoded to another length`);
    };
  }),
};

/** Decodes by the textbook loop: one code point at a time, appended to a string. */
function decodeByHand(bytes: Buffer): string {
  let text = '';
  for (let i = 0; i < bytes.length;) {
    const lead = bytes[i++];
    if (lead < 0x80) text += String.fromCharCode(lead);
    else if (lead < 0xe0) text += String.fromCharCode(((lead & 0x1f) << 6) | (bytes[i++] & 0x3f));
    else if (lead < 0xf0)
      text += String.fromCharCode(((lead & 0x0f) << 12) | ((bytes[i++] & 0x3f) << 6) | (bytes[i++] & 0x3f));
    else
      text += String.fromCodePoint(
        ((lead & 0x07) << 18) |
          ((bytes[i++] & 0x3f) << 12) |
          ((bytes[i++] & 0x3f) << 6) |
          (bytes[i++] & 0x3f),
      );
  }
  return text;
}
