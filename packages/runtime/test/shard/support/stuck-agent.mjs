// An agent whose thread goes into native code at the first call and stays there while a file exists.
import { spawnSync } from 'node:child_process';

import { runAgent } from '@offloop/runtime/thread';

runAgent((settings) => ({
  inFlight: 1,
  isPaused: false,
  hasWork: () => false,
  start: () => undefined,
  begin: () => {
    spawnSync('sh', ['-c', `touch ${settings.begun}; while [ -e ${settings.begun} ]; do sleep 0.05; done`]);
  },
  beginWhole: () => undefined,
  failBegun: () => undefined,
  cancel: () => undefined,
  onControl: () => undefined,
  onTrouble: () => undefined,
  onPort: () => undefined,
  beforeRequests: () => undefined,
  afterRequests: () => undefined,
  resume: () => undefined,
  stop: () => undefined,
}));
