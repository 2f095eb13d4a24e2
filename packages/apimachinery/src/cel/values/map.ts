import { exactIntegerOf, intRange, uintRange } from './integer.ts';
import { type CelMap, type CelTimestamp, type CelValue, isKind } from './value.ts';
import { InternalError, unhashable } from './work.ts';

/** What a `Map` of JavaScript tells apart as those of Go, which cel-go uses, tell keys apart. */
function identityOf(key: CelValue): unknown {
  if (typeof key !== 'object' || key === null) return key;
  if (key instanceof Uint8Array) throw new InternalError(unhashable('types.Bytes'), false);
  switch (key.kind) {
    case 'uint':
      return `u${key.value}`;
    case 'double':
      // Zeros are equal, whatever their sign, and what is not a number is not equal to itself.
      return Number.isNaN(key.value) ? Symbol('NaN') : `d${key.value === 0 ? 0 : key.value}`;
    case 'duration':
      return `duration ${key.nanoseconds}`;
    case 'timestamp':
      return hasSharedZone(key) ? `timestamp ${key.seconds} ${key.nanos} ${key.offset}` : key;
    case 'type':
      return `type ${key.name}`;
    case 'opaque':
      return key.asKey === undefined ? key : `${key.type} ${key.asKey()}`;
    default:
      return key;
  }
}

/** Go makes one time zone for each offset of so many hours; for others, each time has a zone of its own. */
const hasSharedZone = ({ offset }: CelTimestamp): boolean =>
  offset % 3600 === 0 && offset >= -12 * 3600 && offset <= 14 * 3600;

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
    if (this.size === 0) return undefined;
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
