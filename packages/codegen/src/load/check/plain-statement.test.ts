import { describe, expect, test } from 'vitest';
import { memoryReader } from '../../read/source-reader.ts';
import { createSourceProgram } from '../program/source-program.ts';
import { isPlainStatement } from './plain-statement.ts';

const before = `import type { int32, KubernetesObject } from '@kb/apimachinery';
interface Door { name: string }
type Mode = 'a' | 'b';
enum Level { Low = 'low' }
interface Box<T> { content: T }
`;

/** Whether the last statement of a file needs no check. */
function isPlain(statement: string): boolean {
  const { files, checker } = createSourceProgram({
    fileNames: ['types.ts'],
    packages: [],
    settings: { options: {}, checks: {}, nulls: true },
    reader: memoryReader({ 'types.ts': `${before}${statement}` }),
    reporter: { report: () => undefined },
    library: 'small',
  });
  const last = files[0]?.statements.at(-1);
  if (last === undefined) throw new Error('there is no statement');
  return isPlainStatement(checker, last);
}

describe('is true for a declaration that cannot be wrong', () => {
  test.each([
    'interface A { a: string; b?: int32; c: boolean | null; readonly d: unknown }',
    "interface A { 'a-b': Door[]; mode: Mode; level: Level; levels: (Level | 5)[] }",
    'interface A { map: Record<string, Door>; inner: { a: string; b: { c: Mode } } }',
    'interface A extends KubernetesObject { spec: Door }',
    "type A = 'a' | 'b' | 5 | true;",
    'type A = { door: Door; next?: A };',
    'type A = int32;',
  ])('%s', (statement) => expect(isPlain(statement)).toBe(true));
});

describe('is false for a declaration that can be wrong', () => {
  test.each([
    'interface A { a: strng }',
    'interface A { a: string; a: string }',
    'interface A { a: Box<string> }',
    'interface A { a: Box }',
    'interface A { a: Door<string> }',
    "interface A { a: Pick<Door, 'nam'> }",
    "interface A { a: Door['nam'] }",
    'interface A { a: Record<Door, string> }',
    'interface A { a: Array }',
    'interface A { public a: string }',
    'interface A { [key: string]: string; a: int32 }',
    'interface A extends Door { name: int32 }',
    'interface A extends KubernetesObject { metadata: string }',
    'interface A<T> { a: T }',
    'interface Door { name: int32 }',
    'interface string { a: string }',
    'interface A { a(): string }',
    'interface A { a }',
    'type A = A;',
    'type A = Mode | A;',
    'type A = Mode;',
    'enum A { Low = "low", High }',
    'const a: string = 5;',
  ])('%s', (statement) => expect(isPlain(statement)).toBe(false));
});
