import { connect } from 'node:net';
import { RabbitmqBroker } from '@offloop/tools';
import type { TestProject } from 'vitest/node';

const USUAL_PORT = 5672;

/** Has the tests of the project find a broker: the one that runs on this machine, or else one of their own. */
export default async function broker({ config }: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (await isListening(USUAL_PORT)) return undefined;
  const own = await RabbitmqBroker.start();
  config.env = {
    ...config.env,
    OFFLOOP_RABBITMQ_PORT: `${own.port}`,
    OFFLOOP_RABBITMQ_CONTROL: JSON.stringify(own.control),
  };
  return () => own.stop();
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port }, () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}
