import type { CaseTable } from './type-error-case.ts';

/** Sources that are errors only with certain settings in tsconfig.json. */
export const wrongBySettings: readonly CaseTable[] = [
  {
    name: 'exactOptionalPropertyTypes',
    settings: { exactOptionalPropertyTypes: true },
    rows: [
      ['Child', 'interface Base { a?: string } interface Child extends Base { a?: string | undefined }'],
      ['typeof value', 'const value: { a?: string } = { a: undefined };'],
    ],
  },
  {
    name: 'erasableSyntaxOnly',
    settings: { erasableSyntaxOnly: true },
    rows: [['Level', "export enum Level { Low = 'low' }"]],
  },
  {
    name: 'verbatimModuleSyntax',
    settings: { verbatimModuleSyntax: true },
    rows: [['Door', "import { Door } from './other.ts';", { 'other.ts': 'export interface Door { name: string }\n' }]],
  },
  {
    name: 'noUnusedParameters',
    settings: { noUnusedParameters: true, noUnusedLocals: true },
    rows: [
      ['Box<string>', 'export interface Box<T> { name: string }'],
      ['Item<string[]>', 'export type Item<T> = T extends (infer U)[] ? string : never;'],
    ],
  },
  {
    name: 'noImplicitAny',
    settings: { strict: true },
    rows: [
      ['ReturnType<typeof make>', 'export function make(value) { return { a: "x" } as const; }'],
      ['typeof value', 'export const value = make(); function make() { return value; }'],
    ],
  },
  {
    name: 'noUncheckedIndexedAccess',
    settings: { noUncheckedIndexedAccess: true },
    rows: [
      ['typeof value', 'const names: readonly string[] = ["a"]; export const value: string = names[0];'],
      ['typeof value', 'const names: Record<string, string> = {}; export const value: string = names["a"];'],
    ],
  },
  {
    name: 'noPropertyAccessFromIndexSignature',
    settings: { noPropertyAccessFromIndexSignature: true },
    rows: [['typeof value', 'const names: Record<string, string> = {}; export const value = names.first;']],
  },
];
