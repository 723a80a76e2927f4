import Long from 'long';
import { UUID } from 'offloop';
import { expect, test } from 'vitest';

import { connect } from '../client/support/client-bench.js';
import { javaClient } from '../cluster/support/java-client.js';
import { sharedMember } from '../cluster/support/shared-member.js';

const UUID_TEXT = '01234567-89ab-cdef-fedc-ba9876543210';

/** Items as Java's client is told of them, and as this client takes them. */
const ITEMS: readonly (readonly [text: string, item: unknown])[] = [
  ['string:a', 'a'],
  ['string:', ''],
  ['string:eighteen characters', 'eighteen characters'],
  ['string:Grüße, 東京 🙂', 'Grüße, 東京 🙂'],
  [`string:${'x'.repeat(1000)}`, 'x'.repeat(1000)],
  ['double:-7.5', -7.5],
  ['long:9007199254740993', Long.fromString('9007199254740993')],
  ['boolean:true', true],
  ['bytes:bytes', Buffer.from('bytes')],
  [
    `uuid:${UUID_TEXT}`,
    new UUID(
      Long.fromString('0123456789abcdef', 16),
      Long.fromString('fedcba9876543210', true, 16).toSigned(),
    ),
  ],
  ['json:{"a":1}', { a: 1 }],
];

const member = sharedMember();

test('items that a Java client has added are the same items here', async () => {
  const { client } = await connect(member.address);
  const name = 'shared with Java';
  const estimator = await client.getCardinalityEstimator(name);
  const java = javaClient(member.address);
  const theirs = (...call: string[]): Promise<string> =>
    java('client', 'getCardinalityEstimator', name, ...call);
  for (const [index, [text]] of ITEMS.entries()) {
    expect(await theirs('add', text)).toBe('done');
    expect(await theirs('estimate')).toBe(String(index + 1));
  }
  for (const [, item] of ITEMS) {
    await estimator.add(item);
    expect([item, (await estimator.estimate()).toNumber()]).toEqual([item, ITEMS.length]);
  }
  await estimator.add('b');
  expect((await estimator.estimate()).toNumber()).toBe(ITEMS.length + 1);
});
