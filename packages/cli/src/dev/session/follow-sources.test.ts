import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { DevEvent } from '../events/dev-event.ts';
import { followSources, type SourceActions } from './follow-sources.ts';

/** A session whose changes, operator and actions are those of the test. The first folder says what a file is. */
function session(actions: Partial<SourceActions> = {}) {
  const done: string[] = [];
  const events: DevEvent[] = [];
  const operator = { files: new Set<string>(), stale: false };
  let save: (files: readonly string[]) => void = () => undefined;
  const act =
    (name: string) =>
    (files: readonly string[] = []): Promise<void> => {
      done.push([name, ...files].join(' '));
      return Promise.resolve();
    };
  const of = (files: readonly string[], kind: string): string[] => files.filter((file) => file.startsWith(`/${kind}/`));
  const followed = followSources({
    root: '/',
    sources: {
      isOwn: () => true,
      sort: (files) => ({
        types: of(files, 'types'),
        code: of(files, 'code'),
        manifests: of(files, 'manifests'),
        samples: of(files, 'samples'),
        installed: of(files, 'installed').length > 0,
      }),
    },
    changes: {
      markers: { changed: (files) => files.some((file) => file.includes('marked')) },
      add: () => undefined,
      onChange: (listener) => (save = listener),
    },
    operator: { files: () => operator.files, stale: () => operator.stale },
    actions: {
      generate: () => act('generate')().then(() => []),
      applyManifests: act('manifests'),
      restart: (fresh) => void done.push(fresh ? 'restart fresh' : 'restart'),
      applySamples: act('samples'),
      checkTypes: () => void done.push('check'),
      ...actions,
    },
    tell: (event) => void events.push(event),
  });
  /** Everything that was done since the last call, once nothing more can happen by itself. */
  const settled = async (): Promise<string[]> => {
    await setImmediate();
    return done.splice(0);
  };
  const notices = (): string[] => events.flatMap((event) => (event.event === 'notice' ? [event.text] : []));
  return { done, operator, followed, settled, notices, events, save: (...files: string[]) => save(files) };
}

test('a save that falls into the work of another is followed after it', async () => {
  const generating = Promise.withResolvers<readonly string[]>();
  let calls = 0;
  const { save, settled, operator } = session({ generate: () => ((calls += 1), generating.promise) });
  operator.files.add('/code/a.ts');
  save('/types/a.ts');
  save('/types/a.ts');
  save('/code/a.ts');
  expect(await settled()).toEqual([]);
  generating.resolve([]);
  expect(await settled()).toEqual(['check', 'restart', 'check']);
  expect(calls).toBe(2);
});

test('what failed is tried again with the next save, and nothing that was saved meanwhile is left out', async () => {
  const failing = Promise.withResolvers<readonly string[]>();
  let calls = 0;
  const { save, settled, notices, operator } = session({
    generate: () => ((calls += 1), calls === 1 ? failing.promise : Promise.resolve(['config/x.yaml'])),
  });
  operator.files.add('/code/a.ts');
  save('/types/a.ts');
  save('/samples/s.yaml');
  failing.reject(new Error('the server is busy'));
  // The types are checked even so, and the sample that was saved meanwhile takes the types with it.
  expect(await settled()).toEqual(['check', 'restart', 'check', 'samples /samples/s.yaml']);
  expect(notices()).toEqual(['the server is busy; the next save tries again']);
  expect(calls).toBe(2);
});

test('what failed last waits for a save, whatever that is', async () => {
  let fails = true;
  const { save, settled, notices } = session({
    applyManifests: () => (fails ? Promise.reject(new Error('no connection')) : Promise.resolve()),
  });
  save('/manifests/crd.yaml');
  expect([await settled(), notices()]).toEqual([[], ['no connection; the next save tries again']]);
  fails = false;
  save('/samples/s.yaml');
  expect([await settled(), notices()]).toEqual([['samples /samples/s.yaml'], expect.any(Array)]);
  save('/samples/t.yaml');
  expect(await settled()).toEqual(['samples /samples/t.yaml']);
  expect(notices()).toHaveLength(1);
});

test('after a mistake in types, whatever may mend it generates again', async () => {
  let result: readonly string[] | undefined;
  let calls = 0;
  const { save, settled } = session({ generate: () => ((calls += 1), Promise.resolve(result)) });
  save('/types/a.ts');
  expect([await settled(), calls]).toEqual([['check'], 1]);
  save('/samples/s.yaml');
  expect([await settled(), calls]).toEqual([['samples /samples/s.yaml'], 1]);
  result = [];
  save('/installed/.package-lock.json');
  expect([await settled(), calls]).toEqual([['restart fresh'], 2]);
  save('/code/a.ts');
  expect([await settled(), calls]).toEqual([['check'], 2]);
});

test('the operator is restarted for what it imports, and for anything if it is stale', async () => {
  const { save, settled, operator } = session();
  operator.files.add('/code/a.ts');
  save('/code/a.ts');
  save('/code/other.ts');
  expect(await settled()).toEqual(['restart', 'check', 'check']);
  operator.stale = true;
  save('/code/other.ts');
  expect(await settled()).toEqual(['restart', 'check']);
});

test('after the end nothing more is done, or told', async () => {
  const failing = Promise.withResolvers<readonly string[]>();
  const { save, settled, followed, notices } = session({ generate: () => failing.promise });
  save('/types/a.ts');
  save('/samples/s.yaml');
  followed.stop();
  failing.reject(new Error('the generator was ended'));
  expect([await settled(), notices()]).toEqual([['check'], []]);
});
