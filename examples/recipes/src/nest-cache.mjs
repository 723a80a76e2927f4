// imports: [hazelcastCache(config, { ttl })] keeps Nest's cache in Hazelcast, and provides a `Hazelcast` to inject. Its client is shut down
// with the application (by app.enableShutdownHooks(), or app.close()).
import { CacheModule } from '@nestjs/cache-manager';
import { Keyv } from 'keyv';
import { Client } from 'offloop';

import { KeyvHazelcast } from './keyv-adapter.mjs';

export class Hazelcast {
  constructor(client) {
    this.client = client;
  }

  /** Shuts the client down after the modules, which may write to their caches until then. */
  async onApplicationShutdown() {
    await this.client.shutdown();
  }
}

// Nest knows a module by its class, and needs nothing in it.
// oxlint-disable-next-line typescript/no-extraneous-class
class HazelcastModule {}

export function hazelcastCache(config, options) {
  const hazelcast = {
    module: HazelcastModule,
    global: true,
    providers: [
      { provide: Hazelcast, useFactory: async () => new Hazelcast(await Client.newHazelcastClient(config)) },
    ],
    exports: [Hazelcast],
  };
  return CacheModule.registerAsync({
    isGlobal: true,
    imports: [hazelcast],
    inject: [Hazelcast],
    useFactory: async ({ client }) => ({
      ...options,
      stores: [new Keyv({ store: new KeyvHazelcast(await client.getMap('nest-cache')) })],
    }),
  });
}
