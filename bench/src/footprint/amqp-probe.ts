/**
 * A fresh process with one connection, started by the experiment `footprint-amqp`: `node amqp-probe.js PACKAGE URL FOLDER`, where the folder
 * has the package. It prints one line of JSON.
 */
import { endProbe } from './run-probe.js';
import { measureStart } from './start.js';

interface ProbedChannel {
  assertQueue(name: string, options: object): Promise<unknown>;
}
interface ProbedModel {
  createChannel(): Promise<ProbedChannel>;
}
interface ProbedModule {
  readonly connect: (url: string) => Promise<ProbedModel>;
}

const [name, url, folder] = process.argv.slice(2);
const { report } = await measureStart<ProbedModule, ProbedModel, void>(name, folder, {
  open: ({ connect }) => connect(url),
  ask: async (model) => {
    const channel = await model.createChannel();
    await channel.assertQueue('', { exclusive: true });
  },
});
endProbe({ ...report });
