import type { JsonSchemaProps, PathStep } from '@kb/apimachinery/schema';
import { serverSchemaOf } from '@kb/kubernetes/data';
import { nearestName } from '../text/nearest-name.ts';
import { typeInWords } from '../markers/schema/schema-words.ts';

/** The target of a JSONPath: the schema of its values, or why it has none. */
export type PathTarget =
  | { readonly schema: JsonSchemaProps }
  /** The target is unknown. */
  | { readonly schema: undefined }
  | WrongPath;

/** The problem of a path. */
export interface WrongPath {
  /** A sentence. */
  readonly problem: string;
  /** The name in it that is not a field. */
  readonly wrong?: string;
  /** The field that was probably meant. */
  readonly near?: string;
  /** The probable beginning of the path in place of `from`; `rest`: the rest of the path stays. */
  readonly instead?: { readonly from: string; readonly to: string; readonly rest: boolean };
  /** The fields that exist in its place. */
  readonly fields?: readonly string[];
}

/** Follows the steps of a path through the schema of a kind. A part without a schema accepts every path. */
export function pathInSchema(steps: readonly PathStep[], root: JsonSchemaProps): PathTarget {
  const properties = { ...objectProperties(steps), ...root.properties };
  const metadata = objectProperties(steps)['metadata'];
  // The schema of a kind does not describe its metadata.
  const whole = { ...root, properties: { ...properties, ...(metadata !== undefined && { metadata }) } };
  return follow(steps, whole, '');
}

/** The fields of every API object; its metadata only if the path begins with it. */
function objectProperties(steps: readonly PathStep[]): { [name: string]: JsonSchemaProps } {
  const [first] = steps;
  const text: JsonSchemaProps = { type: 'string' };
  const asksForMetadata = first?.type === 'field' && first.name === 'metadata';
  return { apiVersion: text, kind: text, ...(asksForMetadata && { metadata: serverSchemaOf('meta/v1.ObjectMeta') }) };
}

/** Follows steps from a schema. `start` is the path to that schema, for messages. */
function follow(steps: readonly PathStep[], root: JsonSchemaProps, start: string): PathTarget {
  let schema = root;
  let at = start;
  for (const step of steps) {
    const next = nextOf(step, schema, at);
    if ('problem' in next || next.schema === undefined) return next;
    schema = next.schema;
    at += step.type === 'field' ? `.${step.name}` : '[*]';
  }
  return { schema };
}

function nextOf(step: PathStep, schema: JsonSchemaProps, at: string): PathTarget {
  switch (step.type) {
    case 'field':
      return field(step.name, schema, at);
    case 'slice':
      return elements(schema, at);
    case 'children':
      return schema.type === 'array' ? elements(schema, at) : { schema: undefined };
    case 'filter': {
      const list = elements(schema, at);
      if ('problem' in list || list.schema === undefined) return list;
      const left = follow(step.left, list.schema, `${at}[*]`);
      return 'problem' in left ? left : list;
    }
    case 'constant':
    case 'descendants':
    case 'union':
    case 'unknown':
      return { schema: undefined };
  }
}

function field(name: string, schema: JsonSchemaProps, at: string): PathTarget {
  const { type = '', properties = {}, additionalProperties } = schema;
  if (Object.hasOwn(properties, name)) return { schema: properties[name] ?? {} };
  if (typeof additionalProperties === 'object') return { schema: additionalProperties };
  if (additionalProperties === true || keepsUnknown(schema)) return { schema: undefined };
  if (type === 'array')
    return {
      problem: `${at} is a list: its elements are ${at}[*] or ${at}[0]`,
      instead: { from: at, to: `${at}[*]`, rest: true },
    };
  if (type !== 'object')
    return {
      problem: `${at} has no fields: it is ${inWords(schema)}`,
      instead: { from: at, to: at, rest: false },
    };
  const near = nearestName(name, Object.keys(properties));
  return {
    problem: at === '' ? `the kind has no field ${name}` : `${at} has no field ${name}`,
    wrong: name,
    fields: Object.keys(properties),
    ...(near !== undefined && { near }),
  };
}

function elements(schema: JsonSchemaProps, at: string): PathTarget {
  if (schema.type === 'array') return { schema: schema.items };
  if (schema.type === undefined && keepsUnknown(schema)) return { schema: undefined };
  return {
    problem: `${at === '' ? 'the kind' : at} is not a list: it is ${inWords(schema)}`,
    ...(at !== '' && { instead: { from: at, to: at, rest: false } }),
  };
}

function keepsUnknown(schema: JsonSchemaProps): boolean {
  return schema['x-kubernetes-preserve-unknown-fields'] === true;
}

/** Describes the values of a schema, for messages. */
export function inWords(schema: JsonSchemaProps): string {
  return schema['x-kubernetes-int-or-string'] === true ? 'a number or text' : typeInWords(schema.type);
}
