import { expect, test } from 'vitest';
import { rejectTable } from './send-list.ts';

test.each([
  [{ kind: 'Table', apiVersion: 'meta.k8s.io/v1' }, true],
  [{ kind: 'Table', apiVersion: 'meta.k8s.io/v1beta1' }, true],
  [{ kind: 'Table', apiVersion: 'furniture.example.com/v1' }, false],
  [{ kind: 'PodList', apiVersion: 'v1' }, false],
])('%o is a Table: %s', (list, isTable) => {
  let message: unknown;
  try {
    rejectTable(list, 'things');
  } catch (error) {
    message = error;
  }
  expect(String(message).includes('the list of things came as a Table')).toBe(isTable);
});
