import { formatFloat } from '../codec/go-format.ts';
import type { Family } from './family.ts';

/** Formats a family in Prometheus' text format (version 0.0.4). Returns an empty string while it has no series. */
export function formatFamily(family: Family): string {
  const { name, help, type } = family;
  let lines = '';
  const write = (sample: string, labels: string, value: number): void => {
    lines += `${sample}${labels === '' ? '' : `{${labels}}`} ${formatFloat(value)}\n`;
  };
  for (const { labels, value } of family.samples()) {
    if (typeof value === 'number') {
      write(name, labels.text, value);
      continue;
    }
    const before = labels.text === '' ? '' : `${labels.text},`;
    let total = 0;
    value.bounds.forEach((bound, index) => {
      total += value.counts[index] ?? 0;
      write(`${name}_bucket`, `${before}le="${formatFloat(bound)}"`, total);
    });
    total += value.counts[value.bounds.length] ?? 0;
    write(`${name}_bucket`, `${before}le="+Inf"`, total);
    write(`${name}_sum`, labels.text, value.sum);
    write(`${name}_count`, labels.text, total);
  }
  if (lines === '') return '';
  const escaped = help.replaceAll('\\', String.raw`\\`).replaceAll('\n', String.raw`\n`);
  return `# HELP ${name} ${escaped}\n# TYPE ${name} ${type}\n${lines}`;
}
