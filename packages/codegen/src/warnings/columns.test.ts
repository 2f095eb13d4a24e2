import { expect, test, vi } from 'vitest';
import { newKindFacts } from '../facts/facts.ts';
import type { Marker } from '../markers/define/marker-definition.ts';
import type { Kind } from '../model/model.ts';
import { columnWarnings } from './columns.ts';

const span = { file: 'types.ts', line: 1, column: 1, length: 4 };
const kind: Kind = {
  name: 'Shop',
  groupVersion: {
    group: 'example.com',
    version: 'v1',
    folder: 'shop/v1',
    path: 'shop/v1',
    module: '@shop/api/shop/v1',
    exports: new Set<string>(),
    exportedNames: new Set<string>(),
    applyInterfaces: true,
    applyFolder: '',
    external: false,
  },
  type: '',
  facts: newKindFacts(),
  span,
};

test('reads the arguments of each marker a few times, however many columns there are', () => {
  const reads = (count: number): number => {
    let read = 0;
    const markers = Array.from({ length: count }, (_, index): Marker => {
      const values = new Map([
        ['name', `Column ${index}`],
        ['type', 'string'],
        ['JSONPath', '.spec.missing'],
      ]);
      const get = values.get.bind(values);
      vi.spyOn(values, 'get').mockImplementation((name) => {
        read += 1;
        return get(name);
      });
      return {
        name: 'kubebuilder:printcolumn',
        effect: { on: 'nothing' },
        values,
        span: { ...span, line: index + 1 },
        argumentSpans: new Map(),
      };
    });
    const columns = markers.map((_, index) => ({ name: `Column ${index}`, type: 'string', jsonPath: '.spec.missing' }));
    const warnings = columnWarnings({ additionalPrinterColumns: columns }, { type: 'object' }, kind, markers);
    expect(warnings.map((warning) => warning.span.line)).toEqual(markers.map((marker) => marker.span.line));
    return read;
  };
  expect(reads(200)).toBe(2 * reads(100));
});
