// A program whose event loop is blocked, in one of several roles: program.mjs SETTINGS, see `start.ts`. It says when it is about to be blocked, and at
// its end what it has seen, each as a line of JSON.
import { writeSync } from 'node:fs';

import { recovering } from './recovering.mjs';
import { bigConsumer, bigPublisher, caller, publisher, server } from './roles.mjs';

const roles = { bigConsumer, bigPublisher, caller, publisher, recovering, server };
const settings = JSON.parse(process.argv[2]);
const library = await import(settings.library === 'amqplib' ? 'amqplib' : '../../../../dist/index.js');
const { links } = settings.move === undefined ? {} : await import('../../../../dist/client/links.js');
const open = links?.open.bind(links);
const opened = [];
if (links !== undefined) links.open = async (opening) => opened[opened.push(await open(opening)) - 1];
const moveAll = () => opened.every((link) => links.move(link));
const connect = async (url, options) => {
  const model = await library.connect(url, { ...settings.place, ...options });
  if (settings.move === 'open' && !moveAll()) throw new Error('a connection does not move');
  return model;
};

// Not by the loop, which is about to stand.
const say = (what) => writeSync(process.stdout.fd, `${JSON.stringify(what)}\n`);
const sleeping = new Int32Array(new SharedArrayBuffer(4));
/** @param mayWait it is asked again, where a connection cannot move at this moment. @returns whether it was blocked */
const block = (mayWait = false) => {
  if (settings.move === 'block' && !moveAll()) {
    if (mayWait) return false;
    throw new Error('a connection does not move');
  }
  say({ at: 'block' });
  Atomics.wait(sleeping, 0, 0, settings.blockMillis);
  return true;
};

// amqplib's connection is now and then lost without an event: its socket is gone, and a call on it is never answered.
let isOver = false;
process.once('beforeExit', () => {
  if (!isOver)
    say({ report: { survived: false, events: ['nothing is left that keeps the process'], seen: [] } });
});
const report = await roles[settings.role]({ ...settings, connect, block });
isOver = true;
say({ report });
