import { readFileSync } from 'node:fs';
import type { JsonObject } from '@kb/apimachinery';
import { describe, expect, test } from 'vitest';
import { customColumns } from '../custom-columns.ts';
import { parseJsonPath } from './json-path.ts';

/** The cells that client-go's jsonpath returns for paths (test-support/record-cells.ts). */
const { objects, cells } = JSON.parse(readFileSync(new URL('testdata/cells.json', import.meta.url), 'utf8')) as {
  objects: Record<string, JsonObject>;
  cells: [path: string, object: string, cell: string | null, error?: string][];
};

/** The paths whose cells differ, and why. */
const different: ReadonlyMap<string, string> = new Map([
  ['.n}{range .items}{.n}{end', 'no loops: a path with one shows nothing'],
  ['.items[?(@.n==1.0)].n', '1.0 is 1: Go does not compare a fraction with an integer'],
]);

/** Returns the cell that a table shows; undefined for a path that cannot be parsed. */
function cellOf(path: string, object: JsonObject): unknown {
  if (!parseJsonPath(path)) return undefined;
  const columns = customColumns([{ name: 'Column', type: 'string', jsonPath: path }]);
  // Not enumerable, so that no path finds it.
  const named = Object.defineProperty({ ...object }, 'metadata', { value: { name: 'x' } });
  return columns.cells(named as never, 0)[1];
}

describe('recorded cells of client-go', () => {
  test('cover many paths, valid and invalid', () => {
    expect(cells.length).toBeGreaterThan(500);
    expect(cells.filter(([, , , error]) => error !== undefined).length).toBeGreaterThan(100);
    expect(cells.filter(([, , cell, error]) => cell !== null && error === undefined).length).toBeGreaterThan(100);
  });

  test('are the same on this server', () => {
    const wrong = cells.flatMap(([path, name, cell, error]) => {
      const given = cellOf(path, objects[name] ?? {});
      const wanted = error === undefined ? cell : undefined;
      return given === wanted || different.has(path) ? [] : [{ path, name, wanted, given }];
    });
    expect(wrong).toEqual([]);
  });
});
