import { readFile } from 'node:fs/promises';
import type { AccessParts, TextSource, TlsMaterial } from '@kb/client';
import type { Milliseconds } from '../../durations.ts';
import type { PostedCredentials } from '../thread-messages.ts';

/** How long until a file is read again, as in the client. */
const RELOAD_PERIOD: Milliseconds = 60_000;

/** Where the requests of an election get their credentials. */
export interface CredentialSource {
  current(): Promise<PostedCredentials>;
  /** Reports that the server refused these credentials. Returns whether there are others now. */
  refused(credentials: PostedCredentials): Promise<boolean>;
}

/** Returns the current value. With `again` its file is read even when it was read recently. */
type Read<T> = (again: boolean) => Promise<T>;

/**
 * Reads credentials and certificates from a kubeconfig's values and files; files again after a minute, or when the
 * server refused their content. Content that is being replaced (an unreadable file, a blank token, authorities that are
 * not certificates, a certificate without its key) is not used: the previous content stays in use. These are the rules
 * of the client, whose code this thread does not load; a test compares the two.
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

/** Returns a value while it is valid, otherwise the last valid one. The first value is returned as it is. */
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

/** Returns the current text, or the text of the last successful read. */
function readText(source: TextSource | undefined, monotonic: () => Milliseconds): Read<string | undefined> {
  if (source === undefined) return () => Promise.resolve(undefined);
  if ('text' in source) return () => Promise.resolve(source.text);
  let held: { readonly text: string; readonly readAt: Milliseconds } | undefined;
  return async (again) => {
    if (held && !again && monotonic() - held.readAt < RELOAD_PERIOD) return held.text;
    try {
      held = { text: await readFile(source.file, 'utf8'), readAt: monotonic() };
    } catch (error) {
      if (!held) throw error;
    }
    return held.text;
  };
}

/** Whether a text contains certificates, all of them valid: Node accepts any text, and then trusts no server. */
function holdsCertificates(pem: string | undefined): boolean {
  const blocks = (pem ?? '')
    .split(/(?=-----BEGIN )/)
    .filter((block) => /^-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----/.test(block));
  const { X509Certificate } = process.getBuiltinModule('node:crypto');
  return succeeds(() => blocks.map((block) => new X509Certificate(block)).length > 0);
}

/** Whether a key belongs to a certificate. */
function isPair([certificate, key]: readonly (string | undefined)[]): boolean {
  const { createPrivateKey, X509Certificate } = process.getBuiltinModule('node:crypto');
  return succeeds(() => new X509Certificate(certificate ?? '').checkPrivateKey(createPrivateKey(key ?? '')));
}

/** Returns the result of a check; false if it throws. */
function succeeds(check: () => boolean): boolean {
  try {
    return check();
  } catch {
    return false;
  }
}

/** Compares texts, and plain objects and lists of texts. */
const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);
