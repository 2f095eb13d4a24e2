import { quantityFields } from '@kb/apimachinery';
import { expect, test } from 'vitest';
import { packageNames, typeOf, type TypeData, type TypeRef, typesOf } from './index.ts';

/**
 * What a field has at first sight: `quantity`, `text`, `map of text`… Undefined: what has nothing to do with either.
 */
function formOf(ref: TypeRef): string | undefined {
  switch (ref.kind) {
    case 'scalar':
      return ref.name === 'string' ? 'text' : undefined;
    case 'map': {
      const values = formOf(ref.values);
      return values === 'text' || values === 'quantity' ? `map of ${values}` : undefined;
    }
    case 'named': {
      if (ref.name === 'resource.Quantity') return 'quantity';
      const type = typeOf(ref.name);
      return type === undefined || type.struct || type.type === undefined ? undefined : formOf(type.type);
    }
    default:
      return undefined;
  }
}

/** The fields of all types, by what they have. */
function fieldsByForm(): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  const types: readonly TypeData[] = packageNames().flatMap((name) => typesOf(name));
  for (const { name, type } of types.flatMap(({ fields }) => fields)) {
    const form = formOf(type);
    if (form !== undefined) found.set(form, (found.get(form) ?? new Set()).add(name));
  }
  return found;
}

test('the fields of quantities are those that have text nowhere', () => {
  const fields = fieldsByForm();
  const named = (...forms: string[]): Set<string> => new Set(forms.flatMap((form) => [...(fields.get(form) ?? [])]));
  const quantities = named('quantity', 'map of quantity');
  const texts = named('text', 'map of text');
  expect(quantities.size).toBeGreaterThan(10);
  expect([...quantities].filter((name) => !texts.has(name)).sort()).toEqual([...quantityFields].sort());
});
