import { openApiSchemaOf } from '@kb/kubernetes/data';
import type { Span } from '../../diagnostic/diagnostic.ts';
import type { Model, TypeId, TypeUse } from '../../model/model.ts';
import { jsonSize } from './json-size.ts';

/** A type that occurs in a kind's schema more often than the type that contains it. */
export interface RepeatedType {
  readonly name: string;
  /** How often it occurs in the schema. */
  readonly times: number;
  /** A place that uses it. */
  readonly span: Span;
}

/** What is known of a declared or built-in type. */
interface TypeNode {
  readonly name: string;
  /** The types that it uses, with the places. */
  readonly uses: ReadonlyMap<TypeNode, readonly Span[]>;
  /** The approximate size of its schema. */
  readonly size: number;
  /** How often it occurs in the kind's schema. */
  times: number;
}

/** The approximate size of a field in a schema, without its type. */
const FIELD_SIZE = 50;

/**
 * Follows the types that take most of a schema, from `root` down, and returns those that occur more often than the one
 * before. Each declared type is visited once, however often it is used.
 */
export function repeatedTypes(model: Model, root: TypeId): RepeatedType[] {
  const nodes = nodesOf(model, root);
  const first = nodes.at(-1);
  if (!first) return [];
  first.times = 1;
  // Each type comes after all types that it uses.
  for (const node of nodes.toReversed()) for (const [used, spans] of node.uses) used.times += node.times * spans.length;
  const repeated: RepeatedType[] = [];
  for (let node: TypeNode | undefined = first; node !== undefined;) {
    const next = largestUse(node);
    if (!next) break;
    const [used, span] = next;
    if (used.times > node.times) repeated.push({ name: used.name, times: used.times, span });
    node = used;
  }
  return repeated;
}

/** Returns the used type that takes the most space, with a place that uses it. */
function largestUse({ uses }: TypeNode): [TypeNode, Span] | undefined {
  let found: [TypeNode, Span] | undefined;
  let most = 0;
  for (const [used, spans] of uses) {
    const span = spans.at(-1);
    const size = used.size * spans.length;
    if (span === undefined || size <= most) continue;
    most = size;
    found = [used, span];
  }
  return found;
}

/** Returns all types that a type uses, each after those that it uses itself; `root` is the last. */
function nodesOf(model: Model, root: TypeId): TypeNode[] {
  const nodes: TypeNode[] = [];
  const known = new Map<string, TypeNode | undefined>();

  const declared = (id: TypeId): TypeNode | undefined => {
    const key = `declared ${id}`;
    // Undefined while it is being built: a type that contains itself has been reported.
    if (known.has(key)) return known.get(key);
    known.set(key, undefined);
    const type = model.types.get(id);
    if (!type) return undefined;
    const uses = new Map<TypeNode, Span[]>();
    let size = FIELD_SIZE;
    const use = (node: TypeNode | undefined, span: Span): void => {
      if (!node) return;
      size += node.size;
      uses.set(node, [...(uses.get(node) ?? []), span]);
    };
    visit(type.type, type.span, {
      onField: () => (size += FIELD_SIZE),
      onDeclared: (used, span) => use(declared(used), span),
      onBuiltIn: (name, span) => use(builtIn(name), span),
    });
    const node: TypeNode = { name: type.name, uses, size, times: 0 };
    known.set(key, node);
    nodes.push(node);
    return node;
  };
  const builtIn = (name: string): TypeNode => {
    const key = `built-in ${name}`;
    const present = known.get(key);
    if (present) return present;
    const node: TypeNode = { name: name.replace(/^.*\./, ''), uses: new Map(), size: sizeOfBuiltIn(name), times: 0 };
    known.set(key, node);
    nodes.push(node);
    return node;
  };
  declared(root);
  return nodes;
}

interface Visitor {
  readonly onField: () => void;
  readonly onDeclared: (id: TypeId, span: Span) => void;
  readonly onBuiltIn: (name: string, span: Span) => void;
}

/** Visits the types that a type names, with the innermost place around each. */
function visit(use: TypeUse, span: Span, visitor: Visitor): void {
  switch (use.kind) {
    case 'named':
      visitor.onDeclared(use.id, span);
      return;
    case 'builtIn':
      visitor.onBuiltIn(use.name, span);
      return;
    case 'list':
      visit(use.items, span, visitor);
      return;
    case 'map':
      visit(use.values, span, visitor);
      return;
    case 'nullable':
      visit(use.of, span, visitor);
      return;
    case 'union':
      for (const branch of use.branches) visit(branch.type, branch.span, visitor);
      return;
    case 'object':
      for (const parent of use.parents) visit(parent, span, visitor);
      for (const field of use.fields) {
        visitor.onField();
        visit(field.type, field.span, visitor);
      }
      return;
    default:
  }
}

function sizeOfBuiltIn(name: string): number {
  try {
    return jsonSize(openApiSchemaOf(name));
  } catch (error) {
    // It has been reported.
    if (error instanceof Error && error.name === 'RefusedTypeError') return 0;
    throw error;
  }
}
