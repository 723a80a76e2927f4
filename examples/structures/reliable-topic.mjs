// Prices for a shop that must miss none: it stores how far it came, and goes on there after it was stopped.
import { Client } from 'offloop';
import { config } from './cluster.mjs';

const client = await Client.newHazelcastClient(config);
const prices = await client.getReliableTopic('example-prices');

/** Sequence of the last message that was handled. In a real shop it is a row of the database, written with what the message has changed. */
let stored = -1;

/** Listens until a price of the article `last` has come. */
const shop = (name, last) =>
  new Promise((resolve) => {
    const id = prices.addMessageListener({
      // The first message that it wants: at first all there are, later those behind the last one it has handled.
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

// The shop is closed, and gets this message when it opens again.
await prices.publish({ article: 'milk', price: 2 });
const afternoon = shop('afternoon', 'soup');
await prices.publish({ article: 'soup', price: 7 });
await afternoon;

await prices.destroy();
await client.shutdown();
