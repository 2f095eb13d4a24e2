import type { JsonSchemaProps } from '../../../schema/json-schema-props.ts';
import { MOST_ERRORS } from '../../../status/listed-errors.ts';
import { type CompiledRule, compileRules } from './compile-rules.ts';
import { childNodes, isRuled, nodeOf, nodeType, type TypedNode } from './node-type.ts';

/**
 * Compiles the rules of a schema and estimates their costs, a rule in each step, so that to validate the same schema
 * takes little time afterwards. In the order in which they are validated, until there are more errors than an answer
 * lists.
 */
export function prepareRules(schema: JsonSchemaProps): Iterator<void, void> {
  const rules: CompiledRule[] = [];
  collectRules(nodeOf(schema), rules);
  const left = rules.values();
  let errors = 0;
  const next = (): IteratorResult<void, void> => {
    const { value: rule, done } = left.next();
    if (done === true || errors > MOST_ERRORS) return { done: true, value: undefined };
    compile(rule);
    if (rule.error !== undefined) errors += 1;
    return { done: false, value: undefined };
  };
  return { next };
}

/** Those of a schema come after those inside of it. */
function collectRules(node: TypedNode, rules: CompiledRule[]): void {
  for (const child of childNodes(node.schema)) collectRules(nodeOf(child.schema, node, child.step), rules);
  if (!isRuled(node.schema)) return;
  const { type } = nodeType(node);
  if (type === undefined) return;
  for (const rule of compileRules(node.schema, type)) rules.push(rule);
}

/** Nothing of a rule is compiled before it is asked for. */
function compile({ maxCost, messageMaxCost, usesOldSelf }: CompiledRule): unknown {
  return [maxCost, messageMaxCost, usesOldSelf];
}
