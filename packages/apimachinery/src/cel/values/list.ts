import { type CelError, celError, type CelList, type CelValue } from './value.ts';
import { spend } from './work.ts';

/** The nanoseconds that it takes to look at an element of a list, at least. */
export const ELEMENT_WORK = 40;

class ArrayList implements CelList {
  readonly kind = 'list';
  private readonly elements: readonly CelValue[];

  constructor(elements: readonly CelValue[]) {
    this.elements = elements;
  }

  get size(): number {
    return this.elements.length;
  }

  get(index: number): CelValue {
    return this.elements[index] ?? (index >= 0 && index < this.elements.length ? null : outOfRange(index, this.size));
  }
}

/** A list of values. The array is not copied. */
export function listOf(elements: readonly CelValue[]): CelList {
  return new ArrayList(elements);
}

/** A list of the integers from 0 on. They are not kept: before the cost of a list is known, it has been made. */
class RangeList implements CelList {
  readonly kind = 'list';
  readonly size: number;

  constructor(size: number) {
    this.size = size;
  }

  get(index: number): CelValue {
    return index >= 0 && index < this.size ? index : outOfRange(index, this.size);
  }
}

/** The integers from 0 to below a number. */
export function rangeOf(size: number): CelList {
  return new RangeList(size);
}

/** The error of an index of a list that is not a view of JSON. */
export function outOfRange(index: number | bigint, size: number): CelError {
  return celError(`index '${index}' out of range in list size '${size}'`);
}

/** Two lists, one after the other, without a copy: an expression that adds lists in a loop takes no quadratic time. */
class ConcatenatedList implements CelList {
  readonly kind = 'list';
  readonly size: number;
  private readonly first: CelList;
  private readonly second: CelList;

  constructor(first: CelList, second: CelList) {
    this.first = first;
    this.second = second;
    this.size = first.size + second.size;
  }

  get(index: number): CelValue {
    return index < this.first.size ? this.first.get(index) : this.second.get(index - this.first.size);
  }
}

/** `first + second`. */
export function concatenate(first: CelList, second: CelList): CelList {
  if (first.plus !== undefined) return first.plus(second);
  if (first.size === 0) return second;
  return second.size === 0 ? first : new ConcatenatedList(first, second);
}

/** All elements, in order. */
export function elementsOf(list: CelList): CelValue[] {
  spend(list.size * ELEMENT_WORK);
  const elements: CelValue[] = [];
  for (let index = 0; index < list.size; index += 1) elements.push(list.get(index));
  return elements;
}
