import { concatBytes } from '@kb/apimachinery/codec';
import { type Family, formatFamily, type MetricType, type Sample } from '@kb/apimachinery/metrics';
import { toBytes } from '../http/encode.ts';
import { parseAccept } from '../http/media-type.ts';
import { ProtobufWriter } from '../serializer/protobuf/protobuf-writer.ts';

/** Metrics as a client gets them. */
export interface EncodedMetrics {
  readonly contentType: string;
  readonly body: Uint8Array;
}

const TEXT = 'text/plain; version=0.0.4; charset=utf-8';
const MESSAGE = 'io.prometheus.client.MetricFamily';
const PROTOBUF = `application/vnd.google.protobuf; proto=${MESSAGE}; encoding=delimited`;

/** How names that are not ASCII would be written. There are none, but the content type says it. */
const escapings = new Set(['allow-utf-8', 'underscores', 'dots', 'values']);

/**
 * Encodes metrics in the format that a client prefers: Prometheus' text format, or its protobuf format. There is no
 * OpenMetrics, as in kube-apiserver.
 */
export function encodeFamilies(families: readonly Family[], accept: string | undefined): EncodedMetrics {
  const { isProtobuf, escaping } = negotiateFormat(accept);
  return {
    contentType: `${isProtobuf ? PROTOBUF : TEXT}; escaping=${escaping}`,
    body: isProtobuf ? toMessages(families) : toBytes(families.map(formatFamily).join('')),
  };
}

function negotiateFormat(accept: string | undefined): { readonly isProtobuf: boolean; readonly escaping: string } {
  let escaping = 'underscores';
  for (const { type, parameters } of parseAccept(accept)) {
    const wanted = parameters.get('escaping') ?? '';
    if (escapings.has(wanted)) escaping = wanted;
    if (type === 'application/vnd.google.protobuf' && parameters.get('proto') === MESSAGE) {
      if (parameters.get('encoding') === 'delimited') return { isProtobuf: true, escaping };
    }
    if (type === 'text/plain' && ['0.0.4', ''].includes(parameters.get('version') ?? '')) break;
  }
  return { isProtobuf: false, escaping };
}

/** Writes each family as a message with its length before it. */
function toMessages(families: readonly Family[]): Uint8Array {
  const messages = families.flatMap((family) => {
    const samples = family.samples();
    return samples.length === 0 ? [] : [familyMessage(family, samples)];
  });
  return concatBytes(
    messages,
    messages.reduce((sum, { length }) => sum + length, 0),
  );
}

/** Wire types. */
const VARINT = 0;
const FIXED64 = 1;
const LENGTH = 2;
const types: Readonly<Record<MetricType, number>> = { counter: 0, gauge: 1, histogram: 4 };
/** The fields of a Metric that hold the values of each type. */
const valueFields: Readonly<Record<MetricType, number>> = { counter: 3, gauge: 2, histogram: 7 };

function familyMessage({ name, help, type }: Family, samples: readonly Sample[]): Uint8Array {
  const writer = new ProtobufWriter();
  for (const sample of samples.toReversed()) inside(writer, 4, () => writeMetric(writer, type, sample));
  writer.varint(types[type]);
  writer.tag(3, VARINT);
  inside(writer, 2, () => writer.text(help));
  inside(writer, 1, () => writer.text(name));
  writer.varint(writer.length);
  return writer.finish();
}

function writeMetric(writer: ProtobufWriter, type: MetricType, { labels, value }: Sample): void {
  inside(writer, valueFields[type], () => {
    if (typeof value === 'number') {
      writer.double(value);
      writer.tag(1, FIXED64);
      return;
    }
    const { bounds, counts, sum } = value;
    const totals: number[] = [];
    let total = 0;
    for (let index = 0; index <= bounds.length; index += 1) totals.push((total += counts[index] ?? 0));
    for (const [index, bound] of [...bounds.entries()].toReversed()) {
      inside(writer, 3, () => {
        writer.double(bound);
        writer.tag(2, FIXED64);
        writer.varint(totals[index] ?? 0);
        writer.tag(1, VARINT);
      });
    }
    writer.double(sum);
    writer.tag(2, FIXED64);
    writer.varint(total);
    writer.tag(1, VARINT);
  });
  for (const [label, text] of labels.pairs.toReversed()) {
    inside(writer, 1, () => {
      inside(writer, 2, () => writer.text(text));
      inside(writer, 1, () => writer.text(label));
    });
  }
}

/** Writes a field whose length stands before it. */
function inside(writer: ProtobufWriter, field: number, write: () => void): void {
  const before = writer.length;
  write();
  writer.varint(writer.length - before);
  writer.tag(field, LENGTH);
}
