// An embedded member on a thread of its own, for tests that block the thread they run on.
import { startMember } from '@offloop/member';
import { parentPort, workerData } from 'node:worker_threads';

const member = await startMember(workerData);
parentPort.postMessage(member.address);
parentPort.once('message', () => {
  member.stop().then(
    () => parentPort.close(),
    (error) => {
      throw error;
    },
  );
});
