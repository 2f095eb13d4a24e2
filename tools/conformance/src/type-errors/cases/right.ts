import type { CaseTable } from './type-error-case.ts';

const DOOR = "interface Door { name: string; width?: int32; colour: 'red' | 'blue' }";
const other = {
  'other.ts':
    'export interface Door { name: string }\nexport const modes = ["a", "b"] as const;\nexport default interface Gate { open: boolean }\n',
};

/** Sources without errors that need more of the standard library or of the project than others. */
export const rightCases: readonly CaseTable[] = [
  {
    name: 'values of the library',
    rows: [
      ['(typeof modes)[number]', "const modes = Object.freeze(['a', 'b'] as const);"],
      ['keyof typeof table', 'const table = Object.freeze({ a: 1, b: 2 });'],
      ['(typeof names)[number]', "const names = ['a', 'b'].map((name) => `x-${name}`);"],
      ['(typeof names)[number]', "const names = ['a', 'b'].filter((name) => name !== 'a');"],
      ['(typeof names)[number]', "const names = [...['a', 'b'], 'c'] as const;"],
      ['(typeof names)[number]', "const names = ['a'].concat(['b']);"],
      ['(typeof names)[number]', 'const names = Object.keys({ a: 1 });'],
      ['(typeof names)[number]', "const names = 'a,b'.split(',');"],
      ['typeof text', "const text = ['a', 'b'].join('-');"],
      ['typeof text', "const text = 'a'.toUpperCase();"],
      ['typeof text', 'const text = String(5);'],
      ['typeof text', 'const text = JSON.stringify({ a: 1 });'],
      ['typeof text', 'const text = new Date(0).toISOString();'],
      ['ReturnType<typeof make>', "const make = () => ['a', 'b'].map((name) => ({ name }));"],
      ['ReturnType<typeof make>', "function make(): { a: string }[] { return ['a'].map((a) => ({ a: a.trim() })); }"],
      [
        'Awaited<ReturnType<typeof make>>',
        "async function make(): Promise<{ a: string }> { await Promise.resolve(); return { a: 'x' }; }",
      ],
      ['Level', "enum Level { Low = 'low', High = `${'hi'}gh` }"],
      ['(typeof pairs)[number]', "const pairs = Object.entries({ a: 'x' }).map(([key, value]) => ({ key, value }));"],
      ['(typeof names)[number]', "const names = Array.from(new Set(['a', 'b']));"],
      ['(typeof names)[number]', "const names = [...new Map([['a', 'b']]).values()];"],
    ],
  },
  {
    name: 'types of the library',
    rows: [
      ["Record<'a' | 'b', string>"],
      ["Exclude<'a' | 'b', 'b'>"],
      ["Extract<'a' | 'b', 'b'>"],
      ["Uppercase<'a'>"],
      ['NonNullable<Door | null>', DOOR],
      ['Readonly<Door>', DOOR],
      ['ReadonlyArray<string>'],
      ["Omit<Door, 'nothing'>", DOOR],
      ['Parameters<(a: { b: string }) => void>[0]'],
      ['Awaited<Promise<string>>'],
      ['Readonly<Partial<Required<Door>>>', DOOR],
      ["Required<Pick<PodSpec, 'nodeSelector' | 'tolerations'>>"],
    ],
  },
  {
    name: 'declarations',
    rows: [
      ['Child', `${DOOR} interface Child extends Door { colour: 'red' }`],
      ['Child', `${DOOR} interface Child extends Omit<Door, 'width'> { width: string }`],
      ['Child', 'interface Sized { size: int64 } interface Child extends Sized { size: int32 }'],
      ['Child', 'interface Sized { size: int32 } interface Child extends Sized { size: 5 | 7 }'],
      ['Child', 'interface Sized { size: Quantity } interface Child extends Sized { size: "1Gi" | "2Gi" }'],
      ['Child', 'interface Child extends PodSpec { schedulerName: "mine" }'],
      ['Box<Door>', `${DOOR} interface Box<T extends { name: string }> { content: T }`],
      ["Setting<'a'>", "type Setting<M extends 'a' | 'b' = 'a'> = { mode: M };"],
      ['Setting', "type Setting<M extends 'a' | 'b' = 'a'> = { mode: M };"],
      ['Sized<int32>', 'interface Sized<T extends number> { size: T }'],
      ['Sized<int64>', 'interface Sized<T extends int32> { size: T }'],
      ['Timed<Time>', 'interface Timed<T extends string> { at: T }'],
      ['Door', "import type { Door } from './other.ts';", other],
      ['Gate', "import type Gate from './other.ts';", other],
      ['other.Door', "import type * as other from './other.ts';", other],
      ["import('./other.ts').Door", '', other],
      ['(typeof modes)[number]', "import { modes } from './other.ts';", other],
      ['Door', `// @ts-ignore: meant so\nimport type { Nothing } from './nothing.ts';\n${DOOR}`],
      ['Door', `// @ts-expect-error: meant so\ntype Unused = Pick<Door, 'nothing'>;\n${DOOR}`],
      ['Door', `${DOOR} type Wrong = Pick<Door, 'nothing'>;`],
      ['Door', `${DOOR} export const wrong: string = 5;`],
      [
        'Door',
        `${DOOR} export function print(door: Door): string { return [door.name].map((name) => name.trim()).join(','); }`,
      ],
      [
        "Shapes.Door['name']",
        'export namespace Shapes { export interface Door { name: string } export type Wrong = Missing; }',
      ],
      ['Door', 'interface Door { name: string } interface Door { width: int32 }'],
      ['typeof value', "const value = { a: 'x', b: ['y'] } satisfies Record<string, string | string[]>;"],
      ["`a-${'b' | 'c'}`"],
    ],
  },
  {
    name: 'a project that is less strict',
    settings: { strict: false },
    rows: [
      ['Child', 'interface Base { a: string } interface Child extends Base { a: string | null }'],
      ['typeof value', 'const value: { a: string } = { a: null };'],
    ],
  },
];
