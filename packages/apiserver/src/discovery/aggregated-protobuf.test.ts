import { expect, test } from 'vitest';
import { readEnvelope } from '../serializer/protobuf/envelope.ts';
import { aggregatedProtobuf } from './aggregated-protobuf.ts';

// Field and wire type, length, content.
const part = (field: number, bytes: readonly number[]): number[] => [field * 8 + 2, bytes.length, ...bytes];
const text = (field: number, value: string): number[] => part(field, [...new TextEncoder().encode(value)]);
const LIST_META = [...text(1, ''), ...text(2, ''), ...text(3, '')];

test('writes empty values where Go has no pointer', () => {
  const responseKind = { group: '', version: '', kind: 'Pod' };
  const resource = { resource: 'pods', responseKind, scope: 'Namespaced', singularResource: 'pod', verbs: ['get'] };
  const versions = [{ version: 'v1', resources: [resource], freshness: 'Current' }];
  const { apiVersion, kind, raw } = readEnvelope(
    aggregatedProtobuf({ metadata: {}, items: [{ metadata: {}, versions }] }),
  );
  expect({ apiVersion, kind }).toEqual({ apiVersion: 'apidiscovery.k8s.io/v2', kind: 'APIGroupDiscoveryList' });
  const written = [...raw].join();
  expect(written.startsWith(part(1, LIST_META).join())).toBe(true);
  const version = [
    ...text(1, 'v1'),
    ...part(2, [
      ...text(1, 'pods'),
      ...part(2, [...text(1, ''), ...text(2, ''), ...text(3, 'Pod')]),
      ...text(3, 'Namespaced'),
      ...text(4, 'pod'),
      ...text(5, 'get'),
    ]),
    ...text(3, 'Current'),
  ];
  expect(written.endsWith(part(2, version).join())).toBe(true);
});
