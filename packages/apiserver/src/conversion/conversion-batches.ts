import { textOf } from '../objects/object-text.ts';

/** How many objects go to a webhook in one request, and about how many characters of their JSON. */
const MAX_OBJECTS = 250;
const MAX_CHARACTERS = 512 * 1024;

/** Frozen objects in parts, each for one request to a webhook: other requests are looked at between two of them. */
export function* conversionBatches<T extends object>(objects: readonly T[]): Generator<readonly T[]> {
  let batch: T[] = [];
  let characters = 0;
  for (const object of objects) {
    const { length } = textOf(object);
    if (batch.length > 0 && (batch.length === MAX_OBJECTS || characters + length > MAX_CHARACTERS)) {
      yield batch;
      batch = [];
      characters = 0;
    }
    batch.push(object);
    characters += length;
  }
  if (batch.length > 0) yield batch;
}
