import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeQuery, listParameters, watchParameters, writeParameters } from './query.ts';

describe('encodeQuery', () => {
  test('omits undefined and empty values, and keeps 0 and false', () => {
    expect(encodeQuery({ a: undefined, b: '', c: 0, d: false, e: 'x' })).toBe('?c=0&d=false&e=x');
    expect(encodeQuery({ a: undefined })).toBe('');
    expect(encodeQuery({})).toBe('');
  });

  test('encodes everything unambiguously', () => {
    expect(encodeQuery({ labelSelector: 'app in (a,b),!c', fieldSelector: 'metadata.name=x&y' })).toBe(
      '?labelSelector=app%20in%20(a%2Cb)%2C!c&fieldSelector=metadata.name%3Dx%26y',
    );
  });

  test('round-trips', () => {
    const text = fc.string({ unit: 'binary', minLength: 1 }).map((value) => value.toWellFormed());
    fc.assert(
      fc.property(fc.dictionary(text, text), (parameters) => {
        const query = encodeQuery(parameters);
        expect(query).toMatch(/^$|^\?[-\w.!~*'()%=&]+$/);
        expect(new Map(new URLSearchParams(query))).toEqual(new Map(Object.entries(parameters)));
      }),
      { numRuns: 300 },
    );
  });
});

describe('parameters', () => {
  test('of lists and watches', () => {
    const options = {
      namespace: 'n',
      labelSelector: 'a=b',
      fieldSelector: 'c=d',
      limit: 5,
      continue: 'token',
      resourceVersion: '0',
      resourceVersionMatch: 'NotOlderThan',
      timeoutSeconds: 30,
    } as const;
    expect(encodeQuery(listParameters(options))).toBe(
      '?labelSelector=a%3Db&fieldSelector=c%3Dd&limit=5&continue=token&resourceVersion=0&resourceVersionMatch=NotOlderThan&timeoutSeconds=30',
    );
    expect(
      encodeQuery(watchParameters({ resourceVersion: '7', allowWatchBookmarks: true, sendInitialEvents: true })),
    ).toBe('?resourceVersion=7&watch=true&allowWatchBookmarks=true&sendInitialEvents=true');
  });

  test('of writes: the field manager is the client’s unless the call sets one', () => {
    expect(encodeQuery(writeParameters({}, 'kb'))).toBe('?fieldManager=kb');
    expect(encodeQuery(writeParameters({ dryRun: true, fieldManager: 'me', fieldValidation: 'Strict' }, 'kb'))).toBe(
      '?dryRun=All&fieldManager=me&fieldValidation=Strict',
    );
    expect(encodeQuery(writeParameters({ dryRun: false }, 'kb'))).toBe('?fieldManager=kb');
  });
});
