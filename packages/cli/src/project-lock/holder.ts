import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** A process that may hold the lock of a project. */
export interface Holder {
  readonly pid: number;
  /**
   * Its start time, in the system's own units: distinguishes it from a later process with the same id. Empty if the
   * system does not provide it.
   */
  readonly started: string;
  /** The scope of its id: the host, its boot and the container. Processes elsewhere cannot be inspected. */
  readonly space: string;
}

/** This process. */
export function thisProcess(): Holder {
  return { pid: process.pid, started: statOf(process.pid)?.started ?? '', space: ownSpace() };
}

/** Whether a process runs: `unknown` for one of another host or container. */
export function isRunning(holder: Holder, own: Holder = thisProcess()): boolean | 'unknown' {
  if (holder.space !== own.space) return isOfEarlierBoot(holder.space, own.space) ? false : 'unknown';
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    // It runs as another user: compare the start times.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  const { state, started } = statOf(holder.pid) ?? {};
  // A process that has ended keeps its id until its parent waits for it, which in a container may be never.
  if (state === 'Z' || state === 'X') return false;
  return holder.started === '' || started === undefined || started === holder.started;
}

/**
 * Host, container and boot, in characters that a file name can have. A part that the system does not provide is empty.
 */
function ownSpace(): string {
  const parts = [
    hostname(),
    fileText('/etc/machine-id'),
    linkText('/proc/self/ns/pid'),
    fileText('/proc/sys/kernel/random/boot_id'),
  ];
  return parts.map((part) => part.trim().replaceAll(/[^A-Za-z0-9-]/g, '_')).join('+');
}

/**
 * Returns whether both are the same host, by name and id, rebooted in between: no process of the earlier boot is
 * running.
 */
function isOfEarlierBoot(space: string, own: string): boolean {
  const [host, machine = '', , boot = ''] = space.split('+');
  const [ownHost, ownMachine, , ownBoot = ''] = own.split('+');
  // A name alone proves nothing: several hosts can have the same, such as localhost.
  if (host !== ownHost || machine === '' || machine !== ownMachine) return false;
  return boot !== '' && ownBoot !== '' && boot !== ownBoot;
}

/**
 * The state of a process and its start time: the third and the 22nd field of /proc/<pid>/stat, after the name, which
 * can contain spaces and parentheses.
 */
function statOf(pid: number): { readonly state: string | undefined; readonly started: string | undefined } | undefined {
  const stat = fileText(`/proc/${pid}/stat`);
  if (stat === '') return undefined;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0], started: fields[19] };
}

function fileText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function linkText(link: string): string {
  try {
    return readlinkSync(link);
  } catch {
    return '';
  }
}
