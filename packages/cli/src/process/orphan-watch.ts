import { readFileSync } from 'node:fs';

/** The interval of checking ancestors, in milliseconds. */
const INTERVAL = 500;

/**
 * Calls `onOrphaned` once when this process has lost the one that started it: its parent or, when npm runs it as a
 * script, npm itself (which passes signals only to its shell). Stops when the returned function is called.
 */
export function watchForOrphaning(onOrphaned: () => void): () => void {
  const chain = ancestorsUpToNpm();
  const timer = setInterval(() => {
    if (chain.every(({ pid, parent }) => parentOf(pid) === parent)) return;
    clearInterval(timer);
    onOrphaned();
  }, INTERVAL);
  timer.unref();
  return () => clearInterval(timer);
}

interface Ancestor {
  readonly pid: number;
  readonly parent: number | undefined;
}

/**
 * This process and its ancestors up to npm, each with its parent. Without npm above it, or without /proc, only this
 * one.
 */
function ancestorsUpToNpm(): Ancestor[] {
  if (process.env.npm_lifecycle_event === undefined) return [];
  const own: Ancestor = { pid: process.pid, parent: process.ppid };
  const chain = [own];
  for (let pid = own.parent; pid !== undefined && pid > 1 && chain.length < 8; pid = chain.at(-1)?.parent) {
    if (commandOf(pid).startsWith('npm')) return chain;
    chain.push({ pid, parent: parentOf(pid) });
  }
  return [own];
}

function parentOf(pid: number): number | undefined {
  if (pid === process.pid) return process.ppid;
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return undefined;
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
