import type { webcrypto } from 'node:crypto';
import { isIP } from 'node:net';
import type { JsonName } from '@peculiar/x509';

/** A certificate and its private key, as PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** An authority that signs certificates. Those who trust its `cert` accept them. */
export interface CertificateAuthority {
  /** Certificate of the authority itself, as PEM. */
  readonly cert: string;
  /** Makes a certificate for these host names and IP addresses. */
  issue(names: readonly string[], options?: IssueOptions): Promise<Certificate>;
}

export interface IssueOptions {
  /** Time at which the certificate expires. Default: in a day. A time in the past makes one that has expired. */
  readonly notAfter?: Date;
}

const DAY_MILLIS = 86_400_000;

/** Makes a certificate authority with fresh keys. @param name the common name in its certificate */
export async function certificateAuthority(name: string): Promise<CertificateAuthority> {
  // Loaded here because it takes a while, and most programs that import these tools need no certificates.
  await import('reflect-metadata');
  const {
    BasicConstraintsExtension,
    PemConverter,
    SubjectAlternativeNameExtension,
    X509CertificateGenerator: Generator,
  } = await import('@peculiar/x509');
  const own = await keyPair();
  const inADay = new Date(Date.now() + DAY_MILLIS);
  const root = await Generator.createSelfSigned({
    name: named(name),
    keys: own,
    ...validUntil(inADay),
    extensions: [new BasicConstraintsExtension(true, undefined, true)],
  });
  return {
    cert: root.toString('pem'),
    issue: async (names, { notAfter = inADay } = {}) => {
      const { publicKey, privateKey } = await keyPair();
      const certificate = await Generator.create({
        issuer: root.subjectName,
        subject: named(names[0] ?? 'nobody'),
        publicKey,
        signingKey: own.privateKey,
        ...validUntil(notAfter),
        extensions: [
          new SubjectAlternativeNameExtension(
            names.map((value) => ({ type: isIP(value) > 0 ? 'ip' : 'dns', value })),
          ),
        ],
      });
      return {
        cert: certificate.toString('pem'),
        key: PemConverter.encode(await crypto.subtle.exportKey('pkcs8', privateKey), 'PRIVATE KEY'),
      };
    },
  };
}

function keyPair(): Promise<webcrypto.CryptoKeyPair> {
  return crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
}

function named(name: string): JsonName {
  return [{ CN: [name] }];
}

function validUntil(notAfter: Date): { readonly notBefore: Date; readonly notAfter: Date } {
  return { notBefore: new Date(Math.min(Date.now(), notAfter.getTime()) - DAY_MILLIS), notAfter };
}
