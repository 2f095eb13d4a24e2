import { expect, test } from 'vitest';
import { type FieldError, fieldInvalid } from '../field-error.ts';
import { ErrorList, errorsOfEach, listedErrors } from './listed-errors.ts';
import { invalid } from './status-factories.ts';

const errors = (count: number, text = ''): FieldError[] =>
  Array.from({ length: count }, (_, index) => fieldInvalid(`spec.p${index}`, text, 'wrong'));

/** As many of these errors as are collected. */
function collected(errors: readonly FieldError[]): readonly FieldError[] {
  const list = new ErrorList();
  list.addAll(errors);
  return list.all;
}

test('lists all errors that an answer can have', () => {
  const all = errors(10_000);
  expect(collected(all)).toEqual(all);
  expect(listedErrors(all)).toBe(all);
  expect(listedErrors([])).toEqual([]);
});

test('says so when there are more', () => {
  const first = collected(errors(50_000));
  expect(first).toHaveLength(10_001);
  expect(collected(first)).toEqual(first);
  const listed = listedErrors(first);
  expect(listed).toEqual(listedErrors(errors(50_000)));
  expect(listed.at(-1)).toEqual({
    type: 'FieldValueTooMany',
    field: '<nil>',
    message: 'Too many errors: only the first 10000 are listed',
  });
  const status = invalid({ group: 'example.com', kind: 'Thing' }, 'a', first);
  expect(status.details?.causes).toHaveLength(10_001);
  expect(status.message).toMatch(/<nil>: Too many errors: only the first 10000 are listed\]$/);
});

test('looks at no more items once there are enough errors', () => {
  const seen: number[] = [];
  const found = errorsOfEach(
    Array.from({ length: 50_000 }, (_, index) => index),
    (item, index) => {
      seen.push(index);
      return item % 2 === 0 ? [] : [fieldInvalid(`items[${item}]`, '', 'odd')];
    },
  );
  expect(found).toHaveLength(10_001);
  expect(seen).toHaveLength(20_002);
  expect(found.at(0)?.field).toBe('items[1]');
  expect(found.at(-1)?.field).toBe('items[20001]');
});

test('lists no more text than 4 MiB, but always one error', () => {
  const long = errors(5, 'x'.repeat(1_500_000));
  expect(collected(long)).toHaveLength(3);
  expect(listedErrors(long)).toHaveLength(3);
  expect(listedErrors(long).at(-1)?.message).toContain('only the first 2 are listed');
  expect(listedErrors(errors(1, 'x'.repeat(5_000_000)))).toHaveLength(1);
  expect(listedErrors(errors(2, 'x'.repeat(5_000_000)))).toHaveLength(2);
});
