import { namedConfigs, type NamedConfigs } from './named-configs.js';
import { integer, oneOf, optional, section, type Reader } from './readers.js';

/** What becomes of a message for which a reliable topic has no room, as one may whose ring buffer has a time to live. */
export const TopicOverloadPolicy = {
  /** It takes the place of the oldest, whatever its time to live. */
  DISCARD_OLDEST: 'DISCARD_OLDEST',
  /** It is not published, and nobody is told. */
  DISCARD_NEWEST: 'DISCARD_NEWEST',
  /** Its publisher waits for room. */
  BLOCK: 'BLOCK',
  /** It is not published: `publish` rejects with TopicOverloadError. */
  ERROR: 'ERROR',
} as const;
export type TopicOverloadPolicy = (typeof TopicOverloadPolicy)[keyof typeof TopicOverloadPolicy];

/** How a reliable topic is read and published to. */
export interface ReliableTopicConfig {
  /** Most messages a listener reads at a time, 1 to 1000. Default 10. */
  readBatchSize?: number;
  /** Default `BLOCK`. */
  overloadPolicy?: TopicOverloadPolicy;
}

export interface ReliableTopicSettings {
  readonly readBatchSize: number;
  readonly overloadPolicy: TopicOverloadPolicy;
}

/** By the topics' names. */
export const readReliableTopics: Reader<NamedConfigs<ReliableTopicSettings>> = namedConfigs(
  section<ReliableTopicSettings>({
    readBatchSize: optional(integer('messages', 1, 1000), 10),
    overloadPolicy: optional(oneOf(Object.values(TopicOverloadPolicy)), TopicOverloadPolicy.BLOCK),
  }),
);
