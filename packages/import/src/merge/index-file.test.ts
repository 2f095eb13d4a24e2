import { expect, test } from 'vitest';
import { indexText } from './index-file.ts';

const line = (file: string): string => `export type * from './${file}';\n`;

test.each<[string, string | undefined, readonly string[], readonly string[], string]>([
  ['a new index is sorted', undefined, ['b.types.ts', 'a.types.ts'], [], line('a.types.ts') + line('b.types.ts')],
  [
    'lines that are there stay where they are',
    line('b.types.ts'),
    ['a.types.ts', 'b.types.ts'],
    [],
    line('b.types.ts') + line('a.types.ts'),
  ],
  [
    "an author's lines stay",
    "// Mine.\n\nexport * from './x.ts';\n",
    ['a.types.ts'],
    [],
    `// Mine.\n\nexport * from './x.ts';\n${line('a.types.ts')}`,
  ],
  [
    'what is removed loses its line',
    `// Mine.\n${line('a.types.ts')}${line('b.types.ts')}`,
    ['b.types.ts'],
    ['a.types.ts'],
    `// Mine.\n${line('b.types.ts')}`,
  ],
  ['nothing may be left', line('a.types.ts'), [], ['a.types.ts'], ''],
  [
    'a line break at the end may be missing',
    "export * from './x.ts';",
    ['a.types.ts'],
    [],
    `export * from './x.ts';\n${line('a.types.ts')}`,
  ],
  [
    'line breaks of another system stay',
    `// Mine.\r\n${line('b.types.ts').replace('\n', '\r\n')}`,
    ['b.types.ts', 'c.types.ts'],
    [],
    `// Mine.\r\n${line('b.types.ts') + line('c.types.ts')}`.replaceAll(/(?<!\r)\n/g, '\r\n'),
  ],
  [
    'a file that is not there any more loses its line',
    line('gone.types.ts') + line('mine.types.ts'),
    ['a.types.ts'],
    [],
    line('mine.types.ts') + line('a.types.ts'),
  ],
  [
    'only lines in the form of an import are looked at',
    "export * from './gone.types.ts';\nexport type * from './gone.ts';\nexport type * from '../gone.types.ts';\n",
    [],
    [],
    "export * from './gone.types.ts';\nexport type * from './gone.ts';\nexport type * from '../gone.types.ts';\n",
  ],
])('%s', (_, before, files, removed, want) => {
  expect(indexText(before, files, removed, ['index.ts', 'mine.types.ts'])).toBe(want);
});
