// Caches in many processes: a process that changes a page tells all of them. A process that does not run at the moment gets no message, but
// its cache is empty, too.
import { Client } from 'offloop';
import { config } from './cluster.mjs';

async function startServer(name) {
  const client = await Client.newHazelcastClient(config);
  const changes = await client.getTopic('example-changes');
  const pages = new Map([['/shop', 'tea 3.00']]);
  let heard;
  const dropped = new Promise((resolve) => (heard = resolve));
  // Resolves when the members know of the listener: it gets all messages published from then on.
  await changes.addMessageListener(({ messageObject: { page } }) => {
    pages.delete(page);
    heard(page);
  });
  return { name, client, changes, pages, dropped };
}

const servers = await Promise.all(['A', 'B', 'C'].map(startServer));
const cached = () => servers.filter(({ pages }) => pages.has('/shop')).length;
console.log(`cached: ${cached()} times`);

await servers[0].changes.publish({ page: '/shop' });
for (const { name, dropped } of servers) console.log(`${name} drops ${await dropped}`);
console.log(`cached: ${cached()} times`);

await servers[0].changes.destroy();
await Promise.all(servers.map(({ client }) => client.shutdown()));
