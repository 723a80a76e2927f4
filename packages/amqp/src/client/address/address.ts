import { parse, unescape } from 'node:querystring';
import type { Credentials, Options } from '../types/options.js';
import { plain } from './credentials.js';

/** Where a server is, and what is asked of it. */
export interface Address {
  readonly secure: boolean;
  readonly host: string | undefined;
  readonly port: number;
  readonly credentials: Credentials;
  readonly vhost: string;
  readonly locale: string;
  readonly channelMax: number;
  readonly frameMax: number;
  readonly heartbeat: number | undefined;
  readonly maxFrameSize: number | undefined;
}

/** What may stand in a URL's query, and in the object form. */
interface Asked {
  readonly locale?: string | undefined;
  readonly channelMax?: NumberOrText | undefined;
  readonly frameMax?: NumberOrText | undefined;
  readonly heartbeat?: NumberOrText | undefined;
  readonly maxFrameSize?: NumberOrText | undefined;
}

type NumberOrText = number | string;

const PORT = 5672;
const SECURE_PORT = 5671;
const FRAME_MAX = 131_072;
const DEFAULT_USER = 'guest';

/** Reads the first argument of `connect`. Throws for another protocol than `amqp:` and `amqps:`. */
export function addressOf(given: string | Options.Connect | null | undefined | false): Address {
  const address = given || 'amqp://localhost';
  return typeof address === 'object' ? ofObject(address) : ofUrl(address);
}

function ofObject(given: Options.Connect): Address {
  const { protocol, hostname, port, username, password, vhost } = given;
  const secure = isSecure(`${protocol || 'amqp'}:`);
  const isGuest = username === undefined && password === undefined;
  return {
    secure,
    host: hostname,
    port: port || (secure ? SECURE_PORT : PORT),
    credentials: isGuest ? plain(DEFAULT_USER, DEFAULT_USER) : plain(username || '', password || ''),
    ...asked(vhost, given),
  };
}

function ofUrl(text: string): Address {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const secure = isSecure(url?.protocol ?? '');
  const { hostname = '', port = '', username = '', password = '', pathname = '', search = '' } = url ?? {};
  const isGuest = username === '' && password === '';
  return {
    secure,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number.parseInt(port, 10) || (secure ? SECURE_PORT : PORT),
    credentials: isGuest ? plain(DEFAULT_USER, DEFAULT_USER) : plain(decoded(username), decoded(password)),
    ...asked(pathname.slice(1), firstOfEach(parse(search.slice(1)))),
  };
}

function isSecure(protocol: string): boolean {
  if (protocol !== 'amqp:' && protocol !== 'amqps:')
    throw new Error(`Expected amqp: or amqps: as the protocol; got ${protocol}`);
  return protocol === 'amqps:';
}

function asked(
  vhost: string | undefined,
  { locale, channelMax, frameMax, heartbeat, maxFrameSize }: Asked,
): Omit<Address, 'secure' | 'host' | 'port' | 'credentials'> {
  return {
    vhost: vhost ? unescape(vhost) : '/',
    locale: locale || 'en_US',
    channelMax: integer(channelMax, 0),
    frameMax: integer(frameMax, FRAME_MAX),
    heartbeat: heartbeat === undefined || heartbeat === null ? undefined : integer(heartbeat, 0),
    maxFrameSize: wholeOrNaN(maxFrameSize),
  };
}

function integer(value: NumberOrText | undefined, absent: number): number {
  return value === undefined ? absent : Number.parseInt(String(value), 10);
}

/** Unlike the other numbers this one is refused, later, if there is anything else in its text. */
function wholeOrNaN(value: NumberOrText | undefined): number | undefined {
  if (value === undefined || value === null) return undefined;
  return /^\d+$/.test(String(value)) ? Number(value) : Number.NaN;
}

/** Takes the first value of a key that stands in a query more than once. */
function firstOfEach(query: NodeJS.Dict<string | string[]>): Asked {
  return Object.fromEntries(Object.entries(query).map(([key, value]) => [key, [value].flat()[0]]));
}

/** Decodes what is escaped in a user or a password: as UTF-8, or byte by byte where that is not valid. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text.replace(/%([\da-f]{2})/gi, (_, digits: string) =>
      String.fromCharCode(Number.parseInt(digits, 16)),
    );
  }
}
