import { createPrivateKey, randomUUID, X509Certificate } from 'node:crypto';
import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import {
  certificateNames,
  type CertificateSubject,
  createServingCertificate,
  type ServingCertificate,
} from './certificates.ts';

const DAY_MS = 86_400_000;
/** A certificate with less time than this left is made again, so that none expires while a server runs. */
const RENEWED_BEFORE_MS = 30 * DAY_MS;

/**
 * The serving certificate that a file keeps, with its key and authority (PEM, for its owner's eyes only), so that a
 * server starts without making one and clients go on trusting it. It is made and kept when there is none, when it is
 * not valid for all names or for another 30 days, and when others may have read its key. Where it cannot be kept, it is
 * made each time. A function gives the file, and makes its folder; it is called before each use, and may throw.
 */
export async function keptServingCertificate(
  file: string | (() => string),
  subject: CertificateSubject,
  now: number = Date.now(),
): Promise<ServingCertificate> {
  const place = typeof file === 'string' ? () => inFolder(file) : file;
  const kept = readKept(place);
  if (kept && isGood(kept, certificateNames(subject), now)) return kept;
  const made = await createServingCertificate(subject, now);
  keep(place, made);
  return made;
}

/** A file, whose folder is there now. */
function inFolder(file: string): string {
  mkdirSync(path.dirname(file), { recursive: true });
  return file;
}

/** What a file keeps. Undefined when it keeps nothing that can be used. */
function readKept(place: () => string): ServingCertificate | undefined {
  try {
    const file = place();
    if (!isPrivate(file)) return undefined;
    const [key, certificate, ca, ...rest] = readFileSync(file, 'utf8').split(/(?<=-----END [A-Z ]+-----\n)/);
    if (key === undefined || certificate === undefined || ca === undefined || rest.length > 0) return undefined;
    return { key, certificate, ca };
  } catch {
    return undefined;
  }
}

/**
 * Whether only the user of this process has access to a file. Windows keeps no such rights in its
 * modes.
 */
function isPrivate(file: string): boolean {
  const { mode, uid, size } = lstatSync(file);
  const regular = (mode & 0o170_000) === 0o100_000 && size < 65_536;
  return regular && (process.getuid === undefined || (uid === process.getuid() && (mode & 0o077) === 0));
}

function isGood({ ca, certificate, key }: ServingCertificate, names: readonly string[], now: number): boolean {
  try {
    const authority = new X509Certificate(ca);
    const serving = new X509Certificate(certificate);
    return (
      [authority, serving].every(
        ({ validFromDate, validToDate }) =>
          validFromDate.getTime() <= now && validToDate.getTime() - RENEWED_BEFORE_MS > now,
      ) &&
      serving.checkIssued(authority) &&
      serving.verify(authority.publicKey) &&
      serving.checkPrivateKey(createPrivateKey(key)) &&
      names.every((name) => (isIP(name) ? serving.checkIP(name) : serving.checkHost(name)) !== undefined)
    );
  } catch {
    return false;
  }
}

/** Replaces a file as a whole: a process that reads it meanwhile gets the old content or the new. */
function keep(place: () => string, { ca, certificate, key }: ServingCertificate): void {
  let file: string;
  let whole: string;
  try {
    // The folder may have gone while the certificate was made.
    file = place();
    whole = `${file}.${randomUUID()}`;
    writeFileSync(whole, `${key}${certificate}${ca}`, { mode: 0o600, flag: 'wx' });
  } catch {
    // The server starts with what it has; the next one makes its own.
    return;
  }
  try {
    renameSync(whole, file);
  } catch {
    rmSync(whole, { force: true });
  }
}
