import { asText, asWord, type FileFields } from '../reading/file-fields.js';
import { oneOf, optional, rejected, section, wrong, type Reader } from '../reading/readers.js';

/** The encoding of a token's text. */
export const TokenEncoding = {
  ASCII: 'ASCII',
  BASE64: 'BASE64',
} as const;
export type TokenEncoding = (typeof TokenEncoding)[keyof typeof TokenEncoding];

/** Credentials for members that check a name and a password. */
export interface UsernamePasswordCredentials {
  /** The name. Default null. */
  username?: string | null;
  /** The password. Default null. */
  password?: string | null;
}

/** Credentials for members that check a token, such as a Kerberos ticket. */
export interface TokenCredentials {
  /** The token's text, in the encoding given by `encoding`. Required. */
  token: string;
  /** Encoding of the token's bytes as text. Default `ASCII`. */
  encoding?: TokenEncoding;
}

/** `security`: the credentials that members check. At most one of the three may be given. */
export interface SecurityConfig {
  /** A name and a password. */
  usernamePassword?: UsernamePasswordCredentials;
  /** A token. */
  token?: TokenCredentials;
  /** Any serializable object, for a custom login module of the members. It is serialized once, on the caller's thread. */
  custom?: unknown;
}

/** The credentials that members check. `token` is decoded; `custom` is not serialized yet. */
export type ResolvedCredentials =
  | { readonly username: string | null; readonly password: string | null }
  | { readonly token: Buffer }
  | { readonly custom: unknown };

const KINDS = ['usernamePassword', 'token', 'custom'] as const;

const secret: Reader<string> = (value, path) => {
  if (typeof value !== 'string') throw rejected(path, value, 'a string');
  return value;
};
const secretOrNull: Reader<string | null> = (value, path) => (value === null ? null : secret(value, path));

const usernamePassword = section<{ username: string | null; password: string | null }>(
  {
    username: optional<string | null>(secretOrNull, null),
    password: optional<string | null>(secretOrNull, null),
  },
  'username password credentials option',
);
const tokenText = section<{ token: string; encoding: TokenEncoding }>(
  {
    token: secret,
    encoding: optional<TokenEncoding>(oneOf(Object.values(TokenEncoding)), TokenEncoding.ASCII),
  },
  'token credentials option',
);

const NO_CREDENTIALS: ResolvedCredentials = { username: null, password: null };

export const readSecurity: Reader<ResolvedCredentials> = (value, path) => {
  const given = section<Record<(typeof KINDS)[number], unknown>>(
    {
      usernamePassword: (each) => each,
      token: (each) => each,
      custom: (each) => each,
    },
    'security config',
  )(value, path);
  const kinds = KINDS.filter((each) => given[each] !== undefined && given[each] !== null);
  if (kinds.length > 1) throw wrong(path, 'has more than one kind', `one of ${KINDS.join(', ')}`);
  switch (kinds[0]) {
    case 'usernamePassword':
      return usernamePassword(given.usernamePassword, `${path}.usernamePassword`);
    case 'token': {
      const { token, encoding } = tokenText(given.token, `${path}.token`);
      return { token: Buffer.from(token, encoding === TokenEncoding.BASE64 ? 'base64' : 'ascii') };
    }
    case 'custom':
      return { custom: given.custom };
    default:
      return NO_CREDENTIALS;
  }
};

export const securityFields: FileFields = {
  'security.username-password.username': asText('security/usernamePassword/username'),
  'security.username-password.password': asText('security/usernamePassword/password'),
  'security.token.value': asText('security/token/token'),
  'security.token.encoding': asWord('security/token/encoding', {
    NONE: 'ascii',
    ASCII: 'ascii',
    BASE64: 'base64',
  }),
};

/**
 * Returns the credentials of `security`, or of the deprecated `customCredentials`. Throws InvalidConfigurationError when both are
 * given.
 */
export function chosenCredentials(
  security: ResolvedCredentials | null,
  customCredentials: unknown,
): ResolvedCredentials {
  if (customCredentials === null || customCredentials === undefined) return security ?? NO_CREDENTIALS;
  if (security !== null) throw wrong('customCredentials', 'is given beside security', 'one of the two');
  return { custom: customCredentials };
}
