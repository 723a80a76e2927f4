import { namedConfigs, type NamedConfigs } from '../reading/named-configs.js';
import {
  integer,
  oneOf,
  optional,
  section,
  type Checked,
  type Options,
  type Reader,
} from '../reading/readers.js';
import { asNumber, asText, type FileFields } from '../reading/file-fields.js';

/** Policies for a message that is published when the ring buffer is full of items whose time to live has not passed. */
export const TopicOverloadPolicy = {
  /** The message replaces the oldest one, whose time to live is ignored. */
  DISCARD_OLDEST: 'DISCARD_OLDEST',
  /** The message is dropped, and `publish` resolves. */
  DISCARD_NEWEST: 'DISCARD_NEWEST',
  /** `publish` waits for room. */
  BLOCK: 'BLOCK',
  /** The message is dropped, and `publish` rejects with TopicOverloadError. */
  ERROR: 'ERROR',
} as const;
export type TopicOverloadPolicy = (typeof TopicOverloadPolicy)[keyof typeof TopicOverloadPolicy];

/** Settings of a reliable topic. */
export interface ReliableTopicConfig {
  /** Most messages that a listener reads by one request, 1 to 1000. Default 10. */
  readBatchSize?: number;
  /** Policy for a message for which there is no room. Default `BLOCK`. */
  overloadPolicy?: TopicOverloadPolicy;
}

export type ReliableTopicSettings = Checked<ReliableTopicConfig>;

const options: Options<ReliableTopicSettings> = {
  readBatchSize: optional(integer('messages', 1, 1000), 10),
  overloadPolicy: optional(oneOf(Object.values(TopicOverloadPolicy)), TopicOverloadPolicy.BLOCK),
};

export const readReliableTopics: Reader<NamedConfigs<ReliableTopicSettings>> = namedConfigs(
  section(options, 'reliable topic config'),
);

export const reliableTopicFields: FileFields = {
  'reliable-topic.*.read-batch-size': asNumber('reliableTopics/*/readBatchSize'),
  'reliable-topic.*.topic-overload-policy': asText('reliableTopics/*/overloadPolicy'),
};
