import type { Random } from '@kb/apimachinery';

/** Allocates the addresses and ports of services. */
export interface Allocators {
  readonly clusterIPs: Allocator<string>;
  readonly nodePorts: Allocator<number>;
}

/** A pool of values, each of which has at most one holder. */
export interface Allocator<T> {
  /** Returns a free value; undefined if none is left. */
  next(): T | undefined;
  /** Allocates the requested value. */
  take(value: T): 'taken' | 'outOfRange' | 'ok';
  release(value: T): void;
  /** The range of the values: `10.96.0.0/16`, `30000-32767`. */
  readonly range: string;
}

/**
 * Creates the allocator of addresses in a /16 network, such as `10.96`. The address `.0.1` belongs to the API server
 * itself, and the lowest part of the range is reserved for requested addresses.
 */
export function createClusterIPAllocator(prefix: string, random: Random): Allocator<string> {
  const size = 2 ** 16 - 2;
  const toAddress = (offset: number): string => `${prefix}.${offset >> 8}.${offset & 255}`;
  const toOffset = (address: string): number | undefined => {
    const parts = /^(\d+\.\d+)\.(\d+)\.(\d+)$/.exec(address);
    if (!parts || parts[1] !== prefix) return undefined;
    const offset = Number(parts[2]) * 256 + Number(parts[3]);
    return offset >= 1 && offset <= size ? offset : undefined;
  };
  return createAllocator({ first: 257, last: size, toValue: toAddress, toOffset, range: `${prefix}.0.0/16`, random });
}

/** Creates the allocator of the ports of NodePort services. */
export function createNodePortAllocator(random: Random): Allocator<number> {
  const [first, last] = [30_000, 32_767];
  return createAllocator({
    // The lowest ports are reserved for requested ones.
    first: first + 86,
    last,
    toValue: (offset) => offset,
    toOffset: (port) => (port >= first && port <= last ? port : undefined),
    range: `${first}-${last}`,
    random,
  });
}

interface AllocatorParts<T> {
  readonly first: number;
  readonly last: number;
  readonly toValue: (offset: number) => T;
  readonly toOffset: (value: T) => number | undefined;
  readonly range: string;
  readonly random: Random;
}

function createAllocator<T>({ first, last, toValue, toOffset, range, random }: AllocatorParts<T>): Allocator<T> {
  const taken = new Set<number>();
  const size = last - first + 1;
  return {
    range,
    next: () => {
      const start = Math.floor(random() * size);
      for (let step = 0; step < size; step += 1) {
        const offset = first + ((start + step) % size);
        if (taken.has(offset)) continue;
        taken.add(offset);
        return toValue(offset);
      }
      return undefined;
    },
    take: (value) => {
      const offset = toOffset(value);
      if (offset === undefined) return 'outOfRange';
      if (taken.has(offset)) return 'taken';
      taken.add(offset);
      return 'ok';
    },
    release: (value) => {
      const offset = toOffset(value);
      if (offset !== undefined) taken.delete(offset);
    },
  };
}
