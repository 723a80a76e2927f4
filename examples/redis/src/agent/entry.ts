import { runAgent } from '@offloop/runtime/thread';
import type { RedisSettings } from '../protocol/messages.js';
import { RedisAgent } from './agent.js';

runAgent<RedisSettings>((settings, port) => new RedisAgent(settings, port));
