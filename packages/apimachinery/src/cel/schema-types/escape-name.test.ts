import { expect, test } from 'vitest';
import { escapeName, unescapeName } from './escape-name.ts';

test.each<[property: string, name: string | undefined]>([
  ['replicas', 'replicas'],
  ['_a1', '_a1'],
  ['a_b', 'a_b'],
  ['in', '__in__'],
  ['namespace', '__namespace__'],
  ['inner', 'inner'],
  ['a-b', 'a__dash__b'],
  ['a.b/c', 'a__dot__b__slash__c'],
  ['a__b', 'a__underscores__b'],
  ['a___b', 'a__underscores___b'],
  ['-a', '__dash__a'],
  ['1a', undefined],
  ['$ref', undefined],
  ['a b', undefined],
  ['é', undefined],
  ['', undefined],
  ['int', 'int'],
  ['___', '__underscores___'],
])('the property %j has the name %s', (property, name) => {
  expect(escapeName(property)).toBe(name);
  expect(name === undefined ? property : unescapeName(name)).toBe(property);
});
