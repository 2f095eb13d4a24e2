import { expect, test } from 'vitest';
import { markerDefinitions } from './definitions/registry.ts';
import { listMarkers } from './list-markers.ts';

test('every marker is listed once, in order', () => {
  const listed = listMarkers();
  const categories = [...new Set(listed.map(({ category }) => category))];
  expect(categories).toEqual([
    'API',
    'kind',
    'validation',
    'field',
    'server-side apply',
    'RBAC',
    'webhook',
    'client',
    'Go',
  ]);
  expect(listed).toHaveLength(markerDefinitions.length);
  const key = ({ category, name, targets }: (typeof listed)[number]): string =>
    `${categories.indexOf(category)} ${name} ${targets.join()}`;
  expect(listed.map(key)).toEqual(listed.map(key).sort());
  expect(new Set(listed.map(key)).size).toBe(listed.length);
});
