import { expect, test } from 'vitest';
import { valueTypeOf } from './value-type.ts';

test('items of a list without a schema for them are of any type, and atomic', () => {
  const item = valueTypeOf({ type: 'array' }).list?.item();
  expect(item).toMatchObject({ scalar: 'untyped', list: { kind: 'atomic' }, map: { atomic: true } });
});
