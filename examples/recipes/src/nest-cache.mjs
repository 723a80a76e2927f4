// imports: [hazelcastCache(config, { ttl })]: Nest's cache on Hazelcast, and a `Hazelcast` to inject, whose client ends with the
// application (app.enableShutdownHooks(), or app.close()).
import { CacheModule } from '@nestjs/cache-manager';
import { Keyv } from 'keyv';
import { Client } from 'offloop';

import { KeyvHazelcast } from './keyv-adapter.mjs';

export class Hazelcast {
  constructor(client) {
    this.client = client;
  }

  /** After the modules, whose caches may be written to until then. */
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
