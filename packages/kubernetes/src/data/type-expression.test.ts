import { assert, constant, constantFrom, letrec, oneof, property, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TypeRef } from './type-data.ts';
import { parseTypeExpression } from './type-expression.ts';

describe('parseTypeExpression', () => {
  const table: [text: string, want: unknown][] = [
    ['string', { kind: 'scalar', name: 'string' }],
    ['*int32', { kind: 'scalar', name: 'int32', pointer: true }],
    ['[]byte', { kind: 'bytes' }],
    ['any', { kind: 'any' }],
    ['PodSpec', { kind: 'named', name: 'core/v1.PodSpec' }],
    ['meta/v1.ObjectMeta', { kind: 'named', name: 'meta/v1.ObjectMeta' }],
    ['resource.Quantity', { kind: 'named', name: 'resource.Quantity' }],
    ['[]*EnvVar', { kind: 'list', items: { kind: 'named', name: 'core/v1.EnvVar', pointer: true } }],
    [
      'map[ResourceName]resource.Quantity',
      {
        kind: 'map',
        keys: { kind: 'named', name: 'core/v1.ResourceName' },
        values: { kind: 'named', name: 'resource.Quantity' },
      },
    ],
    ['map[string][]byte', { kind: 'map', keys: { kind: 'scalar', name: 'string' }, values: { kind: 'bytes' } }],
  ];

  test.each(table)('%s', (text, want) => {
    expect(parseTypeExpression(text, 'core/v1')).toEqual(want);
  });

  test('reads whatever can be written', () => {
    const { reference } = letrec<{ reference: TypeRef }>((tie) => ({
      reference: oneof(
        { depthSize: 'small', withCrossShrink: true },
        record({
          kind: constant('named' as const),
          name: constantFrom('core/v1.Pod' as const, 'resource.Quantity' as const),
        }),
        record({ kind: constant('scalar' as const), name: constantFrom('string' as const, 'int64' as const) }),
        record({ kind: constant('bytes' as const) }),
        record({ kind: constant('list' as const), items: tie('reference') }),
        record({
          kind: constant('map' as const),
          keys: constant({ kind: 'scalar' as const, name: 'string' as const }),
          values: tie('reference'),
        }),
      ),
    }));
    assert(
      property(reference, (each) => {
        expect(parseTypeExpression(print(each), 'core/v1')).toEqual(each);
      }),
    );
  });
});

function print(reference: TypeRef): string {
  switch (reference.kind) {
    case 'scalar':
    case 'named':
      return reference.name;
    case 'bytes':
      return '[]byte';
    case 'any':
      return 'any';
    case 'list':
      return `[]${print(reference.items)}`;
    case 'map':
      return `map[${print(reference.keys)}]${print(reference.values)}`;
  }
}
