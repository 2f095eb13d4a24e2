import type { Compared } from './servers.ts';

/**
 * The signature of a failure, equal for different sequences that show the same bug: the kind of request, and the first
 * difference of its responses.
 */
export function signatureOf({ sequence, differences }: Pick<Compared, 'sequence' | 'differences'>): string {
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
