import { expect, test } from 'vitest';
import { printType } from '../types/print-type.ts';
import { kubernetesFunctions } from './kubernetes-functions.ts';
import { readSignature } from './read-signature.ts';

test.each([
  '(A, list(A)) -> bool',
  'optional_type(list(V)).(int) -> optional_type(V)',
  '() -> kubernetes.NamedFormat',
  'kubernetes.URL.() -> map(string, list(string))',
  '(A) -> type(A)',
])('the signature %s is read', (text) => {
  const { isMember, args, result, typeParameters } = readSignature(text);
  const [target = '', ...others] = args.map(printType);
  const printed = isMember ? `${target}.(${others.join(', ')})` : `(${args.map(printType).join(', ')})`;
  expect(`${printed} -> ${printType(result)}`).toBe(text);
  expect(typeParameters).toEqual([...new Set(text.match(/\b[A-Z]\b/g))]);
});

test.each(['int', '(int', '(int) int', '(int) -> bool)', '(int) -> ', '(int;int) -> bool'])(
  'the signature %s is refused',
  (text) => {
    expect(() => readSignature(text)).toThrow(/has no|cannot be read/);
  },
);

test('a function of several libraries has the overloads of all, in their order', () => {
  const functions = kubernetesFunctions();
  expect(functions).toBe(kubernetesFunctions());
  expect(functions.get('compareTo')?.overloads.map(({ id }) => id)).toEqual([
    'quantity_compare_to',
    'semver_compare_to',
  ]);
  expect(functions.get('_[_]')?.overloads.map(({ id }) => id)).toEqual([
    'index_list',
    'index_map',
    'optional_list_index_int',
    'optional_map_index_value',
  ]);
  expect(functions.get('_&&_')?.overloads[0]).toMatchObject({ isNonStrict: true, isMember: false });
});
