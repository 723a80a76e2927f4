// A program whose event loop is blocked, in one of several roles: program.mjs SETTINGS, see `start.ts`. It says when it is about to be blocked, and at
// its end what it has seen, each as a line of JSON.
import { writeSync } from 'node:fs';

import { recovering } from './recovering.mjs';
import { caller, consumer, publisher, server } from './roles.mjs';

const roles = { caller, consumer, publisher, recovering, server };
const settings = JSON.parse(process.argv[2]);
const library = await import(settings.library === 'amqplib' ? 'amqplib' : '../../../../dist/index.js');
const connect = (url, options) => library.connect(url, { ...settings.place, ...options });

// Not by the loop, which is about to stand.
const say = (what) => writeSync(process.stdout.fd, `${JSON.stringify(what)}\n`);
const sleeping = new Int32Array(new SharedArrayBuffer(4));
const block = () => {
  say({ at: 'block' });
  Atomics.wait(sleeping, 0, 0, settings.blockMillis);
};

say({ report: await roles[settings.role]({ ...settings, connect, block }) });
