import { messagePart, toMessage } from './encode-protobuf.ts';
import { envelopeAround } from './envelope.ts';
import { partHead } from './protobuf-writer.ts';

/** The kind of a list. */
export interface ListKind {
  readonly apiVersion: string;
  readonly kind: string;
}

/**
 * Yields the pieces of a list in its envelope from the messages of its items, without holding all of them in memory.
 */
export function* protobufListPieces(
  { apiVersion, kind }: ListKind,
  metadata: unknown,
  items: readonly Uint8Array[],
): Generator<Uint8Array> {
  // The oldest version of PartialObjectMetadataList has its fields in the reverse order.
  const itemsFirst = apiVersion === 'meta.k8s.io/v1beta1';
  const itemField = itemsFirst ? 1 : 2;
  const listMeta = messagePart(itemsFirst ? 2 : 1, toMessage('meta/v1.ListMeta', metadata));
  const length = items.reduce(
    (sum, item) => sum + partHead(itemField, item.length).length + item.length,
    listMeta.length,
  );
  const [head, tail] = envelopeAround({ apiVersion, kind }, length);
  yield head;
  if (!itemsFirst) yield listMeta;
  for (const item of items) {
    yield partHead(itemField, item.length);
    yield item;
  }
  if (itemsFirst) yield listMeta;
  yield tail;
}
