import { declTypeOf, type DeclType, nameTypes, printType } from '@kb/apimachinery/cel';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import type { Failure } from '../../suite.ts';
import type { CelOracle, OracleType } from '../cel-oracle.ts';

/** A schema, and whether it is that of a whole object. */
export interface SchemaCase {
  readonly name: string;
  readonly schema: JsonSchemaProps;
  readonly root: boolean;
}

/** The types of schemas in expressions, and the sizes from which costs are estimated, are those of kube-apiserver. */
export function compareDeclarations(oracle: CelOracle, cases: readonly SchemaCase[]): Failure[] {
  const answers = oracle.ask(
    'declaration',
    cases.map(({ schema, root }) => ({ schema, root })),
  );
  return cases.flatMap(({ name, schema, root }, index) => {
    const theirs = answers[index]?.type ?? undefined;
    const decl = declTypeOf(schema, root);
    const ours = decl === undefined ? ['no type'] : linesOf(decl);
    const known = new Set(theirs === undefined ? ['no type'] : theirLines(theirs));
    const wrong = ours.filter((line) => !known.delete(line));
    return wrong.length === 0 && known.size === 0
      ? []
      : [{ name, message: `${wrong.join('\n')}\nbut there\n${[...known].join('\n')}` }];
  });
}

function line(path: string, type: string, maxElements: number | bigint, minSize: number): string {
  return `${path}: ${type}, at most ${Number(maxElements)} elements, at least ${minSize} bytes`;
}

function linesOf(root: DeclType): string[] {
  const visit = (decl: DeclType, path: string): string[] => [
    line(path, printType(nameTypes(decl, path).root), decl.maxElements, decl.minSize),
    ...(decl.kind === 'object' ? [...decl.fields].flatMap(([name, each]) => visit(each, `${path}.${name}`)) : []),
    ...(decl.kind === 'map' ? [...visit(decl.key, `${path}.@key`), ...visit(decl.element, `${path}.@elem`)] : []),
    ...(decl.kind === 'list' ? visit(decl.element, `${path}.@idx`) : []),
  ];
  return visit(root, 'selfType');
}

function theirLines(root: OracleType): string[] {
  const visit = ({ type, fields = {}, key, element, maxElements, minSize }: OracleType, path: string): string[] => [
    line(path, type, maxElements, minSize),
    ...Object.entries(fields).flatMap(([name, each]) => visit(each, `${path}.${name}`)),
    ...(key === undefined ? [] : visit(key, `${path}.@key`)),
    ...(element === undefined ? [] : visit(element, `${path}.${key === undefined ? '@idx' : '@elem'}`)),
  ];
  return visit(root, 'selfType');
}
