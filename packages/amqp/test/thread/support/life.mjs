// A process with connections, one after another: life.mjs PORT (thread | loop | auto | moved) (stay | exit). The first is refused, the second is lost, the third is closed.
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
const threaded = { thread: true, loop: false }[place] ?? 'auto';

/** Opens a connection. Resolves to it, and to a promise of its end. */
async function open() {
  let resolve;
  const ended = new Promise((settle) => (resolve = settle));
  const events = {
    onFrames: () => undefined,
    onNews: ({ type, reason }) => console.log(`${type}: ${reason}`),
    onWritten: () => undefined,
    onEnd: ({ kind }) => resolve(console.log(kind)),
  };
  const link = await openLink(settings, events, threaded);
  if (place === 'moved' && !links.move(link)) throw new Error('it does not move');
  console.log('open');
  return { link, ended };
}

await open().catch(({ message }) => console.log(message));
const { ended } = await open();
if (then === 'exit') process.exit(7);
await ended;
const { link } = await open();
link.writer.method(0, ConnectionClose, { replyCode: 200, replyText: 'bye', classId: 0, methodId: 0 });
link.close();
