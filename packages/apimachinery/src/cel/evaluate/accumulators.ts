import { elementsOf, listOf, outOfRange } from '../values/list.ts';
import { entriesOf, GrowingMap, mapOf } from '../values/map.ts';
import { type CelList, type CelValue, isKind } from '../values/value.ts';

/** A list that `+` appends to. It does not leave its loop. */
class GrowingList implements CelList {
  readonly kind = 'list';
  readonly elements: CelValue[] = [];

  get size(): number {
    return this.elements.length;
  }

  get(index: number): CelValue {
    const element = this.elements[index];
    return element === undefined ? outOfRange(index, this.size) : element;
  }

  plus(other: CelList): CelList {
    for (const element of elementsOf(other)) this.elements.push(element);
    return this;
  }
}

/** What a loop begins with: an empty list or map is one that grows. */
export function growing(value: CelValue): CelValue {
  if (isKind(value, 'list') && value.size === 0) return new GrowingList();
  return isKind(value, 'map') && value.size === 0 ? new GrowingMap() : value;
}

/** What leaves a loop. */
export function finished(value: CelValue): CelValue {
  if (value instanceof GrowingList) return listOf(value.elements);
  return value instanceof GrowingMap ? mapOf(entriesOf(value)) : value;
}
