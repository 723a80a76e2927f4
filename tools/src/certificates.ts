import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { isIP } from 'node:net';

import {
  bitString,
  contextTag,
  integer,
  octetString,
  oid,
  sequence,
  set,
  utcTime,
  utf8String,
} from './der.js';

/** A certificate and its private key, as PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** Signs certificates that those who trust `cert` accept. */
export interface CertificateAuthority {
  readonly cert: string;
  /** A certificate for these host names and IPv4 addresses. */
  issue(names: readonly string[], options?: IssueOptions): Certificate;
}

export interface IssueOptions {
  /** Default: in a day. One in the past makes a certificate that has expired. */
  readonly notAfter?: Date;
}

const DAY_MILLIS = 86_400_000;
const COMMON_NAME = oid('550403');
const BASIC_CONSTRAINTS = oid('551d13');
const SUBJECT_ALT_NAME = oid('551d11');
const ECDSA_WITH_SHA256 = sequence(oid('2a8648ce3d040302'));
const TRUE = Buffer.from([0x01, 0x01, 0xff]);
/** Choices of a `GeneralName`. */
const DNS_NAME = 0x82;
const IP_ADDRESS = 0x87;

/** Makes an authority of its own, with fresh keys, for one test. */
export function certificateAuthority(name: string): CertificateAuthority {
  const own = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const issuer = distinguishedName(name);
  const constraints = extension(BASIC_CONSTRAINTS, sequence(TRUE), true);
  const inADay = new Date(Date.now() + DAY_MILLIS);
  const cert = signed(own.privateKey, issuer, issuer, own.publicKey, inADay, [constraints]);
  return {
    cert,
    issue: (names, { notAfter = inADay } = {}) => {
      const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const alternatives = extension(SUBJECT_ALT_NAME, sequence(...names.map(generalName)), false);
      const subject = distinguishedName(names[0] ?? 'nobody');
      return {
        cert: signed(own.privateKey, issuer, subject, pair.publicKey, notAfter, [alternatives]),
        key: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      };
    },
  };
}

function signed(
  signer: KeyObject,
  issuer: Buffer,
  subject: Buffer,
  publicKey: KeyObject,
  notAfter: Date,
  extensions: readonly Buffer[],
): string {
  const notBefore = new Date(Math.min(Date.now(), notAfter.getTime()) - DAY_MILLIS);
  // A positive number: the first bit is left out.
  const serial = randomBytes(16);
  serial[0] = (serial[0] & 0x7f) | 0x40;
  const toBeSigned = sequence(
    contextTag(0, integer(Buffer.from([2]))),
    integer(serial),
    ECDSA_WITH_SHA256,
    issuer,
    sequence(utcTime(notBefore), utcTime(notAfter)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    contextTag(3, sequence(...extensions)),
  );
  const der = sequence(toBeSigned, ECDSA_WITH_SHA256, bitString(sign('sha256', toBeSigned, signer)));
  const text = der
    .toString('base64')
    .match(/.{1,64}/g)!
    .join('\n');
  return `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`;
}

function distinguishedName(name: string): Buffer {
  return sequence(set(sequence(COMMON_NAME, utf8String(name))));
}

function extension(id: Buffer, value: Buffer, critical: boolean): Buffer {
  return sequence(id, ...(critical ? [TRUE] : []), octetString(value));
}

function generalName(name: string): Buffer {
  const isAddress = isIP(name) === 4;
  const content = isAddress ? Buffer.from(name.split('.').map(Number)) : Buffer.from(name, 'latin1');
  return Buffer.concat([Buffer.from([isAddress ? IP_ADDRESS : DNS_NAME, content.length]), content]);
}
