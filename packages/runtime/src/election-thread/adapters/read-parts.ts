import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
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

/**
 * Reads credentials and certificates where they are written down, files again after a minute or when the server refused what was in them. A file that cannot be read, and a certificate that
 * is not its key's, is in the middle of being replaced: what was good before serves on.
 */
export function readParts(parts: AccessParts, monotonic: () => Milliseconds): CredentialSource {
  const ca = readText(parts.ca, monotonic);
  const certificate = readText(parts.certificate, monotonic);
  const key = readText(parts.key, monotonic);
  const token = readText(parts.token, monotonic);
  let latest: PostedCredentials | undefined;

  const read = async (again: boolean): Promise<PostedCredentials> => {
    const [caText, certificateText, keyText, tokenText] = await Promise.all([
      ca(again),
      certificate(again),
      key(again),
      token(again),
    ]);
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
    const tls = latest && (isSame(latest.tls, found) || !isUsable(found)) ? latest.tls : found;
    if (!latest || latest.tls !== tls || !isSame(latest.headers, headers)) latest = { headers, tls };
    return latest;
  };

  return {
    current: () => read(false),
    refused: async (credentials) => (await read(true)) !== credentials,
  };
}

/** A text as it is now, or as it was when the file could last be read. */
function readText(
  source: TextSource | undefined,
  monotonic: () => Milliseconds,
): (again: boolean) => Promise<string | undefined> {
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

function isUsable({ ca, certificate, key }: TlsMaterial): boolean {
  try {
    createSecureContext({
      ...(ca !== undefined && { ca }),
      ...(certificate !== undefined && { cert: certificate, key }),
    });
    return true;
  } catch {
    return false;
  }
}

const isSame = (a: object, b: object): boolean => JSON.stringify(a) === JSON.stringify(b);
