// Takes the place of the service's runtime: loads the function once, then gives it one event after the other.
import { handler } from '../../src/lambda.mjs';

process.on('message', (event) => void answer(event));
process.send('ready');

async function answer(event) {
  process.send(await handler(event));
}
