import type { Answer } from './sequence.ts';

/** A difference in one part of an answer. */
export interface Difference {
  /** The index of the answer in the sequence, from 0. */
  readonly step: number;
  /**
   * The path in the answer: `status`, `headers.warning`, `body.spec.replicas`, `body.items[0]`; followed by `order` if
   * only the order of keys differs.
   */
  readonly path: string;
  readonly real: unknown;
  readonly ours: unknown;
}

/** Returns the differences between the answers of two servers to one sequence. */
export function compareAnswers(real: readonly Answer[], ours: readonly Answer[]): Difference[] {
  const differences: Difference[] = [];
  for (let step = 0; step < Math.max(real.length, ours.length); step += 1) {
    compare(real[step], ours[step], '', (path, left, right) =>
      differences.push({ step, path, real: left, ours: right }),
    );
  }
  return differences;
}

type Report = (path: string, real: unknown, ours: unknown) => void;

function compare(real: unknown, ours: unknown, path: string, report: Report): void {
  if (path.endsWith('.causes') && Array.isArray(real) && Array.isArray(ours)) {
    // The real server repeats some causes, and reports those of custom objects in random order.
    compareLists(distinct(real), distinct(ours), path, report);
    return;
  }
  if (path.endsWith('.managedFields') && Array.isArray(real) && Array.isArray(ours)) {
    // Entries of one operation are sorted by their times, in whole seconds: whether two writes fall into the same
    // second is chance.
    compareLists(byIdentity(real), byIdentity(ours), path, report);
    return;
  }
  if (/\.(?:nonR|r)esourceRules$/.test(path) && Array.isArray(real) && Array.isArray(ours)) {
    // The rules of one binding follow those of another in the order of a map of Go.
    compareLists(inOneOrder(real), inOneOrder(ours), path, report);
    return;
  }
  if (Array.isArray(real) && Array.isArray(ours)) {
    compareLists(real, ours, path, report);
  } else if (isObject(real) && isObject(ours)) {
    const keys = new Set([...Object.keys(real), ...Object.keys(ours)]);
    const before = keys.size;
    for (const key of keys) compare(real[key], ours[key], path === '' ? key : `${path}.${key}`, report);
    const sameKeys = Object.keys(real).length === before && Object.keys(ours).length === before;
    if (path.startsWith('body') && sameKeys && Object.keys(real).join() !== Object.keys(ours).join()) {
      report(`${path} order`, Object.keys(real), Object.keys(ours));
    }
  } else if (real !== ours && !areSameText(real, ours, path)) {
    report(path, real, ours);
  }
}

/** The items by their texts, whatever order they came in. */
function inOneOrder(items: readonly unknown[]): unknown[] {
  return items.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

/**
 * Whether two strings differ only by chance: in the order of several errors in one message, or in ages in seconds,
 * which depend on how long a run takes.
 */
function areSameText(real: unknown, ours: unknown, path: string): boolean {
  if (typeof real !== 'string' || typeof ours !== 'string') return false;
  if (path.endsWith('message')) return sorted(real) === sorted(ours);
  const age = /^\d+s$/;
  return /\.cells\[\d+\]$/.test(path) && age.test(real) && age.test(ours);
}

/** Sorts managed fields in a way that does not depend on their times. */
function byIdentity(entries: readonly unknown[]): unknown[] {
  const identity = (entry: unknown): string =>
    isObject(entry) ? JSON.stringify([entry.operation, entry.manager, entry.subresource, entry.apiVersion]) : '';
  return entries.toSorted((a, b) => (identity(a) < identity(b) ? -1 : identity(a) > identity(b) ? 1 : 0));
}

function compareLists(real: readonly unknown[], ours: readonly unknown[], path: string, report: Report): void {
  if (real.length !== ours.length) report(`${path}.length`, real, ours);
  else real.forEach((item, index) => compare(item, ours[index], `${path}[${index}]`, report));
}

function distinct(list: readonly unknown[]): unknown[] {
  return [...new Set(list.map((item) => JSON.stringify(item)))].sort().map((text) => JSON.parse(text) as unknown);
}

/** Sorts the errors of a message. */
function sorted(text: string): string {
  return text
    .split(/, |\n|\[|\]/)
    .sort()
    .join('|');
}

/** Whether a JSON value is an object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
