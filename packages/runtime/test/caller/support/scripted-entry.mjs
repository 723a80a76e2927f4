import { runAgent } from '@offloop/runtime/thread';

import { createScripted } from './scripted-agent.mjs';

runAgent(createScripted);
