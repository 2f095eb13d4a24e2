import { compareUtf8 } from '@kb/apimachinery/codec';

/** The maximum number of entries of a chunk. */
const CHUNK_SIZE = 256;

/** Adjacent entries in order; never empty. */
interface Chunk<V> {
  readonly keys: string[];
  readonly values: V[];
  /**
   * The edition of the map that created the chunk: views of later editions share it, and it must not change any more.
   */
  readonly edition: number;
}

/**
 * A map sorted by its keys (as UTF-8), in chunks: a write finds its chunk by binary search and moves only the entries
 * of that chunk. A {@link view} keeps a state of the map: writes copy the chunks that views share.
 */
export class SortedMap<V> {
  private chunks: Chunk<V>[] = [];
  /** The edition that created the list of chunks. */
  private listEdition = 0;
  /** The number of views created so far. */
  private edition = 0;
  private count = 0;
  private readonly compare: typeof compareUtf8;

  /** Creates an empty map. `compare` is for tests that count comparisons. */
  constructor(compare: typeof compareUtf8 = compareUtf8) {
    this.compare = compare;
  }

  get size(): number {
    return this.count;
  }

  get(key: string): V | undefined {
    const chunk = this.chunks[this.chunkOf(key)];
    if (!chunk) return undefined;
    const index = this.indexIn(chunk, key);
    return chunk.keys[index] === key ? chunk.values[index] : undefined;
  }

  set(key: string, value: V): void {
    const at = this.chunkOf(key);
    const chunk = this.writable(at);
    if (!chunk) {
      this.chunks.push(this.chunkWith([key], [value]));
      this.count = 1;
      return;
    }
    const index = this.indexIn(chunk, key);
    if (chunk.keys[index] === key) {
      chunk.values[index] = value;
      return;
    }
    this.count += 1;
    if (chunk.keys.length < CHUNK_SIZE) insert(chunk, index, key, value);
    else this.insertIntoFull(at, chunk, index, [key, value]);
  }

  /** Removes a key; returns whether it was there. */
  delete(key: string): boolean {
    const at = this.chunkOf(key);
    const found = this.chunks[at];
    const index = found ? this.indexIn(found, key) : -1;
    if (found?.keys[index] !== key) return false;
    const chunk = this.writable(at);
    if (!chunk) return false;
    chunk.keys.splice(index, 1);
    chunk.values.splice(index, 1);
    this.count -= 1;
    if (chunk.keys.length === 0) this.chunks.splice(at, 1);
    else if (chunk.keys.length < CHUNK_SIZE / 4) this.joinWithNeighbour(at);
    return true;
  }

  /** Returns the number of keys before `key`. */
  rank(key: string): number {
    const at = this.chunkOf(key);
    let before = 0;
    for (let index = 0; index < at; index += 1) before += this.chunks[index]?.keys.length ?? 0;
    const chunk = this.chunks[at];
    return chunk ? before + this.indexIn(chunk, key) : 0;
  }

  /** Returns the current values from the key `start` (included) on, in order; later writes do not change the view. */
  view(start = ''): Iterable<V> {
    this.edition += 1;
    const at = this.chunkOf(start);
    const first = this.chunks[at];
    return valuesOf(this.chunks, at, first ? this.indexIn(first, start) : 0);
  }

  /**
   * Returns the index of the chunk in which a key is or would be: the last one that does not begin after it, or the
   * first.
   */
  private chunkOf(key: string): number {
    let low = 0;
    let high = this.chunks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.compare(this.chunks[middle]?.keys[0] ?? '', key) <= 0) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Returns the index of the first key of a chunk that is not before `key`. */
  private indexIn({ keys }: Chunk<V>, key: string): number {
    let low = 0;
    let high = keys.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.compare(keys[middle] ?? '', key) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Returns the chunk at an index, after copying it if a view shares it. */
  private writable(at: number): Chunk<V> | undefined {
    if (this.listEdition !== this.edition) {
      this.chunks = [...this.chunks];
      this.listEdition = this.edition;
    }
    const chunk = this.chunks[at];
    if (!chunk || chunk.edition === this.edition) return chunk;
    const copy = this.chunkWith([...chunk.keys], [...chunk.values]);
    this.chunks[at] = copy;
    return copy;
  }

  private chunkWith(keys: string[], values: V[]): Chunk<V> {
    return { keys, values, edition: this.edition };
  }

  private insertIntoFull(at: number, chunk: Chunk<V>, index: number, [key, value]: readonly [string, V]): void {
    // Keys are often added in order (numbered names, copies of another cluster): splitting at the end keeps chunks
    // full.
    const isLast = index === CHUNK_SIZE && at === this.chunks.length - 1;
    const half = isLast ? CHUNK_SIZE : CHUNK_SIZE / 2;
    const right = this.chunkWith(chunk.keys.splice(half), chunk.values.splice(half));
    this.chunks.splice(at + 1, 0, right);
    if (isLast || index > half) insert(right, index - half, key, value);
    else insert(chunk, index, key, value);
  }

  /** Joins two small neighbouring chunks, so that there are not many chunks with few entries. */
  private joinWithNeighbour(at: number): void {
    const left = at > 0 ? at - 1 : at;
    const [into, from] = [this.chunks[left], this.chunks[left + 1]];
    if (!into || !from || into.keys.length + from.keys.length > CHUNK_SIZE / 2) return;
    const joined = this.chunkWith([...into.keys, ...from.keys], [...into.values, ...from.values]);
    this.chunks.splice(left, 2, joined);
  }
}

function insert<V>({ keys, values }: Chunk<V>, index: number, key: string, value: V): void {
  keys.splice(index, 0, key);
  values.splice(index, 0, value);
}

function* valuesOf<V>(chunks: readonly Chunk<V>[], at: number, first: number): Generator<V> {
  let from = first;
  for (let chunk = at; chunk < chunks.length; chunk += 1) {
    yield* from === 0 ? (chunks[chunk]?.values ?? []) : (chunks[chunk]?.values.slice(from) ?? []);
    from = 0;
  }
}
