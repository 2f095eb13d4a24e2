import { expect, test } from 'vitest';
import { apimachineryNames, apimachineryText } from './virtual-apimachinery.ts';

test('the virtual @kb/apimachinery exports each of its names once, and nothing else', () => {
  const exported = [...apimachineryText().matchAll(/^export (?:type|interface) (\w+)/gm)].map(([, name]) => name);
  expect(new Set(exported)).toEqual(new Set(apimachineryNames));
  expect(exported).toHaveLength(new Set(exported).size);
});
