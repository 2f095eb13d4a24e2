import { seededRandom } from '@kb/apimachinery';
import { typeNameOfClientNode, typesOf } from '@kb/kubernetes/data';
import type { TypeErrorCase } from './cases/type-error-case.ts';

/** Makes `count` cases that refer to a field of a Kubernetes type by a misspelt name. */
export function misspeltKeys(seed: number, count: number): TypeErrorCase[] {
  const next = seededRandom(seed);
  const pick = <T>(from: readonly T[]): T => {
    const one = from[Math.floor(next() * from.length)];
    if (one === undefined) throw new Error('there is nothing to pick from');
    return one;
  };
  // Only types of @kb/kubernetes; the data contains more.
  const types = typesOf('core/v1').filter(
    ({ localName, struct, fields }) =>
      struct && fields.length > 1 && typeNameOfClientNode(`V1${localName}`) !== undefined,
  );
  const cases: TypeErrorCase[] = [];
  while (cases.length < count) {
    const { localName, fields } = pick(types);
    const names = fields.map(({ name }) => name);
    const wrong = misspelt(pick(names), next);
    if (names.includes(wrong)) continue;
    const form = pick<(name: string) => string>([
      (name) => `Pick<core.${localName}, '${name}'>`,
      (name) => `Pick<core.${localName}, '${pick(names)}' | '${name}'>`,
      (name) => `core.${localName}['${name}']`,
      (name) => `Partial<Pick<core.${localName}, '${name}'>>[]`,
      (name) => `Record<string, core.${localName}['${name}']>`,
    ]);
    const type = form(wrong);
    cases.push({
      name: `a slip of the keyboard ${cases.length + 1}: ${type}`,
      type,
      before: "import type * as core from '@kb/kubernetes/core/v1';",
    });
  }
  return cases;
}

function misspelt(name: string, next: () => number): string {
  const at = 1 + Math.floor(next() * Math.max(1, name.length - 1));
  const [before, letter, behind] = [name.slice(0, at), name.charAt(at), name.slice(at + 1)];
  switch (Math.floor(next() * 4)) {
    case 0:
      return before + behind;
    case 1:
      return `${before}${letter}${letter}${behind}`;
    case 2:
      return `${before}${behind.charAt(0)}${letter}${behind.slice(1)}`;
    default:
      return `${before}x${behind}`;
  }
}
