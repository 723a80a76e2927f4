import { runAgent } from '@offloop/runtime/thread';
import { AmqpAgent } from './agent.js';

runAgent((_settings, port) => new AmqpAgent(port));
