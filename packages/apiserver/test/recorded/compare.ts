import type { Answer } from './sequence.ts';

/** A part of an answer that is not the same. */
export interface Difference {
  /** Which answer of the sequence, from 0. */
  readonly step: number;
  /**
   * Where in it: `status`, `headers.warning`, `body.spec.replicas`, `body.items[0]`; `order` after the path where only
   * the order of keys differs.
   */
  readonly path: string;
  readonly real: unknown;
  readonly ours: unknown;
}

/** Where the answers of two servers to one sequence differ. */
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
    // The real server tells some causes several times, and those of custom objects in random order.
    compareLists(distinct(real), distinct(ours), path, report);
    return;
  }
  if (path.endsWith('.managedFields') && Array.isArray(real) && Array.isArray(ours)) {
    // Entries of one operation are in the order of their times, in whole seconds: whether two writes fall into one
    // second is chance.
    compareLists(byIdentity(real), byIdentity(ours), path, report);
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

/**
 * Texts that differ only by chance: several errors in one message, in whatever order; and ages in seconds, which depend
 * on how long a run takes.
 */
function areSameText(real: unknown, ours: unknown, path: string): boolean {
  if (typeof real !== 'string' || typeof ours !== 'string') return false;
  if (path.endsWith('message')) return sorted(real) === sorted(ours);
  const age = /^\d+s$/;
  return /\.cells\[\d+\]$/.test(path) && age.test(real) && age.test(ours);
}

/** Managed fields in an order of their own, apart from their times. */
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

/** A message of several errors, whatever their order. */
function sorted(text: string): string {
  return text
    .split(/, |\n|\[|\]/)
    .sort()
    .join('|');
}

/** Whether a value that was read from JSON is an object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
