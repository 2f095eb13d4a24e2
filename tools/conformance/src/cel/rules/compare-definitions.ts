import { celRules } from '@kb/apimachinery/cel';
import type { FieldError } from '@kb/apimachinery';
import { parseJson, stringifyJson } from '@kb/apimachinery/codec';
import { checkStructuralSchema, decodeSchema, type JsonSchemaProps } from '@kb/apimachinery/schema';
import type { Failure } from '../../suite.ts';
import type { CelOracle, OracleFieldError, OracleRule } from '../cel-oracle.ts';
import type { SchemaCase } from '../types/compare-declarations.ts';
import { inOneOrder } from './error-order.ts';

/** Where a definition with one version has its schema. */
const PATH = 'spec.validation.openAPIV3Schema';

/** How many schemas there were, how many of them are refused, and where the errors differ. */
export interface ComparedDefinitions {
  readonly total: number;
  readonly refused: number;
  readonly failures: readonly Failure[];
}

/** How many definitions the oracle gets at once: of real ones, some take a second. */
const AT_ONCE = 500;

/** Definitions with these schemas are refused with the errors of kube-apiserver: types, paths, texts and order. */
export function compareDefinitions(oracle: CelOracle, cases: readonly SchemaCase[]): ComparedDefinitions {
  const requests = cases.map(({ schema }) => ({ definition: definitionOf(schema) }));
  const answers = Array.from({ length: Math.ceil(requests.length / AT_ONCE) }, (_, index) =>
    oracle.ask('definition', requests.slice(index * AT_ONCE, (index + 1) * AT_ONCE)),
  ).flat();
  let refused = 0;
  const failures = cases.flatMap(({ name, schema }, index) => {
    const { errors = [], schemas = [], panic } = answers[index] ?? {};
    if (panic !== undefined) return [];
    if (errors.length > 0) refused += 1;
    const [ours, theirs] = [errorsOf(schema), errors].map((some) => linesOf(some, schemas[0] ?? []));
    return ours === undefined || theirs === undefined ? [] : differences(name, ours, theirs);
  });
  return { total: cases.length, refused, failures };
}

function differences(name: string, ours: readonly string[], theirs: readonly string[]): Failure[] {
  const at = ours.findIndex((line, index) => line !== theirs[index]);
  const first = at === -1 ? ours.length : at;
  if (ours.length === theirs.length && at === -1) return [];
  const [our = 'nothing', their = 'nothing'] = [ours[first], theirs[first]];
  return [{ name, message: `error ${first} of ${ours.length} is ${our}\nbut there, of ${theirs.length}, ${their}` }];
}

/** The errors of a schema in a definition with one version. */
export function errorsOf(schema: JsonSchemaProps): FieldError[] {
  const decoded = decodeSchema(parseJson(stringifyJson(schema)));
  if (decoded.schema === undefined) throw new Error(decoded.problem);
  return checkStructuralSchema(decoded.schema, PATH, { rules: celRules });
}

/** A definition of a kind whose one version has a schema. */
export function definitionOf(schema: JsonSchemaProps): unknown {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'things.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'things', singular: 'thing', kind: 'Thing', listKind: 'ThingList' },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }],
    },
  };
}

const CONTRIBUTED = 'Forbidden: contributed to estimated rule cost total';

/**
 * The errors as texts, without what differs in each run of the server. `rules`: what is known of the rules; without, it
 * does not matter which ones are named as the most expensive.
 */
export function linesOf(
  errors: readonly (FieldError | OracleFieldError)[],
  rules: readonly OracleRule[] = [],
): string[] {
  const placed = errors.map((error) =>
    // Of rules that cost the same, the server names any.
    error.message.startsWith(CONTRIBUTED) ? { ...error, field: costAt(error.field, rules) } : error,
  );
  return inOneOrder(placed, PATH).map(({ type, field, message }) =>
    `${type} ${field}: ${message}`.replaceAll(/selfType\d+/g, 'selfType').replaceAll(/_var\d+/g, '_var'),
  );
}

function costAt(field: string, rules: readonly OracleRule[]): string {
  const isMessage = field.endsWith('.messageExpression');
  const found = rules.find(({ path, index }) => {
    const node = path === '' ? PATH : `${PATH}.${path}`;
    return field === `${node}.x-kubernetes-validations[${index}].${isMessage ? 'messageExpression' : 'rule'}`;
  });
  return `something that costs ${isMessage ? found?.messageCost : found?.expressionCost}`;
}
