import type { JsonSchemaProps } from '../../../schema/json-schema-props.ts';
import { type CompiledRule, compileRules } from './compile-rules.ts';
import { childNodes, isRuled, nodeOf, nodeType } from './node-type.ts';

/**
 * Compiles the rules of a schema and estimates their costs, a rule in each step, so that to validate the same schema
 * takes little time afterwards. Rules with syntax errors take milliseconds each.
 */
export function prepareRules(schema: JsonSchemaProps): Iterator<void, void> {
  const rules = compiledRules(schema);
  const left = rules.values();
  const next = (): IteratorResult<void, void> => {
    const { value: rule, done } = left.next();
    if (done === true) return { done, value: undefined };
    compile(rule);
    return { done: false, value: undefined };
  };
  return { next };
}

function compiledRules(schema: JsonSchemaProps): CompiledRule[] {
  const open = [nodeOf(schema)];
  const rules: CompiledRule[] = [];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const child of childNodes(node.schema)) open.push(nodeOf(child.schema, node, child.step));
    if (!isRuled(node.schema)) continue;
    const { type } = nodeType(node);
    if (type === undefined) continue;
    for (const rule of compileRules(node.schema, type)) rules.push(rule);
  }
  return rules;
}

/** Nothing of a rule is compiled before it is asked for. */
function compile({ maxCost, messageMaxCost, usesOldSelf }: CompiledRule): unknown {
  return [maxCost, messageMaxCost, usesOldSelf];
}
