import { InvalidConfigurationError } from '@offloop/values';
import { CONFIG_ERROR, invalid } from './reading/readers.js';

/** Patterns of our messages, and the words that the official client's messages begin with: programs match on those. */
const OPENINGS: readonly (readonly [ours: RegExp, official: string])[] = [
  [/^Unexpected property '([^']+)'/, 'Property validation error: Property: $1:'],
  [/^properties\['([^']+)'\] is/, 'Property validation error: Property: $1:'],
  [/^connectionStrategy\.connectionRetry\.initialBackoffMillis /, 'Initial backoff must be non-negative!'],
  [/^connectionStrategy\.connectionRetry\.maxBackoffMillis /, 'Max backoff must be non-negative!'],
  [
    /^connectionStrategy\.connectionRetry\.multiplier /,
    'Multiplier must be a number that is greater than or equal to 1.0!',
  ],
  [
    /^connectionStrategy\.connectionRetry\.clusterConnectTimeoutMillis /,
    'ClusterConnectTimeoutMillis can be only non-negative number or -1!',
  ],
  [/^connectionStrategy\.connectionRetry\.jitter /, 'Jitter must be a number in range [0.0, 1.0]!'],
  [/^metrics\.collectionFrequencySeconds /, 'Metrics collection frequency must be positive!'],
  [
    /^security has more than one kind/,
    'Security configuration may only contain one of the supported credential types. ' +
      'Multiple credential types are passed to the Hazelcast Client.',
  ],
  [/^security\.token\.token is undefined/, "'token' option must be provided in token credentials."],
  [/^customCredentials is given beside/, 'Ambiguous security configuration is found.'],
  [
    /^network\.ssl\.sslOptions is given beside/,
    'Invalid configuration. Either SSL options should be set manually or SSL factory should be used.',
  ],
  [/^network\.ssl\.(sslOptionsFactoryProperties) is/, "Expected '$1' to be an object:"],
  [/^network\.ssl\.sslOptionsFactory is/, 'Invalid SSLOptionsFactory is given:'],
  [/^(properties|nearCaches|reliableTopics|flakeIdGenerators) is/, "Expected '$1' to be an object:"],
  [/^serialization\.(portableFactories|dataSerializableFactories) is/, "Expected '$1' to be an object:"],
  [
    /^serialization\.(portableFactories|dataSerializableFactories)\S* is not a factory id/,
    "'$1' should only include integer keys:",
  ],
  [
    /^serialization\.(portable|dataSerializable)Factories\[/,
    'Expected the $1Factory to be function but it is not:',
  ],
  [/^serialization\.globalSerializer[. ]/, 'Invalid global serializer is given:'],
  [/^serialization\.customSerializers\[/, 'Invalid custom serializer is given:'],
  [/^serialization\.compact\.serializers\[/, 'Invalid compact serializer is given:'],
  [/^serialization\.defaultNumberType is a string/, 'Unexpected defaultNumberType value.'],
  [/^lifecycleListeners\[/, "Lifecycle listener given in 'lifecycleListeners' is not a function:"],
  [/^membershipListeners\[/, "Invalid membershipListener is given in 'membershipListeners':"],
  [/^loadBalancer\.customLoadBalancer is/, 'Invalid LoadBalancer is given:'],
  [/^customLogger is/, 'Invalid custom logger is given:'],
];

/** Returns the error for a wrong option with a message that begins with the official one's fixed words, if that has any. */
export function asOfficially(error: unknown): unknown {
  if (!(error instanceof InvalidConfigurationError) || !error.message.startsWith(CONFIG_ERROR)) return error;
  const message = error.message.slice(CONFIG_ERROR.length);
  for (const [ours, official] of OPENINGS) {
    const match = ours.exec(message);
    if (match === null) continue;
    const { option, accepted } = error.details as { option: string; accepted?: string };
    return invalid(`${official.replace('$1', match[1] ?? '')} ${message}`, option, accepted);
  }
  return error;
}
