import { checkStructuralSchema } from '@kb/apimachinery/schema';
import { openApiSchemaOf, packageNames, RefusedTypeError, typesOf } from '@kb/kubernetes/data';
import { expect, test } from 'vitest';
import { unsoundBuiltInTypes } from './unsound-built-in-types.ts';

test('lists exactly the types that the API server refuses', () => {
  const names = packageNames().flatMap((name) => typesOf(name).map((type) => type.name));
  expect([...unsoundBuiltInTypes].sort()).toEqual(names.filter((name) => !isAccepted(name)).sort());
});

function isAccepted(name: string): boolean {
  try {
    return checkStructuralSchema({ type: 'object', properties: { of: openApiSchemaOf(name) } }, '').length === 0;
  } catch (error) {
    if (!(error instanceof RefusedTypeError)) throw error;
    return false;
  }
}
