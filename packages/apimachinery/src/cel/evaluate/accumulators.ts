import { elementsOf, listOf, outOfRange } from '../values/list.ts';
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

/** What a loop begins with: an empty list is one that grows. */
export function growing(value: CelValue): CelValue {
  return isKind(value, 'list') && value.size === 0 ? new GrowingList() : value;
}

/** What leaves a loop. */
export function finished(value: CelValue): CelValue {
  return value instanceof GrowingList ? listOf(value.elements) : value;
}
