import { createRequire } from 'node:module';

const theirs = createRequire(createRequire(import.meta.url).resolve('hazelcast-client'));

interface OfficialConfig {
  [section: string]: Record<string, unknown>;
}

const { ConfigBuilder } = theirs('./config/ConfigBuilder.js') as {
  ConfigBuilder: new (config: unknown) => { build(): OfficialConfig };
};

/** A configuration as the official client completes it. */
export function official(config: unknown): OfficialConfig {
  return new ConfigBuilder(config).build();
}
