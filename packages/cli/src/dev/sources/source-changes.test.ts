import { expect, onTestFinished, test } from 'vitest';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { collectChanges } from './source-changes.ts';

test('what is saved before there is a listener is delivered, except for what is remembered', async () => {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'kb-changes-')));
  const file = (name: string): string => path.join(root, name);
  writeFileSync(file('a.ts'), 'a');
  const changes = collectChanges({ places: [root] }, (event) => {
    throw new Error(JSON.stringify(event));
  });
  onTestFinished(() => {
    changes.close();
    rmSync(root, { recursive: true });
  });
  writeFileSync(file('generated.ts'), 'g');
  changes.remember([file('generated.ts')]);
  writeFileSync(file('a.ts'), '// +kubebuilder:object:root=true');
  mkdirSync(file('deep'));
  const seen = new Set<string>();
  // Nobody listens until the change has been noticed: a second watch says so.
  const noticed = Promise.withResolvers<void>();
  const other = collectChanges({ places: [root] }, () => undefined);
  onTestFinished(() => other.close());
  other.onChange(() => noticed.resolve());
  writeFileSync(file('b.ts'), 'b');
  await noticed.promise;
  changes.onChange((files) => files.forEach((each) => seen.add(path.relative(root, each))));
  await expect.poll(() => [...seen].toSorted()).toEqual(['a.ts', 'b.ts']);
  expect(changes.markers.changed([file('a.ts')])).toBe(true);
});
