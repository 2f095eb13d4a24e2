import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { isJsonObject } from '@kb/apimachinery/codec';
import { writePrivateFile } from '../write-private-file.ts';

/** The address of a page, kept for the next one. Times are in milliseconds since the epoch. */
export interface KeptAddress {
  /** Names the cluster and its user: a page never comes back to another one. */
  readonly cluster: string;
  readonly port: number;
  readonly secret: string;
  /** When its secret was made. */
  readonly made: number;
  /** When a page was served at it for the last time. */
  readonly used: number;
}

const DAY_MS = 86_400_000;
/** Then also its port is forgotten. */
const FORGOTTEN_MS = 30 * DAY_MS;
const MOST_ADDRESSES = 20;
const LONGEST_NAME = 4096;
const LARGEST_FILE = 1 << 17;

/**
 * Reads the addresses from a file. `file` returns it, and may throw. None are read from a file with other content,
 * or that others may have read or written.
 */
export function readKeptAddresses(file: () => string, now: number): KeptAddress[] {
  try {
    const parsed: unknown = JSON.parse(readPrivate(file()));
    if (!Array.isArray(parsed)) return [];
    return parsed.filter(isKeptAddress).filter(({ used }) => Math.abs(now - used) < FORGOTTEN_MS);
  } catch {
    return [];
  }
}

/** Reads a file that only the user of this process has access to. On Windows, modes do not show permissions. */
function readPrivate(file: string): string {
  // Windows has only the first, and what is undefined adds nothing.
  const opened = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stats = fstatSync(opened);
    const isOwn = process.getuid === undefined || (stats.uid === process.getuid() && (stats.mode & 0o077) === 0);
    if (!stats.isFile() || stats.size > LARGEST_FILE || !isOwn) return '[]';
    return readFileSync(opened, 'utf8');
  } finally {
    closeSync(opened);
  }
}

function isKeptAddress(value: unknown): value is KeptAddress {
  if (!isJsonObject(value)) return false;
  const { cluster, port, secret, made, used } = value;
  return (
    typeof cluster === 'string' &&
    cluster.length <= LONGEST_NAME &&
    Number.isInteger(port) &&
    Number(port) > 0 &&
    Number(port) <= 65_535 &&
    typeof secret === 'string' &&
    /^[\w-]{43}$/.test(secret) &&
    Number.isSafeInteger(made) &&
    Number.isSafeInteger(used)
  );
}

/**
 * Puts an address first among those in a file, which it replaces: another process reads either the old or the new
 * content. Does nothing if the file cannot be written.
 */
export function keepAddress(file: () => string, address: KeptAddress): void {
  const others = readKeptAddresses(file, address.used).filter(({ cluster }) => cluster !== address.cluster);
  const all = [address, ...others].slice(0, MOST_ADDRESSES);
  try {
    writePrivateFile(file(), `${JSON.stringify(all)}\n`);
  } catch {
    // This page is served anyway; the next one has another address.
  }
}
