import type { Finding } from '../../diagnostic/reporter.ts';
import type { TypeUse } from '../../model/model.ts';
import { spanOf } from '../comments/comments.ts';
import type { ComputedPlace, LoadContext } from '../context/load-context.ts';
import { ts } from '../../compiler.ts';
import type { PathStep, Replacement, SchemaProblem } from '../context/schema-place.ts';
import { pathText, rightType, type WrongPart } from './way-out.ts';

/** Types of `@kb/apimachinery` that a hint can name. */
const IMPORTED = /\b(?:int32|int64|Time|Bytes)\b/g;

/**
 * Resolves the type of a schema, which the compiler computed: `z.infer<typeof door>`, and results of `Pick` and `Omit`.
 * An author cannot change the type in the library, so hints say which type to write around it.
 */
export function resolveSchemaType(
  context: LoadContext,
  library: string,
  type: ts.Type,
  place: Omit<ComputedPlace, 'schema'>,
): TypeUse {
  const problems: SchemaProblem[] = [];
  const use = context.resolveComputed(type, { ...place, schema: { library, path: [], problems } });
  const right = rightFor(place.node, problems);
  for (const { path, finding } of problems) {
    const at = pathText(path);
    const hint = right ?? finding.hint;
    context.reporter.report(spanOf(place.node), {
      code: finding.code,
      message: `${at === '' ? '' : `${at}, `}in the schema of ${library}: ${finding.message}`,
      ...(hint !== undefined && { hint }),
    });
  }
  return use;
}

/** Reports a problem at a place, or keeps it until the whole type of the schema has been resolved. */
export function reportAt(context: LoadContext, place: ComputedPlace, finding: Finding, instead?: Replacement): void {
  if (place.schema === undefined) context.reporter.report(spanOf(place.node), finding);
  else place.schema.problems.push({ path: place.schema.path, finding, ...(instead !== undefined && { instead }) });
}

/** Returns a place inside another. */
export function inside(place: ComputedPlace, step: PathStep): ComputedPlace {
  const { schema } = place;
  return schema === undefined ? place : { ...place, schema: { ...schema, path: [...schema.path, step] } };
}

function rightFor(node: ts.Node, problems: readonly SchemaProblem[]): string | undefined {
  const parts: WrongPart[] = [];
  for (const { path, instead } of problems) {
    if (instead === undefined) return undefined;
    parts.push({ path, instead: instead === 'nothing' ? undefined : instead.type });
  }
  const isParent = ts.isExpressionWithTypeArguments(node);
  const right = rightType(node.getText().replaceAll(/\s+/g, ' '), parts);
  if (right === undefined) {
    const types = [...new Set(parts.flatMap(({ instead }) => instead ?? []))].join(' and ');
    return types === '' ? undefined : `write the type as an interface, with ${types} there${importOf(types)}`;
  }
  const [, parent = right, members] = isParent ? (/^(Omit<.*>)(?: & (\{ .* \}))?$/s.exec(right) ?? []) : [];
  const what = isParent ? `extends ${parent}${members === undefined ? '' : ` ${members}`}` : right;
  return `write ${what}${importOf(right)}`;
}

function importOf(type: string): string {
  if (/^(?:int32|int64|Time|Bytes)$/.test(type)) return " (from '@kb/apimachinery')";
  const names = [...new Set(type.match(IMPORTED))];
  return names.length === 0 ? '' : `, with ${names.join(' and ')} from '@kb/apimachinery'`;
}
