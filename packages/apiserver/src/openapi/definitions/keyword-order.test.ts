import { expect, test } from 'vitest';
import { inKeywordOrder } from './keyword-order.ts';

test('each bound of a number is followed by whether it is exclusive, as in the documents of kube-apiserver', () => {
  const schema = {
    'x-kubernetes-validations': [],
    exclusiveMinimum: true,
    exclusiveMaximum: true,
    minimum: 0,
    maximum: 65_536,
    format: 'int32',
    type: 'integer',
  };
  expect(Object.keys(inKeywordOrder(schema))).toEqual([
    'type',
    'format',
    'maximum',
    'exclusiveMaximum',
    'minimum',
    'exclusiveMinimum',
    'x-kubernetes-validations',
  ]);
});
