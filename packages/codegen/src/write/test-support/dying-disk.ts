import { type Disk, nodeDisk } from '../journal/disk.ts';

/** A disk whose process is killed, or refused a step. */
export interface DyingDisk extends Disk {
  /** The number of steps that were begun. */
  readonly steps: number;
}

/**
 * Creates a disk on which the process is killed at a step (0 is the first): that step and all later ones do nothing,
 * except that a text that is being written is there by half. With `refuse`, only that step fails, as if the file system
 * refused it.
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
