import { describe, expect, test } from 'vitest';
import { createNormaliser } from './normalise.ts';
import { parseSession, printSession } from './session.ts';
import { readSessions } from './sessions.ts';

const text = `# What is there.
$ kubectl get pods
  NAME  READY

  web  1/1
  ! Warning: of something
  [1]
$ true

# It goes on.
% start watching: kubectl get pods -w
% until watching watches
% until watching says web
% until watching says web, 2 times
% until watching watches, 3 times
% until watching ends
% stop watching
  web
`;

describe('parseSession and printSession', () => {
  test('read a session', () => {
    const [get, nothing, ...rest] = parseSession(text);
    expect(get).toEqual({
      comments: ['# What is there.'],
      line: '$ kubectl get pods',
      action: { run: 'kubectl get pods' },
      result: { out: 'NAME  READY\n\nweb  1/1\n', err: 'Warning: of something\n', code: 1 },
    });
    expect(nothing?.result).toEqual({ out: '', err: '', code: 0 });
    expect(rest.map(({ action }) => action)).toEqual([
      { name: 'watching', start: 'kubectl get pods -w' },
      { name: 'watching', watches: 1 },
      { name: 'watching', until: 'web', times: 1 },
      { name: 'watching', until: 'web', times: 2 },
      { name: 'watching', watches: 3 },
      { ends: 'watching' },
      { stop: 'watching' },
    ]);
  });

  test('print what was parsed', () => {
    expect(printSession(parseSession(text))).toBe(text);
  });

  test.each(['api-server', 'workloads'] as const)('every session of %s can be parsed and has commands', (stage) => {
    const sessions = readSessions(stage);
    expect(sessions.length).toBeGreaterThan(0);
    for (const { entries } of sessions) expect(entries.length).toBeGreaterThan(0);
  });

  test('report the line that cannot be parsed', () => {
    expect(() => parseSession('$ true\nfalse')).toThrow('line 2: expected a command, got false');
  });
});

describe('createNormaliser replaces values that vary', () => {
  test.each([
    ['web-5d4f8c7b9c-x2x4z  1/1  Running  0  3m12s', 'web-<hash-1>-<random>  1/1  Running  0  <age>'],
    ['lonely  2/2  Running  1 (325d ago)  2s', 'lonely  2/2  Running  1 (<age> ago)  <age>'],
    ['Normal  Pulled  2s (x3 over 5m)', 'Normal  Pulled  <age> (x3 over <age>)'],
    ['creationTimestamp: "2026-11-22T04:34:34Z"', 'creationTimestamp: "<time>"'],
    ['uid: 6f1f77bb-7d9a-4b4a-9a3c-5d7c2b1e0f11', 'uid: <uid-1>'],
    ['resourceVersion: "312"', 'resourceVersion: "<version>"'],
    ['clusterIP: 10.96.3.4, 10.96.3.5, 10.96.3.4', 'clusterIP: <address-1>, <address-2>, <address-1>'],
    ['--- /work/tmp/LIVE-123/a', '--- <folder>/tmp/LIVE/a'],
    ['Control plane is running at https://127.0.0.1:6443', 'Control plane is running at <server>'],
    ['NAME      AGE', 'NAME  AGE'],
    ['  replicas: 3', '  replicas: 3'],
  ])('%s', (given, want) => {
    expect(createNormaliser('/work')(given)).toBe(want);
  });
});
