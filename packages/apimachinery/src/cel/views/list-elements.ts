import type { JsonValue } from '../../json.ts';
import type { JsonSchemaProps } from '../../schema/json-schema-props.ts';
import { equalValues } from '../values/equal.ts';
import { ELEMENT_WORK, elementsOf } from '../values/list.ts';
import { type CelError, type CelList, type CelValue, celError, isKind, noSuchOverload } from '../values/value.ts';
import { spend } from '../values/work.ts';
import { dynamicView } from './dynamic-view.ts';
import { jsonOf } from './json-of.ts';
import type { MakeView } from './map-view.ts';
import { goTypeOf, typeError } from './type-error.ts';

/** What lists of views have in common: elements that are made when they are used. */
abstract class Elements implements CelList {
  readonly kind = 'list';
  protected readonly items: JsonSchemaProps;
  protected readonly viewOf: MakeView;

  constructor(items: JsonSchemaProps, viewOf: MakeView) {
    this.items = items;
    this.viewOf = viewOf;
  }

  abstract readonly size: number;
  abstract readonly json: JsonValue[];
  abstract get(index: number): CelValue;

  contains(value: CelValue): boolean | CelError {
    spend(this.size * ELEMENT_WORK);
    let error: CelError | undefined;
    for (let index = 0; index < this.size; index += 1) {
      const found = equalValues(this.get(index), value);
      if (found === true) return true;
      if (found !== false) error ??= found;
    }
    return error ?? false;
  }

  equals(other: CelValue): boolean | CelError {
    if (!isKind(other, 'list')) return noSuchOverload(other);
    if (this.size !== other.size) return false;
    spend(this.size * ELEMENT_WORK);
    for (let index = 0; index < this.size; index += 1) {
      const found = equalValues(this.get(index), other.get(index));
      if (found !== true) return found;
    }
    return true;
  }

  plus(other: CelList): CelList {
    return new JoinedView(this, other, this.items, this.viewOf);
  }

  native(): CelList {
    const native = dynamicView(this.json);
    return isKind(native, 'list') ? native : this;
  }
}

const outOfBounds = (index: number): CelError => celError(`index out of bounds: ${index}`);

const noneWrong: ReadonlyMap<number, CelError> = new Map();

/** A view of an array. */
export class ListView extends Elements {
  readonly json: JsonValue[];
  /** The errors of elements that are not JSON, by their index. */
  protected readonly wrong: ReadonlyMap<number, CelError>;

  constructor(
    json: JsonValue[],
    items: JsonSchemaProps,
    viewOf: MakeView,
    wrong: ReadonlyMap<number, CelError> = noneWrong,
  ) {
    super(items, viewOf);
    this.json = json;
    this.wrong = wrong;
  }

  get size(): number {
    return this.json.length;
  }

  get(index: number): CelValue {
    const element = this.json[index];
    if (element === undefined) return outOfBounds(index);
    return this.wrong.get(index) ?? this.viewOf(element, this.items);
  }
}

/** A view with the elements of another list after it, which get its schema. Without a copy: loops may add lists. */
class JoinedView extends Elements {
  readonly size: number;
  private readonly first: Elements;
  private readonly second: CelList;

  constructor(first: Elements, second: CelList, items: JsonSchemaProps, viewOf: MakeView) {
    super(items, viewOf);
    this.first = first;
    this.second = second;
    this.size = first.size + second.size;
  }

  get json(): JsonValue[] {
    return elementsOf(this).map((element) => jsonOf(element) ?? null);
  }

  get(index: number): CelValue {
    if (index < this.first.size) return this.first.get(index);
    if (index >= this.size) return outOfBounds(index);
    const element = this.second.get(index - this.first.size);
    const json = jsonOf(element);
    return json === undefined ? typeError(this.items, goTypeOf(element)) : this.viewOf(json, this.items);
  }
}
