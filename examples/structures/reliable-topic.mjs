// Prices for a shop that must miss none: it stores how far it came, and goes on there after it was stopped.
import { Client } from 'offloop';
import { config } from './cluster.mjs';

const client = await Client.newHazelcastClient(config);
const prices = await client.getReliableTopic('example-prices');

/** In a real shop this is a row of its database, written with what the message has changed. */
let stored = -1;

/** Listens until it has heard a price of this article. */
const shop = (name, last) =>
  new Promise((resolve) => {
    const id = prices.addMessageListener({
      // The first message that it wants to hear: all there are, then those behind the last one it heard.
      retrieveInitialSequence: () => stored + 1,
      storeSequence: (sequence) => (stored = sequence.toNumber()),
      isLossTolerant: () => false,
      onMessage: ({ messageObject: { article, price } }) => {
        console.log(`${name}: ${article} costs ${price}`);
        if (article !== last) return;
        prices.removeMessageListener(id);
        resolve();
      },
    });
  });

const morning = shop('morning', 'cake');
await prices.publishAll([
  { article: 'tea', price: 3 },
  { article: 'cake', price: 4 },
]);
await morning;

// The shop is closed, and hears of it when it opens again.
await prices.publish({ article: 'milk', price: 2 });
const afternoon = shop('afternoon', 'soup');
await prices.publish({ article: 'soup', price: 7 });
await afternoon;

await prices.destroy();
await client.shutdown();
