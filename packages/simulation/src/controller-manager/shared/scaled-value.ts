import type { IntOrString } from '@kb/apimachinery';

/**
 * Resolves a number or a percentage of `total`, such as 3 or `25%`. Anything else, which the API server rejects, is 0.
 */
export function scaledValue(value: IntOrString | undefined, total: number, round: 'up' | 'down'): number {
  if (typeof value === 'number') return value;
  const percent = /^(\d+)%$/.exec(value ?? '')?.[1];
  if (percent === undefined) return 0;
  const share = (Number(percent) * total) / 100;
  return round === 'up' ? Math.ceil(share) : Math.floor(share);
}
