import { startRealMember } from '@offloop/tools';
import { Tier, type Experiment, type SetUp } from '../experiment.js';
import { check, measureCalls } from '../load/call-load.js';
import { approachesOf, withClient, type Clients } from '../load/map-experiment.js';
import { WINDOW_FIGURES } from '../load/window.js';
import { cellsOfWorks, type StructureCell, type StructureWork } from './structure-cell.js';
import { openOffloopStructures, type Executors, type StructureClient } from './structure-client.js';

/** Factory and number of a class in Hazelcast's tests jar: its `call` returns the text with `:result` behind it. */
const FACTORY = 666;
const CLASS = 2;
const FACTORY_XML = `<serialization><data-serializable-factories>
  <data-serializable-factory factory-id="${FACTORY}">com.hazelcast.client.test.IdentifiedDataSerializableFactory</data-serializable-factory>
</data-serializable-factories></serialization>`;

function taskOf(text: string): object {
  return {
    factoryId: FACTORY,
    classId: CLASS,
    writeData: (output: { writeString(text: string): void }) => output.writeString(text),
    readData: () => undefined,
  };
}

const submit: StructureWork<Executors> = {
  id: 'executor-submit',
  title: 'executor service, submit',
  prepare: async (structures, name) => {
    const executor = await structures.getExecutorService(name);
    return {
      call: async (turn) => check((await executor.submit(taskOf(`${turn}`))) === `${turn}:result`, 'submit'),
      end: () => executor.destroy(),
    };
  },
};

const durable: StructureWork<Executors> = {
  id: 'durable-submit',
  title: 'durable executor, submit and retrieve the result',
  prepare: async (structures, name) => {
    const executor = await structures.getDurableExecutorService(name);
    return {
      call: async (turn) => {
        const taskId = await executor.submit(taskOf(`${turn}`));
        check((await executor.retrieveResult(taskId)) === `${turn}:result`, 'retrieveResult');
      },
      end: () => executor.destroy(),
    };
  },
};

const scheduled: StructureWork<Executors> = {
  id: 'scheduled-schedule',
  title: 'scheduled executor, schedule, get and dispose',
  prepare: async (structures, name) => {
    const executor = await structures.getScheduledExecutorService(name);
    return {
      call: async (turn) => {
        const future = await executor.schedule(taskOf(`${turn}`), 0);
        check((await future.get()) === `${turn}:result`, 'get');
        await future.dispose();
      },
      end: () => executor.destroy(),
    };
  },
};

export const EXECUTOR_CELLS: readonly StructureCell<Executors>[] = cellsOfWorks([submit, durable, scheduled]);

const CLIENTS: Clients<StructureClient<Executors>> = {
  'offloop-workers0': [Tier.QUICK, (cluster) => openOffloopStructures(cluster, { workers: 0 })],
  'offloop-workers1': [Tier.QUICK, (cluster) => openOffloopStructures(cluster, { workers: 1 })],
  offloop: [Tier.QUICK, openOffloopStructures],
};

/** Starts a member that has the class of the tasks. */
async function startMember(): Promise<SetUp> {
  const member = await startRealMember({ heap: '1g', testClasses: true, extraXml: FACTORY_XML });
  return {
    shared: member.address,
    note: 'A member of its own, which has Hazelcast’s tests jar',
    stop: async () => {
      await member.kill();
    },
  };
}

export const executors: Experiment = {
  name: 'executors',
  title: 'Executors, which the official client does not have',
  method:
    'Closed loop on one client, c tasks in flight: on the loop (`offloop-workers0`), in the thread, and with defaults. A task makes a text of a text, ' +
    'and an operation is all that it takes to have its result: one call, two, or three. Every answer is checked.',
  needsMember: false,
  // Left out of a look at everything, whose six minutes are full.
  tier: Tier.DEFAULT,
  cells: EXECUTOR_CELLS,
  approaches: approachesOf(CLIENTS),
  figures: WINDOW_FIGURES,
  setUp: startMember,
  run: (context) =>
    withClient(CLIENTS, { ...context, cluster: context.shared as string }, (client) =>
      measureCalls(client, 'executors', EXECUTOR_CELLS, context),
    ),
};
