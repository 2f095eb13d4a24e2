import { exactIntegerOf, intRange, uintRange } from './integer.ts';
import { type CelMap, type CelValue, isKind } from './value.ts';

/** What a `Map` of JavaScript tells apart as CEL tells keys apart. Keys of other types are none. */
function identityOf(key: CelValue): unknown {
  if (typeof key !== 'object') return key;
  if (isKind(key, 'uint')) return `u${key.value}`;
  // Zeros are equal, whatever their sign.
  if (isKind(key, 'double')) return `d${key.value === 0 ? 0 : key.value}`;
  return key;
}

class EntryMap implements CelMap {
  readonly kind = 'map';
  // Texts are apart from the other keys, so that the identities of those can be texts.
  private readonly texts = new Map<string, CelValue>();
  private readonly others = new Map<unknown, readonly [key: CelValue, value: CelValue]>();

  constructor(entries: Iterable<readonly [key: CelValue, value: CelValue]>) {
    for (const [key, value] of entries) this.set(key, value);
  }

  protected set(key: CelValue, value: CelValue): void {
    if (typeof key === 'string') this.texts.set(key, value);
    else this.others.set(identityOf(key), [key, value]);
  }

  get size(): number {
    return this.texts.size + this.others.size;
  }

  find(key: CelValue): CelValue | undefined {
    if (typeof key === 'string') return this.texts.get(key);
    if (this.others.size === 0) return undefined;
    const found = this.others.get(identityOf(key));
    return found === undefined ? this.findNumber(key) : found[1];
  }

  /** Finds the key of another type that is equal to a number. */
  private findNumber(key: CelValue): CelValue | undefined {
    if (typeof key === 'number' || typeof key === 'bigint') return this.others.get(`u${key}`)?.[1];
    if (isKind(key, 'uint')) return this.others.get(key.value)?.[1];
    if (!isKind(key, 'double')) return undefined;
    const found = this.others.get(exactIntegerOf(key.value, intRange));
    return (found ?? this.others.get(`u${exactIntegerOf(key.value, uintRange)}`))?.[1];
  }

  keys(): readonly CelValue[] {
    return [...this.texts.keys(), ...Array.from(this.others.values(), ([key]) => key)];
  }
}

/** A map of entries. Of equal keys, the last counts. */
export function mapOf(entries: Iterable<readonly [key: CelValue, value: CelValue]>): CelMap {
  return new EntryMap(entries);
}

/** A map that `insert` adds to. */
export class GrowingMap extends EntryMap {
  constructor() {
    super([]);
  }

  insert(key: CelValue, value: CelValue): void {
    this.set(key, value);
  }
}

/** All entries of a map. */
export function entriesOf(map: CelMap): [key: CelValue, value: CelValue][] {
  return map.keys().map((key) => [key, map.find(key) ?? null]);
}
