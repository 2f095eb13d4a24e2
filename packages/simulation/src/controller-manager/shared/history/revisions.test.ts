import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { equalRevisions, excessRevisions, nextRevision, sortRevisions } from './revisions.ts';
import { type LiveRevision, patchHash, templateOf, templatePatch } from './template-patch.ts';

function revisionOf(revision: number, name = `web-${revision}`, image = 'web:1'): LiveRevision {
  return {
    apiVersion: 'apps/v1',
    kind: 'ControllerRevision',
    metadata: { name, uid: name, creationTimestamp: '2026-01-01T00:00:00Z', resourceVersion: '1' },
    revision,
    data: templatePatch({ spec: { containers: [{ name: 'web', image }] } }),
  };
}

const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 100 }), { maxLength: 12 });
const namesOf = (revisions: readonly LiveRevision[]): string[] => revisions.map(({ metadata }) => metadata.name);

describe('ControllerRevisions', () => {
  test('are sorted by number, and the next number is above all of them', () => {
    fc.assert(
      fc.property(numbers, (all) => {
        const sorted = sortRevisions(all.map((number) => revisionOf(number)));
        expect(sorted.map(({ revision }) => revision)).toEqual(all.toSorted((a, b) => a - b));
        expect(nextRevision(sorted)).toBe(Math.max(0, ...all) + 1);
      }),
    );
  });

  test('of one number are sorted by age, then by name', () => {
    const old = revisionOf(1, 'z');
    const young = { ...revisionOf(1, 'a'), metadata: { ...old.metadata, creationTimestamp: '2027-01-01T00:00:00Z' } };
    expect(sortRevisions([young, old])).toEqual([old, young]);
    expect(namesOf(sortRevisions([revisionOf(1, 'b'), revisionOf(1, 'a')]))).toEqual(['a', 'b']);
  });

  test('in use are kept, and as many others as the limit', () => {
    fc.assert(
      fc.property(numbers, fc.func(fc.boolean()), fc.integer({ min: -2, max: 14 }), (all, isLive, limit) => {
        const sorted = sortRevisions(all.map((number) => revisionOf(number)));
        const live = new Set(namesOf(sorted).filter((name) => isLive(name)));
        const excess = namesOf(excessRevisions(sorted, live, limit));
        const unused = namesOf(sorted).filter((name) => !live.has(name));
        expect(excess).toEqual(unused.slice(0, excess.length));
        expect(excess).toHaveLength(limit < 0 ? 0 : Math.max(0, unused.length - limit));
      }),
    );
  });

  test('are equal when they restore the same template', () => {
    const all = [revisionOf(1), revisionOf(2, 'web-2', 'web:2'), revisionOf(3)];
    expect(namesOf(equalRevisions(all, revisionOf(9).data))).toEqual(['web-1', 'web-3']);
    expect(templateOf(revisionOf(1))).toEqual({ spec: { containers: [{ name: 'web', image: 'web:1' }] } });
    expect(templateOf({ ...revisionOf(1), data: ['no patch'] })).toBeUndefined();
  });
});

describe('patchHash', () => {
  test('depends on the data and the collision count, and not on the order of keys', () => {
    const one = templatePatch({ metadata: { labels: { a: '1', b: '<' } }, spec: { containers: [] } });
    const other = templatePatch({ spec: { containers: [] }, metadata: { labels: { b: '<', a: '1' } } });
    expect(patchHash(one, 0)).toBe(patchHash(other, 0));
    expect(new Set([patchHash(one, 0), patchHash(one, 1), patchHash({}, 0)]).size).toBe(3);
    expect(patchHash(one, 0)).toMatch(/^[bcdf456789]{1,10}$/);
  });
});
