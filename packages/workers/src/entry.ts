import { runAgent } from '@offloop/runtime/thread';
import { createAgent } from './agent.js';
import { adoptSocketDefaults } from './connection/socket-defaults.js';
import type { ShardSettings } from '@offloop/contract';

runAgent<ShardSettings>((settings, port) => {
  adoptSocketDefaults(settings.socketDefaults);
  return createAgent(settings, port);
});
