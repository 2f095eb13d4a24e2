import { readFile } from 'node:fs/promises';
import type { AccessParts, TextSource, TlsMaterial } from '@kb/client';
import type { Milliseconds } from '../../durations.ts';
import type { PostedCredentials } from '../thread-messages.ts';

/** After so long a file is read again: as the client does. */
const reloadPeriod: Milliseconds = 60_000;

/** Where the requests of an election get their credentials from. */
export interface CredentialSource {
  current(): Promise<PostedCredentials>;
  /** The server refused these. Answers whether there are others now. */
  refused(credentials: PostedCredentials): Promise<boolean>;
}

/** A value as it is now. With `again` its file is read even when that was done lately. */
type Read<T> = (again: boolean) => Promise<T>;

/**
 * Reads credentials and certificates where they are written down, files again after a minute or when the server refused
 * what was in them. What is in the middle of being replaced (a file that cannot be read, a blank token, authorities
 * that are no certificates, a certificate that is not its key's) is not used: what was good before serves on. The same
 * rules as the client's, whose code this thread does not load; the test holds one against the other.
 */
export function readParts(parts: AccessParts, monotonic: () => Milliseconds): CredentialSource {
  const text = (source: TextSource | undefined): Read<string | undefined> => readText(source, monotonic);
  const [certificate, key] = [text(parts.certificate), text(parts.key)];
  const ca = lastGood(text(parts.ca), holdsCertificates);
  const pair = lastGood(async (again) => Promise.all([certificate(again), key(again)]), isPair);
  const token = lastGood(text(parts.token), (found) => found?.trim() !== '');
  let latest: PostedCredentials | undefined;

  const read = async (again: boolean): Promise<PostedCredentials> => {
    const [caText, [certificateText, keyText], tokenText] = await Promise.all([ca(again), pair(again), token(again)]);
    const headers = {
      ...parts.headers,
      ...(tokenText !== undefined && { authorization: `Bearer ${tokenText.trim()}` }),
    };
    const found: TlsMaterial = {
      ...(caText !== undefined && { ca: caText }),
      ...(certificateText !== undefined && { certificate: certificateText }),
      ...(keyText !== undefined && { key: keyText }),
      ...(parts.serverName !== undefined && { serverName: parts.serverName }),
      ...(parts.insecure && { insecure: true }),
    };
    const tls = latest && isSame(latest.tls, found) ? latest.tls : found;
    if (!latest || latest.tls !== tls || !isSame(latest.headers, headers)) latest = { headers, tls };
    return latest;
  };

  return {
    current: () => read(false),
    refused: async (credentials) => (await read(true)) !== credentials,
  };
}

/** A value while it is good, else the last that was. The first is given as it is. */
function lastGood<T>(read: Read<T>, isGood: (value: T) => boolean): Read<T> {
  let held: { readonly value: T } | undefined;
  let refused: { readonly value: T } | undefined;
  return async (again) => {
    const value = await read(again);
    if (held && (isSame(held.value, value) || (refused && isSame(refused.value, value)))) return held.value;
    if (held && !isGood(value)) refused = { value };
    else [held, refused] = [{ value }, undefined];
    return held.value;
  };
}

/** A text as it is now, or as it was when the file could last be read. */
function readText(source: TextSource | undefined, monotonic: () => Milliseconds): Read<string | undefined> {
  if (source === undefined) return () => Promise.resolve(undefined);
  if ('text' in source) return () => Promise.resolve(source.text);
  let held: { readonly text: string; readonly readAt: Milliseconds } | undefined;
  return async (again) => {
    if (held && !again && monotonic() - held.readAt < reloadPeriod) return held.text;
    try {
      held = { text: await readFile(source.file, 'utf8'), readAt: monotonic() };
    } catch (error) {
      if (!held) throw error;
    }
    return held.text;
  };
}

/** Whether a text holds certificates, and all that it holds are whole: Node takes any text, and trusts nobody then. */
function holdsCertificates(pem: string | undefined): boolean {
  const blocks = (pem ?? '')
    .split(/(?=-----BEGIN )/)
    .filter((block) => /^-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----/.test(block));
  const { X509Certificate } = process.getBuiltinModule('node:crypto');
  return succeeds(() => blocks.map((block) => new X509Certificate(block)).length > 0);
}

/** Whether a key is that of a certificate. */
function isPair([certificate, key]: readonly (string | undefined)[]): boolean {
  const { createPrivateKey, X509Certificate } = process.getBuiltinModule('node:crypto');
  return succeeds(() => new X509Certificate(certificate ?? '').checkPrivateKey(createPrivateKey(key ?? '')));
}

/** What a check says; false when it throws. */
function succeeds(check: () => boolean): boolean {
  try {
    return check();
  } catch {
    return false;
  }
}

/** Of texts, and of plain objects and lists of them. */
const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);
