import { expect, test } from 'vitest';
import { apimachineryNames, apimachineryText } from './virtual-apimachinery.ts';

test('what stands for @kb/apimachinery exports each of its names once, and nothing else', () => {
  const exported = [...apimachineryText().matchAll(/^export (?:type|interface) (\w+)/gm)].map(([, name]) => name);
  expect(exported.toSorted()).toEqual([...new Set(apimachineryNames)].toSorted());
});
