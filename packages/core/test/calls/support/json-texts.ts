import * as fc from 'fast-check';

/** Names that mean something to JavaScript or to a packer, and ordinary ones. */
const KEYS = [
  'a',
  'b',
  'id',
  'name',
  'ключ',
  '😀',
  '',
  '0',
  '7',
  '10',
  '-1',
  '01',
  '4294967295',
  'length',
  'toJSON',
  'hasOwnProperty',
  'valueOf',
  'constructor',
  '__proto__',
  '__keys__',
  'prototype',
  'with space',
  '"quoted"',
  'x'.repeat(70),
];

const NUMBERS = [
  '0',
  '-0',
  '-0.0',
  '0e5',
  '-1e-400',
  '1e-400',
  '1e400',
  '-1e400',
  '5e-324',
  '9007199254740993',
  '-9007199254740993',
  '18446744073709551615',
  '9223372036854775808',
  '-9223372036854775809',
  '4294967295',
  '4294967296',
  '-2147483648',
  '-2147483649',
  '63',
  '64',
  '127',
  '-32',
  '-33',
  '0.1',
  '16777217',
  '3.4028235677973366e38',
];

const ESCAPES = ['\\n', '\\"', '\\\\', '\\/', '\\b', '\\u0000', '\\u00e9', '\\u4e2d', '\\t'];
/** Which a packer would not give back. */
const ODD_ESCAPES = ['\\ud800', '\\uDC00', '\\udbff', '\\ufeff', '\\uFEFF', '\ufeff'];

const PLAIN = ['', 'x', 'word', 'two words', 'é', 'жизнь', '中文字', '😀', 'ÿ', '\u2028', 'long '.repeat(40)];

const frequency = fc.oneof;

const stringText: fc.Arbitrary<string> = fc
  .array(
    frequency(
      { weight: 12, arbitrary: fc.constantFrom(...PLAIN) },
      { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }).map(escaped) },
      { weight: 3, arbitrary: fc.constantFrom(...ESCAPES) },
    ),
    { maxLength: 3 },
  )
  .map((pieces) => `"${pieces.join('')}"`);

const numberText: fc.Arbitrary<string> = frequency(
  {
    weight: 4,
    arbitrary: fc.constantFrom(...NUMBERS.filter((text) => !text.startsWith('-0') && text !== '-1e-400')),
  },
  { weight: 3, arbitrary: fc.integer().map(String) },
  {
    weight: 3,
    arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
  },
);

const scalarText: fc.Arbitrary<string> = frequency(
  { weight: 4, arbitrary: stringText },
  { weight: 4, arbitrary: numberText },
  { weight: 2, arbitrary: fc.constantFrom('true', 'false', 'null', '[]', '{}') },
);

/** What must not be packed. */
const oddText: fc.Arbitrary<string> = frequency(
  fc.constantFrom('-0', '-0.0', '-1e-400', '[-0]'),
  fc.constantFrom(...ODD_ESCAPES).map((text) => `"so ${text}"`),
  fc.constantFrom('{"__proto__":1}', '{"constructor":{}}', '{"__keys__":[1]}', '{"\\u005f_proto__":null}'),
);

const keyText: fc.Arbitrary<string> = frequency(
  {
    weight: 30,
    arbitrary: fc
      .constantFrom(...KEYS.filter((key) => !/^__|constructor/.test(key)))
      .map((key) => JSON.stringify(key)),
  },
  { weight: 1, arbitrary: fc.constantFrom(...KEYS, ...ODD_ESCAPES).map((key) => `"${escaped(key)}"`) },
);

const space: fc.Arbitrary<string> = fc.constantFrom('', '', '', ' ', '\n\t');

const valueText: fc.Arbitrary<string> = fc.letrec<{ value: string }>((tie) => ({
  value: frequency(
    { maxDepth: 4, depthIdentifier: 'json', withCrossShrink: true },
    { weight: 6, arbitrary: scalarText },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.array(tie('value'), { maxLength: 5, depthIdentifier: 'json' }), space)
        .map(([items, gap]) => `[${items.join(`${gap},`)}${gap}]`),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.array(fc.tuple(keyText, tie('value')), { maxLength: 5, depthIdentifier: 'json' }), space)
        .map(([entries, gap]) => `{${entries.map(([key, value]) => `${key}:${gap}${value}`).join(',')}}`),
    },
  ),
})).value;

/** Documents made of each set of ingredients. */
export const DOCUMENTS_A_RUN = 20;

/** Records of one or two shapes, whose keys come again: what is packed as a rule. */
const rowsTexts: fc.Arbitrary<string[]> = fc
  .tuple(
    fc.array(fc.array(keyText, { maxLength: 5 }), { minLength: 1, maxLength: 2 }),
    fc.array(valueText, { minLength: 3, maxLength: 12 }),
    frequency({ weight: 9, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: oddText }),
    fc.integer({ min: 15, max: 40 }),
  )
  .map(([shapes, values, odd, count]) => {
    let next = 0;
    return Array.from({ length: DOCUMENTS_A_RUN }, (_, document) => {
      const rows = Array.from({ length: count }, (__, i) => {
        const shape = shapes[i % shapes.length];
        return `{${shape.map((key) => `${key}:${values[next++ % values.length]}`).join(',')}}`;
      });
      // Some other values each time, in other places.
      next += document;
      if (odd !== null) rows.splice(document % count, 0, odd);
      return `[${rows.join(',')}]`;
    });
  });

/** Strings enough to fill several of the packer's bundles, of one kind and of both. */
const manyStringsTexts: fc.Arbitrary<string[]> = fc
  .tuple(fc.array(stringText, { minLength: 1, maxLength: 6 }), fc.integer({ min: 100, max: 4000 }))
  .map(([strings, count]) => {
    const items = Array.from({ length: count }, (_, i) => strings[i % strings.length]);
    return Array.from({ length: DOCUMENTS_A_RUN }, (_, i) => `[${items.slice(i * (count >> 5)).join(',')}]`);
  });

const damagedTexts: fc.Arbitrary<string[]> = fc
  .tuple(rowsTexts, fc.nat(), fc.constantFrom('', '"', '{', ']', ',', '\\', '0', '\u0000', '-'))
  .map(([texts, at, piece]) =>
    texts.map((text, i) => {
      const index = (at + i) % text.length;
      return text.slice(0, index) + piece + text.slice(index + 1);
    }),
  );

/** `DOCUMENTS_A_RUN` JSON texts of every kind, and a few that are none. */
export const jsonTexts: fc.Arbitrary<string[]> = frequency(
  { weight: 2, arbitrary: fc.array(valueText, { minLength: DOCUMENTS_A_RUN, maxLength: DOCUMENTS_A_RUN }) },
  { weight: 40, arbitrary: rowsTexts },
  { weight: 1, arbitrary: manyStringsTexts },
  { weight: 3, arbitrary: damagedTexts },
);

function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1).replaceAll('\\\\u', '\\u');
}
