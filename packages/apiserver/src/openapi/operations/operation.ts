import type { GroupVersionKind } from '../../resources/served-resource.ts';
import type { Content } from '../definitions/definition-name.ts';
import { sortedByName } from '../definitions/sorted-by-name.ts';

/** Methods, in the order of documents. */
export const methodActions = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'] as const;

/** An HTTP method in documents. */
export type Method = (typeof methodActions)[number];

/** A parameter in a query or in a path. */
export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'path';
  readonly type: 'string' | 'boolean' | 'integer';
  /**
   * Distinguishes parameters of the same name with different descriptions. Version 2 declares each parameter once,
   * under its name and this. Absent: the parameter is inline.
   */
  readonly shared?: string;
}

/** A possible request, for both versions of the documents. */
export interface Operation {
  readonly path: string;
  readonly method: Method;
  /** The verb, and the rest of the name after the group version: `list` and `NamespacedPod`. */
  readonly id: { readonly prefix: string; readonly rest: string };
  /** `x-kubernetes-action`. */
  readonly action?: string;
  readonly kind?: GroupVersionKind;
  readonly parameters: readonly Parameter[];
  readonly body?: { readonly content: Content; readonly required: boolean };
  /** Media types. */
  readonly consumes: readonly string[];
  readonly produces: readonly string[];
  /** The responses, by status. Absent content means no body. */
  readonly responses: Readonly<Record<string, Content | undefined>>;
}

/** The descriptions of responses, by status. */
export const responseWords: Readonly<Record<string, string>> = {
  '200': 'OK',
  '201': 'Created',
  '202': 'Accepted',
  '401': 'Unauthorized',
};

/** Returns the parameters that all operations of a path share, and each operation with the rest. */
export function commonParameters(operations: readonly Operation[]): {
  common: readonly Parameter[];
  own: ReadonlyMap<Operation, readonly Parameter[]>;
} {
  const key = ({ name, in: place, shared }: Parameter): string => `${name} ${place} ${shared ?? ''}`;
  const counts = new Map<string, number>();
  for (const { parameters } of operations)
    for (const parameter of parameters) counts.set(key(parameter), (counts.get(key(parameter)) ?? 0) + 1);
  const isCommon = (parameter: Parameter): boolean => counts.get(key(parameter)) === operations.length;
  return {
    common: (operations[0]?.parameters ?? []).filter(isCommon).toSorted(byName),
    own: new Map(
      operations.map((operation) => [
        operation,
        operation.parameters.filter((parameter) => !isCommon(parameter)).toSorted(byName),
      ]),
    ),
  };
}

function byName(a: Parameter, b: Parameter): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : a.in < b.in ? -1 : 1;
}

/** Groups operations by path, with paths and methods in the order of documents. */
export function byPath(operations: Iterable<Operation>): ReadonlyMap<string, readonly Operation[]> {
  const paths = new Map<string, Operation[]>();
  for (const operation of operations) {
    const present = paths.get(operation.path) ?? [];
    paths.set(operation.path, present);
    present.push(operation);
  }
  for (const group of paths.values())
    group.sort((a, b) => methodActions.indexOf(a.method) - methodActions.indexOf(b.method));
  return new Map(sortedByName(paths));
}
