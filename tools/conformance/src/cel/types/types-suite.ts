import { declTypeOf, nameTypes } from '@kb/apimachinery/cel';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import type { GeneratorSuite } from '../../generator-suite.ts';
import { randomOf, type Random } from '../../random.ts';
import { buildCelOracle } from '../cel-oracle.ts';
import { readSpecCases } from '../specification/spec-cases.ts';
import { chosenExpressions, chosenSchema, documentedMistakes, untypedExpression } from './chosen-expressions.ts';
import { type CheckCase, compareChecks } from './compare-checks.ts';
import { compareDeclarations, type SchemaCase } from './compare-declarations.ts';
import { corpusSchemas, rulesOf } from './corpus-rules.ts';
import { expressionMaker } from './random-expression.ts';
import { randomObjectSchema } from './random-schema.ts';

/**
 * The types of schemas are those of kube-apiserver, and expressions have the same types, overloads and mistakes: the
 * rules of real definitions, the expressions of the specification, and random ones.
 */
export const celTypesSuite: GeneratorSuite = {
  name: 'cel types',
  run({ seed, full, log }) {
    const oracle = buildCelOracle();
    if ('reason' in oracle) return Promise.resolve({ skipped: oracle.reason });
    const random = randomOf(seed, 'cel types');
    const real = corpusSchemas();
    const schemas = [...real, ...randomSchemas(random, full ? 2000 : 200)];
    const expressions = [
      ...real.flatMap(({ schema }) => rulesOf(schema, true)),
      ...[...chosenExpressions, ...documentedMistakes].map((expression) => caseOf(expression, chosenSchema)),
      ...readSpecCases().cases.map(({ expression }) => caseOf(expression, {})),
      ...randomCases(random, full ? 30_000 : 3000),
      ...Array.from({ length: full ? 20_000 : 1000 }, () => caseOf(untypedExpression(random), chosenSchema)),
    ];
    const { total, refused, failures } = compareChecks(oracle, expressions);
    log(`${schemas.length} schemas, ${real.length} of them real; ${total} expressions, ${refused} with mistakes`);
    return Promise.resolve({
      total: schemas.length + total,
      failures: [...compareDeclarations(oracle, schemas), ...failures],
    });
  },
};

function randomSchemas(random: Random, count: number): SchemaCase[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `random schema ${index}`,
    schema: randomObjectSchema(random),
    root: random.chance(0.5),
  }));
}

function caseOf(expression: string, schema: JsonSchemaProps): CheckCase {
  return { expression, schema: { type: 'object', ...schema }, root: false, optionalOldSelf: false };
}

/** Of each schema ten expressions. */
function randomCases(random: Random, count: number): CheckCase[] {
  return Array.from({ length: count / 10 }, () => {
    const schema = randomObjectSchema(random, 2);
    const decl = declTypeOf(schema, false);
    if (decl === undefined) throw new Error('an object has a type');
    const maker = expressionMaker(random, nameTypes(decl, 'selfType').root);
    return Array.from({ length: 10 }, () => caseOf(maker.make({ kind: 'bool' }), schema));
  }).flat();
}
