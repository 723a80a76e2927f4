// A process with one connection: life.mjs PORT (thread | loop | auto | moved) (close | stay | exit | refused)
import { links, openLink } from '../../../dist/client/links.js';
import { ConnectionClose } from '../../../dist/wire/methods.js';

const [port, place, then] = process.argv.slice(2);
const settings = {
  socket: { host: '127.0.0.1', port: Number(port) },
  secure: false,
  keepAlive: false,
  keepAliveDelay: 0,
  mechanism: 'PLAIN',
  response: Buffer.from('\0guest\0guest'),
  clientProperties: {},
  locale: 'en_US',
  vhost: '/',
  channelMax: 0,
  frameMax: 131_072,
};
const ignore = () => undefined;
const events = {
  onFrames: ignore,
  onNews: ({ type, reason }) => console.log(`${type}: ${reason}`),
  onWritten: ignore,
  onEnd: ({ kind }) => console.log(kind),
};
try {
  const threaded = { thread: true, loop: false }[place] ?? 'auto';
  const link = await openLink(settings, events, threaded);
  if (place === 'moved' && !links.move(link)) throw new Error('it does not move');
  console.log('open');
  if (then === 'close') {
    const fields = { replyCode: 200, replyText: 'bye', classId: 0, methodId: 0 };
    link.writer.method(0, ConnectionClose, fields);
    link.close();
  }
  if (then === 'exit') process.exit(7);
} catch ({ message }) {
  console.log(message);
}
