import { expect, test } from 'vitest';
import type { TypeUse } from '../../model/model.ts';
import { keyOf } from './type-key.ts';

const text: TypeUse = { kind: 'scalar', scalar: 'string' };
const span = { file: 'a.ts', line: 1, column: 1, length: 1 };

test.each<[TypeUse, string]>([
  [text, 'string'],
  [{ kind: 'builtIn', name: 'core/v1.Container' }, 'core/v1.Container'],
  [{ kind: 'nullable', of: text }, 'string|null'],
  [{ kind: 'map', values: text }, '{string}'],
  [{ kind: 'list', items: text }, 'string[]'],
  [{ kind: 'list', items: text, minItems: 2 }, 'string[2,]'],
  [{ kind: 'list', items: text, maxItems: 3 }, 'string[0,3]'],
  [{ kind: 'list', items: { kind: 'map', values: { kind: 'nullable', of: text } } }, '{string|null}[]'],
  [{ kind: 'enum', values: ['a', 1] }, '{"kind":"enum","values":["a",1]}'],
  [{ kind: 'json' }, '{"kind":"json"}'],
])('identifies %j', (use, key) => {
  expect(keyOf(use)).toBe(key);
});

test('does not depend on the place of a type', () => {
  const at = (line: number): TypeUse => ({
    kind: 'union',
    branches: [{ name: 'a', type: text, span: { ...span, line } }],
    span: { ...span, line },
  });
  expect(keyOf(at(1))).toBe(keyOf(at(2)));
});
