import type { Compared } from './servers.ts';

/**
 * What two different sequences that meet one mistake have in common: the kind of request, and where its answers differ
 * first.
 */
export function signatureOf({ sequence, differences }: Compared): string {
  const [first] = differences;
  if (first === undefined) return '';
  const step = sequence.steps.filter(({ quiet }) => quiet !== true)[first.step];
  const type = step?.headers?.['content-type'] ?? '';
  return [
    step?.method,
    type.split('/')[1],
    first.path.replaceAll(/\d+/g, 'N').replace(/(f:|k:|v:).*/, '$1'),
    shapeOf(first.real),
    shapeOf(first.ours),
  ].join(' ');
}

function shapeOf(value: unknown): string {
  if (typeof value === 'number') return String(value);
  if (value === null || value === undefined || Array.isArray(value))
    return JSON.stringify(value)?.slice(0, 1) ?? 'absent';
  return typeof value;
}
