import { isQualifiedName, nameIsDnsSubdomain, nameIsPathSegment } from '@kb/apimachinery/server';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eventObject, eventSource } from './event-object.ts';

const eventNameOf = (name: string): string => {
  const regarding = { apiVersion: 'v1', kind: 'Role', metadata: { name, uid: '1' } };
  const made = eventObject(
    eventSource('a', 'b'),
    regarding as never,
    { reason: 'R', note: 'n' },
    1_700_000_000_000,
    () => 0,
  );
  return made.metadata.name ?? '';
};

test.each([
  ['web', 'web.17979cfe362a0000'],
  ['system:node', 'system-node.17979cfe362a0000'],
  ['a:.b', 'a.b.17979cfe362a0000'],
  ['a..b', 'a.b.17979cfe362a0000'],
  ['.-.', 'event.17979cfe362a0000'],
  ['System:İ', 'system-i.17979cfe362a0000'],
])('an event about "%s" is named %s', (name, want) => {
  expect(eventNameOf(name)).toBe(want);
});

test('an event about any legal name has a valid name', () => {
  const anyName = fc
    .oneof(
      fc.string({
        unit: fc.constantFrom('a', '1', '.', ':', '-', '_', ' ', 'A', 'İ', '😀'),
        minLength: 1,
        maxLength: 12,
      }),
      fc.string({ unit: fc.constantFrom('a', '.', ':'), minLength: 200, maxLength: 300 }),
      fc.string({ unit: 'binary', minLength: 1 }),
    )
    .filter((name) => nameIsPathSegment(name).length === 0);
  fc.assert(
    fc.property(anyName, (name) => {
      expect(nameIsDnsSubdomain(eventNameOf(name))).toEqual([]);
    }),
    { numRuns: 1000 },
  );
});

test('a controller of any name reports under a valid name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 117 }), (controller) => {
      expect(isQualifiedName(eventSource(controller, 'host').controller)).toEqual([]);
    }),
    { numRuns: 500 },
  );
  expect(eventSource('my controller', 'host')).toEqual({ controller: 'my-controller', instance: 'my controller-host' });
});
