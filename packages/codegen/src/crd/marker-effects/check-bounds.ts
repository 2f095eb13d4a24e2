import type { Reporter } from '../../diagnostic/reporter.ts';
import { type Marker, writtenName } from '../../markers/define/marker-definition.ts';
import { ITEMS_PREFIX, VALIDATION_PREFIX } from '../../markers/define/validation-family.ts';

const pairs = [
  ['Minimum', 'Maximum'],
  ['MinLength', 'MaxLength'],
  ['MinItems', 'MaxItems'],
  ['MinProperties', 'MaxProperties'],
] as const;

/** Reports lower bounds above upper ones among the markers of one declaration: no value satisfies both. */
export function checkBounds(markers: readonly Marker[], reporter: Reporter): void {
  for (const prefix of [VALIDATION_PREFIX, ITEMS_PREFIX]) {
    const find = (name: string): Marker | undefined => markers.find((marker) => marker.name === `${prefix}${name}`);
    for (const [low, high] of pairs) {
      const [lower, upper] = [find(low), find(high)];
      if (lower === undefined || upper === undefined) continue;
      const [least, most] = [boundOf(lower), boundOf(upper)];
      const isOpen = [`Exclusive${low}`, `Exclusive${high}`].some((name) => find(name)?.values.get('') === true);
      if (least < most || (least === most && !isOpen)) continue;
      const [earlier, later] = lower.span.line < upper.span.line ? [lower, upper] : [upper, lower];
      reporter.report(later.span, {
        code: 'KB_CONFLICTING_MARKERS',
        message: `no value is between ${inWords(lower)} and ${inWords(upper)}`,
        hint: `change one of the two: the other is in line ${earlier.span.line}`,
      });
    }
  }
}

function boundOf(marker: Marker): number | bigint {
  const value = marker.values.get('');
  return typeof value === 'bigint' ? value : Number(value);
}

/** A bound as it is written in the source: a marker or a tag. */
function inWords(marker: Marker): string {
  return `${writtenName(marker)}${marker.tag === undefined ? '=' : ' '}${boundOf(marker)}`;
}
