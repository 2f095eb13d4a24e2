import { createMetricsRegistry, type Family } from '@kb/apimachinery/metrics';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ProtobufReader } from '../serializer/protobuf/protobuf-reader.ts';
import { encodeFamilies } from './encode-families.ts';

const PROTOBUF = 'application/vnd.google.protobuf; proto=io.prometheus.client.MetricFamily; encoding=delimited';
const TEXT = 'text/plain; version=0.0.4; charset=utf-8';

// What kube-apiserver responds to each is in tools/conformance/src/metrics.
test.each([
  [undefined, `${TEXT}; escaping=underscores`],
  ['', `${TEXT}; escaping=underscores`],
  ['image/png', `${TEXT}; escaping=underscores`],
  ['application/openmetrics-text; version=1.0.0', `${TEXT}; escaping=underscores`],
  [PROTOBUF, `${PROTOBUF}; escaping=underscores`],
  [PROTOBUF.replace('delimited', 'unknown'), `${TEXT}; escaping=underscores`],
  [PROTOBUF.replace('MetricFamily', 'Other'), `${TEXT}; escaping=underscores`],
  [`text/plain;version=0.0.4;q=0.9, ${PROTOBUF};q=0.1`, `${TEXT}; escaping=underscores`],
  [`text/plain;version=0.0.4;q=0.1, ${PROTOBUF};q=0.9`, `${PROTOBUF}; escaping=underscores`],
  ['text/plain;version=1.0.0;escaping=allow-utf-8, */*', `${TEXT}; escaping=allow-utf-8`],
  ['text/plain;escaping=nonsense', `${TEXT}; escaping=underscores`],
])('Accept: %s', (accept, contentType) => {
  expect(encodeFamilies([], accept)).toEqual({ contentType, body: new Uint8Array() });
});

/** A message as a list of fields: numbers for varints and doubles, bytes for the rest. */
type Fields = (readonly [number: number, value: number | Uint8Array])[];

function fieldsOf(bytes: Uint8Array): Fields {
  const reader = new ProtobufReader(bytes);
  const fields: Fields = [];
  while (!reader.done) {
    const { number, wire } = reader.tag('any');
    if (wire === 0) fields.push([number, Number(reader.varint())]);
    else if (wire === 1) fields.push([number, reader.double()]);
    else fields.push([number, reader.part().raw()]);
  }
  return fields;
}

const all = (fields: Fields, number: number): (number | Uint8Array)[] =>
  fields.filter(([one]) => one === number).map(([, value]) => value);
const inner = (value: number | Uint8Array | undefined): Fields =>
  fieldsOf(value instanceof Uint8Array ? value : new Uint8Array());
const textOf = (value: number | Uint8Array | undefined): string =>
  new TextDecoder().decode(value instanceof Uint8Array ? value : new Uint8Array());

/** Reads the messages that stand one after another, each after its length. */
function messagesOf(body: Uint8Array): Fields[] {
  const reader = new ProtobufReader(body);
  const messages: Fields[] = [];
  while (!reader.done) messages.push(fieldsOf(reader.part().raw()));
  return messages;
}

function bodyOf(families: readonly Family[]): Fields[] {
  return messagesOf(encodeFamilies(families, PROTOBUF).body);
}

test('families without series are left out, and types have their numbers', () => {
  const registry = createMetricsRegistry();
  registry.counter({ name: 'a_total', help: 'A.' }).with().inc(2);
  registry.gauge({ name: 'b', help: 'B.' }).with().set(-1.5);
  registry.gauge({ name: 'c', help: 'C.', labels: ['x'] });
  const [first, second, ...rest] = bodyOf(registry.families());
  expect(rest).toEqual([]);
  expect(
    [first, second].map((fields = []) => [textOf(all(fields, 1)[0]), textOf(all(fields, 2)[0]), all(fields, 3)[0]]),
  ).toEqual([
    ['a_total', 'A.', 0],
    ['b', 'B.', 1],
  ]);
  expect(inner(all(inner(all(first ?? [], 4)[0]), 3)[0])).toEqual([[1, 2]]);
  expect(inner(all(inner(all(second ?? [], 4)[0]), 2)[0])).toEqual([[1, -1.5]]);
});

test('any labels and histograms are read as they were written', () => {
  const bounds = fc
    .uniqueArray(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 1, maxLength: 8 })
    .map((list) => [...new Set(list.map((bound) => bound + 0))].sort((a, b) => a - b));
  const values = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { maxLength: 20 });
  fc.assert(
    fc.property(bounds, values, fc.string({ unit: 'grapheme' }), (buckets, observed, label) => {
      const registry = createMetricsRegistry();
      const histogram = registry.histogram({ name: 'h', help: '', labels: ['b', 'a'], buckets }).with('x', label);
      for (const value of observed) histogram.observe(value);
      const [family = []] = bodyOf(registry.families());
      const metric = inner(all(family, 4)[0]);
      const labels = all(metric, 1).map((pair) => inner(pair).map(([, text]) => textOf(text)));
      expect(labels).toEqual([
        ['a', label],
        ['b', 'x'],
      ]);
      const written = inner(all(metric, 7)[0]);
      expect(all(written, 1)).toEqual([observed.length]);
      expect(all(written, 2)).toEqual([observed.reduce((sum, value) => sum + value, 0)]);
      expect(all(written, 3).map((bucket) => inner(bucket).map(([, value]) => value))).toEqual(
        buckets.map((bound) => [observed.filter((value) => value <= bound).length, bound]),
      );
    }),
  );
});
