import { connect } from 'node:net';
import { RabbitmqBroker, runRabbitmqctl, type RabbitmqControl } from '@offloop/tools';
import type { TestProject } from 'vitest/node';

const USUAL_PORT = 5672;
/** Names that the node of a broker on this machine mostly has. */
const USUAL_NODES: readonly (readonly string[])[] = [['-n', 'rabbit@localhost'], []];

/** Has the tests of the project find a broker: the one that runs on this machine, if it can be controlled, or else one of their own. */
export default async function broker({ config }: TestProject): Promise<() => Promise<void>> {
  const running = (await isListening(USUAL_PORT)) ? await controlOfRunning() : undefined;
  const own = running === undefined ? await RabbitmqBroker.start() : undefined;
  config.env = {
    ...config.env,
    OFFLOOP_RABBITMQ_PORT: `${own?.port ?? USUAL_PORT}`,
    OFFLOOP_RABBITMQ_CONTROL: JSON.stringify(own?.control ?? running),
  };
  return () => own?.stop() ?? Promise.resolve();
}

async function controlOfRunning(): Promise<RabbitmqControl | undefined> {
  for (const node of USUAL_NODES) {
    const control = { command: 'rabbitmqctl', node, env: {} };
    // One after the other: mostly the first does.
    if (
      await runRabbitmqctl(control, ['ping']).then(
        () => true,
        () => false,
      )
    )
      return control;
  }
  return undefined;
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
