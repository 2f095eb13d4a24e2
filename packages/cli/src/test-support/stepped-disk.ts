import { type Disk, nodeDisk } from '@kb/codegen';

/** A step by which a command changes the file system. */
export interface DiskStep {
  /** Counted from 0. */
  readonly number: number;
  readonly name: keyof Disk;
  /** Carries it out. */
  readonly run: () => void;
  /** Leaves what a process leaves that ends in the middle: of a text that is written, the first half. */
  readonly tear: () => void;
}

/** A file system that hands each step to a function, which carries it out or not. */
export function steppedDisk(onStep: (step: DiskStep) => void): Disk {
  let count = 0;
  const step = (name: keyof Disk, run: () => void, tear: () => void = () => undefined): void =>
    onStep({ number: count++, name, run, tear });
  return {
    write: (file, content, options) =>
      step(
        'write',
        () => nodeDisk.write(file, content, options),
        () => nodeDisk.write(file, content.slice(0, content.length / 2), { ...options, durable: false }),
      ),
    rename: (from, to) => step('rename', () => nodeDisk.rename(from, to)),
    keep: (file, second) => step('keep', () => nodeDisk.keep(file, second)),
    remove: (file) => step('remove', () => nodeDisk.remove(file)),
    makeFolder: (folder) => step('makeFolder', () => nodeDisk.makeFolder(folder)),
    removeFolder: (folder) => step('removeFolder', () => nodeDisk.removeFolder(folder)),
    syncFolder: (folder) => step('syncFolder', () => nodeDisk.syncFolder(folder)),
  };
}

/** A file system that does nothing more from a step on, which is left half done: as if the process had been killed. */
export function dyingDisk(at: number): Disk {
  return steppedDisk(({ number, run, tear }) => {
    if (number < at) return run();
    if (number === at) tear();
    throw new Error('killed');
  });
}

/** A file system that becomes full at a step: what needs no space still works. */
export function fullDisk(at: number): Disk {
  return steppedDisk(({ number, name, run, tear }) => {
    if (number < at || !['write', 'makeFolder', 'keep'].includes(name)) return run();
    if (name === 'write') tear();
    throw refusal('ENOSPC', 'write');
  });
}

/** A file system that can only be read. */
export function readOnlyDisk(): Disk {
  return steppedDisk(() => {
    throw refusal('EROFS', 'open');
  });
}

function refusal(code: string, syscall: string): Error {
  return Object.assign(new Error(`${code}: refused, ${syscall}`), { code, syscall });
}
