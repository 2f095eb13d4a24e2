import { elementsOf } from '../values/list.ts';
import { exactIntegerOf, intRange, uintRange } from '../values/integer.ts';
import { type CelValue, isError, isInt, isKind } from '../values/value.ts';
import { type Planned, stepOf } from './planned.ts';

/** Plans `value in [1, 2]`: the list is a set, and looking into it is free. Undefined if it is another call. */
export function planMembership(overload: string | undefined, args: readonly Planned[]): Planned | undefined {
  const [value, list] = args;
  if (overload !== 'in_list' || value === undefined || list?.kind !== 'constant' || !isKind(list.value, 'list'))
    return undefined;
  const elements = elementsOf(list.value);
  if (elements.length === 0) return { kind: 'constant', value: false };
  const keys = new Set<unknown>();
  for (const element of elements) {
    const key = keyOf(element);
    if (key === undefined) return undefined;
    keys.add(key);
  }
  const run = stepOf(value);
  return {
    kind: 'step',
    run: (frame) => {
      const found = run(frame);
      return isError(found) ? found : keys.has(keyOf(found) ?? found);
    },
  };
}

/** What is the same for equal values; undefined of values that are not kept in sets. Numbers are equal across types. */
function keyOf(value: CelValue): unknown {
  if (isInt(value)) return value;
  if (typeof value !== 'object') return typeof value === 'string' ? `s${value}` : value;
  if (isKind(value, 'uint')) return value.value;
  if (!isKind(value, 'double')) return undefined;
  return exactIntegerOf(value.value, intRange) ?? exactIntegerOf(value.value, uintRange) ?? `d${value.value}`;
}
