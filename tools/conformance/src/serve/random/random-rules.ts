import { declTypeOf, nameTypes } from '@kb/apimachinery/cel';
import type { JsonSchemaProps, ValidationRule } from '@kb/apimachinery/schema';
import { checkCase } from '../../cel/types/compare-checks.ts';
import { expressionMaker } from '../../cel/types/random-expression.ts';
import { placesOf } from '../../import/narrowness/places.ts';
import type { Random } from '../../random.ts';
import { changed } from './break-schema.ts';
import { randomCondition } from './random-condition.ts';

/** A schema with rules at one or two of its places, which mostly compile. */
export function withRandomRules(random: Random, schema: JsonSchemaProps): JsonSchemaProps {
  const places = placesOf({ type: 'object', properties: { value: schema } }).slice(1);
  // A node may stand at several places: then the rules do too.
  return random.sample(places, 1 + random.below(2)).reduce((whole, { schema: node }) => {
    const rules = Array.from({ length: 1 + random.below(2) }, () => randomRule(random, node));
    return changed(whole, node, (before) => ({ ...before, 'x-kubernetes-validations': rules }));
  }, schema);
}

function randomRule(random: Random, node: JsonSchemaProps): ValidationRule {
  const isTransition = random.chance(0.3);
  const rule: ValidationRule = { rule: conditionOf(random, node, isTransition) };
  if (random.chance(0.3)) rule.message = random.pick(['a message', ' with spaces ', 'ünï "quoted"']) ?? '';
  if (random.chance(0.25)) rule.messageExpression = messageOf(random, node);
  if (random.chance(0.2))
    rule.reason =
      random.pick(['FieldValueInvalid', 'FieldValueForbidden', 'FieldValueRequired', 'FieldValueDuplicate'] as const) ??
      'FieldValueInvalid';
  const [field] = Object.keys(node.properties ?? {});
  if (field !== undefined && random.chance(0.2)) rule.fieldPath = /^[a-z]+$/.test(field) ? `.${field}` : `['${field}']`;
  if (isTransition && random.chance(0.4)) {
    rule.optionalOldSelf = true;
    rule.rule = `!oldSelf.hasValue() || (${rule.rule.replaceAll('oldSelf', 'oldSelf.value()')})`;
  }
  return rule;
}

/** A condition on `self`: one that people write, or, one time in four, any that compiles. */
function conditionOf(random: Random, node: JsonSchemaProps, isTransition: boolean): string {
  const usual = randomCondition(random, node, { text: 'self', old: isTransition ? 'oldSelf' : undefined, depth: 3 });
  return isTransition || random.chance(0.75) ? usual : (anyExpression(random, node, 'bool') ?? usual);
}

function messageOf(random: Random, node: JsonSchemaProps): string {
  const isScalar = ['string', 'integer', 'number', 'boolean'].includes(node.type ?? '');
  const fixed = [
    "'fixed'",
    "''",
    "'two\\nlines'",
    "'' + string(1 / 0)",
    'self',
    ...(isScalar ? ["'got ' + string(self)"] : []),
  ];
  return (random.chance(0.8) ? undefined : anyExpression(random, node, 'string')) ?? random.pick(fixed) ?? '';
}

/** A random expression of a type; undefined if none of some compiles. */
function anyExpression(random: Random, node: JsonSchemaProps, kind: 'bool' | 'string'): string | undefined {
  const decl = declTypeOf(node, false);
  if (decl === undefined) return undefined;
  const maker = expressionMaker(random, nameTypes(decl, 'selfType').root);
  for (let attempt = 0; attempt < 4; attempt += 1) {
    const expression = maker.make({ kind });
    const checked = checkCase({ expression, schema: node, root: false, optionalOldSelf: false });
    if (checked !== undefined && 'expr' in checked) return expression;
  }
  return undefined;
}
