import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatRoute, parseRoute, type Route } from './route.ts';

const name = fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => text !== '-' && text !== 'core');
const optional = fc.option(name, { nil: undefined });

function withoutAbsent<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as T;
}

const shared = { namespace: optional, at: optional };
const kind = { group: fc.oneof(fc.constant(''), name), version: name, resource: name };
const route = fc.oneof(
  fc.record({ view: fc.constant('home'), ...shared }),
  fc.record({ view: fc.constant('history'), ...shared }),
  fc.record({ view: fc.constant('objects'), ...kind, ...shared, filter: optional, sort: optional }),
  fc.record({ view: fc.constant('object'), ...kind, ...shared, objectNamespace: optional, name, tab: optional }),
  fc.record({
    view: fc.constant('operator'),
    ...shared,
    tab: optional,
    controller: optional,
    key: optional,
    run: optional,
  }),
);

test('a link leads back to what it was made of', () => {
  fc.assert(
    fc.property(route, (made) => {
      const wanted = withoutAbsent(made) as Route;
      expect(parseRoute(formatRoute(wanted))).toEqual(wanted);
    }),
  );
});

test.each(['', '#', '#/', '#?at=%'])('%j leads home', (fragment) => {
  expect(parseRoute(fragment).view).toBe('home');
});

test.each(['#/nothing/here', '#/objects/apps', '#/%E0%A4%A'])('%j leads nowhere, and stays as it is', (fragment) => {
  expect(parseRoute(fragment)).toEqual({ view: 'unknown', path: fragment.slice(1) });
  expect(formatRoute(parseRoute(fragment))).toBe(fragment);
});

test('a link can be read by people', () => {
  const made = formatRoute({
    view: 'object',
    group: '',
    version: 'v1',
    resource: 'pods',
    objectNamespace: 'web',
    name: 'a',
  });
  expect(made).toBe('#/objects/core/v1/pods/web/a');
});
