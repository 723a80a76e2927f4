import { availableCpus } from '@offloop/runtime';
import type { ResolvedConfig } from '../config/client-config.js';
import { ConsoleLogger } from '../logging/console-logger.js';
import { adaptedLogger } from '../logging/foreign-loggers.js';
import { GuardedLogger } from '../logging/guarded-logger.js';
import { LogLevel, type ILogger } from '../logging/logger.js';
import type { ComputePoolOptions } from '../transforms/compute-pool.js';
import type { ResponseServer } from '../transforms/thread-handle.js';

/** Returns the compute pool's options; of the serialization settings, those that can cross to a thread. */
export function poolOptions(
  config: ResolvedConfig,
  worker: ResponseServer,
  logger: ILogger,
): ComputePoolOptions {
  const { threads, maxQueue, resourceLimits, niceness, serializersModule } = config.runtime.transforms;
  const { customSerializers, globalSerializer, ...serialization } = config.serialization;
  const callers = globalSerializer === null ? customSerializers : [...customSerializers, globalSerializer];
  return {
    // One CPU is left to the caller's thread.
    threads: threads ?? Math.max(1, Math.floor(availableCpus()) - 1),
    maxQueue,
    resourceLimits,
    settings: {
      defaultNumberType: serialization.defaultNumberType,
      int64: serialization.int64,
      isBigEndian: serialization.isBigEndian,
      jsonStringDeserializationPolicy: serialization.jsonStringDeserializationPolicy,
      portableVersion: serialization.portableVersion,
      callersPortableFactories: [...serialization.portableFactories.keys()],
      callersFactories: [...serialization.dataSerializableFactories.keys()],
      callersSerializers: callers.map(({ id }) => id),
      serializersModule,
      niceness,
    },
    worker,
    onTrouble: (error) => logger.warn('Transforms', 'a compute thread died', error),
  };
}

export function loggerOf({ customLogger, properties }: ResolvedConfig): ILogger {
  const level = properties['hazelcast.logging.level'];
  return customLogger === null
    ? new ConsoleLogger(LogLevel[level])
    : new GuardedLogger(adaptedLogger(customLogger, level));
}
