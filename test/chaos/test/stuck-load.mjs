// A load whose loop stops turning, or that ends, before it has a report.
process.send({ type: 'ready' });
process.once('message', () => process.exit(3));
if (JSON.parse(process.argv[2]).seed === 1) {
  const turn = () => queueMicrotask(turn);
  setImmediate(turn);
}
