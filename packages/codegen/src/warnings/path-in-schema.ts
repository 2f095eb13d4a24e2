import type { JsonSchemaProps, PathStep } from '@kb/apimachinery';
import { serverSchemaOf } from '@kb/kubernetes/data';
import { nearestName } from '../markers/nearest-name.ts';
import { typeInWords } from '../markers/schema-words.ts';

/** What a JSONPath leads to: schemas of the values that it can find, or why it finds none. */
export type PathTarget =
  | { readonly schema: JsonSchemaProps }
  /** Nothing is known of what is there. */
  | { readonly schema: undefined }
  | WrongPath;

/** What is wrong with a path. */
export interface WrongPath {
  /** A sentence. */
  readonly problem: string;
  /** The name in it that is no field. */
  readonly wrong?: string;
  /** The field that may be meant. */
  readonly near?: string;
  /** What the path may be meant to begin with, in place of `from`; `rest` where what follows stays. */
  readonly instead?: { readonly from: string; readonly to: string; readonly rest: boolean };
  /** The fields that are where it leads. */
  readonly fields?: readonly string[];
}

/** Follows the steps of a path through the schema of a kind. What is not known may be there. */
export function pathInSchema(steps: readonly PathStep[], root: JsonSchemaProps): PathTarget {
  const properties = { ...objectProperties(steps), ...root.properties };
  const metadata = objectProperties(steps)['metadata'];
  // Of an object's own metadata a schema says no more than that it is there.
  const whole = { ...root, properties: { ...properties, ...(metadata !== undefined && { metadata }) } };
  return follow(steps, whole, '');
}

/** What every object of the API has; its metadata only where a path asks for it. */
function objectProperties(steps: readonly PathStep[]): { [name: string]: JsonSchemaProps } {
  const [first] = steps;
  const text: JsonSchemaProps = { type: 'string' };
  const asksForMetadata = first?.type === 'field' && first.name === 'metadata';
  return { apiVersion: text, kind: text, ...(asksForMetadata && { metadata: serverSchemaOf('meta/v1.ObjectMeta') }) };
}

/** `at` is what leads to the schema, for messages. */
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

/** What values of a schema are, in words. */
export function inWords(schema: JsonSchemaProps): string {
  return schema['x-kubernetes-int-or-string'] === true ? 'a number or text' : typeInWords(schema.type);
}
