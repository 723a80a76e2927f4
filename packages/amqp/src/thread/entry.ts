import { deserialize } from 'node:v8';
import { runAgent } from '@offloop/runtime/thread';
import type { LinkSettings } from '../link/settings.js';
import { AmqpAgent } from './agent.js';

runAgent((_settings, port) => new AmqpAgent(port, (_link, bytes) => deserialize(bytes) as LinkSettings));
