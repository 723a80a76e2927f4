import { expect, test } from 'vitest';
import { tableOf } from '../../src/mutants/table.js';

const finding = (area: string, oracle?: string, seed?: number) => ({
  mutation: { name: 'a mistake', area, file: '', from: '', to: '' },
  seed,
  oracle,
  message: '',
});

test('the table has a row for each rule, and one for what nobody found', () => {
  const findings = [
    finding('retries', 'settles once', 7),
    finding('acks'),
    finding('memory', 'memory', 3),
    finding('lists', 'settles once', 12),
    finding('lists', 'the process ends'),
  ];
  expect(tableOf(findings).split('\n')).toEqual([
    'rule              mistakes  highest seed  in',
    'memory            1         3             memory',
    'settles once      2         12            retries, lists',
    'the process ends  1         -             lists',
    'NOT FOUND         1         -             acks',
  ]);
});
