// A crawler in two processes that visits each page once: for each page `add` resolves to true in only one of them.
import { Client } from 'offloop';
import { config } from './cluster.mjs';

/** A small site: the links of each page. */
const LINKS = {
  '/': ['/about', '/shop', '/blog'],
  '/about': ['/', '/shop'],
  '/shop': ['/', '/shop/tea', '/shop/cake'],
  '/shop/tea': ['/shop', '/shop/cake'],
  '/shop/cake': ['/shop', '/shop/tea'],
  '/blog': ['/', '/about'],
};

const clients = await Promise.all([Client.newHazelcastClient(config), Client.newHazelcastClient(config)]);
const sets = await Promise.all(clients.map((client) => client.getSet('example-visited')));
await sets[0].clear();

let visits = 0;
async function crawl(visited, page) {
  if (!(await visited.add(page))) return;
  visits++;
  await Promise.all(LINKS[page].map((link) => crawl(visited, link)));
}

// Both begin at once, at the same page.
await Promise.all(sets.map((visited) => crawl(visited, '/')));
console.log(`${visits} visits of ${await sets[0].size()} pages`);
console.log(`all of the shop is among them: ${await sets[1].containsAll(['/shop/tea', '/shop/cake'])}`);

await sets[0].destroy();
await Promise.all(clients.map((client) => client.shutdown()));
