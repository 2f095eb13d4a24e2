import type { ChildProcess } from 'node:child_process';

const children = new Map<ChildProcess, 'alone' | 'group'>();

/**
 * Ensures that a child is killed when this process exits, even if its case timed out. `group`: it was started
 * `detached`, and its whole process group is killed.
 */
export function endWithThisProcess<T extends ChildProcess>(child: T, what: 'alone' | 'group' = 'alone'): T {
  if (children.size === 0) process.once('exit', endAll);
  children.set(child, what);
  child.once('close', () => {
    children.delete(child);
    if (children.size === 0) process.off('exit', endAll);
  });
  return child;
}

function endAll(): void {
  for (const [child, what] of children) signal(child, 'SIGKILL', what);
}

/** Sends a signal to a child or to its process group, unless it has exited. */
export function signal(child: ChildProcess, name: NodeJS.Signals, what: 'alone' | 'group' = 'alone'): void {
  if (child.pid === undefined) return;
  try {
    if (what === 'group') process.kill(-child.pid, name);
    else child.kill(name);
  } catch {
    // It has exited already.
  }
}
