import type { TestRecord } from './test-record.ts';

/**
 * Lists the tests that did not run: their number, and their files and titles, or the title of the group if all of its
 * tests were skipped.
 */
export function skippedSummary(records: readonly TestRecord[]): string {
  const skipped = records.flatMap((record) => record.skipped);
  const all = records.reduce((sum, { tests }) => sum + tests, 0);
  const packages = `${records.length} ${records.length === 1 ? 'package' : 'packages'}`;
  if (skipped.length === 0) return `0 of ${all} tests in ${packages} were skipped`;
  const groups = new Map<string, { count: number; isGroup: boolean }>();
  for (const { file, titles } of skipped) {
    const name = `${file}: ${titles[0] ?? ''}`;
    const { count } = groups.get(name) ?? { count: 0 };
    groups.set(name, { count: count + 1, isGroup: titles.length > 1 });
  }
  const lines = [...groups]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, { count, isGroup }]) => `  ${name}${isGroup || count > 1 ? ` (${count})` : ''}`);
  return [
    `${skipped.length} of ${all} tests in ${packages} were skipped, for what this machine has not:`,
    ...lines,
  ].join('\n');
}
