import { expect, test } from 'vitest';
import { uuidFromText } from '@offloop/values';

import { handlerOnMember, ScheduledTaskHandler } from '../../src/executor/scheduled-task-handler.js';

const UUID = '01234567-89ab-cdef-fedc-ba9876543210';

test.each([
  [handlerOnMember(uuidFromText(UUID), 'jobs', 'backup'), `${UUID}\0-1\0jobs\0backup`],
  [new ScheduledTaskHandler(null, 70, 'jobs', 'a: b'), '-\x0070\0jobs\0a: b'],
])('a handler is a text, and is made of it again: %o', (handler, text) => {
  const urn = `urn:hzScheduledTaskHandler:${text}`;
  expect(handler.toUrn()).toBe(urn);
  expect(ScheduledTaskHandler.of(urn)).toEqual(handler);
});

test.each([
  '',
  7,
  null,
  'urn:hzScheduledTaskHandler:',
  'urn:hzScheduledTaskHandler:-\0-1\0jobs\0backup',
  'urn:hzScheduledTaskHandler:-\0\0jobs\0backup',
  'urn:hzScheduledTaskHandler:-\x001e2\0jobs\0backup',
  'urn:hzScheduledTaskHandler:-\x001.5\0jobs\0backup',
  'urn:hzScheduledTaskHandler:-\x007\0jobs',
  'urn:hzScheduledTaskHandler:no-uuid\0-1\0jobs\0backup',
  `urn:hzScheduledTaskHandler:${UUID}\x007\0jobs\0backup`,
])('what is no text of a handler is refused: %o', (urn) => {
  expect(() => ScheduledTaskHandler.of(urn as string)).toThrow('urn');
});
