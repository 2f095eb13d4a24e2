import type { CaseTable } from './type-error-case.ts';

const inner = {
  'other.ts':
    'export interface Door { name: string }\nexport type Mode = "a" | "b";\ninterface Hidden { x: string }\nexport const modes = ["a", "b"] as const;\n',
};

/** Names that are not declared, or declared as something else. */
export const wrongNames: readonly CaseTable[] = [
  {
    name: 'a misspelt name',
    rows: [
      ['strng'],
      ['Strng[]'],
      ['boolan'],
      ['nubmer'],
      ['unknwon'],
      ['Dor', 'interface Door { a: string }'],
      ['Doors', 'interface Door { a: string }'],
      ['PodSpek'],
      ['int23'],
      ['Qantity'],
      ['Partail<PodSpec>'],
      ['Pik<PodSpec, "nodeName">'],
      ['Omitt<PodSpec, "nodeName">'],
      ['Recrd<string, string>'],
      ['Reqired<PodSpec>'],
      ['Record<string, Dor>', 'interface Door { a: string }'],
      ['{ a: { b: Dor } }', 'interface Door { a: string }'],
      ['Held', 'interface Door { a: string } interface Held { door?: Dor }'],
      ['(typeof mods)[number]', 'const modes = ["a", "b"] as const;'],
      ['Level.Lo', "enum Level { Low = 'low', High = 'high' }"],
      ['Shapes.Dor', 'export namespace Shapes { export interface Door { a: string } }'],
      ['Keys', 'interface Door { a: string } type Keys = keyof Dor;'],
    ],
  },
  {
    name: 'an import that is missing or wrong',
    rows: [
      ['Duration2'],
      ['Door', "import type { Door } from './othr.ts';", inner],
      ['Dor', "import type { Dor } from './other.ts';", inner],
      ['Hidden', "import type { Hidden } from './other.ts';", inner],
      ['Door', "import type Door from './other.ts';", inner],
      ['other.Dor', "import type * as other from './other.ts';", inner],
      ["import('./other.ts').Dor", '', inner],
      ["import('./othr.ts').Door", '', inner],
      ['Door', "import type { Door } from 'no-such-package';"],
      ['Door', "import type { Door } from './folder/other.ts';", inner],
      ['Warehouse', "import type { Warehouse } from '@kb/apimachinery';"],
      ['PodSpeck', "import type { PodSpeck } from '@kb/kubernetes/core/v1';"],
      ['Pod', "import type { Pod } from '@kb/kubernetes/core/v9';"],
      ['Door', "import type { Door as Dor } from './other.ts';", inner],
      [
        'Ours',
        "export type { Ours } from './ours.ts'; import type { Ours } from './ours.ts';",
        {
          'ours.ts': "export type { Ours } from './theirs.ts';\n",
          'theirs.ts': 'export interface Theirs { x: string }\n',
        },
      ],
      ['(typeof modes)[number]', "import { mods as modes } from './other.ts';", inner],
    ],
  },
  {
    name: 'a value for a type, or a type for a value',
    rows: [
      ['modes', "const modes = ['a', 'b'] as const;"],
      ['modes[number]', "const modes = ['a', 'b'] as const;"],
      ['typeof Door', 'interface Door { a: string }'],
      ['typeof PodSpec'],
      ['defaults', 'const defaults = { a: 1 };'],
      ['Shapes', 'export namespace Shapes { export interface Door { a: string } }'],
      ['Level.Low.x', "enum Level { Low = 'low' }"],
      ['Door.name', 'interface Door { name: string }'],
      ['keyof modes', 'const modes = { a: 1 };'],
      ['(typeof modes)[Door]', "const modes = ['a', 'b'] as const; const Door = 0;"],
      ['main', 'function main(): string { return "a"; }'],
      ['Record<modes, string>', "const modes = 'a';"],
    ],
  },
];
