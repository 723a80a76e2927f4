/** This package's version, which the server's tools show. A test compares it with package.json. */
const VERSION = '2.0.0';

const CLIENT_PROPERTIES = {
  product: '@offloop/amqp',
  version: VERSION,
  platform: `Node.JS ${process.version}`,
  capabilities: {
    publisher_confirms: true,
    exchange_exchange_bindings: true,
    'basic.nack': true,
    consumer_cancel_notify: true,
    'connection.blocked': true,
    // Without it the server closes the socket of a client with a wrong password without a word.
    authentication_failure_close: true,
  },
};

/** Returns what a client tells the server of itself. @param own the application's, which go before */
export function clientProperties(own: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return { ...CLIENT_PROPERTIES, ...own };
}
