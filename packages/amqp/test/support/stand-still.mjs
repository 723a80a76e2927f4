// Loaded into a thread before its own code: stands still, in native code, when it is told to, until the test lets it go.
const channel = new BroadcastChannel('offloop-amqp-stand-still');
channel.unref();
channel.addEventListener('message', ({ data }) => {
  Atomics.wait(new Int32Array(data), 0, 0);
});
