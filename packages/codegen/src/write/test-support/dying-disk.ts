import { type Disk, nodeDisk } from '../journal/disk.ts';

/** A disk under a process that is killed, or refused a step. */
export interface DyingDisk extends Disk {
  /** How many steps were begun. */
  readonly steps: number;
}

/**
 * A disk on which the process is killed at a step (0 is the first): that step and all after it do nothing, but that a
 * text which is being written is there by half. With `refuse` only that
 * one step fails, as by a file system that refuses it.
 */
export function dyingDisk(step: number, { refuse = false }: { readonly refuse?: boolean } = {}): DyingDisk {
  let steps = 0;
  const alive = (die?: () => void): boolean => {
    const now = steps++;
    if (refuse ? now !== step : now < step) return true;
    if (now === step) die?.();
    throw Object.assign(new Error(`EIO: step ${now}`), { code: 'EIO', syscall: 'step' });
  };
  return {
    get steps() {
      return steps;
    },
    write(file, content, options) {
      alive(() => nodeDisk.write(file, content.slice(0, content.length / 2), { ...options, durable: false }));
      nodeDisk.write(file, content, { ...options, durable: false });
    },
    rename: (from, to) => void (alive() && nodeDisk.rename(from, to)),
    keep: (file, second) => void (alive() && nodeDisk.keep(file, second)),
    remove: (file) => void (alive() && nodeDisk.remove(file)),
    makeFolder: (folder) => void (alive() && nodeDisk.makeFolder(folder)),
    removeFolder: (folder) => void (alive() && nodeDisk.removeFolder(folder)),
    syncFolder: () => void alive(),
  };
}
