import { runAgent } from '@offloop/runtime/thread';
import { createAgent } from './agent.js';

runAgent(createAgent);
