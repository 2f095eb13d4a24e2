import { expect, test } from 'vitest';

interface Step {
  readonly name: string;
  readonly after?: readonly string[];
}

// Plain JavaScript, because it runs before anything is installed: so it has no types.
const load = async <T>(file: string): Promise<T> => (await import(new URL(file, import.meta.url).href)) as T;
const { runLanes } = await load<{
  readonly runLanes: (lanes: readonly (readonly Step[])[], run: (step: Step) => Promise<void>) => Promise<void>;
}>('run-lanes.js');
const { lanes } = await load<{ readonly lanes: readonly (readonly Step[])[] }>('steps.js');

test('lanes run beside each other, and a step waits for those that it comes after', async () => {
  const said: string[] = [];
  const ends = new Map<string, () => void>();
  const running = runLanes([[{ name: 'a' }, { name: 'b' }], [{ name: 'c', after: ['b'] }], [{ name: 'd' }]], (step) => {
    said.push(step.name);
    return new Promise((resolve) => ends.set(step.name, resolve));
  });
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  await turn();
  expect(said).toEqual(['a', 'd']);
  ends.get('a')?.();
  await turn();
  expect(said).toEqual(['a', 'd', 'b']);
  ends.get('b')?.();
  await turn();
  expect(said).toEqual(['a', 'd', 'b', 'c']);
  ends.get('c')?.();
  ends.get('d')?.();
  await running;
});

test('every step of .ci/run is begun, each after those that it waits for', async () => {
  const done = new Set<string>();
  await runLanes(lanes, async ({ name, after = [] }) => {
    expect(after.filter((other) => !done.has(other))).toEqual([]);
    done.add(name);
  });
  const names = lanes.flat().map(({ name }) => name);
  expect([...done].toSorted()).toEqual(names.toSorted());
  expect(done.size).toBe(names.length);
});
